// What counting and the surface of a part cost (docs/performance/fatigue.md).
#include <benchmark/benchmark.h>

#include <cmath>
#include <random>

#include "fatigue/critical_plane.h"
#include "fatigue/part_life.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

std::vector<double> Noise(size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples(count);
  for (double& x : samples) x = normal(random);
  return samples;
}

// A resonance at 12 Hz of 409.6 Hz in noise, as of road loads.
std::vector<double> RoadLoad(size_t count, unsigned seed) {
  const std::vector<double> noise = Noise(count, seed);
  const double w = 2 * M_PI * 12 / 409.6, r = 0.97;
  std::vector<double> samples(count);
  double a = 0, b = 0;
  for (size_t i = 0; i < count; ++i) {
    const double x = noise[i] + 2 * r * std::cos(w) * a - r * r * b;
    b = a;
    a = samples[i] = x;
  }
  return samples;
}

// Piece by piece, as of a file that is larger than memory.
void Counting(benchmark::State& state, std::vector<double> (*make)()) {
  const std::vector<double> samples = make();
  for (auto _ : state) {
    RainflowCounter counter;
    std::vector<LoadCycle> cycles;
    double sum = 0;
    for (size_t first = 0; first < samples.size(); first += 8192) {
      counter.Add(std::span(samples).subspan(first, std::min<size_t>(8192, samples.size() - first)),
                  &cycles);
      sum += static_cast<double>(cycles.size());
      cycles.clear();
    }
    benchmark::DoNotOptimize(sum);
  }
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(samples.size()));
}
BENCHMARK_CAPTURE(Counting, RoadLoad, [] { return RoadLoad(1 << 20, 1); });
BENCHMARK_CAPTURE(Counting, WhiteNoise, [] { return Noise(1 << 20, 1); });

// Points of a surface x 26 modes x 20,480 samples; stresses fall off from a few hot spots as they
// do in parts. `range(0)`: thousands of points. No point is left out where range(1) is 0.
void Surface(benchmark::State& state, SurfaceStress stress) {
  const int modes = 26;
  const auto count = static_cast<size_t>(state.range(0)) * 1000;
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> q(modes, 20480);
  for (int m = 0; m < modes; ++m) {
    const std::vector<double> history = RoadLoad(20480, static_cast<unsigned>(m + 1));
    for (int i = 0; i < 20480; ++i) q(m, i) = history[static_cast<size_t>(i)] / (1 + m);
  }
  const std::vector<double> random = Noise(count * modes * 6 + count, 9);
  std::vector<SurfacePoint> points(count);
  size_t next = 0;
  for (SurfacePoint& point : points) {
    const double size = 5e6 * std::exp(-std::abs(random[next++]));
    point.modal.resize(6, modes);
    for (int m = 0; m < modes; ++m) {
      for (int i = 0; i < 6; ++i) point.modal(i, m) = size * random[next++];
    }
  }
  const CycleDamage damage(WoehlerLine{125e6, 2e6, 5}, MinerRule::kElementary, {});
  PartLifeSettings settings;
  settings.stress = stress;
  settings.threads = 2;
  if (state.range(1) == 0) settings.negligible = 0;
  double left_out = 0;
  for (auto _ : state) {
    for (const PointLife& life : LifeOfPoints(points, q, damage, settings)) {
      left_out += life.left_out ? 1 : 0;
    }
  }
  state.counters["left_out"] = left_out / static_cast<double>(state.iterations());
  state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(count));
}
BENCHMARK_CAPTURE(Surface, CriticalPlane, SurfaceStress::kNormalPlanes)
    ->Args({1, 0})
    ->Args({50, 1})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(1);
BENCHMARK_CAPTURE(Surface, SignedVonMises, SurfaceStress::kSignedVonMises)
    ->Args({1, 0})
    ->Args({50, 1})
    ->Unit(benchmark::kMillisecond)
    ->MeasureProcessCPUTime()
    ->Iterations(1);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

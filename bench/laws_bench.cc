// What a law update costs, one by one through the contract, and many series side by side.
//
// Each update is a whole one: force, tangents, energies, next state. The state goes back and forth
// between two blocks as in a solver. The batch runs the kernel of the 13-parameter hydrobushing
// over many series of equal length, forces only, which is what identification needs: with T =
// double one series after the other, with T = Lanes several side by side.
#include <benchmark/benchmark.h>

#include <cmath>
#include <vector>

#include "laws/kernels/hydrobushing.h"
#include "laws/law_gallery.h"
#include "laws/make_law.h"
#include "math/lanes.h"

namespace jounce {
namespace {

constexpr int kPeriod = 1024;

// A smooth strain history of all directions with its rates.
struct History {
  explicit History(int dimension, double amplitude, double h)
      : n(dimension), strain(kPeriod * n), rate(kPeriod * n) {
    const double w = 2 * M_PI / kPeriod;
    for (int i = 0; i < kPeriod; ++i) {
      for (int j = 0; j < n; ++j) {
        const double size = amplitude * (j < 3 ? 1 : 5) / (1 + 0.2 * j);
        strain[i * n + j] = size * std::sin(w * i + 0.3 * j);
        rate[i * n + j] = size * w / h * std::cos(w * i + 0.3 * j);
      }
    }
  }
  int n;
  std::vector<double> strain, rate;
};

void UpdateLaw(benchmark::State& bench, const LawSettings& settings, double amplitude) {
  const auto law = MakeLaw(settings);
  const double h = 1e-3;
  const History history(law->dimension(), amplitude, h);
  std::vector<double> state(law->state_size()), next(state);
  law->Start(history.strain.data(), state.data());
  LawResponse response;
  int i = 0;
  for (auto _ : bench) {
    i = (i + 1) % kPeriod;
    law->Update({&history.strain[i * history.n], &history.rate[i * history.n], h}, state.data(),
                next.data(), &response);
    state.swap(next);
    benchmark::DoNotOptimize(response);
  }
  bench.SetItemsProcessed(bench.iterations());
}

using Model = kernels::HydrobushingModel<double, 2, 2>;

Model LundModel(double h) {
  const HydrobushingSettings s = LundHydrobushing();
  Model m;
  m.d10 = s.d10;
  m.d20 = s.d20;
  m.d30 = s.d30;
  for (int i = 0; i < 2; ++i) {
    m.kp[i] = s.kp[i];
    m.fy[i] = s.fy[i];
    m.m[i] = s.m[i];
    m.kf[i] = s.kf[i];
    m.tr[i] = s.tr[i];
  }
  m.Prepare(h);
  return m;
}

// The same model in every lane.
template <class T>
kernels::HydrobushingModel<T, 2, 2> Spread(const Model& m) {
  kernels::HydrobushingModel<T, 2, 2> wide;
  wide.d10 = T(m.d10);
  wide.d20 = T(m.d20);
  wide.d30 = T(m.d30);
  wide.h = T(m.h);
  for (int i = 0; i < 2; ++i) {
    wide.kp[i] = T(m.kp[i]);
    wide.yield[i] = T(m.yield[i]);
    wide.c[i] = T(m.c[i]);
    const auto& f = m.fluid[i];
    wide.fluid[i] = {T(f.pp), T(f.pw), T(f.wp), T(f.ww), T(f.pa), T(f.pb), T(f.wa), T(f.wb)};
  }
  return wide;
}

constexpr int kSeries = 96;
constexpr int kSamples = 200;  // a measured loop

// `width` series at a time through the kernel; histories lie side by side, sample by sample.
template <class T, int width>
void RunBatch(benchmark::State& bench) {
  const double h = 1e-3;
  const auto model = Spread<T>(LundModel(h));
  std::vector<T> strain(kSamples * kSeries / width), rate(strain.size()), force(strain.size());
  double* e = reinterpret_cast<double*>(strain.data());
  double* v = reinterpret_cast<double*>(rate.data());
  for (int group = 0; group < kSeries / width; ++group) {
    for (int i = 0; i < kSamples; ++i) {
      for (int lane = 0; lane < width; ++lane) {
        const int series = group * width + lane, at = (group * kSamples + i) * width + lane;
        const double a = 2e-5 * (series + 1), w = 2 * M_PI * (1 + series % 7) / kSamples;
        e[at] = a * std::sin(w * i);
        v[at] = a * w / h * std::cos(w * i);
      }
    }
  }
  for (auto _ : bench) {
    for (int group = 0; group < kSeries / width; ++group) {
      kernels::HydrobushingState<T, 2, 2> state;
      const size_t first = static_cast<size_t>(group) * kSamples;
      for (int i = 0; i < kSamples; ++i) {
        force[first + i] =
            kernels::HydrobushingStep(model, &state, strain[first + i], rate[first + i]);
      }
    }
    benchmark::DoNotOptimize(force.data());
    benchmark::ClobberMemory();
  }
  bench.SetItemsProcessed(bench.iterations() * kSamples * kSeries);
}

// The same series one by one through the contract, tangents and energies included.
void RunOneByOne(benchmark::State& bench) {
  const auto law = MakeLaw(LundHydrobushing());
  const double h = 1e-3;
  std::vector<double> state(law->state_size()), next(state);
  std::vector<History> histories;
  for (int s = 0; s < kSeries; ++s) histories.emplace_back(1, 2e-5 * (s + 1), h);
  LawResponse response;
  for (auto _ : bench) {
    for (const History& history : histories) {
      law->Start(history.strain.data(), state.data());
      for (int i = 0; i < kSamples; ++i) {
        law->Update({&history.strain[i], &history.rate[i], h}, state.data(), next.data(),
                    &response);
        state.swap(next);
        benchmark::DoNotOptimize(response.force[0]);
      }
    }
  }
  bench.SetItemsProcessed(bench.iterations() * kSamples * kSeries);
}

LawSettings SixDirectionsOfThreeBranches() {
  const PronySettings one{2e5, {{3e5, 0.002}, {1.5e5, 0.02}, {8e4, 0.3}}};
  return AxesSettings{{one, one, one, one, one, one}};
}

void RegisterAll() {
  benchmark::RegisterBenchmark("update/bushing 6D, 3 Maxwell branches each",
                               [](auto& b) { UpdateLaw(b, SixDirectionsOfThreeBranches(), 1e-3); });
  for (const GalleryLaw& item : LawGallery()) {
    benchmark::RegisterBenchmark(("update/" + item.name).c_str(),
                                 [item](auto& b) { UpdateLaw(b, item.settings, item.amplitude); });
  }
  benchmark::RegisterBenchmark("batch/through the contract, one by one", RunOneByOne);
  benchmark::RegisterBenchmark("batch/kernel, one by one", RunBatch<double, 1>);
  benchmark::RegisterBenchmark("batch/kernel, 4 side by side", RunBatch<Lanes<4>, 4>);
  benchmark::RegisterBenchmark("batch/kernel, 8 side by side", RunBatch<Lanes<8>, 8>);
}

}  // namespace
}  // namespace jounce

int main(int argc, char** argv) {
  jounce::RegisterAll();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

// Pages: how long it takes to decimate a long curve and to make the page of a large run.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "report/decimate.h"
#include "report/run_page.h"

namespace jounce::report {
namespace {

std::vector<double> Times(std::size_t size) {
  std::vector<double> t(size);
  for (std::size_t i = 0; i < size; ++i) t[i] = 1e-3 * static_cast<double>(i);
  return t;
}

std::vector<double> Signal(const std::vector<double>& t, double pitch) {
  std::vector<double> v(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) v[i] = std::sin(pitch * t[i] * t[i]);
  return v;
}

void DecimateMillion(benchmark::State& state) {
  const std::vector<double> t = Times(1'000'000), v = Signal(t, 3);
  for (auto _ : state) benchmark::DoNotOptimize(Decimate(t, v, Scale::kLinear, 200'000));
}
BENCHMARK(DecimateMillion)->Unit(benchmark::kMillisecond);

// 50 s at 1 kHz, as many channels as the argument says.
void RenderRunPage(benchmark::State& state) {
  RunPageInput input{.title = "run", .times = Times(50'001)};
  for (int c = 0; c < state.range(0); ++c) {
    input.channels.push_back({.name = std::to_string(c), .values = Signal(input.times, 1.0 + c)});
  }
  std::size_t bytes = 0;
  for (auto _ : state) bytes = RenderPage(MakeRunPage(input)).size();
  state.counters["MB"] = static_cast<double>(bytes) / 1e6;
}
BENCHMARK(RenderRunPage)->Arg(10)->Arg(100)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce::report

BENCHMARK_MAIN();

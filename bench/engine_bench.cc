// What a step of the engine costs: the falling chain of bodies and 6D bushings (benchmarks/chain of
// the shared data) of N links, 1 s at 1 ms, in the three matrix modes; the quarter car of
// bench/models, 10 s at 1 ms; and the product with a small inverse, once an iteration, beside
// Eigen's in double precision.
#include <benchmark/benchmark.h>

#include "benchmarks/problem.h"
#include "io/model_file.h"
#include "math/row_panels.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

void BM_Chain(benchmark::State& state, MatrixMode mode) {
  const int links = static_cast<int>(state.range(0));
  Model model = testing::Chain(links);
  model.solver.matrix = mode;
  std::int64_t iterations = 0, factorizations = 0, steps = 0;
  for (auto unused : state) {
    state.PauseTiming();
    Simulation simulation(model);
    simulation.Initialize();
    state.ResumeTiming();
    for (int i = 0; i < 1000; ++i) simulation.Advance(1e-3);
    iterations = simulation.statistics().iterations;
    factorizations = simulation.statistics().factorizations;
    steps += 1000;
  }
  state.counters["us_per_step"] =
      benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["us_per_step_and_body"] = benchmark::Counter(
      1e-6 * steps * links, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations"] = static_cast<double>(iterations) / 1000;
  state.counters["factorizations"] = static_cast<double>(factorizations);
}
BENCHMARK_CAPTURE(BM_Chain, adaptive, MatrixMode::kAdaptive)
    ->Arg(10)
    ->Arg(50)
    ->Arg(200)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Chain, fixed, MatrixMode::kFixed)->Arg(50)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Chain, newton, MatrixMode::kNewton)->Arg(50)->Unit(benchmark::kMillisecond);

void BM_QuarterCar(benchmark::State& state, MatrixMode mode) {
  Model model = LoadModel(JOUNCE_SOURCE_DIR "/bench/models/quarter-car.yaml").model;
  model.solver.matrix = mode;
  RunStatistics statistics;
  std::int64_t steps = 0;
  for (auto unused : state) {
    state.PauseTiming();
    Simulation simulation(model);
    if (!simulation.Initialize().ok) state.SkipWithError("no initial conditions");
    state.ResumeTiming();
    for (int i = 0; i < 10000; ++i) simulation.Advance(1e-3);
    statistics = simulation.statistics();
    steps += statistics.steps;
  }
  state.counters["us_per_step"] =
      benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations"] = static_cast<double>(statistics.iterations) / 10000;
  state.counters["factorizations"] = static_cast<double>(statistics.factorizations);
}
BENCHMARK_CAPTURE(BM_QuarterCar, adaptive, MatrixMode::kAdaptive)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_QuarterCar, fixed, MatrixMode::kFixed)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_QuarterCar, newton, MatrixMode::kNewton)->Unit(benchmark::kMillisecond);

// The same strut as a law and as a formula of sensors, 10 s at 1 ms.
void BM_Damper(benchmark::State& state, const char* file) {
  const Model model = LoadModel(std::string(JOUNCE_SOURCE_DIR "/bench/models/") + file).model;
  std::int64_t steps = 0;
  for (auto unused : state) {
    state.PauseTiming();
    Simulation simulation(model);
    if (!simulation.Initialize().ok) state.SkipWithError("no initial conditions");
    state.ResumeTiming();
    for (int i = 0; i < 10000; ++i) simulation.Advance(1e-3);
    steps += simulation.statistics().steps;
  }
  state.counters["us_per_step"] =
      benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}
BENCHMARK_CAPTURE(BM_Damper, law, "damper-law.yaml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Damper, formula, "damper-formula.yaml")->Unit(benchmark::kMillisecond);

void BM_InversePanels(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const Eigen::VectorXd x = Eigen::VectorXd::Random(size);
  RowPanels inverse(size, size);
  inverse.Set(Eigen::MatrixXd::Random(size, size));
  for (auto unused : state) benchmark::DoNotOptimize(inverse.Times(x.data())[0]);
}
BENCHMARK(BM_InversePanels)->Arg(44)->Arg(74);

void BM_InverseDouble(benchmark::State& state) {
  const int size = static_cast<int>(state.range(0));
  const Eigen::VectorXd x = Eigen::VectorXd::Random(size);
  const Eigen::MatrixXd inverse = Eigen::MatrixXd::Random(size, size);
  Eigen::VectorXd y(size);
  for (auto unused : state) {
    y.noalias() = inverse * x;
    benchmark::DoNotOptimize(y[0]);
  }
}
BENCHMARK(BM_InverseDouble)->Arg(44)->Arg(74);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

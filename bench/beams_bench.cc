// What a step with beams costs: a cantilever of N two-node elements, 1 m long, 20 x 20 mm of
// aluminium, a force of 200 N sin(2 pi 5 t) along z at its tip, 1 s at 1 ms, tolerance 1e-6 N.
#include <benchmark/benchmark.h>

#include "solve/simulation.h"

namespace jounce {
namespace {

Model Cantilever(int elements) {
  Model model;
  model.gravity.setZero();
  Beam beam;
  beam.name = "beam";
  beam.along = {{0, 0, 0}, {1, 0, 0}};
  beam.elements = elements;
  beam.section.shape = RectangleSection{0.02, 0.02};
  beam.section.E = 70e9;
  beam.section.nu = 0.3;
  beam.section.density = 2700;
  model.beams = {beam};
  Joint clamp;
  clamp.name = "clamp";
  clamp.ends.second = "beam.start";
  model.joints = {clamp};
  Load force;
  force.name = "force";
  force.on = "beam.end";
  force.function.expression = "200*sin(2*pi*5*t)";
  model.loads = {force};
  model.solver.force_tolerance = 1e-6;
  return model;
}

void BM_Cantilever(benchmark::State& state, MatrixMode mode) {
  const int elements = static_cast<int>(state.range(0));
  Model model = Cantilever(elements);
  model.solver.matrix = mode;
  std::int64_t iterations = 0, factorizations = 0, steps = 0;
  double tip = 0;
  for (auto unused : state) {
    state.PauseTiming();
    Simulation simulation(model);
    if (!simulation.Initialize().ok) state.SkipWithError("no initial conditions");
    state.ResumeTiming();
    for (int i = 0; i < 1000; ++i) {
      if (!simulation.Advance(1e-3).ok) {
        state.SkipWithError("no convergence");
        return;
      }
    }
    iterations = simulation.statistics().iterations;
    factorizations = simulation.statistics().factorizations;
    tip = simulation.state().pose[elements].p.z();
    steps += 1000;
  }
  state.counters["us_per_step"] =
      benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["us_per_step_and_element"] = benchmark::Counter(
      1e-6 * steps * elements, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations"] = static_cast<double>(iterations) / 1000;
  state.counters["factorizations"] = static_cast<double>(factorizations);
  state.counters["tip_z"] = tip;
}
BENCHMARK_CAPTURE(BM_Cantilever, adaptive, MatrixMode::kAdaptive)
    ->Arg(30)
    ->Arg(120)
    ->Arg(500)
    ->Arg(1000)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Cantilever, fixed, MatrixMode::kFixed)
    ->Arg(120)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Cantilever, newton, MatrixMode::kNewton)
    ->Arg(120)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

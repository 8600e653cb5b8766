// What linear analyses and sparse steps of a vehicle cost (bench/models/make_vehicle.py): complex
// modes, 200 frequencies of a frequency response, and steps of one car and of two that nothing
// connects.
#include <benchmark/benchmark.h>

#include <string>

#include "io/model_file.h"
#include "solve/frequency_response.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

Model Load(const std::string& file) {
  return LoadModel(std::string(JOUNCE_SOURCE_DIR "/bench/models/") + file).model;
}

void BM_ComplexModes(benchmark::State& state, const char* file) {
  Simulation simulation(Load(file));
  if (!simulation.FindEquilibrium().ok) state.SkipWithError("no equilibrium");
  for (auto unused : state) {
    const LinearSystem linear(simulation.system(), simulation.evaluation());
    benchmark::DoNotOptimize(ComplexModes(linear, 20));
    state.counters["freedoms"] = linear.freedoms();
  }
}
BENCHMARK_CAPTURE(BM_ComplexModes, vehicle, "vehicle.yaml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_ComplexModes, rubber_and_bars, "vehicle-rubber-bars.yaml")
    ->Unit(benchmark::kMillisecond);

void BM_FrequencyResponse(benchmark::State& state, const char* file) {
  Simulation simulation(Load(file));
  if (!simulation.FindEquilibrium().ok) state.SkipWithError("no equilibrium");
  const std::vector<double> axis = FrequencyAxis(0.1, 100, 200, true);
  for (auto unused : state) {
    benchmark::DoNotOptimize(
        ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), "hit", axis));
  }
  state.counters["unknowns"] = simulation.system().unknown_count();
}
BENCHMARK_CAPTURE(BM_FrequencyResponse, vehicle, "vehicle.yaml")->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_FrequencyResponse, rubber_and_bars, "vehicle-rubber-bars.yaml")
    ->Unit(benchmark::kMillisecond);

void BM_Steps(benchmark::State& state, const char* file) {
  Simulation simulation(Load(file));
  if (!simulation.Initialize().ok) state.SkipWithError("no initial conditions");
  for (auto unused : state) simulation.Advance(1e-3);
  state.counters["iterations"] = static_cast<double>(simulation.statistics().iterations) /
                                 static_cast<double>(simulation.statistics().steps);
}
BENCHMARK_CAPTURE(BM_Steps, one_car, "vehicle.yaml")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BM_Steps, two_cars, "vehicle-2.yaml")->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

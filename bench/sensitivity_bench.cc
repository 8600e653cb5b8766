// What slopes along a run of the SUV cost: the run alone, with one parameter and with twenty of them,
// without the reading of models. On its posts, as of the sheet, with the parts of the thesis and with
// bushings that remember; and with its spindles driven along a road, where JOUNCE_BENCH_ROAD names the
// drive file (`jounce road examples/suv/roads/belgian_block.yaml --drive bb.rsp` makes one).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "io/varied_model.h"

namespace jounce {
namespace {

const std::vector<std::string> kParameters = {"front_right/coil_rate",
                                              "front_left/coil_rate",
                                              "rear/coil_rate",
                                              "front_left/coil_force",
                                              "drive/damping_time",
                                              "drive/yoke_rate",
                                              "load",
                                              "chassis/bodies.body.mass",
                                              "rear/bodies.r_axle.mass",
                                              "front_*/bodies.f_knuckle.mass",
                                              "front_right/coil_force",
                                              "rear/coil_force",
                                              "front_*/bushings.f_lca.k_radial1",
                                              "front_*/bushings.f_lca.k_axial",
                                              "front_*/bushings.f_uca.k_radial1",
                                              "front_*/bushings.f_uca.kt_torsional",
                                              "front_right/bushings.f_lca.kt_torsional",
                                              "front_right/f_lca_front.z",
                                              "front_right/f_lca_rear.y",
                                              "drive/shaft_torsion"};

Assignments Suv(const std::string& detail, const std::string& bushings) {
  if (detail == "road") {
    return {{"detail", "thesis"},
            {"input", "method_1"},
            {"road", std::getenv("JOUNCE_BENCH_ROAD")},
            {"payload", "hrl"}};
  }
  return {{"detail", detail},
          {"bushings", bushings},
          {"input", "posts"},
          {"wheels", "on"},
          {"payload", "hrl"},
          {"fr_z", "0.004*sin(12*t)*sin(12*t)"},
          {"rl_z", "0.003*sin(31*t)*sin(31*t)"}};
}

void Prepare(Model* model) {
  model->solver.end_time = 4;
  model->solver.output_step = 0.01;
  model->channels.list.clear();
  for (const char* name : {"rear/right coil", "front_right/coil"}) {
    ChannelChoice choice;
    choice.name = name;
    model->channels.list.push_back(choice);
  }
}

void BM_Slopes(benchmark::State& state, const char* detail, const char* bushings) {
  if (std::string(detail) == "road" && !std::getenv("JOUNCE_BENCH_ROAD")) {
    state.SkipWithError("JOUNCE_BENCH_ROAD names no drive file");
    return;
  }
  const auto count = static_cast<size_t>(state.range(0));
  const VariedModel varied(JOUNCE_SOURCE_DIR "/examples/suv/suv.yaml", Suv(detail, bushings), "",
                           {kParameters.begin(), kParameters.begin() + static_cast<long>(count)});
  Model model = varied.loaded().model;
  Prepare(&model);
  std::vector<double> values;
  for (const VariedParameter& parameter : varied.parameters()) values.push_back(parameter.value);
  const std::vector<ModelVariation> variations = varied.Variations(values, Prepare);
  for (auto unused : state) {
    if (count == 0) {
      Simulation simulation(model);
      Recording recording;
      if (!simulation.Run(&recording, nullptr, true).ok) state.SkipWithError("run failed");
      continue;
    }
    SensitivityRecording found;
    const RunStatus status = RunWithSensitivities(model, variations, true, &found);
    if (!status.ok) state.SkipWithError(status.reason.c_str());
    state.counters["run"] = found.seconds_of_run;
  }
}
BENCHMARK_CAPTURE(BM_Slopes, sheet, "sheet", "linear")
    ->Arg(0)
    ->Arg(1)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Slopes, thesis, "thesis", "linear")
    ->Arg(0)
    ->Arg(1)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Slopes, road, "road", "linear")
    ->Arg(0)
    ->Arg(1)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_Slopes, remembering, "sheet", "identified")
    ->Arg(0)
    ->Arg(1)
    ->Arg(20)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

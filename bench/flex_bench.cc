// What flexibility costs: the quarter car of bench/models with a lower arm that is rigid, or bends
// in 30 modes, at each level. The number of nodes of the arm's mesh is no part of a step.
#include <benchmark/benchmark.h>

#include "io/model_file.h"
#include "math/pose.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

// A beam from the middle between the bushings to the ball joint, with rigid arms to the bushings.
std::shared_ptr<const FlexiblePart> MakeArm(int nodes, int modes) {
  testing::BeamPart beam;
  beam.length = 0.42;
  beam.area = 1.5e-3;
  beam.Iy = beam.Iz = 2e-7;
  beam.J = 3e-7;
  beam.nodes = nodes;
  beam.modes = modes;
  beam.damping = 0.02;
  auto part = std::make_shared<FlexiblePart>(testing::MakeBeamPart(beam));
  const std::vector<InterfaceNode> all = part->interfaces;
  const auto node = [&](const char* name, const InterfaceNode& at, const Eigen::Vector3d& arm) {
    return InterfaceNode{name, at.id, at.position + arm, at.translation - Skew(arm) * at.rotation,
                         at.rotation};
  };
  // Along x of the mesh, which is y of the car.
  part->interfaces = {node("front", all.front(), Eigen::Vector3d(0, -0.15, 0)),
                      node("rear", all.front(), Eigen::Vector3d(0, 0.15, 0)),
                      node("ball", all.back(), Eigen::Vector3d::Zero()),
                      node("coil", all[all.size() * 2 / 3], Eigen::Vector3d(0, 0, 0.02))};
  return part;
}

Model QuarterCar(FlexibilityLevel level, int nodes, int modes) {
  Model model = LoadModel(JOUNCE_SOURCE_DIR "/bench/models/quarter-car.yaml").model;
  Body& arm = model.bodies[1];
  Body flexible;
  flexible.name = "arm";
  flexible.position = Eigen::Vector3d(0, 0.30, 0.20);
  flexible.orientation.z_axis = Eigen::Vector3d::UnitZ();
  flexible.orientation.x_axis = Eigen::Vector3d::UnitY();
  flexible.flexible.part = MakeArm(nodes, modes);
  flexible.flexible.level = level;
  arm = flexible;
  for (Joint& joint : model.joints) {
    if (joint.name == "lower ball") joint.ends.first = "arm.ball";
  }
  for (Connection& connection : model.connections) {
    if (connection.name == "lower front") connection.ends.second = "arm.front";
    if (connection.name == "lower rear") connection.ends.second = "arm.rear";
    if (connection.name == "coil") connection.ends.second = "arm.coil";
  }
  return model;
}

constexpr int kSteps = 10000;  // of 1 ms, as in bench/models

void BM_QuarterCar(benchmark::State& state, FlexibilityLevel level) {
  const int nodes = static_cast<int>(state.range(0)), modes = static_cast<int>(state.range(1));
  const Model model = QuarterCar(level, nodes, modes);
  std::int64_t steps = 0;
  RunStatistics statistics;
  for (auto unused : state) {
    state.PauseTiming();
    Simulation simulation(model);
    if (!simulation.Initialize().ok) state.SkipWithError("no initial conditions");
    state.ResumeTiming();
    for (int i = 0; i < kSteps; ++i) {
      if (!simulation.Advance(1e-3).ok) state.SkipWithError("no convergence");
    }
    steps += kSteps;
    state.PauseTiming();
    statistics = simulation.statistics();
    state.ResumeTiming();
  }
  state.counters["us_per_step"] =
      benchmark::Counter(1e-6 * steps, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
  state.counters["iterations"] = static_cast<double>(statistics.iterations) / kSteps;
  state.counters["factorizations"] = static_cast<double>(statistics.factorizations);
}
BENCHMARK_CAPTURE(BM_QuarterCar, rigid, FlexibilityLevel::kRigid)
    ->Args({10, 30})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_QuarterCar, constant, FlexibilityLevel::kConstant)
    ->Args({10, 30})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_QuarterCar, partial, FlexibilityLevel::kPartial)
    ->Args({10, 10})
    ->Args({10, 30})
    ->Args({40, 30})
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(BM_QuarterCar, full, FlexibilityLevel::kFull)
    ->Args({10, 30})
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

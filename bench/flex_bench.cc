// What flexibility costs: the quarter car of bench/models with a lower arm that is rigid, or bends
// in 30 modes, at each level. The number of nodes of the arm's mesh is no part of a step. And a car
// of four such corners with 37 brackets welded to it, once all rigid, once with one lower arm that
// bends in 20 modes: bodies without flexible ones among them are merged in both.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>

#include "io/model_file.h"
#include "laws/linear_law.h"
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

// Puts a flexible arm in the place of the lower one of the corner whose names begin with `corner`,
// and what is attached to it on its nodes.
void BendArm(const std::string& corner, const Flexibility& flexible, Model* model) {
  for (Body& body : model->bodies) {
    if (body.name != corner + "lower arm") continue;
    const Eigen::Vector3d inner(body.position.x(), 0.30, 0.20);
    body = Body();
    body.name = corner + "arm";
    body.position = inner;
    body.orientation.z_axis = Eigen::Vector3d::UnitZ();
    body.orientation.x_axis = Eigen::Vector3d::UnitY();
    body.flexible = flexible;
  }
  for (Joint& joint : model->joints) {
    if (joint.name == corner + "lower ball") joint.ends.first = corner + "arm.ball";
  }
  for (Connection& connection : model->connections) {
    for (const char* node : {"front", "rear"}) {
      if (connection.name != corner + "lower " + node) continue;
      connection.ends.second = corner + "arm." + node;
    }
    if (connection.name == corner + "coil") connection.ends.second = corner + "arm.coil";
  }
}

Model LoadQuarterCar() {
  return LoadModel(JOUNCE_SOURCE_DIR "/bench/models/quarter-car.yaml").model;
}

Model QuarterCar(FlexibilityLevel level, int nodes, int modes) {
  Model model = LoadQuarterCar();
  Flexibility flexible;
  flexible.part = MakeArm(nodes, modes);
  flexible.level = level;
  BendArm("", flexible, &model);
  return model;
}

// Four corners on one chassis, each item under the name of its corner, shaken one after the other.
class Car {
 public:
  Car() : quarter_(LoadQuarterCar()) {
    AddChassis();
    AddCorner("fl ", 1.3, 1);
    AddCorner("fr ", 1.3, -1);
    AddCorner("rl ", -1.3, 1);
    AddCorner("rr ", -1.3, -1);
    AddBracket("chassis", {0, 0, 0.6});
  }

  const Model& model() const { return model_; }

 private:
  void AddChassis() {
    model_.gravity = quarter_.gravity;
    Body chassis = quarter_.bodies[0];
    chassis.position.y() = 0;
    chassis.mass *= 4;
    chassis.inertia = Eigen::Vector3d(600, 2400, 2600);
    model_.bodies = {chassis};
    // Shakers hold nothing but heights.
    for (const Connection& connection : quarter_.connections) {
      if (connection.name != "lower front") continue;
      Connection tether = connection;
      tether.name = "tether";
      tether.ends = Ends();
      tether.ends.second = "chassis";
      tether.ends.at = chassis.position;
      tether.law = LinearSettings{6, {1e3}, {1e2}};
      model_.connections = {tether};
    }
  }

  void AddCorner(const std::string& corner, double x, double side) {
    const auto move = [&](std::optional<Eigen::Vector3d>* p) {
      if (*p) *p = Eigen::Vector3d((*p)->x() + x, side * (*p)->y(), (*p)->z());
    };
    const auto add = [&](auto item, auto* items) {
      item.name = corner + item.name;
      for (std::string* end : {&item.ends.first, &item.ends.second}) {
        if (*end != "chassis" && *end != kGroundName) *end = corner + *end;
      }
      move(&item.ends.at);
      move(&item.ends.at_second);
      items->push_back(item);
    };
    for (size_t i = 1; i < quarter_.bodies.size(); ++i) {
      Body body = quarter_.bodies[i];
      body.name = corner + body.name;
      body.position =
          Eigen::Vector3d(body.position.x() + x, side * body.position.y(), body.position.z());
      model_.bodies.push_back(body);
    }
    for (const Joint& joint : quarter_.joints) {
      if (joint.name != "rail") add(joint, &model_.joints);
    }
    Motion shaker = quarter_.motions[0];
    shaker.function.expression =
        fmt::format("0.02*min(t/0.2, 1)*sin(2*pi*5*(t+{}))", 0.03 * model_.motions.size());
    add(shaker, &model_.motions);
    for (const Connection& connection : quarter_.connections) add(connection, &model_.connections);
    AddBrackets(corner);
  }

  // Nine to a corner: what the chassis holds the upper arm and the coil with, and some that are
  // mass alone.
  void AddBrackets(const std::string& corner) {
    for (Connection& connection : model_.connections) {
      for (const char* held : {"upper front", "upper rear", "coil"}) {
        if (connection.name != corner + held) continue;
        connection.ends.first = AddBracket("chassis", *connection.ends.at);
      }
    }
    const auto position = [&](const std::string& name) {
      const auto body = std::find_if(model_.bodies.begin(), model_.bodies.end(),
                                     [&](const Body& b) { return b.name == corner + name; });
      return body->position;
    };
    for (double dx : {-0.05, 0.05}) {
      AddBracket(corner + "upper arm", position("upper arm") + Eigen::Vector3d(dx, 0, 0));
    }
    for (double dz : {-0.06, -0.03, 0.03, 0.06}) {
      AddBracket(corner + "knuckle", position("knuckle") + Eigen::Vector3d(0, 0.02, dz));
    }
  }

  std::string AddBracket(const std::string& on, const Eigen::Vector3d& at) {
    Body bracket;
    bracket.name = fmt::format("bracket {}", ++brackets_);
    bracket.position = at;
    bracket.mass = 0.5;
    bracket.inertia = Eigen::Vector3d::Constant(1e-3);
    model_.bodies.push_back(bracket);
    Joint weld;
    weld.name = fmt::format("weld {}", brackets_);
    weld.ends.first = on;
    weld.ends.second = bracket.name;
    weld.ends.at = at;
    model_.joints.push_back(weld);
    return bracket.name;
  }

  Model quarter_, model_;
  int brackets_ = 0;
};

constexpr int kSteps = 10000;  // of 1 ms, as in bench/models

void TimeSteps(const Model& model, benchmark::State& state) {
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

void BM_QuarterCar(benchmark::State& state, FlexibilityLevel level) {
  const int nodes = static_cast<int>(state.range(0)), modes = static_cast<int>(state.range(1));
  TimeSteps(QuarterCar(level, nodes, modes), state);
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

// Modes of one lower arm; none: it is rigid.
void BM_WeldedCar(benchmark::State& state) {
  Model model = Car().model();
  const int modes = static_cast<int>(state.range(0));
  if (modes > 0) {
    Flexibility flexible;
    flexible.part = MakeArm(10, modes);
    BendArm("fl ", flexible, &model);
  }
  TimeSteps(model, state);
}
BENCHMARK(BM_WeldedCar)->Arg(0)->Arg(20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace jounce

BENCHMARK_MAIN();

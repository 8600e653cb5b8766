// A model is data: what is written is what was read, and two runs of one model in two threads are
// those of one after the other.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "benchmarks/problem.h"
#include "io/flexible_part_file.h"
#include "io/model_file.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = JOUNCE_SOURCE_DIR;

class ModelAsData : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::temp_directory_path() /
              ("jounce_model_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  std::string Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
    return Path(name);
  }

  fs::path folder_;
};

Recording RecordingOf(const Model& model, double end_time) {
  Model shortened = model;
  shortened.solver.end_time = end_time;
  Simulation simulation(shortened);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  return recording;
}

void ExpectSameBits(const Recording& a, const Recording& b, const std::string& what) {
  ASSERT_GE(a.time.size(), 2u) << what;
  EXPECT_EQ(a.time, b.time) << what;
  EXPECT_EQ(a.values, b.values) << what;
}

// Everything that a model file can say, in units of its own.
constexpr char kEverything[] = R"(
units: {length: mm, angle: deg, force: kN}
name: everything
gravity: [0, 1, -9.8 m/s^2]
assemble: true
bodies:
  a: {mass: 2, position: [10, 20, 30], orientation: {euler: [10, 20, 30]}, inertia: [1e4, 2e4, 2e4],
      products: [100, 200, 300], centre: [1, 2, 3], velocity: [1, 0, 0], angular_velocity: [0, 5, 0],
      inertia_point: [1, 1, 1], inertia_axes: {z_axis: [1, 0, 1]}}
  b: {mass: 1.5, position: [300, 0, 0], orientation: {z_point: [0, 0, 100], x_point: [400, 1, 2]},
      inertia: [1e4, 1e4, 1e4]}
  c: {flexible: part.h5, level: full, modes_off: [2], damping: 0.03, position: [0, 500, 0]}
frames:
  f: {body: b, position: [1, 2, 3], orientation: {x_axis: [1, 1, 0], z_axis: [0, 0, 1]}}
joints:
  hinge: {joint: revolute, between: [ground, a], at: [0, 0, 0], axis: [1, 2, 3], x_axis: [3, 0, 1]}
  bar: {joint: distance, between: [a, b], at: [10, 20, 30], at_second: [310, 0, 0], distance: 310}
  rail: {joint: curve, between: [ground, b], at: [300, 0, 0], points: [[0, 0, 0], [300, 0, 0], [700, 50, 0]]}
  slide: {joint: cylindrical, between: [ground, c.n1], axis: [0, 0, 1], at: [0, 500, 0]}
motions:
  turn: {motion: rotation, joint: hinge, expression: 0.2*sin(30*t)}
couplers:
  screw: {terms: [{joint: slide, ratio: 0.01}, {joint: slide, motion: translation, ratio: 1}]}
connections:
  rubber:
    connection: bushing
    between: [f, c.n2]
    attached: second
    zero_as_placed: true
    law: {law: axes, preload: [0.01, 0, 0, 0, 0, 0], axes: [{law: prony, stiffness: 0.02, branches: [{stiffness: 0.01, time: 2 ms}]},
          {law: berg, max_force: 0.02, half_displacement: 1}, {law: elastoplastic, elements: [{stiffness: 0.01, yield_force: 0.004}]},
          {law: linear, stiffness: 0.1}, {law: polynomial, k1: 0.1, k2: 0.02}, {law: expression, force: ["2*x + 0.1*xdot"]}]}
  coil: {connection: rod, between: [ground, a], at: [0, 0, 400], at_second: [10, 20, 30], free_length: 350,
         law: {law: table, points: [[-100, -1], [0, 0], [100, 2]], damping: 0.0001}}
  coupled: {connection: linear_spring, between: [ground, b], at: [300, 0, 0], law: {law: linear, dimension: 3,
            stiffness_matrix: {x: [0.02, 0.001, 0], y: [0.001, 0.03, 0], z: [0, 0, 0.01]}}}
beams:
  blade: {along: [[0, 0, 900], [200, 0, 900], [400, 100, 950]], curve: spline, elements: 3, twist: [0, 10, 20],
          section: {shape: stiffness, matrix: {forces: [[1e3, 0, 0, 0, 0, 0], [0, 400, 0, 10, 0, 0], [0, 0, 400, 0, 0, 0]],
                    moments: [[0, 10, 0, 2e4, 0, 0], [0, 0, 0, 0, 3e4, 0], [0, 0, 0, 0, 0, 3e4]]}, mass: 1 kg/m,
                    inertia: [100, 50, 50], centroid: [1, 2], relaxation: [{ratio: 0.5, time: 5 ms}]},
          loads: {wind: {direction: [0, 1, 0], from: 0.2, to: 0.8, value: 0.0001, follows_section: true}}}
loads:
  push: {load: force, "on": b, at: [310, 0, 0], direction: [0, 1, 2], table: [[0, 0], [0.01, 0.01], [0.05, 0]]}
  twist: {load: torque, "on": a, direction: [0, 0, 1], follows_body: true, signal: {file: drive.csv, channel: M, unit: Nm, scale: 0.5}}
  drag: {load: force, "on": b, from: a, direction: [1, 0, 0], expression: -c*v - low_passed, let: {c: 2 N s/m, v: b.x}}
signals:
  outside: {input: 0.5, unit: N}
  low_passed: {block: transfer_function, of: [outside + 3*a.z], numerator: [1], denominator: [0.01, 1]}
  controlled: {block: pid, of: [a.x], kp: 2, ki: 3, filter: 2 ms, kd: 0.1, maximum: 5}
  held: {block: sample_and_hold, of: [controlled], period: 2 ms}
  map: {block: table_2d, of: [t, a.x], x: [0, 1], y: [0, 1, 2], values: [0, 1, 2, 3, 4, 5], interpolation: akima}
  sum: {expression: held + map}
sensors:
  sum: {sensor: signal, item: sum}
  a: {sensor: position, of: a}
  b: {sensor: velocity, of: b, relative_to: a, axes: first}
  b from ground: {sensor: acceleration, of: f, relative_to: a, axes: c.n1, seen_from: ground}
  angles: {sensor: cardan, of: b}
  about z: {sensor: angle, of: a, axis: [1, 2, 3]}
  slid: {sensor: joint_coordinate, item: slide}
  transducer: {sensor: reaction, item: hinge, axes: f, about: b}
  along: {sensor: reaction, item: rubber, direction: [1, 2, 2]}
  given: {sensor: input, item: push}
  rubber: {sensor: law_force, item: rubber}
  root: {sensor: reaction, item: hinge}
  blade: {sensor: section_force, beam: blade, along: 0.4}
  peak: {sensor: von_mises, of: c}
  energy: {sensor: energy}
channels:
  rate: 400 Hz
  list:
    Push: {from: given, unit: lbf, scale: -1, description: pulls}
    all of a.*: {from: a.*}
    slid.angle: {}
solver: {end_time: 0.02, step: 1 ms, rho: 0.7, tolerance: 1e-8, matrix: newton}
)";

TEST_F(ModelAsData, EverythingIsWrittenAndReadBack) {
  testing::BeamPart part;
  part.modes = 5;
  WriteFlexiblePart(Path("part.h5"), testing::MakeBeamPart(part));
  std::string csv = "time,M [Nm]\n";
  for (int i = 0; i < 50; ++i) csv += std::to_string(i * 1e-3) + "," + std::to_string(i % 7) + "\n";
  Write("drive.csv", csv);
  const LoadedModel loaded = LoadModel(Write("all.yaml", kEverything));
  const std::string once = WriteModel(loaded.model, folder_.string());
  const LoadedModel again = LoadModel(Write("again.yaml", once));
  EXPECT_EQ(WriteModel(again.model, folder_.string()), once);
  EXPECT_TRUE(SameModel(again.model, loaded.model));
  ExpectSameBits(RecordingOf(again.model, 0.02), RecordingOf(loaded.model, 0.02), "everything");
}

// Every model of the examples and benchmarks that needs no other program first.
TEST_F(ModelAsData, ExamplesAreWrittenAndReadBack) {
  int tried = 0;
  for (const char* name : {"examples/beams/stabilizer_bar.yaml", "examples/buckling/node.yaml",
                           "examples/quarter_car/quarter_car.yaml", "bench/models/quarter-car.yaml",
                           "bench/models/chain-10.yaml", "bench/models/beam-120.yaml"}) {
    const LoadedModel loaded = LoadModel((kSource / name).string());
    const LoadedModel again =
        LoadModel(Write("flat.yaml", WriteModel(loaded.model, folder_.string())));
    EXPECT_TRUE(SameModel(again.model, loaded.model)) << name;
    const double end = 5 * loaded.model.solver.step;
    ExpectSameBits(RecordingOf(again.model, end), RecordingOf(loaded.model, end), name);
    ++tried;
  }
  EXPECT_EQ(tried, 6);
}

// The road of the quarter car is read from a file while it runs.
TEST_F(ModelAsData, TwoThreadsRunOneModelAsOneAfterTheOther) {
  const LoadedModel loaded =
      LoadModel((kSource / "examples/quarter_car/quarter_car.yaml").string());
  const Recording alone = RecordingOf(loaded.model, 0.5);
  std::vector<Recording> together(2);
  {
    std::vector<std::jthread> threads;
    for (Recording& recording : together) {
      threads.emplace_back([&] { recording = RecordingOf(loaded.model, 0.5); });
    }
  }
  for (const Recording& recording : together) ExpectSameBits(recording, alone, "thread");
}

}  // namespace
}  // namespace jounce

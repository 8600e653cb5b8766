// What the engine computed is what the pages are given.
#include "report/simulation_page.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <string>

#include "io/model_file.h"
#include "io/text_file.h"
#include "laws/make_law.h"
#include "report/motion_recorder.h"

namespace jounce::report {
namespace {

// A mass that hangs on a linear spring: z = -1 - m g/k (1 - cos(w t)), w^2 = k/m.
jounce::Model HangingMass() {
  jounce::Model model;
  model.name = "hanging mass";
  jounce::Body mass;
  mass.name = "mass";
  mass.mass = 2;
  mass.inertia = Eigen::Vector3d(1, 1, 1);
  mass.position = Eigen::Vector3d(0, 0, -1);
  model.bodies.push_back(mass);
  jounce::Connection spring;
  spring.name = "spring";
  spring.kind = jounce::ConnectionKind::kRod;
  spring.ends.second = "mass";
  spring.ends.at = Eigen::Vector3d::Zero();
  spring.ends.at_second = Eigen::Vector3d(0, 0, -1);
  PronySettings law;
  law.stiffness = 200;
  spring.law = law;
  model.connections.push_back(spring);
  jounce::Sensor height;
  height.name = "height";
  height.ends.second = "mass";
  model.sensors.push_back(height);
  model.solver.end_time = 1;
  model.solver.step = 1e-3;
  model.solver.rho = 1;
  return model;
}

// A body without a drawing is a frame between the points where something is attached.
TEST(SimulationPage, StrutsJoinWhatIsAttached) {
  jounce::Model model = HangingMass();
  const Eigen::Vector3d arms[] = {{0, 0, -0.5}, {0.3, 0.1, 0}};
  for (const Eigen::Vector3d& arm : arms) {
    jounce::Connection spring = model.connections[0];
    spring.name += std::to_string(model.connections.size());
    spring.ends.at_second = model.bodies[0].position + arm;
    model.connections.push_back(spring);
  }
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const Scene scene = MakeStillScene(simulation.system(), simulation.state());
  EXPECT_EQ(scene.bodies[0].shapes.size(), 3u)
      << "the sides of a triangle: its own centre is one end";
}

// A rod that keeps its length is a joint to the engine and a rod to the reader.
TEST(SimulationPage, DistanceJointsAreDrawn) {
  jounce::Model model = HangingMass();
  jounce::Joint rod;
  rod.name = "tie rod";
  rod.kind = JointKind::kDistance;
  rod.ends = model.connections[0].ends;
  model.joints.push_back(rod);
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const Scene scene = MakeStillScene(simulation.system(), simulation.state());
  ASSERT_EQ(scene.connections.size(), 2u);
  EXPECT_EQ(scene.connections[1].name, "tie rod");
  EXPECT_EQ(scene.connections[1].kind, SceneConnectionKind::kRod);
}

TEST(SimulationPage, ARunGivesSensorsMotionAndEnergies) {
  Simulation simulation(HangingMass());
  RunRecorder recorder(simulation.system(), 20);
  const RunSummary summary = RunInto(&simulation, {&recorder}, nullptr);
  ASSERT_TRUE(summary.status.ok) << summary.status.reason;
  const RunPageInput input = DescribeRun("mass.yaml", simulation.system(), recorder, summary);
  EXPECT_EQ(input.title, "hanging mass");
  ASSERT_EQ(input.times.size(), 1001u);
  ASSERT_EQ(input.channels.size(), 3u);
  EXPECT_EQ(input.channels[2].group, "height");
  const double fall = 2 * 9.81 / 200 * (1 - std::cos(10.0));
  EXPECT_NEAR(input.channels[2].values.back(), -1 - fall, 1e-4);
  // Nothing is lost: kinetic + potential + stored is what it was.
  ASSERT_EQ(input.energies.size(), 6u);
  EXPECT_NEAR(input.energies[4].values.back(), 0, 1e-9);  // supplied
  EXPECT_NEAR(input.energies[5].values.back(), 0, 1e-4);  // imbalance
  const auto total = [&](size_t row) {
    return input.energies[0].values[row] + input.energies[1].values[row] +
           input.energies[2].values[row];
  };
  EXPECT_NEAR(total(1000), total(0), 1e-4);
  EXPECT_NEAR(input.energies[3].values.back(), 0, 1e-9);
  // The scene is thinned and says so; its last load is that of the spring.
  ASSERT_TRUE(input.motion.has_value());
  EXPECT_LE(input.motion->times.size(), 21u);
  EXPECT_FALSE(input.motion->note.empty());
  EXPECT_EQ(input.motion->connections[0].load.size(), input.motion->times.size());
  EXPECT_FALSE(input.channels[2].spectrum.frequency.empty());
  EXPECT_NO_THROW(RenderPage(MakeRunPage(input)));
}

// A run in the units of its user: 1 m are 1000 mm, and a spectrum has them squared.
TEST(SimulationPage, ChannelsAndLoadsAreShownInTheUnitsAskedFor) {
  Simulation simulation(HangingMass());
  RunRecorder recorder(simulation.system(), 20);
  const RunSummary summary = RunInto(&simulation, {&recorder}, nullptr);
  const auto describe = [&](const DisplayUnits& units) {
    return DescribeRun("mass.yaml", simulation.system(), recorder, summary, units);
  };
  const RunPageInput si = describe({}), shown = describe(DisplayUnits::Parse("mm-kN"));
  ASSERT_EQ(si.channels[2].unit, "m");
  EXPECT_EQ(shown.channels[2].unit, "mm");
  EXPECT_EQ(shown.channels[2].spectrum.unit, "mm^2/Hz");
  EXPECT_NEAR(shown.channels[2].values[500], 1e3 * si.channels[2].values[500], 1e-9);
  const double density = si.channels[2].spectrum.density[10];
  EXPECT_NEAR(shown.channels[2].spectrum.density[10], 1e6 * density, 1e-6 * 1e6 * density);
  EXPECT_EQ(shown.motion->force_unit, "kN");
  EXPECT_NEAR(shown.motion->connections[0].load[5], 1e-3 * si.motion->connections[0].load[5],
              1e-12);
}

// Parts in the same place do not hide each other, nor do they show each other's load.
TEST(SimulationPage, ConnectionsInTheSamePlaceLieSideBySide) {
  jounce::Model model = HangingMass();
  for (const char* name : {"damper", "bumper", "elsewhere"}) {
    model.connections.push_back(model.connections[0]);
    model.connections.back().name = name;
  }
  std::swap(model.connections[2].ends.first, model.connections[2].ends.second);
  std::swap(model.connections[2].ends.at, model.connections[2].ends.at_second);
  model.connections[3].ends.at_second = Eigen::Vector3d(0.1, 0, -1);
  model.connections.push_back(model.connections[0]);
  model.connections.back().name = "inside";
  model.connections.back().law = LinearSettings{.damping = {100}};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const Scene scene = MakeStillScene(simulation.system(), simulation.state());
  EXPECT_EQ(scene.connections[0].lane, -1);
  EXPECT_EQ(scene.connections[1].lane, 0);
  EXPECT_EQ(scene.connections[2].lane, 1) << "also with its ends the other way round";
  EXPECT_EQ(scene.connections[3].lane, 0);
  EXPECT_EQ(scene.connections[0].kind, SceneConnectionKind::kSpring);
  EXPECT_EQ(scene.connections[4].kind, SceneConnectionKind::kDamper);
  EXPECT_EQ(scene.connections[4].lane, 0) << "the coils go around it";
}

// A shock absorber by its curve alone has no coil, and a stop is none either.
TEST(SimulationPage, DampersAndStopsAreNoCoils) {
  jounce::Model model = HangingMass();
  PolynomialSettings shock;
  shock.damper.damping = 300;
  BumperSettings bumper, rebound;
  bumper.gap = rebound.gap = 0.05;
  rebound.side = BumperSide::kExtension;
  bumper.coefficients = rebound.coefficients = {1e4};
  for (const LawSettings& law : {LawSettings(shock), LawSettings(bumper), LawSettings(rebound)}) {
    model.connections.push_back(model.connections[0]);
    model.connections.back().name += std::to_string(model.connections.size());
    model.connections.back().law = law;
  }
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const Scene scene = MakeStillScene(simulation.system(), simulation.state());
  EXPECT_EQ(scene.connections[0].kind, SceneConnectionKind::kSpring);
  EXPECT_EQ(scene.connections[1].kind, SceneConnectionKind::kDamper);
  EXPECT_EQ(scene.connections[2].kind, SceneConnectionKind::kStop);
  EXPECT_EQ(scene.connections[3].kind, SceneConnectionKind::kStop);
  EXPECT_EQ(scene.connections[0].lane, 0) << "around the damper";
  EXPECT_LT(scene.connections[2].lane, scene.connections[3].lane) << "at either end";
}

// What is called front tells where the front is.
TEST(SimulationPage, XMayPointToTheRear) {
  jounce::Model model = HangingMass();
  model.connections.push_back(model.connections[0]);
  model.connections[0].name = "front/coil";
  model.connections[1].name = "rear/coil";
  for (const double x : {1.0, -1.0}) {
    model.connections[1].ends.at = Eigen::Vector3d(x, 0, 0);
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    EXPECT_EQ(MakeStillScene(simulation.system(), simulation.state()).rearward, x > 0);
  }
  model.connections[1].name = "other";
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  EXPECT_FALSE(MakeStillScene(simulation.system(), simulation.state()).rearward);
}

// Rows of one constraint are told once.
TEST(SimulationPage, RedundantRowsOfAConstraintAreOneWarning) {
  Simulation simulation(HangingMass());
  RunRecorder recorder(simulation.system(), 20);
  RunSummary summary = RunInto(&simulation, {&recorder}, nullptr);
  summary.redundant = {"joint 'b'", "joint 'a'", "joint 'b'"};
  const RunPageInput input = DescribeRun("mass.yaml", simulation.system(), recorder, summary);
  ASSERT_EQ(input.warnings.size(), 1u);
  EXPECT_EQ(input.warnings[0].text, "Redundant, and left out: joint 'a', joint 'b' (2 rows).");
}

// Two tyres on one axle are two wheels; a wheel that is drawn where a tyre is stays the only one there.
TEST(SimulationPage, EachTyreHasItsWheel) {
  const std::string tyre =
      "radius: 0.3, width: 0.2, vertical_stiffness: 2e5, slip_stiffness: 1e5, "
      "cornering_stiffness: 1e5}\n";
  const std::string path = ::testing::TempDir() + "/jounce_axle.yaml";
  WriteTextFile(path,
                "bodies: {axle: {mass: 100, inertia: [10, 10, 10], position: [0, 0, 0.3], drawing: "
                "[{shape: wheel, at: [0, 0.7, 0.3], diameter: 0.5, width: 0.1}]}}\n"
                "frames: {left: {body: axle, position: [0, 0.7, 0]}, right: {body: axle, position: "
                "[0, -0.7, 0]}}\n"
                "elements:\n  left: {element: linear_tyre, frames: [left], " +
                    tyre + "  right: {element: linear_tyre, frames: [right], " + tyre);
  const Simulation simulation(LoadModel(path).model);
  const Scene scene = MakeStillScene(simulation.system(), simulation.system().StartState());
  std::vector<double> radii;
  for (const SceneShape& shape : scene.bodies[0].shapes) {
    if (shape.kind == ShapeKind::kWheel) radii.push_back(shape.size[0]);
  }
  EXPECT_EQ(radii, (std::vector<double>{0.25, 0.3}));
}

// A cantilever of 1 m under 10 N at its end: each element bears 10 N, whatever its moment, which
// grows to 10 Nm.
TEST(SimulationPage, TheLoadOfABeamIsItsForce) {
  const std::string path = ::testing::TempDir() + "/jounce_beam_load.yaml";
  WriteTextFile(path,
                "gravity: [0, 0, 0]\n"
                "beams:\n"
                "  rail:\n"
                "    along: [[0, 0, 0], [1, 0, 0]]\n"
                "    elements: 4\n"
                "    section: {shape: round, diameter: 0.03, E: 210e9, nu: 0.3, density: 7850}\n"
                "joints: {clamp: {joint: fixed, between: [ground, rail.0], at: [0, 0, 0]}}\n"
                "loads: {tip: {load: force, on: rail.4, direction: [0, 0, -1], value: 10}}\n"
                "solver: {end_time: 1 ms, step: 1 ms}\n");
  Simulation simulation(LoadModel(path).model);
  RunRecorder recorder(simulation.system(), 20);
  const RunSummary summary = RunInto(&simulation, {&recorder}, nullptr, {.from_equilibrium = true});
  ASSERT_TRUE(summary.status.ok) << summary.status.reason;
  const RunPageInput input = DescribeRun("beam.yaml", simulation.system(), recorder, summary);
  ASSERT_EQ(input.motion->connections.size(), 4u);
  for (const SceneConnection& element : input.motion->connections) {
    ASSERT_FALSE(element.load.empty());
    EXPECT_NEAR(element.load.front(), 10, 0.01) << element.name;
  }
}

TEST(SimulationPage, ModesAreInWorldAxesWithTheirShares) {
  jounce::Model model = HangingMass();
  model.connections[0].kind = jounce::ConnectionKind::kBushing;
  LinearSettings stiff;
  stiff.dimension = 6;
  stiff.stiffness = {200, 300, 400, 10, 20, 30};
  model.connections[0].law = stiff;
  model.connections[0].ends.at = Eigen::Vector3d(0, 0, -1);
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const LinearSystem linear(simulation.system(), simulation.evaluation());
  const std::vector<Mode> modes = UndampedModes(linear, 6);
  const ModesPageInput input = DescribeModes("mass.yaml", simulation, modes);
  ASSERT_EQ(input.shapes.modes.size(), 6u);
  // 1/(2 pi) sqrt(10 Nm/rad / 1 kg m2), the softest of the six.
  EXPECT_NEAR(input.shapes.modes[0].frequency, std::sqrt(10.0) / (2 * M_PI), 0.02);
  EXPECT_NEAR(input.shares[0][0].share, 1, 1e-9);
  EXPECT_NO_THROW(RenderPage(MakeModesPage(input)));
}

TEST(SimulationPage, AModelIsListed) {
  Simulation simulation(HangingMass());
  ASSERT_TRUE(simulation.Initialize().ok);
  const ModelPageInput input = DescribeModel("mass.yaml", simulation);
  EXPECT_EQ(input.degrees_of_freedom, 6);
  ASSERT_EQ(input.bodies.size(), 1u);
  EXPECT_EQ(input.bodies[0].mass, 2);
  EXPECT_EQ(input.bodies[0].centre[2], -1);
  ASSERT_EQ(input.connections.size(), 1u);
  EXPECT_EQ(input.connections[0].body_b, "mass");
  EXPECT_NO_THROW(RenderPage(MakeModelPage(input)));
}

// A mass whose axes are turned, held by a joint: whatever the axes, units and order of the channels are,
// the arrow is its weight, upward in the ground.
TEST(SimulationPage, JointForcesOfSensorsAreArrows) {
  jounce::Model model = HangingMass();
  model.connections.clear();
  model.bodies[0].orientation.euler = Eigen::Vector3d(0.3, 0.4, 0.5);
  jounce::Joint hook;
  hook.name = "hook";
  hook.kind = JointKind::kFixed;
  hook.ends.second = "mass";
  hook.ends.at = model.bodies[0].position;
  model.joints.push_back(hook);
  jounce::Sensor sensor;
  sensor.name = "hook force";
  sensor.kind = "reaction";
  sensor.item = "hook";
  sensor.axes = "mass";
  model.sensors = {model.sensors[0], sensor};
  for (const char* component : {"z", "x", "y"}) {
    ChannelChoice force;
    force.name = std::string("hook.") + component;
    force.from = std::string("hook force.") + component;
    force.unit = "kN";
    model.channels.list.push_back(force);
  }
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  SimulationRow row(simulation);
  MotionRecorder recorder(simulation.system(), 1);
  recorder.Record(row);
  const Scene scene = recorder.MakeScene();
  ASSERT_EQ(scene.forces.size(), 1u);
  EXPECT_EQ(scene.forces[0].name, "hook force");
  EXPECT_EQ(scene.forces[0].at.body, 0);
  const Vec3 arrow = scene.forces[0].force.at(0);
  EXPECT_NEAR(arrow[0], 0, 1e-9);
  EXPECT_NEAR(arrow[1], 0, 1e-9);
  EXPECT_NEAR(arrow[2], 2 * 9.81, 1e-9);
}

// A frame between those that are due, once: the last of its name.
TEST(SimulationPage, FramesAreKeptOnDemand) {
  Simulation simulation(HangingMass());
  ASSERT_TRUE(simulation.Initialize().ok);
  SimulationRow row(simulation);
  MotionRecorder recorder(simulation.system(), 1);
  recorder.Record(row);
  for (int step = 1; step <= 40; ++step) {
    ASSERT_TRUE(simulation.Advance(1e-3).ok);
    row.Renew();
    recorder.Record(row);
    if (step == 5 || step == 7) recorder.Keep("deepest", row);
  }
  const Scene scene = recorder.MakeScene();
  ASSERT_EQ(scene.moments.size(), 1u);
  EXPECT_NEAR(scene.moments[0].time, 0.007, 1e-12);
  const auto at = std::find(scene.times.begin(), scene.times.end(), scene.moments[0].time);
  ASSERT_NE(at, scene.times.end());
  EXPECT_TRUE(std::is_sorted(scene.times.begin(), scene.times.end()));
  EXPECT_EQ(scene.times.size(), 4u) << "0, 17 and 34 ms, and the one that was asked for";
  EXPECT_EQ(scene.bodies[0].poses.size(), scene.times.size());
  EXPECT_EQ(scene.connections[0].load.size(), scene.times.size());
}

}  // namespace
}  // namespace jounce::report

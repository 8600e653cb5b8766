// Frames that move on the ground, in runs and statics: against a body that motions drive the same
// way, and closed forms.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "solve/allocation_counter.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr char kRoad[] = "0.02*sin(9*t) + 0.01*t";

Frame MovingGround(const std::string& name) {
  Frame frame;
  frame.name = name;
  frame.body = kGroundName;
  return frame;
}

void Drive(Frame* frame, int component, const std::string& formula) {
  frame->motion.functions[component].emplace();
  frame->motion.functions[component]->expression = formula;
}

Joint ZSlide(const std::string& name, const std::string& body, double z) {
  Joint joint;
  joint.name = name;
  joint.kind = JointKind::kTranslational;
  joint.ends.second = body;
  joint.ends.at = Vector3d(0, 0, z);
  joint.ends.axis = Vector3d::UnitZ();
  return joint;
}

Connection Strut(const std::string& name, const std::string& first, const std::string& second,
                 double z, double z_second, double stiffness, double damping) {
  Connection rod;
  rod.name = name;
  rod.kind = ConnectionKind::kRod;
  rod.ends.first = first;
  rod.ends.second = second;
  rod.ends.at = Vector3d(0, 0, z);
  rod.ends.at_second = Vector3d(0, 0, z_second);
  rod.law =
      testing::MatrixLaw(MatrixXd::Constant(1, 1, stiffness), MatrixXd::Constant(1, 1, damping));
  return rod;
}

// Body and wheel on the road: a frame that moves, or a body without mass on a driven slide.
Model QuarterCarOnRoad(bool on_frame, double tyre_damping = 0) {
  Model model;
  Body body, wheel;
  body.name = "body";
  body.mass = 400;
  body.position = Vector3d(0, 0, 0.9);
  wheel.name = "wheel";
  wheel.mass = 40;
  wheel.position = Vector3d(0, 0, 0.3);
  model.bodies = {body, wheel};
  model.joints = {ZSlide("body slide", "body", 0.9), ZSlide("wheel slide", "wheel", 0.3)};
  model.connections = {Strut("spring", "wheel", "body", 0.3, 0.9, 2e4, 1500),
                       Strut("tyre", "patch", "wheel", 0, 0.3, 2e5, tyre_damping)};
  if (on_frame) {
    model.frames = {MovingGround("patch")};
    Drive(&model.frames[0], 2, kRoad);
    return model;
  }
  Body patch;
  patch.name = "patch";
  model.bodies.push_back(patch);
  model.joints.push_back(ZSlide("road", "patch", 0));
  Motion motion;
  motion.name = "drive";
  motion.joint = "road";
  motion.kind = MotionKind::kTranslation;
  motion.function.expression = kRoad;
  model.motions = {motion};
  return model;
}

TEST(MovingGround, AQuarterCarMovesAsOnADrivenBody) {
  for (bool from_equilibrium : {false, true}) {
    Model on_frame = QuarterCarOnRoad(true), on_body = QuarterCarOnRoad(false);
    on_frame.solver.tolerance = on_body.solver.tolerance = 1e-12;
    // What laws have lost is compared to the last digits.
    on_frame.solver.verify = on_body.solver.verify = true;
    Simulation a(on_frame), b(on_body);
    EXPECT_EQ(a.freedom().degrees_of_freedom, 2);
    ASSERT_TRUE((from_equilibrium ? a.StartFromEquilibrium() : a.Initialize()).ok);
    ASSERT_TRUE((from_equilibrium ? b.StartFromEquilibrium() : b.Initialize()).ok);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_TRUE(a.Advance(1e-3).ok);
      ASSERT_TRUE(b.Advance(1e-3).ok);
      for (const char* name : {"body", "wheel"}) {
        ASSERT_NEAR(a.BodyPose(name).p.z(), b.BodyPose(name).p.z(), 1e-10) << name << " " << i;
      }
    }
    EXPECT_NEAR(a.BodyPose("patch").p.z(), 0.02 * std::sin(9.0) + 0.01, 1e-12);
    EXPECT_NEAR(a.energies().stored, b.energies().stored, 1e-6);
    EXPECT_NEAR(a.energies().dissipated, b.energies().dissipated, 1e-6);
  }
}

// A damper feels the rate of the function itself; of a driven body it feels that of the method,
// which is off in second order of the step.
TEST(MovingGround, ADamperFeelsTheExactRate) {
  const auto difference = [](double h) {
    Simulation a(QuarterCarOnRoad(true, 2000)), b(QuarterCarOnRoad(false, 2000));
    EXPECT_TRUE(a.Initialize().ok && b.Initialize().ok);
    while (a.time() < 0.4999) EXPECT_TRUE(a.Advance(h).ok && b.Advance(h).ok);
    return std::abs(a.BodyPose("body").p.z() - b.BodyPose("body").p.z());
  };
  const double coarse = difference(1e-3), fine = difference(5e-4);
  EXPECT_LT(coarse, 1e-5);
  EXPECT_LT(fine, 0.3 * coarse);
}

TEST(MovingGround, StepsDoNotAllocate) {
  Simulation simulation(QuarterCarOnRoad(true));
  ASSERT_TRUE(simulation.Initialize().ok);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  const auto before = testing::AllocationCount();
  for (int i = 0; i < 50; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_EQ(testing::AllocationCount(), before);
}

// A pendulum about the y of a frame that moves along x and z and turns about y: with the angle a
// from the vertical, J = m l^2 + I,
//   J a'' = -m l ((g + z'') sin a + x'' cos a) - k (a - turn),
// integrated here by a Runge-Kutta method of fourth order.
TEST(MovingGround, APendulumOnAPivotThatMovesAndTurns) {
  const double m = 2, l = 0.5, I = 0.1, k = 6, g = 9.81;
  Model model;
  Frame pivot = MovingGround("pivot");
  Drive(&pivot, 0, "0.1*sin(4*t)");
  Drive(&pivot, 2, "0.05*sin(6*t)");
  Drive(&pivot, 4, "0.3*sin(3*t)");
  model.frames = {pivot};
  Body bob;
  bob.name = "bob";
  bob.mass = m;
  bob.inertia = Vector3d::Constant(I);
  bob.centre = Vector3d(0, 0, -l);
  model.bodies = {bob};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kSpherical;
  hinge.ends.first = "pivot";
  hinge.ends.second = "bob";
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kAngularSpring;
  spring.ends = hinge.ends;
  spring.law = testing::MatrixLaw(k * MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3));
  model.joints = {hinge};
  model.connections = {spring};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  // The bob hangs still at first while its pivot moves: J a'(0) = -m l x'(0), by the blow.
  double a = 0, w = -m * l * 0.4 / (m * l * l + I);
  EXPECT_NEAR(simulation.state().velocity[0][4], -w, 1e-9) << "a counts against y";
  const auto rate = [&](double t, double angle) {
    const double x2 = -1.6 * std::sin(4 * t), z2 = -1.8 * std::sin(6 * t);
    const double turn = -0.3 * std::sin(3 * t);
    return (-m * l * ((g + z2) * std::sin(angle) + x2 * std::cos(angle)) - k * (angle - turn)) /
           (m * l * l + I);
  };
  const double h = 1e-3;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(simulation.Advance(h).ok);
    const double t = i * h;
    const double a1 = w, w1 = rate(t, a);
    const double a2 = w + h / 2 * w1, w2 = rate(t + h / 2, a + h / 2 * a1);
    const double a3 = w + h / 2 * w2, w3 = rate(t + h / 2, a + h / 2 * a2);
    const double a4 = w + h * w3, w4 = rate(t + h, a + h * a3);
    a += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    w += h / 6 * (w1 + 2 * w2 + 2 * w3 + w4);
  }
  const Vector3d down = -simulation.BodyPose("bob").R.col(2);
  EXPECT_NEAR(std::atan2(down.x(), -down.z()), a, 2e-5);
  EXPECT_NEAR(simulation.BodyPose("bob").p.x(), 0.1 * std::sin(4.0), 1e-10);
}

// A body fixed to a frame that moves: its accelerations at the start, and the reaction m (z'' + g).
TEST(MovingGround, AccelerationsAreThereAtTheStart) {
  Model model;
  Frame table = MovingGround("table");
  Drive(&table, 2, "0.5*t^2 + 0.1*t");
  model.frames = {table};
  Body load;
  load.name = "load";
  load.mass = 3;
  load.inertia = Vector3d::Ones();
  model.bodies = {load};
  Joint weld;
  weld.name = "weld";
  weld.ends.first = "table";
  weld.ends.second = "load";
  model.joints = {weld};
  Sensor sensor;
  sensor.name = "push";
  sensor.kind = "reaction";
  sensor.item = "weld";
  model.sensors = {sensor};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  EXPECT_NEAR(simulation.state().velocity[0][2], 0.1, 1e-13);
  EXPECT_NEAR(simulation.state().acceleration[0][2], 1, 1e-11);
  std::vector<double> values(6);
  simulation.ReadSensors(values.data());
  EXPECT_NEAR(values[2], 3 * (9.81 + 1), 1e-9);
}

// Statics see it where it is at t = 0, at rest; a path takes it along.
TEST(MovingGround, InStaticsAndPaths) {
  Model model = QuarterCarOnRoad(true);
  model.frames[0].motion.functions[2]->expression = "0.03 + 0.1*t";
  model.solver.end_time = 0.5;
  Sensor sensor;
  sensor.name = "wheel";
  sensor.ends.second = "wheel";
  model.sensors = {sensor};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const double sag = 440 * 9.81 / 2e5;
  EXPECT_NEAR(simulation.BodyPose("wheel").p.z(), 0.3 + 0.03 - sag, 1e-10);
  Recording path;
  ASSERT_TRUE(simulation.FollowPath(0.05, 200, &path).ok);
  for (size_t i = 0; i < path.time.size(); ++i) {
    EXPECT_NEAR(path.Value(i, 2), 0.3 + 0.03 + 0.1 * path.time[i] - sag, 1e-9);
  }
  EXPECT_EQ(path.time.back(), 0.5);
}

}  // namespace
}  // namespace jounce

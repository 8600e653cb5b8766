// Problems that show connections at work: the falling chain, a quarter car, and two bodies that
// nothing but a bushing holds together.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::AdvanceTo;
using testing::BodyAt;
using testing::Chain;
using testing::DiagonalLaw;
using testing::JointAt;
using testing::TotalMomentum;

// benchmarks/chain of the shared data: two independent programs at 1 ms, rho = 0.6; for 1000 links
// its yardstick.cpp.
TEST(FallingChain, MatchesTwoIndependentPrograms) {
  const struct {
    int links;
    double x, z;
  } kCases[] = {{10, 0.9328587, -0.1730512},
                {50, 0.8679727, -4.8102093},
                {200, 18.4404143, -4.9049955},
                {1000, 99.9499462, -4.9050000}};
  for (const auto& c : kCases) {
    Simulation simulation(Chain(c.links));
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(1, &simulation);
    const Vector3d tip = simulation.state().pose[c.links - 1].p;
    EXPECT_NEAR(tip.x(), c.x, 1e-5);
    EXPECT_NEAR(tip.z(), c.z, 1e-5);
    EXPECT_LE(simulation.statistics().factorizations, 3);
  }
}

Connection ArmBushing(const std::string& name, const std::string& arm, const Vector3d& at) {
  Connection bushing;
  bushing.name = name;
  bushing.attachment = Attachment::kFirst;
  bushing.ends.first = "chassis";
  bushing.ends.second = arm;
  bushing.ends.at = at;
  bushing.law = DiagonalLaw({6e5, 6e6, 6e6, 80, 2e3, 2e3}, {6e2, 6e3, 6e3, 0.08, 2, 2});
  return bushing;
}

Sensor LawForce(const std::string& item) {
  Sensor sensor;
  sensor.name = item + " force";
  sensor.kind = "law_force";
  sensor.item = item;
  return sensor;
}

// benchmarks/quarter_car of the shared data; figures of an independent program, last second.
TEST(QuarterCar, MatchesAnIndependentProgram) {
  Model model;
  model.bodies = {BodyAt("chassis", {0, 0.30, 0.50}, 400, {50, 50, 50}),
                  BodyAt("lower arm", {0, 0.52, 0.20}, 5, {0.10, 0.06, 0.15}),
                  BodyAt("upper arm", {0, 0.55, 0.50}, 3, {0.05, 0.03, 0.07}),
                  BodyAt("knuckle", {0, 0.75, 0.32}, 40, {0.8, 1.2, 0.8})};
  Joint tie_rod =
      JointAt("tie rod", JointKind::kDistance, "chassis", "knuckle", {0.12, 0.33, 0.25});
  tie_rod.ends.at_second = Vector3d(0.12, 0.72, 0.25);
  model.joints = {
      JointAt("rail", JointKind::kTranslational, kGroundName, "chassis", {0, 0.30, 0.50}),
      JointAt("lower ball", JointKind::kSpherical, "lower arm", "knuckle", {0, 0.72, 0.20}),
      JointAt("upper ball", JointKind::kSpherical, "upper arm", "knuckle", {-0.01, 0.70, 0.50}),
      tie_rod};
  model.connections = {ArmBushing("lower front", "lower arm", {0.15, 0.30, 0.20}),
                       ArmBushing("lower rear", "lower arm", {-0.15, 0.30, 0.20}),
                       ArmBushing("upper front", "upper arm", {0.10, 0.38, 0.50}),
                       ArmBushing("upper rear", "upper arm", {-0.10, 0.38, 0.50})};
  const Vector3d top(0, 0.42, 0.62), bottom(0, 0.58, 0.22);
  const double length = (bottom - top).norm();
  Connection coil =
      testing::SpringDamper("coil", "chassis", "lower arm", top, bottom, 6e4, 4e3, length);
  coil.preload = {-400 * 9.81 / (0.667 * 0.40 / length)};
  model.connections.push_back(coil);
  Motion shaker;
  shaker.name = "shaker";
  shaker.kind = MotionKind::kTranslation;
  shaker.ends.second = "knuckle";
  shaker.ends.at = Vector3d(0, 0.75, 0.32);
  shaker.ends.axis = Vector3d::UnitZ();
  shaker.function.expression = "0.02*min(t/0.2, 1)*sin(2*pi*5*t)";
  model.motions = {shaker};
  Sensor chassis;
  chassis.name = "chassis";
  chassis.ends.second = "chassis";
  model.sensors = {chassis, LawForce("coil"), LawForce("lower front")};
  model.solver.step = 1e-3;
  model.solver.end_time = 10;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  ASSERT_TRUE(status.ok) << status.reason;
  const auto range = [&](const std::string& channel) {
    const int column = recording.Find(channel);
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 9000; i < recording.time.size(); ++i) {
      low = std::min(low, recording.Value(i, column));
      high = std::max(high, recording.Value(i, column));
    }
    return std::make_pair(low, high);
  };
  const auto expect = [&](const std::string& channel, double low, double high) {
    const auto [l, h] = range(channel);
    EXPECT_NEAR(l, low, 0.005 * std::abs(low)) << channel;
    EXPECT_NEAR(h, high, 0.005 * std::abs(high)) << channel;
  };
  expect("chassis.z", 0.49937, 0.50569);
  expect("coil force", -8134, -4347);
  expect("lower front force.y", 948, 1812);
  expect("lower front force.z", -1184, -665);
}

// Two free bodies, an anisotropic bushing, no gravity, large rotations.
Model TwoBodies(Attachment attachment, bool exchanged, double step) {
  Model model;
  model.gravity.setZero();
  Body one = BodyAt("one", {0, 0, 0}, 2, {0.02, 0.03, 0.04});
  Body two = BodyAt("two", {0.3, 0, 0}, 1, {0.01, 0.015, 0.012});
  one.angular_velocity = Vector3d(3, 1, -2);
  two.angular_velocity = Vector3d(-4, 2, 5);
  two.velocity = Vector3d(0.2, 0.5, -0.3);
  model.bodies = {one, two};
  Connection bushing;
  bushing.name = "bushing";
  bushing.attachment = attachment;
  bushing.ends.first = exchanged ? "two" : "one";
  bushing.ends.second = exchanged ? "one" : "two";
  bushing.ends.at = Vector3d(0.15, 0.02, 0);
  bushing.law = DiagonalLaw({2e3, 8e3, 4e3, 5, 20, 10}, {2, 8, 4, 0.01, 0.02, 0.01});
  model.connections = {bushing};
  model.solver.step = step;
  model.solver.tolerance = 1e-11;
  return model;
}

// At the end of a second, of the linear and of the angular momentum alone, the larger.
double MomentumDrift(Attachment attachment, IntegratorKind integrator, double step) {
  Model model = TwoBodies(attachment, false, step);
  model.solver.integrator = integrator;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Initialize().ok);
  const Vector6 start = TotalMomentum(simulation);
  AdvanceTo(1, &simulation);
  const Vector6 change = TotalMomentum(simulation) - start;
  return std::max(change.head<3>().norm() / start.head<3>().norm(),
                  change.tail<3>().norm() / start.tail<3>().norm());
}

TEST(TwoFreeBodies, MomentumDriftIsSmallAndOfSecondOrder) {
  for (Attachment attachment : {Attachment::kFirst, Attachment::kSecond, Attachment::kInvariant}) {
    for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
      const double coarse = MomentumDrift(attachment, kind, 1e-3);
      const double fine = MomentumDrift(attachment, kind, 5e-4);
      EXPECT_LT(coarse, 1e-5);
      EXPECT_NEAR(coarse / fine, 4, 0.4);
    }
  }
}

TEST(TwoFreeBodies, ExchangeDoesNotMoveAnInvariantBushing) {
  Vector3d ends[2];
  for (int i = 0; i < 2; ++i) {
    Simulation simulation(TwoBodies(Attachment::kInvariant, i == 1, 1e-3));
    ASSERT_TRUE(simulation.Initialize().ok);
    AdvanceTo(1, &simulation);
    ends[i] = simulation.BodyPose("two").p;
  }
  EXPECT_LT((ends[0] - ends[1]).norm(), 1e-10);
}

}  // namespace
}  // namespace jounce

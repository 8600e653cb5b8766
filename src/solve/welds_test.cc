// Welded bodies, merged, against the same bodies held together by constraints.
#include <gtest/gtest.h>

#include "laws/linear_law_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

Body Part(const std::string& name, const Vector3d& position, double mass, const Vector3d& turn) {
  Body body;
  body.name = name;
  body.position = position;
  body.orientation.euler = turn;
  body.mass = mass;
  body.centre = Vector3d(0.02, -0.03, 0.01);
  body.inertia = mass * Vector3d(0.02, 0.03, 0.025);
  body.products = mass * Vector3d(0.001, -0.002, 0.0015);
  return body;
}

Joint Hold(const std::string& name, JointKind kind, const std::string& first,
           const std::string& second, const Vector3d& at) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = at;
  joint.ends.axis = Vector3d(0.3, 1, 0.2);
  return joint;
}

// An arm that swings, a bracket on it and a tip on that, the second weld named the other way round.
// Held by one fixed joint each (which is merged), or by a ball and a lock of the directions.
Model Arm(bool welded) {
  Model model;
  model.bodies = {Part("arm", {0.3, 0, 0}, 2, {0.3, 0.2, 0.1}),
                  Part("bracket", {0.6, 0.1, 0}, 1, {-0.2, 0.4, 0.3}),
                  Part("tip", {0.8, 0.1, 0.2}, 0.5, {0.5, -0.3, 0.2})};
  model.joints = {Hold("pivot", JointKind::kRevolute, kGroundName, "arm", Vector3d::Zero())};
  const auto hold = [&](const std::string& name, const std::string& first,
                        const std::string& second, const Vector3d& at) {
    if (welded) {
      model.joints.push_back(Hold(name, JointKind::kFixed, first, second, at));
    } else {
      model.joints.push_back(Hold(name + " ball", JointKind::kSpherical, first, second, at));
      model.joints.push_back(Hold(name + " lock", JointKind::kOrientation, first, second, at));
    }
  };
  hold("inner", "arm", "bracket", {0.5, 0.05, 0});
  hold("outer", "tip", "bracket", {0.7, 0.1, 0.1});
  Connection spring;
  spring.name = "spring";
  spring.kind = ConnectionKind::kRod;
  spring.ends.second = "tip";
  spring.ends.at = Vector3d(0.8, 0.5, 0.6);
  spring.ends.at_second = Vector3d(0.85, 0.1, 0.2);
  spring.law = testing::MatrixLaw(MatrixXd::Constant(1, 1, 200), MatrixXd::Constant(1, 1, 2));
  Connection brace =
      spring;  // from the tip to the arm: inside the merged body, but the welds feel it
  brace.name = "brace";
  brace.ends.first = "tip";
  brace.ends.second = "arm";
  brace.ends.at = Vector3d(0.8, 0.15, 0.2);
  brace.ends.at_second = Vector3d(0.3, 0.1, 0.1);
  brace.free_length = 0.4;
  model.connections = {spring, brace};
  Load push;
  push.name = "push";
  push.on = "bracket";
  push.at = Vector3d(0.6, 0.2, 0.1);
  push.direction = Vector3d(0, 1, 2);
  push.follows_body = true;
  push.function.expression = "5*sin(10*t)";
  model.loads = {push};
  return model;
}

// What a joint applies to its second end, in ground axes.
Vector6 LoadOf(const Simulation& simulation, const std::string& joint) {
  const System& system = simulation.system();
  const Element* element = system.FindItem(joint);
  return element ? element->Reaction(System::Slice(simulation.evaluation(), *element))
                 : Vector6(Vector6::Constant(NAN));
}

struct Outcome {
  std::vector<Pose> poses;
  Vector6 inner, outer;
};

Outcome Swing(bool welded, double step) {
  Simulation simulation(Arm(welded));
  EXPECT_EQ(simulation.freedom().degrees_of_freedom, 1);
  EXPECT_EQ(simulation.system().body_count(), welded ? 1 : 3);
  EXPECT_TRUE(simulation.Initialize().ok);
  const int steps = static_cast<int>(0.5 / step + 0.5);
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(simulation.Advance(step).ok);
  Outcome outcome;
  for (const char* name : {"arm", "bracket", "tip"}) {
    outcome.poses.push_back(simulation.BodyPose(name));
  }
  const auto load = [&](const std::string& name) -> Vector6 {
    if (welded) return LoadOf(simulation, name);
    return LoadOf(simulation, name + " ball") + LoadOf(simulation, name + " lock");
  };
  outcome.inner = load("inner");
  outcome.outer = load("outer");
  return outcome;
}

TEST(Welds, MergedAndConstrainedBodiesMoveAlikeAndCarryTheSameLoads) {
  // Steps differ by their errors, which are of second order.
  const Outcome merged = Swing(true, 2e-4), held = Swing(false, 2e-4);
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT((merged.poses[i].p - held.poses[i].p).norm(), 1e-6) << i;
    EXPECT_LT((merged.poses[i].R - held.poses[i].R).norm(), 1e-6) << i;
  }
  EXPECT_GT(held.inner.norm(), 5);
  EXPECT_LT((merged.inner - held.inner).norm(), 1e-4 * held.inner.norm());
  EXPECT_LT((merged.outer - held.outer).norm(), 1e-4 * held.outer.norm());
}

TEST(Welds, SensorsReadTheLoadsOfMergedJoints) {
  Model model = Arm(true);
  Sensor sensor;
  sensor.name = "weld";
  sensor.kind = SensorKind::kReaction;
  sensor.item = "outer";
  sensor.axes = SensorAxes::kSecond;
  model.sensors = {sensor};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  ASSERT_TRUE(simulation.Advance(1e-3).ok);
  Vector6 read;
  simulation.ReadSensors(read.data());
  EXPECT_LT((read - LoadOf(simulation, "outer")).norm(), 1e-12);
  EXPECT_GT(read.norm(), 1);
}

}  // namespace
}  // namespace jounce

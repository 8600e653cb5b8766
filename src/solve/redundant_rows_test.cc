#include "solve/redundant_rows.h"

#include <gtest/gtest.h>

#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Motion Drive(const std::string& name, const std::string& function) {
  Motion motion;
  motion.name = name;
  motion.joint = "guide";
  motion.kind = MotionKind::kTranslation;
  motion.function.expression = function;
  return motion;
}

// A slider that two motions drive.
Model DrivenTwice(const std::string& first, const std::string& second) {
  Model model;
  Body body;
  body.name = "slider";
  body.mass = 1;
  body.inertia = Vector3d(1, 1, 1);
  model.bodies = {body};
  Joint guide;
  guide.name = "guide";
  guide.kind = JointKind::kTranslational;
  guide.ends.second = "slider";
  model.joints = {guide};
  model.motions = {Drive("up", first), Drive("down", second)};
  model.solver.end_time = 0.1;
  return model;
}

bool Names(const RunStatus& status, const std::string& name) {
  return status.reason.find(name) != std::string::npos;
}

TEST(RedundantRows, MotionsThatPartLaterStopTheRun) {
  Simulation simulation(DrivenTwice("0.01 * t", "-0.01 * t"));
  EXPECT_EQ(simulation.freedom().redundant, std::vector<std::string>{"motion 'down'"});
  EXPECT_EQ(simulation.freedom().repeats[0], std::vector<std::string>{"motion 'up'"});
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  ASSERT_FALSE(status.ok);
  EXPECT_TRUE(Names(status, "motion 'down' contradicts motion 'up'")) << status.reason;
  // They part by 0.02 t; with a size of 1 m that is too much from 0.5 ms on.
  EXPECT_NEAR(simulation.time(), 1e-3, 1e-9);
}

TEST(RedundantRows, MotionsThatAgreeRun) {
  Simulation simulation(DrivenTwice("0.01 * sin(20 * t)", "0.02 * sin(10 * t) * cos(10 * t)"));
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  EXPECT_TRUE(status.ok) << status.reason;
  EXPECT_NEAR(simulation.BodyPose("slider").p.z(), 0.01 * std::sin(2), 1e-9);
}

// Speeds are integrated on the way; the second one begins late.
TEST(RedundantRows, SpeedsThatPartLaterStopTheRun) {
  Model model = DrivenTwice("0.1", "if(t < 0.05, 0.1, 0.2)");
  for (Motion& motion : model.motions) motion.quantity = MotionQuantity::kVelocity;
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  ASSERT_FALSE(status.ok);
  EXPECT_TRUE(Names(status, "motion 'down' contradicts motion 'up'")) << status.reason;
  EXPECT_NEAR(simulation.time(), 0.051, 1.1e-3);
}

// A locked coordinate: the motion is redundant as long as it stays at 0.
TEST(RedundantRows, AMotionAgainstAJointStopsTheRun) {
  Model model = DrivenTwice("if(t < 0.03, 0, t - 0.03)", "0");
  model.joints[0].kind = JointKind::kFixed;
  model.motions.pop_back();
  Simulation simulation(model);
  Recording recording;
  const RunStatus status = simulation.Run(&recording);
  ASSERT_FALSE(status.ok);
  EXPECT_TRUE(Names(status, "motion 'up' contradicts fixed joint 'guide'")) << status.reason;
  EXPECT_NEAR(simulation.time(), 0.03, 1.1e-3);
}

TEST(RedundantRows, MotionsThatPartStopAPathOfEquilibria) {
  Simulation simulation(DrivenTwice("t", "2 * t"));
  Recording recording;
  const RunStatus status = simulation.FollowPath(0.1, 100, &recording);
  ASSERT_FALSE(status.ok);
  EXPECT_TRUE(Names(status, "motion 'down' contradicts motion 'up'")) << status.reason;
  EXPECT_EQ(recording.time.size(), 1u);
}

}  // namespace
}  // namespace jounce

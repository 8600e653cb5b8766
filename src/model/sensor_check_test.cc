#include "model/sensor_check.h"

#include <gtest/gtest.h>

#include "model/check.h"
#include "model/probe_kinds.h"

namespace jounce::sensor_check_test {
namespace {

// An arm on a hinge about z, and a ball joint beside it.
Model HingedArm() {
  Model model;
  Body arm;
  arm.name = "arm";
  arm.mass = 1;
  arm.inertia = Eigen::Vector3d::Ones();
  model.bodies = {arm};
  Joint hinge, ball;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "arm";
  ball = hinge;
  ball.name = "ball";
  ball.kind = JointKind::kSpherical;
  model.joints = {hinge, ball};
  Load push;
  push.name = "push";
  push.on = "arm";
  push.function.constant = 1;
  model.loads = {push};
  return model;
}

std::string FindingsOf(const Sensor& sensor) {
  Model model = HingedArm();
  model.sensors = {sensor};
  Diagnostics found;
  CheckModel(model, &found);
  std::string all;
  for (const Diagnostic& d : found.all()) {
    if (d.severity == Severity::kError) all += d.message + " (" + d.remedy + ")\n";
  }
  return all;
}

Sensor Of(const std::string& kind, const std::string& item) {
  Sensor sensor;
  sensor.name = "s";
  sensor.kind = kind;
  sensor.item = item;
  return sensor;
}

void ExpectSaid(const Sensor& sensor, const std::string& part) {
  const std::string found = FindingsOf(sensor);
  EXPECT_NE(found.find(part), std::string::npos) << found;
}

TEST(SensorCheck, WhatIsRightPasses) {
  EXPECT_EQ(FindingsOf(Of("joint_coordinate", "hinge")), "");
  EXPECT_EQ(FindingsOf(Of("input", "push")), "");
  EXPECT_EQ(FindingsOf(Of("energy", "")), "");
  Sensor reaction = Of("reaction", "ball");
  reaction.axes = "arm";
  reaction.about = "ground";
  EXPECT_EQ(FindingsOf(reaction), "");
}

TEST(SensorCheck, WhatIsWrongIsSaidWithARemedy) {
  ExpectSaid(Of("postition", ""), "did you mean 'position'");
  ExpectSaid(Of("joint_coordinate", "hingee"), "did you mean 'hinge'");
  ExpectSaid(Of("joint_velocity", "ball"), "a spherical joint has no coordinate");
  ExpectSaid(Of("reaction", "bal"), "did you mean 'ball'");
  ExpectSaid(Of("strain", "hinge"), "no connection is called 'hinge'");
  ExpectSaid(Of("input", "pushh"), "did you mean 'push'");
  Sensor placed = Of("reaction", "ball");
  placed.ends.axis = Eigen::Vector3d::UnitX();
  ExpectSaid(placed, "`axes` says in whose axes");
  Sensor lost = Of("reaction", "ball");
  lost.axes = "amr";
  ExpectSaid(lost, "did you mean 'arm'");
  lost.axes = "ground";
  lost.about = "amr";
  ExpectSaid(lost, "did you mean 'arm'");
}

TEST(ProbeKinds, EachHasItsOwnWord) {
  for (const ProbeKind& kind : ProbeKinds()) {
    EXPECT_EQ(FindProbeKind(kind.word), &kind);
    EXPECT_NE(std::string(kind.meaning), "");
  }
  EXPECT_EQ(FindProbeKind("angles"), nullptr);
}

}  // namespace
}  // namespace jounce::sensor_check_test

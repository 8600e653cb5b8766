#include "model/cautions.h"

#include <gtest/gtest.h>

#include "model/check.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Model PointMass() {
  Model model;
  Body body;
  body.name = "ball";
  body.place = {"car.yaml", 4, 3};
  body.mass = 2;
  model.bodies = {body};
  return model;
}

std::string WarningsOf(const Model& model) {
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors());
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

Joint MakeJoint(JointKind kind, const Vector3d& at) {
  Joint joint;
  joint.name = "joint" + std::to_string(at.x());
  joint.kind = kind;
  joint.ends.second = "ball";
  joint.ends.at = at;
  return joint;
}

TEST(ModelWarnings, AMassThatIsFreeToTurnNeedsInertia) {
  Model model = PointMass();
  const char kWarning[] = "car.yaml:4:3: warning: body 'ball': it has a mass but no inertia";
  EXPECT_NE(WarningsOf(model).find(kWarning), std::string::npos);
  model.joints = {MakeJoint(JointKind::kSpherical, Vector3d(1, 0, 0))};
  EXPECT_NE(WarningsOf(model).find(kWarning), std::string::npos);
  // What holds its rotation, or is no mass, or has inertia, is in order.
  model.joints = {MakeJoint(JointKind::kTranslational, Vector3d(1, 0, 0))};
  EXPECT_EQ(WarningsOf(model), "");
  model = PointMass();
  model.bodies[0].mass = 0;
  EXPECT_EQ(WarningsOf(model), "");
  model = PointMass();
  model.bodies[0].inertia = Vector3d(1, 1, 1);
  EXPECT_EQ(WarningsOf(model), "");
}

TEST(ModelWarnings, LooseTolerancesAreTold) {
  Model model;
  model.solver.tolerance = 0.01;
  EXPECT_NE(WarningsOf(model).find("tolerance = 0.01 is loose"), std::string::npos);
  model.solver.tolerance = 1e-6;
  model.solver.error_tolerance = 0.1;
  EXPECT_NE(WarningsOf(model).find("error_tolerance = 0.1 is loose"), std::string::npos);
}

TEST(ModelWarnings, StepsThatAreShortenedAreTold) {
  Model model;
  model.solver.step = 1e-3;
  model.solver.output_step = 2.5e-3;
  EXPECT_NE(WarningsOf(model).find("steps of 0.000833333 s are taken"), std::string::npos);
  model.solver.output_step = 3e-3;
  EXPECT_EQ(WarningsOf(model), "");
}

// A frame has its own place, which `at` does not change.
TEST(ModelWarnings, ABushingFromAFrameToElsewhere) {
  Model model;
  model.bodies.resize(1);
  model.bodies[0].name = "arm";
  model.bodies[0].mass = 1;
  model.bodies[0].inertia = Eigen::Vector3d(1, 1, 1);
  Frame foot;
  foot.name = "foot";
  foot.body = kGroundName;
  foot.position = Eigen::Vector3d(0, 0, 0.25);
  model.frames = {foot};
  Connection bushing;
  bushing.name = "rubber";
  bushing.kind = ConnectionKind::kBushing;
  bushing.ends.first = "foot";
  bushing.ends.second = "arm";
  bushing.ends.at = Eigen::Vector3d::Zero();
  model.connections = {bushing};
  const auto warnings = [&model] {
    Diagnostics diagnostics;
    WarnOfModel(model, &diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all()[0].ToString();
  };
  EXPECT_NE(warnings().find("0.25 m away from the frame 'foot'"), std::string::npos) << warnings();
  model.connections[0].ends.at = foot.position;
  EXPECT_EQ(warnings(), "");
  model.connections[0].ends.at = Eigen::Vector3d::Zero();
  model.connections[0].kind = ConnectionKind::kRod;  // reaches from one place to another
  EXPECT_EQ(warnings(), "");
}

// No one can mean a residual as large as the forces themselves, or more steps than a life has.
TEST(ModelWarnings, WhatCannotBeMeantIsRefused) {
  const auto refused = [](const Model& model) {
    Diagnostics diagnostics;
    CheckModel(model, &diagnostics);
    return diagnostics.HasErrors();
  };
  Model model;
  model.solver.tolerance = 1e10;
  EXPECT_TRUE(refused(model));
  model = Model();
  model.solver.error_tolerance = 1;
  EXPECT_TRUE(refused(model));
  model = Model();
  model.solver.step = 1e-12;
  EXPECT_TRUE(refused(model));
  model = Model();
  model.solver.output_step = 1e-300;
  EXPECT_TRUE(refused(model));
}

}  // namespace
}  // namespace jounce

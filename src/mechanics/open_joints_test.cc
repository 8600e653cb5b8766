#include "mechanics/open_joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "mechanics/system.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// A bar of 1 m whose lower end hangs on the ground at `hook`, drawn with that end at the origin.
Model HangingBar(const Vector3d& hook, JointKind kind) {
  Model model;
  Body bar;
  bar.name = "bar";
  bar.mass = 1;
  bar.inertia = Vector3d(1, 1, 1);
  bar.position = Vector3d(0, 0, 1);
  model.bodies = {bar};
  Frame end;
  end.name = "end";
  end.body = "bar";
  end.position = Vector3d(0, 0, -1);
  Frame wall;
  wall.name = "wall";
  wall.body = kGroundName;
  wall.position = hook;
  model.frames = {end, wall};
  Joint joint;
  joint.name = "hook";
  joint.place = {"bar.yaml", 7, 3};
  joint.kind = kind;
  joint.ends.first = "wall";
  joint.ends.second = "end";
  model.joints = {joint};
  return model;
}

TEST(OpenJoints, RoundedPlacesAreToldAndPass) {
  EXPECT_TRUE(FindOpenJoints(HangingBar(Vector3d(0, 0, 1e-9), JointKind::kSpherical), 0.5).empty());
  const auto open = FindOpenJoints(HangingBar(Vector3d(3e-3, 4e-3, 0), JointKind::kRevolute), 0.5);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_NEAR(open[0].gap, 5e-3, 1e-12);
  EXPECT_EQ(open[0].angle, 0);
  EXPECT_EQ(open[0].ToString(), "joint 'hook' (0.005 m)");
}

TEST(OpenJoints, AForgottenPlaceIsAnErrorUnlessTheModelIsToBeAssembled) {
  for (JointKind kind : {JointKind::kSpherical, JointKind::kFixed}) {
    Model model = HangingBar(Vector3d(0.5, 0, 0), kind);
    try {
      const System system(model);
      FAIL() << "the gap was accepted";
    } catch (const InputError& error) {
      const Diagnostic& d = error.diagnostics().front();
      EXPECT_EQ(d.place.line, 7);
      EXPECT_NE(d.message.find("joint 'hook' (0.5 m)"), std::string::npos) << d.message;
      EXPECT_NE(d.remedy.find("assemble"), std::string::npos);
    }
    model.assemble = true;
    EXPECT_EQ(System(model).open_joints().size(), 1u);
  }
}

TEST(OpenJoints, DirectionsCountToo) {
  Model model = HangingBar(Vector3d::Zero(), JointKind::kRevolute);
  model.frames[1].orientation.z_axis = Vector3d(0, std::sin(0.01), std::cos(0.01));
  const auto open = FindOpenJoints(model, 0.5);
  ASSERT_EQ(open.size(), 1u);
  EXPECT_NEAR(open[0].angle, 0.01, 1e-6);
  model.frames[1].orientation.z_axis = Vector3d(0, std::sin(0.1), std::cos(0.1));
  EXPECT_THROW(FindOpenJoints(model, 0.5), InputError);
}

}  // namespace
}  // namespace jounce

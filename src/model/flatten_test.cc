#include "model/flatten.h"

#include <gtest/gtest.h>

#include "model/geometry.h"
#include "model/placement.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// An arm on a port: body, frames on the arm, the port and the ground, joint, spring to the port.
Model Arm() {
  Model model;
  model.ports = {"subframe"};
  Body arm;
  arm.name = "arm";
  arm.position = Vector3d(0.1, 0.5, 0.2);
  arm.orientation.euler = Vector3d(0.3, -0.4, 0.8);
  arm.mass = 2;
  arm.centre = Vector3d(0.01, 0.02, 0.03);
  arm.inertia = Vector3d(1, 2, 2.5);
  arm.products = Vector3d(0.1, 0.2, 0.3);
  model.bodies.push_back(arm);
  Frame tip;
  tip.name = "tip";
  tip.body = "arm";
  tip.position = Vector3d(0.2, 0.1, 0);
  tip.orientation.z_axis = Vector3d(1, 1, 0);
  Frame seat;
  seat.name = "seat";
  seat.body = "subframe";
  seat.position = Vector3d(0.1, 0.6, 0.4);
  model.frames = {tip, seat};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.first = "subframe";
  hinge.ends.second = "arm";
  hinge.ends.at = Vector3d(0, 0.3, 0.2);
  hinge.ends.axis = Vector3d(1, 0, 0.1);
  model.joints.push_back(hinge);
  Motion turn;
  turn.name = "turn";
  turn.joint = "hinge";
  turn.function.expression = "sin(2*t)";
  model.motions.push_back(turn);
  return model;
}

// A body, an arm on the left and its image on the right.
Model Car() {
  Model car;
  Body body;
  body.name = "body";
  body.position = Vector3d(1, 0, 0.5);
  body.orientation.euler = Vector3d(0.2, 0, 0);
  body.mass = 100;
  body.inertia = Vector3d(10, 10, 10);
  car.bodies.push_back(body);
  Subsystem left;
  left.name = "left";
  left.file = "arm.yaml";
  left.ports = {{"subframe", "body"}};
  left.model = std::make_shared<Model>(Arm());
  Subsystem right = left;
  right.name = "right";
  right.mirror = MirrorPlane::kY;
  car.subsystems = {left, right};
  return car;
}

Model FlatCar() {
  Diagnostics diagnostics;
  const Model flat = Flatten(Car(), &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors()) << diagnostics.all()[0].message;
  return flat;
}

// A joint may be called as a port: who measures or drives it means the joint.
TEST(Flatten, ItemsMayBeCalledAsPorts) {
  Model arm = Arm();
  arm.joints[0].name = "subframe";
  arm.motions[0].joint = "subframe";
  Sensor load;
  load.name = "load";
  load.item = "subframe";
  arm.sensors = {load};
  Model car = Car();
  car.subsystems.resize(1);
  car.subsystems[0].model = std::make_shared<Model>(arm);
  Diagnostics diagnostics;
  const Model flat = Flatten(car, &diagnostics);
  EXPECT_FALSE(diagnostics.HasErrors());
  EXPECT_EQ(flat.joints[0].name, "left/subframe");
  EXPECT_EQ(flat.joints[0].ends.first, "body");
  EXPECT_EQ(flat.motions[0].joint, "left/subframe");
  EXPECT_EQ(flat.sensors[0].item, "left/subframe");
}

TEST(Flatten, NamesPortsAndReferences) {
  const Model flat = FlatCar();
  ASSERT_EQ(flat.bodies.size(), 3u);
  EXPECT_EQ(flat.bodies[1].name, "left/arm");
  EXPECT_EQ(flat.joints[1].name, "right/hinge");
  EXPECT_EQ(flat.joints[1].ends.first, "body");
  EXPECT_EQ(flat.joints[1].ends.second, "right/arm");
  EXPECT_EQ(flat.motions[1].joint, "right/hinge");
  EXPECT_EQ(flat.frames[1].body, "body") << "a frame on a port goes to the body behind it";
  EXPECT_TRUE(flat.subsystems.empty());
}

// Wherever the body behind a port stands, a frame on the port is where the sub-assembly has it.
TEST(Flatten, FramesOnPortsStayInPlace) {
  const Model flat = FlatCar();
  const ModelGeometry geometry(flat);
  Ends ends;
  ends.first = "left/seat";
  ends.second = "right/seat";
  const FramePair pair = geometry.Resolve(ends);
  EXPECT_LT((geometry.FramePose(pair.first).p - Vector3d(0.1, 0.6, 0.4)).norm(), 1e-15);
  EXPECT_LT((geometry.FramePose(pair.second).p - Vector3d(0.1, -0.6, 0.4)).norm(), 1e-15);
}

// x and z of every mirrored frame are images, y is the opposite of one.
TEST(Flatten, MirroredFrames) {
  const Model flat = FlatCar();
  const ModelGeometry geometry(flat);
  const Matrix3d S = Vector3d(1, -1, 1).asDiagonal();
  Ends ends;
  ends.first = "left/tip";
  ends.second = "right/tip";
  const FramePair tips = geometry.Resolve(ends);
  const FramePair left = geometry.Resolve(flat.joints[0].ends);
  const FramePair right = geometry.Resolve(flat.joints[1].ends);
  const std::pair<Pose, Pose> pairs[] = {
      {geometry.BodyPose(1), geometry.BodyPose(2)},
      {geometry.FramePose(tips.first), geometry.FramePose(tips.second)},
      {geometry.FramePose(left.first), geometry.FramePose(right.first)}};
  for (const auto& [plain, image] : pairs) {
    EXPECT_LT((image.R - S * plain.R * S).norm(), 1e-14);
    EXPECT_LT((image.p - S * plain.p).norm(), 1e-15);
  }
  EXPECT_EQ(flat.bodies[2].centre, Vector3d(0.01, -0.02, 0.03));
  EXPECT_EQ(flat.bodies[2].products, Vector3d(-0.1, -0.2, 0.3));
  EXPECT_EQ(flat.motions[1].function.expression, "-(sin(2*t))");
}

// Turned and moved without a mirror: everything as one rigid whole.
TEST(Flatten, PlacesAndTurns) {
  Model car = Car();
  Subsystem& right = car.subsystems[1];
  right.mirror = MirrorPlane::kNone;
  right.position = Vector3d(2, 0, 0.1);
  right.orientation.euler = Vector3d(0.5, 0.2, 0);
  Diagnostics diagnostics;
  const Model flat = Flatten(car, &diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  const ModelGeometry geometry(flat);
  const Pose H{OrientationMatrix(right.orientation, right.position), right.position};
  const Pose moved = H * geometry.BodyPose(1);
  EXPECT_LT((geometry.BodyPose(2).R - moved.R).norm(), 1e-14);
  EXPECT_LT((geometry.BodyPose(2).p - moved.p).norm(), 1e-14);
  const FramePair left = geometry.Resolve(flat.joints[0].ends);
  const FramePair turned = geometry.Resolve(flat.joints[1].ends);
  EXPECT_LT((geometry.FramePose(turned.first).R - H.R * geometry.FramePose(left.first).R).norm(),
            1e-14);
}

TEST(Flatten, AssembliesInside) {
  Model corner;
  corner.ports = {"chassis"};
  Subsystem arm;
  arm.name = "lower";
  arm.ports = {{"subframe", "chassis"}};
  arm.mirror = MirrorPlane::kZ;
  arm.model = std::make_shared<Model>(Arm());
  corner.subsystems.push_back(arm);
  Model car = Car();
  car.subsystems.resize(1);
  car.subsystems[0].name = "front";
  car.subsystems[0].ports = {{"chassis", "body"}};
  car.subsystems[0].mirror = MirrorPlane::kY;
  car.subsystems[0].model = std::make_shared<Model>(corner);
  Diagnostics diagnostics;
  const Model flat = Flatten(car, &diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors()) << diagnostics.all()[0].message;
  EXPECT_EQ(flat.bodies[1].name, "front/lower/arm");
  EXPECT_EQ(flat.joints[0].ends.first, "body");
  EXPECT_EQ(flat.bodies[1].position, Vector3d(0.1, -0.5, -0.2));
  EXPECT_EQ(flat.frames[1].body, "body");
  // Mirrored twice, a rotation keeps its sign.
  EXPECT_EQ(flat.motions[0].function.expression, "sin(2*t)");
}

TEST(Flatten, AloneThePortsAreTheGround) {
  Diagnostics diagnostics;
  const Model flat = Flatten(Arm(), &diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  EXPECT_EQ(flat.joints[0].ends.first, kGroundName);
  EXPECT_EQ(flat.frames[1].body, kGroundName);
  EXPECT_TRUE(flat.ports.empty());
}

TEST(Flatten, MistakesAreNamedTogether) {
  Model car = Car();
  car.subsystems[0].ports = {{"subfrane", "body"}};
  car.bodies[0].name = "a/b";
  car.subsystems[1].ports = {{"subframe", "nothing"}};
  Diagnostics diagnostics;
  Flatten(car, &diagnostics);
  std::string all;
  for (const Diagnostic& d : diagnostics.all()) all += d.message + " (" + d.remedy + ")\n";
  EXPECT_NE(all.find("has no port 'subfrane' (did you mean 'subframe'"), std::string::npos) << all;
  EXPECT_NE(all.find("its port 'subframe' is not connected"), std::string::npos) << all;
  EXPECT_NE(all.find("'a/b'"), std::string::npos) << all;
  EXPECT_NE(all.find("no body is called 'nothing'"), std::string::npos) << all;
}

TEST(MirrorPart, TwiceIsThePart) {
  FlexiblePart part;
  part.frequencies = Eigen::VectorXd::Ones(1);
  InterfaceNode node;
  node.position = Vector3d(1, 2, 3);
  node.translation = Vector3d(1, 2, 3);
  node.rotation = Vector3d(4, 5, 6);
  part.interfaces.push_back(node);
  part.inertia.i3 = Vector3d(1, 2, 3);
  part.inertia.i4 = Vector3d(1, 2, 3);
  const FlexiblePart image = MirrorPart(part);
  EXPECT_EQ(image.interfaces[0].position, Vector3d(1, -2, 3));
  EXPECT_EQ(image.interfaces[0].rotation, Eigen::MatrixXd(Vector3d(-4, 5, -6)));
  EXPECT_EQ(image.inertia.i4, Eigen::MatrixXd(Vector3d(-1, 2, -3)));
  EXPECT_EQ(MirrorPart(image).interfaces[0].rotation, part.interfaces[0].rotation);
}

}  // namespace
}  // namespace jounce

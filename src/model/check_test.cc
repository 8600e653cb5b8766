#include "model/check.h"

#include <gtest/gtest.h>

#include <limits>

#include "model/geometry.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

Body MakeBody(const std::string& name) {
  Body body;
  body.name = name;
  body.mass = 1;
  body.inertia = Vector3d(1, 1, 1);
  return body;
}

Model TwoBodies() {
  Model model;
  model.bodies = {MakeBody("arm"), MakeBody("wheel")};
  return model;
}

// All messages of a model, one a line.
std::string Findings(const Model& model) {
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

void ExpectFinding(const Model& model, const std::string& part) {
  EXPECT_NE(Findings(model).find(part), std::string::npos) << "'" << part << "' not in:\n"
                                                           << Findings(model);
}

Joint MakeJoint(JointKind kind, const std::string& first, const std::string& second) {
  Joint joint;
  joint.name = "pin";
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = Vector3d::Zero();
  return joint;
}

TEST(CheckModel, AcceptsWhatIsRight) {
  Model model = TwoBodies();
  model.joints = {MakeJoint(JointKind::kRevolute, "arm", "wheel")};
  EXPECT_EQ(Findings(model), "");
  EXPECT_NO_THROW(CheckModel(model));
}

TEST(CheckModel, ReportsSeveralMistakesAtOnceWithTheirPlaces) {
  Model model = TwoBodies();
  model.bodies[0].mass = -2;
  model.bodies[0].place = {"car.yaml", 7, 3};
  model.bodies[1].inertia = Vector3d(1, 1, 5);
  model.solver.step = 0;
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  EXPECT_EQ(diagnostics.all().size(), 3u);
  ExpectFinding(model, "car.yaml:7:3: error: body 'arm': mass -2 kg is negative");
  ExpectFinding(model, "body 'wheel': no body can have the principal moments of inertia 1, 1, 5");
  ExpectFinding(model, "solver: step = 0 is out of range");
  EXPECT_THROW(CheckModel(model), InputError);
}

TEST(CheckModel, InertiaAboutAnotherPointIsMovedToTheCentre) {
  Model model = TwoBodies();
  Body& body = model.bodies[0];
  body.inertia_point = Vector3d(2, 0, 0);  // m r^2 = 4 about y and z
  body.inertia = Vector3d(1, 5, 5);
  EXPECT_EQ(Findings(model), "");
  body.inertia = Vector3d(1, 2, 2);  // less than m r^2: negative about the centre
  ExpectFinding(model, "no body can have");
}

TEST(CheckModel, RefusesDoubledAndMissingNames) {
  Model model = TwoBodies();
  model.bodies[1].name = "arm";
  ExpectFinding(model, "body 'arm': the name is used twice");
  model.bodies[1].name = "";
  ExpectFinding(model, "a body has no name");
  model.bodies[1].name = "ground";
  ExpectFinding(model, "the name is taken by the ground");
}

TEST(CheckModel, SuggestsTheNearestName) {
  Model model = TwoBodies();
  model.joints = {MakeJoint(JointKind::kSpherical, "arm", "whel")};
  ExpectFinding(model, "joint 'pin': no body or frame is called 'whel' (did you mean 'wheel'?)");
  Frame frame;
  frame.name = "tip";
  frame.body = "amr";
  model.frames = {frame};
  ExpectFinding(model, "frame 'tip': no body is called 'amr' (did you mean 'arm'?)");
}

TEST(CheckModel, RefusesAnItemAttachedToItself) {
  Model model = TwoBodies();
  model.joints = {MakeJoint(JointKind::kSpherical, "arm", "arm")};
  ExpectFinding(model, "joint 'pin': both ends are on the same body");
}

TEST(CheckModel, RefusesAxesWithoutDirection) {
  Model model = TwoBodies();
  Joint joint = MakeJoint(JointKind::kRevolute, "arm", "wheel");
  joint.ends.axis = Vector3d::Zero();
  model.joints = {joint};
  ExpectFinding(model, "joint 'pin': an axis of the orientation has no length");
  model.joints[0].ends.axis = Vector3d::UnitX();
  model.joints[0].ends.x_axis = Vector3d(2, 0, 0);
  ExpectFinding(model, "the x and z axes of the orientation are parallel");
}

TEST(CheckModel, RefusesWhatIsNotFinite) {
  Model model = TwoBodies();
  model.bodies[0].centre.x() = std::numeric_limits<double>::quiet_NaN();
  ExpectFinding(model, "body 'arm': a number is not finite");
}

TEST(CheckModel, RefusesBadMotionsLoadsAndConnections) {
  Model model = TwoBodies();
  Motion motion;
  motion.name = "drive";
  motion.joint = "pni";
  motion.function.expression = "sin(2*q)";
  model.motions = {motion};
  Connection rod;
  rod.name = "spring";
  rod.kind = ConnectionKind::kRod;
  rod.ends.first = "arm";
  rod.ends.second = "wheel";
  rod.preload = {1, 2};
  model.connections = {rod};
  Load load;
  load.name = "push";
  load.on = "arm";
  load.direction.setZero();
  model.loads = {load};
  model.joints = {MakeJoint(JointKind::kRevolute, "arm", "wheel")};
  ExpectFinding(model, "motion 'drive': no joint is called 'pni' (did you mean 'pin'?)");
  ExpectFinding(model, "motion 'drive'");
  ExpectFinding(model, "connection 'spring': it has no law");
  ExpectFinding(model, "connection 'spring': 2 preloads given, a rod has 1");
  ExpectFinding(model, "connection 'spring': the ends of a rod coincide");
  ExpectFinding(model, "load 'push': the direction has no length");
  ExpectFinding(model,
                "load 'push': a function of time needs a number, a formula, a table or a signal");
}

TEST(CheckModel, FlexibleBodies) {
  Model model = TwoBodies();
  auto part = std::make_shared<FlexiblePart>();
  part->inertia.i1 = 2;
  part->frequencies = Eigen::VectorXd::Ones(3);
  part->interfaces = {{"end", 7, Vector3d(0.5, 0, 0), {}, {}}};
  part->stress_points = {{5, 0, "top", {}, {}}, {5, 0, "bottom", {}, {}}};
  model.bodies[0] = Body();
  model.bodies[0].name = "arm";
  model.bodies[0].flexible.part = part;
  model.joints = {MakeJoint(JointKind::kRevolute, "arm.end", "wheel")};
  EXPECT_EQ(Findings(model), "");
  Model wrong = model;
  wrong.bodies[0].mass = 3;
  ExpectFinding(wrong, "they are those of its flexible part");
  wrong = model;
  wrong.bodies[0].flexible.modes_off = {4};
  ExpectFinding(wrong, "the modes 1 to 3");
  wrong.bodies[0].flexible.modes_off = {1, 3};
  EXPECT_EQ(Findings(wrong), "");
  EXPECT_EQ(wrong.bodies[0].flexible.ActiveModes(), std::vector<int>{1});
  wrong.bodies[0].flexible.stiffening = true;
  ExpectFinding(wrong, "no geometric stiffening");
  wrong = model;
  wrong.joints[0].ends.first = "arm.and";
  ExpectFinding(wrong, "did you mean 'arm.end'");
  Sensor sensor;
  sensor.name = "stress";
  sensor.kind = "stress";
  sensor.ends.second = "wheel";
  model.sensors = {sensor};
  ExpectFinding(model, "is not a flexible body");
  model.sensors[0].ends.second = "arm";
  ExpectFinding(model, "no point is named");
  model.sensors[0].stress.element = 6;
  ExpectFinding(model, "has no stress there");
  model.sensors[0].stress.element = 5;
  ExpectFinding(model, "surface: top");
  model.sensors[0].stress.surface = "top";
  EXPECT_EQ(Findings(model), "");
}

}  // namespace
}  // namespace jounce

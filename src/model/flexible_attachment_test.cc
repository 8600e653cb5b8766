#include "model/flexible_attachment.h"

#include <gtest/gtest.h>

#include <memory>

#include "laws/linear_law.h"
#include "model/check.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// An arm with two interface nodes on the x axis, its frame 3 m along x.
Model FlexibleArm() {
  auto part = std::make_shared<FlexiblePart>();
  part->inertia.i1 = 2;
  part->frequencies = Eigen::VectorXd::Ones(3);
  part->interfaces = {{"root", 1, Vector3d(0, 0, 0), {}, {}},
                      {"tip", 7, Vector3d(0.5, 0, 0), {}, {}}};
  Model model;
  model.bodies.resize(1);
  model.bodies[0].name = "arm";
  model.bodies[0].position = Vector3d(3, 0, 0);
  model.bodies[0].flexible.part = part;
  return model;
}

Load Push(const std::string& on) {
  Load load;
  load.name = "push";
  load.on = on;
  load.function.constant = 1;
  return load;
}

Ends Between(const std::string& second, std::optional<Vector3d> at) {
  Ends ends;
  ends.second = second;
  ends.at = at;
  return ends;
}

std::string AttachmentFindings(const Model& model) {
  Diagnostics diagnostics;
  CheckModel(model, &diagnostics);
  std::string text;
  for (const Diagnostic& d : diagnostics.all()) text += d.ToString() + "\n";
  return text;
}

void ExpectRefused(const Model& model, const std::string& part) {
  EXPECT_NE(AttachmentFindings(model).find(part), std::string::npos) << "'" << part << "' not in:\n"
                                                                     << AttachmentFindings(model);
}

TEST(FlexibleAttachment, ALoadAwayFromTheNodesNamesTheNearest) {
  Model model = FlexibleArm();
  model.loads = {Push("arm")};
  model.loads[0].at = Vector3d(3.4, 0, 0);
  ExpectRefused(model,
                "load 'push': it is attached to flexible body 'arm' at [0.4, 0, 0] m of its mesh, "
                "but to none of its interface nodes (attach it to 'arm.tip' (100 mm away), "
                "'arm.root' (400 mm away), or reduce the part with an interface there)");
  model.loads[0].on = "arm.tip";  // a lever on the node
  EXPECT_EQ(AttachmentFindings(model), "");
}

TEST(FlexibleAttachment, APointAtANodeIsToldItsName) {
  Model model = FlexibleArm();
  model.loads = {Push("arm")};
  model.loads[0].at = Vector3d(3.50001, 0, 0);
  ExpectRefused(model, "(write 'arm.tip')");
  model.loads[0].at.reset();  // the frame of the body, which is at its root
  ExpectRefused(model, "(write 'arm.root')");
}

TEST(FlexibleAttachment, FramesOnTheBodyAreNoNodes) {
  Model model = FlexibleArm();
  model.frames.resize(1);
  model.frames[0].name = "middle";
  model.frames[0].body = "arm";
  model.frames[0].position = Vector3d(0.25, 0, 0);
  model.loads = {Push("middle")};
  ExpectRefused(model, "load 'push': it is attached to flexible body 'arm' at [0.25, 0, 0] m");
  model.frames[0].body = "arm.tip";
  EXPECT_EQ(AttachmentFindings(model), "");
}

TEST(FlexibleAttachment, JointsMotionsAndConnectionsAreRefused) {
  Model model = FlexibleArm();
  model.joints.resize(1);
  model.joints[0].name = "pin";
  model.joints[0].ends = Between("arm", Vector3d(3.25, 0, 0));
  model.motions.resize(1);
  model.motions[0].name = "drive";
  model.motions[0].ends = Between("arm", Vector3d(3.25, 0, 0));
  model.motions[0].function.constant = 0;
  model.connections.resize(1);
  model.connections[0].name = "spring";
  model.connections[0].ends = Between("arm", Vector3d(3.25, 0, 0));
  model.connections[0].law = LinearSettings{6, {1e6}, {}};
  for (const char* item : {"joint 'pin'", "motion 'drive'", "connection 'spring'"}) {
    ExpectRefused(model, std::string(item) + ": it is attached to flexible body 'arm'");
  }
  model.joints[0].ends = Between("arm.root", std::nullopt);
  model.motions[0].ends = model.connections[0].ends = Between("arm.tip", std::nullopt);
  EXPECT_EQ(AttachmentFindings(model), "");
}

TEST(FlexibleAttachment, SensorsSeeTheFrameOfTheBodyButNotItsPoints) {
  Model model = FlexibleArm();
  model.sensors.resize(1);
  model.sensors[0].name = "place";
  model.sensors[0].ends = Between("arm", std::nullopt);
  EXPECT_EQ(AttachmentFindings(model), "");
  model.sensors[0].ends.first = "arm.tip";
  EXPECT_EQ(AttachmentFindings(model), "");
  model.sensors[0].ends = Between("arm", Vector3d(3.5, 0, 0));
  ExpectRefused(model, "sensor 'place': it is attached to flexible body 'arm'");
}

TEST(FlexibleAttachment, ABodyThatDoesNotBendIsHeldAnywhere) {
  Model model = FlexibleArm();
  model.bodies[0].flexible.level = FlexibilityLevel::kRigid;
  model.loads = {Push("arm")};
  model.loads[0].at = Vector3d(3.4, 0, 0);
  EXPECT_EQ(AttachmentFindings(model), "");
}

}  // namespace
}  // namespace jounce

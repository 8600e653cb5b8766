#include "mechanics/moving_frame.h"

#include <gtest/gtest.h>

#include "math/rotation.h"
#include "mechanics/system.h"
#include "model/check.h"
#include "model/flatten.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

TimeFunctionSettings Formula(const std::string& text) {
  TimeFunctionSettings function;
  function.expression = text;
  return function;
}

// On the ground, turned and displaced, in motion along and about all of its axes.
Frame Platen() {
  Frame frame;
  frame.name = "platen";
  frame.body = kGroundName;
  frame.position = Vector3d(1, 2, -0.5);
  frame.orientation.euler = Vector3d(0.3, -0.6, 1.1);
  const char* const kFormulas[] = {"0.1*sin(7*t)", "0.3*t^2", "0.05*cos(5*t)",
                                   "0.8*sin(3*t)", "0.5*t",   "1.2*cos(2*t)"};
  for (int i = 0; i < 6; ++i) frame.motion.functions[i] = Formula(kFormulas[i]);
  return frame;
}

Body Mass(const std::string& name) {
  Body body;
  body.name = name;
  body.mass = 1;
  body.inertia = Vector3d::Ones();
  return body;
}

SystemState StateAt(const System& system, double time) {
  SystemState state = system.StartState();
  state.time = time;
  system.MoveFrames(&state);
  return state;
}

// Twist and twist rate against differences of poses and twists.
TEST(MovingFrame, TwistsAreTheRatesOfPoses) {
  Model model;
  model.bodies = {Mass("body")};
  model.frames = {Platen()};
  const System system(model);
  const int slot = system.geometry().first_moving();
  const double dt = 1e-5;
  for (double t : {0.0, 0.4, 1.7}) {
    const SystemState before = StateAt(system, t - dt), now = StateAt(system, t),
                      after = StateAt(system, t + dt);
    const Vector6 twist = (LogPose(Relative(now.pose[slot], after.pose[slot])) -
                           LogPose(Relative(now.pose[slot], before.pose[slot]))) /
                          (2 * dt);
    EXPECT_LT((now.velocity[slot] - twist).norm(), 1e-8) << t;
    const Vector6 rate = (after.velocity[slot] - before.velocity[slot]) / (2 * dt);
    EXPECT_LT((now.acceleration[slot] - rate).norm(), 1e-7) << t;
    SystemState placed = before;
    placed.time = t;
    system.PlaceFrames(&placed);
    EXPECT_LT((placed.pose[slot].p - now.pose[slot].p).norm(), 1e-15);
    EXPECT_EQ(placed.velocity[slot], before.velocity[slot]);
  }
}

// A frame on one that moves moves along, and so does what a port is connected to.
TEST(MovingFrame, CarriesFramesAndPorts) {
  auto part = std::make_shared<Model>();
  part->ports = {"road"};
  Frame patch;
  patch.name = "patch";
  patch.body = "road";
  patch.position = Vector3d(1.5, 2.5, 0.5);  // on a port, in ground axes
  part->frames = {patch};
  part->bodies = {Mass("wheel")};
  Model model;
  Frame corner;
  corner.name = "corner";
  corner.body = "platen";
  corner.position = Vector3d(0.2, 0, 0);
  model.frames = {corner, Platen()};
  Subsystem tyre;
  tyre.name = "tyre";
  tyre.ports = {{"road", "platen"}};
  tyre.model = part;
  model.subsystems = {tyre};
  Diagnostics diagnostics;
  const Model flat = Flatten(model, &diagnostics);
  CheckModel(flat, &diagnostics);
  ASSERT_FALSE(diagnostics.HasErrors());
  const System system(flat);
  const ModelGeometry& geometry = system.geometry();
  const int slot = geometry.first_moving();
  const BodyFrame at_corner = geometry.Resolve({.second = "corner"}).second;
  EXPECT_EQ(at_corner.body, slot);
  EXPECT_LT((at_corner.frame.p - Vector3d(0.2, 0, 0)).norm(), 1e-15);
  const BodyFrame at_patch = geometry.Resolve({.second = "tyre/patch"}).second;
  EXPECT_EQ(at_patch.body, slot);
  EXPECT_LT((geometry.FramePose(at_patch).p - patch.position).norm(), 1e-14);
}

// The image of a moving frame moves as the mirror image of its path: for the plane y = 0,
// p' = F p, and R' = F R F with F = diag(1, -1, 1), up to the frame's own choice of y.
TEST(MovingFrame, MirrorsItsPath) {
  auto part = std::make_shared<Model>();
  part->frames = {Platen()};
  part->bodies = {Mass("body")};
  Model model;
  Subsystem image;
  image.name = "image";
  image.mirror = MirrorPlane::kY;
  image.model = part;
  model.subsystems = {image};
  Diagnostics diagnostics;
  const System plain(*part), mirrored(Flatten(model, &diagnostics));
  ASSERT_FALSE(diagnostics.HasErrors());
  const Eigen::Matrix3d F = Vector3d(1, -1, 1).asDiagonal();
  for (double t : {0.0, 0.7}) {
    const Pose a = StateAt(plain, t).pose[2], b = StateAt(mirrored, t).pose[2];
    EXPECT_LT((b.p - F * a.p).norm(), 1e-14);
    EXPECT_LT((b.R - F * a.R * F).norm(), 1e-14);
  }
}

TEST(MovingFrame, MistakesAreNamed) {
  const auto errors_of = [](const Model& model) {
    Diagnostics diagnostics;
    CheckModel(model, &diagnostics);
    std::string all;
    for (const Diagnostic& d : diagnostics.all()) all += d.message + "\n";
    return all;
  };
  Model model;
  model.bodies = {Mass("body")};
  model.frames = {Platen()};
  EXPECT_EQ(errors_of(model), "");
  Model on_body = model;
  on_body.frames[0].body = "body";
  EXPECT_NE(errors_of(on_body).find("frame 'platen': it has a motion, but is on 'body'"),
            std::string::npos)
      << errors_of(on_body);
  Model wrong = model;
  wrong.frames[0].motion.functions[1] = Formula("1/t");
  EXPECT_NE(errors_of(wrong).find("not finite at t = 0"), std::string::npos) << errors_of(wrong);
  Joint joint;
  joint.name = "joint";
  joint.kind = JointKind::kSpherical;
  joint.ends.second = "platen";
  model.joints = {joint};
  EXPECT_NE(errors_of(model).find("joint 'joint': both ends are on the ground or on frames"),
            std::string::npos)
      << errors_of(model);
}

}  // namespace
}  // namespace jounce

// What is refused of signals that depend on the motion.
#include <gtest/gtest.h>

#include <cmath>

#include "mechanics/system.h"
#include "model/flatten.h"
#include "solve/driven_models_for_test.h"

namespace jounce {
namespace {

using driven::ExpectSecondOrder;
using driven::MakeBlock;
using driven::MakeBody;
using driven::MakeForce;
using driven::MakeFormula;
using driven::MakeSensor;
using driven::Slider;
using Eigen::Vector3d;

std::string RefusalOf(const Model& model) {
  try {
    System system(model);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(DrivingSignalsCheck, AllThatIsWrongIsSaidTogether) {
  Model model = Slider(2, 0, 0);
  model.loads.push_back(MakeForce("first", "mass", Vector3d::UnitZ(), "sped.z"));
  model.loads.push_back(MakeForce("second", "mass", Vector3d::UnitZ(), "controller"));
  model.signals.push_back(MakeFormula("a", "b + 1"));
  model.signals.push_back(MakeFormula("b", "2*a"));
  const std::string message = RefusalOf(model);
  EXPECT_NE(message.find("speed.z"), std::string::npos) << message;
  EXPECT_NE(message.find("controller"), std::string::npos) << message;
  EXPECT_NE(message.find("a -> b -> a"), std::string::npos) << message;
}

TEST(DrivingSignalsCheck, AChannelOfAnotherUnitIsRefused) {
  Model model = Slider(2, 0, 0);
  model.loads.push_back(MakeForce("first", "mass", Vector3d::UnitZ(), "speed.z"));
  EXPECT_NE(RefusalOf(model).find("'speed.z' is in m/s, and N is needed"), std::string::npos)
      << RefusalOf(model);
  model.loads[0].function.expression = "-2*speed.z";
  EXPECT_EQ(RefusalOf(model), "");
}

TEST(DrivingSignalsCheck, FramesFollowTheTimeAlone) {
  Model model = Slider(2, 0, 0);
  Frame road;
  road.name = "road";
  road.body = kGroundName;
  road.motion.functions[2].emplace().expression = "2*place.z";
  model.frames.push_back(road);
  EXPECT_NE(RefusalOf(model).find("frame 'road'"), std::string::npos) << RefusalOf(model);
}

// Axes of a body around are not mirrored with what is in the sub-assembly.
TEST(DrivingSignalsCheck, AxesOfAPortAreRefusedInAMirroredSubAssembly) {
  auto part = std::make_shared<Model>();
  part->ports = {"chassis"};
  part->bodies.push_back(MakeBody("mass", Vector3d::Zero()));
  part->sensors.push_back(MakeSensor("speed", "velocity", "mass", "chassis", "first"));
  part->loads.push_back(MakeForce("push", "mass", Vector3d::UnitX(), "-speed.x"));
  Model whole;
  whole.bodies.push_back(MakeBody("frame", Vector3d::Zero()));
  Subsystem side;
  side.name = "side";
  side.mirror = MirrorPlane::kX;
  side.ports = {{"chassis", "frame"}};
  side.model = part;
  whole.subsystems.push_back(side);
  Diagnostics diagnostics;
  Flatten(whole, &diagnostics);
  EXPECT_TRUE(diagnostics.HasErrors());
}

// A controller in a loop without memory is refused, with a state it is not.
TEST(DrivingSignalsCheck, AStateBreaksALoop) {
  Model model = Slider(2, 0, 0);
  model.signals.push_back(MakeFormula("error", "1 - feedback"));
  model.signals.push_back(MakeBlock("feedback", "gain", {"error"}, {{"gain", {3}}}));
  EXPECT_NE(RefusalOf(model).find("error -> feedback -> error"), std::string::npos)
      << RefusalOf(model);
  model.signals[1] = MakeBlock("feedback", "integrator", {"error"}, {{"gain", {3}}});
  model.loads.push_back(MakeForce("force", "mass", Vector3d::UnitZ(), "feedback"));
  // x' = 3 (1 - x): z'' = (1 - exp(-3 t))/m.
  const double t = 1;
  const double exact = (t * t / 2 - t / 3 + (1 - std::exp(-3 * t)) / 9) / 2;
  ExpectSecondOrder(model, 1e-2, t, "place.z", exact, 1e-4);
}

TEST(DrivingSignalsCheck, SamplesThatDoNotFitTheStepAreRefused) {
  Model model = Slider(2, 0, 0);
  model.solver.step = 3e-3;
  model.signals.push_back(MakeBlock("held", "sample_and_hold", {"place.z"}, {{"period", {0.01}}}));
  EXPECT_NE(RefusalOf(model).find("do not fall on steps"), std::string::npos) << RefusalOf(model);
}

}  // namespace
}  // namespace jounce

#include "solve/frequency_response.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "laws/prony_law.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Complex = std::complex<double>;
using Eigen::Vector3d;

const double kMass = 3, kStiffness = 2000, kBranch = 1500, kTime = 0.02;

// A mass on a rail, on a rod with a Maxwell branch, whose foot another rail moves.
Model MassOnRubber() {
  Model model;
  Body mass;
  mass.name = "mass";
  mass.position = Vector3d(0, 0, 1);
  mass.mass = kMass;
  mass.inertia = Vector3d(0.1, 0.1, 0.1);
  Body foot;
  foot.name = "foot";
  model.bodies = {mass, foot};
  for (const std::string name : {"mass", "foot"}) {
    Joint rail;
    rail.name = name + " rail";
    rail.kind = JointKind::kTranslational;
    rail.ends.second = name;
    rail.ends.at = name == "mass" ? mass.position : foot.position;
    model.joints.push_back(rail);
  }
  Motion shaker;
  shaker.name = "shaker";
  shaker.kind = MotionKind::kTranslation;
  shaker.joint = "foot rail";
  shaker.function.constant = 0;
  model.motions = {shaker};
  Connection rubber;
  rubber.name = "rubber";
  rubber.kind = ConnectionKind::kRod;
  rubber.ends.first = "foot";
  rubber.ends.second = "mass";
  rubber.ends.at = foot.position;
  rubber.ends.at_second = mass.position;
  rubber.law = PronySettings{kStiffness, {{kBranch, kTime}}};
  model.connections = {rubber};
  Load push;
  push.name = "push";
  push.on = "mass";
  push.function.constant = 0;
  model.loads = {push};
  const auto add = [&](const std::string& name, const std::string& kind) {
    Sensor sensor;
    sensor.name = name;
    sensor.kind = kind;
    sensor.ends.second = "mass";
    if (kind == "law_force" || kind == "reaction") sensor.item = "rubber";
    model.sensors.push_back(sensor);
  };
  add("place", "position");
  add("reaction", "reaction");  // has no place in a response
  add("speed", "velocity");
  add("acceleration", "acceleration");
  add("force", "law_force");
  return model;
}

Complex RubberStiffness(double omega) {
  const Complex turn(0, omega * kTime);
  return kStiffness + kBranch * turn / (1.0 + turn);
}

struct Response {
  FrequencyResponse all;
  Complex At(size_t row, const std::string& channel) const {
    for (size_t i = 0; i < all.channels.size(); ++i) {
      if (all.channels[i].name == channel) return all.Value(row, i);
    }
    ADD_FAILURE() << channel;
    return 0;
  }
};

Response RespondTo(const std::string& input, const std::vector<double>& frequencies) {
  Simulation simulation(MassOnRubber());
  EXPECT_TRUE(simulation.FindEquilibrium().ok);
  return {
      ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), input, frequencies)};
}

// Closed forms with K* = k + k_1 i w tau / (1 + i w tau): x/F = 1/(K* - m w^2), and for the shaken
// foot x/x_0 = K*/(K* - m w^2). The weight stretches nothing else: the rod is straight.
TEST(FrequencyResponse, OfAMassOnRubber) {
  const std::vector<double> frequencies = FrequencyAxis(0.1, 100, 31, true);
  const Response load = RespondTo("push", frequencies), motion = RespondTo("shaker", frequencies);
  EXPECT_EQ(load.all.input_unit, "N");
  EXPECT_EQ(motion.all.input_unit, "m");
  EXPECT_EQ(load.all.channels.size(), 10u);
  for (size_t i = 0; i < frequencies.size(); ++i) {
    const double omega = 2 * M_PI * frequencies[i];
    const Complex K = RubberStiffness(omega), x = 1.0 / (K - kMass * omega * omega);
    const Complex y = K * x, iw(0, omega);
    EXPECT_LT(std::abs(load.At(i, "place.z") - x), 1e-8 * std::abs(x));
    EXPECT_LT(std::abs(load.At(i, "speed.z") - iw * x), 1e-8 * std::abs(iw * x));
    EXPECT_LT(std::abs(load.At(i, "force") - K * x), 1e-8 * std::abs(K * x));
    EXPECT_LT(std::abs(motion.At(i, "place.z") - y), 1e-8 * std::abs(y));
    EXPECT_LT(std::abs(motion.At(i, "acceleration.z") - iw * iw * y), 1e-8 * std::abs(iw * iw * y));
    EXPECT_LT(std::abs(motion.At(i, "force") - K * (y - 1.0)), 1e-7 * std::abs(K));
    EXPECT_LT(std::abs(load.At(i, "place.x")), 1e-12);
  }
}

// What the foot carries on a ball follows it: the ball pushes with -m w^2. Asked for several inputs
// at once, each answers as it does alone.
TEST(FrequencyResponse, ReactionsAndSeveralInputs) {
  Model model = MassOnRubber();
  Body rider;
  rider.name = "rider";
  rider.mass = 2;
  rider.inertia = Vector3d(0.1, 0.1, 0.1);
  model.bodies.push_back(rider);
  const std::pair<const char*, JointKind> joints[] = {{"ball", JointKind::kSpherical},
                                                      {"upright", JointKind::kOrientation}};
  for (const auto& [name, kind] : joints) {
    Joint joint;
    joint.name = name;
    joint.kind = kind;
    joint.ends.first = kind == JointKind::kSpherical ? "foot" : "mass";
    joint.ends.second = "rider";
    joint.ends.at = Vector3d::Zero();
    model.joints.push_back(joint);
  }
  Sensor sensor;
  sensor.name = "load";
  sensor.kind = "reaction";
  sensor.item = "ball";
  model.sensors.push_back(sensor);
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const std::vector<double> frequencies = {0.5, 3, 20};
  const auto all = ComputeFrequencyResponses(simulation.system(), simulation.evaluation(),
                                             {"push", "shaker"}, frequencies);
  const Response push{all[0]}, shaker{all[1]};
  for (size_t i = 0; i < frequencies.size(); ++i) {
    const double omega = 2 * M_PI * frequencies[i];
    EXPECT_LT(std::abs(shaker.At(i, "load.z") + 2 * omega * omega), 1e-6 * omega * omega);
    EXPECT_LT(std::abs(shaker.At(i, "load.x")), 1e-9 * omega * omega);
    EXPECT_LT(std::abs(push.At(i, "load.z")), 1e-9);
  }
  for (const auto& [name, number] : {std::pair("push", 0), {"shaker", 1}}) {
    EXPECT_EQ(
        ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), name, frequencies)
            .values,
        all[number].values);
  }
}

TEST(FrequencyResponse, UnknownInputIsNamed) {
  Simulation simulation(MassOnRubber());
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  try {
    ComputeFrequencyResponse(simulation.system(), simulation.evaluation(), "shake", {1});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("shaker"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace jounce

#include "solve/modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using testing::MatrixLaw;

Body Block(const std::string& name, double x) {
  Body body;
  body.name = name;
  body.position = Vector3d(x, 0, 0);
  body.mass = 2;
  body.inertia = Vector3d(1, 1, 1);
  return body;
}

Connection Spring(const std::string& name, const std::string& first, const std::string& second,
                  double at, double k, double c) {
  Connection spring;
  spring.name = name;
  spring.kind = ConnectionKind::kLinearSpring;
  spring.ends.first = first;
  spring.ends.second = second;
  spring.ends.at = Vector3d(at, 0, 0);
  spring.law = MatrixLaw(MatrixXd::Identity(3, 3) * k, MatrixXd::Identity(3, 3) * c);
  return spring;
}

// Only sliding along x is free.
Joint Slider(const std::string& body) {
  Joint joint;
  joint.name = "rail " + body;
  joint.kind = JointKind::kTranslational;
  joint.ends.second = body;
  joint.ends.at = Vector3d::Zero();
  joint.ends.axis = Vector3d::UnitX();
  return joint;
}

// Two equal masses, three equal springs: omega^2 = k/m and 3 k/m.
Model TwoMasses(double c) {
  Model model;
  model.gravity.setZero();
  model.bodies = {Block("one", 0), Block("two", 1)};
  model.joints = {Slider("one"), Slider("two")};
  model.connections = {Spring("a", kGroundName, "one", 0, 800, c),
                       Spring("b", "one", "two", 0, 800, c),
                       Spring("c", "two", kGroundName, 1, 800, c)};
  model.connections[1].zero_as_placed = true;
  model.connections[1].ends.at_second = Vector3d(1, 0, 0);
  return model;
}

TEST(Modes, TwoMassesAndThreeSprings) {
  const System system(TwoMasses(0));
  const LinearSystem linear(system, system.StartState());
  ASSERT_EQ(linear.freedoms(), 2);
  const std::vector<Mode> modes = UndampedModes(linear, 10);
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[0].frequency, 20 / (2 * M_PI), 1e-10);
  EXPECT_NEAR(modes[1].frequency, 20 * std::sqrt(3) / (2 * M_PI), 1e-10);
  EXPECT_NEAR((modes[0].shape[0] / modes[0].shape[6]).real(), 1, 1e-10);
  EXPECT_NEAR((modes[1].shape[0] / modes[1].shape[6]).real(), -1, 1e-10);
  EXPECT_NEAR(modes[0].body_shares[0], 0.5, 1e-12);
  EXPECT_NEAR(modes[0].direction_shares(0, 0), 0.5, 1e-12);
}

// Proportional damping: zeta = c omega / (2 k) to first order in c.
TEST(Modes, LightDampingOfComplexModes) {
  const double c = 0.4;
  const System system(TwoMasses(c));
  const LinearSystem linear(system, system.StartState());
  const std::vector<Mode> modes = ComplexModes(linear, 2);
  for (int i = 0; i < 2; ++i) {
    const double omega = i == 0 ? 20 : 20 * std::sqrt(3);
    EXPECT_NEAR(modes[i].frequency, omega / (2 * M_PI), 1e-3);
    EXPECT_NEAR(modes[i].damping, c * omega / (2 * 800), 1e-5);
  }
}

TEST(Modes, FrequencyResponseOfOneMass) {
  const System system(TwoMasses(5));
  const LinearSystem linear(system, system.StartState());
  // Equal forces on both masses move them together: k - m w^2 + i w c.
  Eigen::VectorXcd force = Eigen::VectorXcd::Zero(12);
  force[0] = force[6] = 3;
  for (double omega : {1.0, 19.0, 20.0, 50.0}) {
    const Eigen::VectorXcd x = linear.Respond(omega, force, Eigen::VectorXcd::Zero(force.size()));
    const std::complex<double> expected =
        3.0 / std::complex<double>(800 - 2 * omega * omega, omega * 5);
    EXPECT_LT(std::abs(x[0] - expected), 1e-12);
    EXPECT_LT(std::abs(x[6] - expected), 1e-12);
  }
}

// A free body has six rigid-body modes.
TEST(Modes, RigidBodyModes) {
  Model model;
  model.gravity.setZero();
  model.bodies = {Block("stone", 0)};
  const System system(model);
  const std::vector<Mode> modes = UndampedModes(LinearSystem(system, system.StartState()), 10);
  ASSERT_EQ(modes.size(), 6u);
  for (const Mode& mode : modes) EXPECT_EQ(mode.frequency, 0);
}

// A bar hanging from a pin: omega^2 = m g L / J about the pin; the multiplier's stiffness counts.
TEST(Modes, PhysicalPendulum) {
  Model model;
  Body bar = Block("bar", 0);
  bar.position = Vector3d(0, 0, -0.5);
  model.bodies = {bar};
  Joint pin;
  pin.name = "pin";
  pin.kind = JointKind::kRevolute;
  pin.ends.second = "bar";
  pin.ends.at = Vector3d::Zero();
  pin.ends.axis = Vector3d::UnitY();
  model.joints = {pin};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  const std::vector<Mode> modes =
      UndampedModes(LinearSystem(simulation.system(), simulation.evaluation()), 3);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].frequency, std::sqrt(2 * 9.81 * 0.5 / (1 + 2 * 0.25)) / (2 * M_PI), 1e-9);
}

}  // namespace
}  // namespace jounce

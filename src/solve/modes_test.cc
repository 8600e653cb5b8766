#include "solve/modes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "laws/hydro_laws.h"
#include "laws/linear_law_for_test.h"
#include "laws/prony_law.h"
#include "laws/small_motion.h"
#include "model/orientation.h"
#include "solve/polynomial_roots_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using testing::MatrixLaw;
using testing::RootsOf;

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

// One mass on a rail, on a rod with this law.
Model MassOn(const LawSettings& law, double mass) {
  Model model;
  model.gravity.setZero();
  model.bodies = {Block("block", 0)};
  model.bodies[0].mass = mass;
  model.joints = {Slider("block")};
  Connection rod;
  rod.name = "mount";
  rod.kind = ConnectionKind::kRod;
  rod.ends.second = "block";
  rod.ends.at = Vector3d(-1, 0, 0);
  rod.ends.at_second = Vector3d::Zero();
  rod.law = law;
  model.connections = {rod};
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

// A pendulum drawn from another origin, turned about x: its centre of mass moves along y alone, with
// m l^2 of the inertia m l^2 + I, whatever its frame is.
TEST(Modes, SharesAreThoseOfTheCentreOfMass) {
  Model model;
  Body bob;
  bob.name = "bob";
  bob.mass = 3;
  bob.position = Vector3d(5, -4, 2);
  bob.orientation.euler = Vector3d(0.3, 0.5, 0.7);
  const Eigen::Matrix3d R = MatrixFromEuler313(*bob.orientation.euler);
  bob.centre = R.transpose() * (Vector3d(0, 0, -2) - bob.position);
  bob.inertia = Vector3d(1, 1, 1);
  model.bodies = {bob};
  Joint hinge;
  hinge.name = "hinge";
  hinge.kind = JointKind::kRevolute;
  hinge.ends.second = "bob";
  hinge.ends.at = Vector3d::Zero();
  hinge.ends.axis = Vector3d(1, 0, 0);
  model.joints = {hinge};
  const System system(model);
  const LinearSystem linear(system, system.StartState());
  const std::vector<Mode> modes = UndampedModes(linear, 1);
  ASSERT_EQ(modes.size(), 1u);
  EXPECT_NEAR(modes[0].frequency, std::sqrt(3 * 9.81 * 2 / 13.0) / (2 * M_PI), 1e-9);
  EXPECT_NEAR(modes[0].direction_shares(0, 1), 12 / 13.0, 1e-9);
  EXPECT_NEAR(modes[0].direction_shares(0, 3), 1 / 13.0, 1e-9);
  // A turn by 1 rad about x takes it to +y by 2 m.
  EXPECT_NEAR(modes[0].direction_motion(0, 1), 1, 1e-9);
  EXPECT_NEAR(modes[0].direction_motion(0, 3), 0.5, 1e-9);
}

// Two masses in phase and against each other.
TEST(Modes, MotionHasSigns) {
  const System system(TwoMasses(0));
  const LinearSystem linear(system, system.StartState());
  const std::vector<Mode> modes = UndampedModes(linear, 2);
  EXPECT_NEAR(modes[0].direction_motion(0, 0) * modes[0].direction_motion(1, 0), 1, 1e-9);
  EXPECT_NEAR(modes[1].direction_motion(0, 0) * modes[1].direction_motion(1, 0), -1, 1e-9);
}

// Proportional damping: zeta = c omega / (2 k), whatever its size.
TEST(Modes, ProportionalDampingOfComplexModes) {
  for (double c : {0.4, 15.0}) {
    const System system(TwoMasses(c));
    const LinearSystem linear(system, system.StartState());
    const std::vector<Mode> modes = ComplexModes(linear, 2);
    ASSERT_EQ(modes.size(), 2u);
    for (int i = 0; i < 2; ++i) {
      const double omega = i == 0 ? 20 : 20 * std::sqrt(3);
      const double zeta = c * omega / (2 * 800);
      EXPECT_NEAR(modes[i].frequency, omega / (2 * M_PI), 1e-9);
      EXPECT_NEAR(modes[i].damping, zeta, 1e-10);
      EXPECT_NEAR(modes[i].damped_frequency, omega * std::sqrt(1 - zeta * zeta) / (2 * M_PI), 1e-9);
    }
  }
}

// Motion that is overdamped has two time constants and no frequency.
TEST(Modes, OverdampedMotionHasTimeConstants) {
  const double m = 2, c = 300, k = 800;
  const System system(
      MassOn(MatrixLaw(MatrixXd::Constant(1, 1, k), MatrixXd::Constant(1, 1, c)), m));
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 5);
  ASSERT_EQ(modes.size(), 2u);
  const double root = std::sqrt(c * c - 4 * m * k);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(modes[i].swings());
    EXPECT_EQ(modes[i].frequency, 0);
    EXPECT_TRUE(modes[i].stable);
    const double s = (-c + (i == 0 ? root : -root)) / (2 * m);
    EXPECT_NEAR(modes[i].time_constant, -1 / s, -1e-9 / s);
  }
}

void ExpectModes(const std::vector<Mode>& modes, const std::vector<std::complex<double>>& poles) {
  ASSERT_EQ(modes.size(), poles.size());
  for (const std::complex<double>& s : poles) {
    double nearest = 1e300;
    for (const Mode& mode : modes) {
      const double w = 2 * M_PI * mode.frequency;
      const std::complex<double> found =
          mode.swings() ? std::complex<double>(-w * mode.damping, 2 * M_PI * mode.damped_frequency)
                        : -1 / mode.time_constant;
      nearest = std::min(nearest, std::abs(found - s));
    }
    EXPECT_LT(nearest, 1e-9 * std::abs(s)) << s;
  }
}

// K(s) = k0 + k1 s tau / (1 + s tau): (m s^2 + k0) (1 + s tau) + k1 s tau = 0.
TEST(Modes, OfAMassOnAPronyLaw) {
  const double m = 3, k0 = 2000, k1 = 5000, tau = 0.05;
  const System system(MassOn(PronySettings{k0, {{k1, tau}}}, m));
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 5);
  ExpectModes(modes, RootsOf({k0, (k0 + k1) * tau, m, m * tau}));
}

// K(s) = s c (k + M s^2) / (k + M s^2 + s c): the fluid swings too, and the energy says so.
TEST(Modes, OfAMassOnAFluidElement) {
  const double m = 300, M = 4, k = 9e4, tr = 2e-4, c = k * tr, k0 = 3e5;
  HydrobushingSettings settings;
  settings.d10 = k0 / 2;
  settings.m = {M};
  settings.kf = {k};
  settings.tr = {tr};
  const System system(MassOn(settings, m));
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 5);
  // (m s^2 + k0) (k + s c + M s^2) + s c (k + M s^2)
  ExpectModes(modes, RootsOf({k0 * k, k0 * c + c * k, m * k + k0 * M, m * c + c * M, m * M}));
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_GT(modes[0].body_shares[0], 0.9);
  EXPECT_GT(modes[1].connection_shares[0], 0.9);
}

// A law that knows its stiffness k + a omega at single frequencies only: m w^2 = k + a w.
struct LawOfOneFrequency : LinearLaw {
  LawOfOneFrequency() : LinearLaw({1, {kStiffness}, {}}) {}
  SmallMotion Linearize(double omega, const double*) const override {
    SmallMotion motion = SmallMotion::Spring(kStiffness + kSlope * omega);
    motion.at_one_frequency = true;
    return motion;
  }
  static constexpr double kStiffness = 1000, kSlope = 30;
};

TEST(Modes, OfALawThatIsAskedAtItsFrequency) {
  const double m = 2, k = LawOfOneFrequency::kStiffness, a = LawOfOneFrequency::kSlope;
  Assembly assembly = Assemble(MassOn(PolynomialSettings{{1}, {}}, m));
  assembly.laws[0] = std::make_shared<LawOfOneFrequency>();
  const System system(assembly);
  const std::vector<Mode> modes = ComplexModes(LinearSystem(system, system.StartState()), 5);
  ASSERT_EQ(modes.size(), 1u);
  const double w = (a + std::sqrt(a * a + 4 * m * k)) / (2 * m);
  EXPECT_NEAR(2 * M_PI * modes[0].frequency, w, 1e-7 * w);
}

TEST(Modes, NeedMassAndFreedom) {
  const auto modes_of = [](const Model& model) {
    const System system(model);
    const LinearSystem linear(system, system.StartState());
    EXPECT_THROW(UndampedModes(linear, 3), InputError);
    EXPECT_THROW(ComplexModes(linear, 3), InputError);
  };
  Model model = MassOn(MatrixLaw(MatrixXd::Constant(1, 1, 5), MatrixXd::Zero(1, 1)), 0);
  model.bodies[0].inertia.setZero();
  modes_of(model);
  modes_of(Model());
  Joint clamp;
  clamp.name = "clamp";
  clamp.ends.second = "block";
  model.joints = {clamp};
  modes_of(model);
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

// The consistent mass of beams (model/beam_inertia.h): frequencies against closed forms, and what
// must stay as it is without it.
#include <gtest/gtest.h>

#include <cmath>

#include "benchmarks/advance.h"
#include "benchmarks/beam_problem.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::BeamOf;
using testing::Cantilever;
using testing::DriftInFreeFlight;
using testing::FlightDrift;

constexpr double kE = 210e9, kG = kE / 2.6, kDensity = 7850;

Beam SteelBar(double length, double width, double height, int elements, BeamMass mass) {
  BeamSection section;
  section.shape = RectangleSection{width, height};
  section.E = kE;
  section.nu = 0.3;
  section.density = kDensity;
  section.shear_factors = Eigen::Vector2d(5.0 / 6, 5.0 / 6);
  Beam beam = BeamOf({{0, 0, 0}, {length, 0, 0}}, section, elements);
  beam.mass = mass;
  return beam;
}

// Frequencies of the modes that move along or about this axis of the bodies (0 to 5), by their
// share of the kinetic energy.
std::vector<double> Frequencies(const Beam& beam, bool clamped, int direction, int count) {
  Model model = Cantilever(beam);
  if (!clamped) model.joints.clear();
  const System system(model);
  std::vector<double> found;
  for (const Mode& mode : UndampedModes(LinearSystem(system, system.StartState()), count)) {
    if (mode.frequency < 1e-3) continue;
    const VectorXd shares = mode.direction_shares.colwise().sum();
    if (shares[direction] > 0.5) found.push_back(mode.frequency);
  }
  return found;
}

// Timoshenko's beam, exact (benchmarks/beam_modes of the shared data).
TEST(ConsistentMass, BendingMatchesTimoshenko) {
  const auto expect = [](const Beam& beam, bool clamped, const auto& exact, double tolerance) {
    const std::vector<double> found = Frequencies(beam, clamped, 2, 30);
    ASSERT_GE(found.size(), std::size(exact));
    for (size_t i = 0; i < std::size(exact); ++i) {
      EXPECT_NEAR(found[i], exact[i], tolerance * exact[i]) << i;
    }
  };
  const Beam slender = SteelBar(1, 0.02, 0.01, 10, BeamMass::kConsistent);
  expect(slender, false, std::vector{53.14656250, 146.40021489, 286.71393032}, 0.004);
  expect(slender, true, std::vector{8.35449941, 52.33181830, 146.41801935}, 0.001);
  // A square section has each frequency twice, in any direction: made slightly unequal.
  const Beam thick = SteelBar(0.5, 0.0500001, 0.05, 10, BeamMass::kConsistent);
  expect(thick, false, std::vector{1026.97211212, 2671.35185547}, 0.007);
  expect(thick, true, std::vector{165.78872539, 993.62906322, 2613.39614597}, 0.007);
  // The third of the free one is 1.7 % off, and a quarter of that with twice the elements.
  const Beam fine = SteelBar(0.5, 0.0500001, 0.05, 20, BeamMass::kConsistent);
  expect(thick, false, std::vector{1026.97211212, 2671.35185547, 4872.66527196}, 0.0175);
  expect(fine, false, std::vector{1026.97211212, 2671.35185547, 4872.66527196}, 0.0045);
}

// Errors of the frequencies as elements double.
std::vector<double> Errors(bool clamped, int direction, int mode, double exact, BeamMass mass) {
  std::vector<double> errors;
  for (int elements : {5, 10, 20}) {
    const Beam beam = SteelBar(1, 0.02, 0.01, elements, mass);
    const int all = 6 * elements + 6;
    errors.push_back(Frequencies(beam, clamped, direction, all)[mode] / exact - 1);
  }
  return errors;
}

// Fourth order for bending of a slender beam, as the cubic element of the books has it.
TEST(ConsistentMass, BendingIsOfFourthOrder) {
  for (const auto& [clamped, exact] : {std::pair{true, 52.33181830}, {false, 146.40021489}}) {
    const std::vector<double> errors = Errors(clamped, 2, 1, exact, BeamMass::kConsistent);
    // 1.6e-3, 1.1e-4, 8.4e-6 clamped: 14.7 and 12.9 times smaller; then the rotary inertia, which
    // is of second order, shows.
    EXPECT_GT(errors[0] / errors[1], 13) << clamped;
    EXPECT_GT(errors[1] / errors[2], 11) << clamped;
    EXPECT_LT(errors[1], clamped ? 1.2e-4 : 9e-4);
  }
}

// Rods: f = n c / 2L free, (2n - 1) c / 4L clamped; c^2 = E/rho along, G J/(rho I_p) about the
// axis. The linear rod's frequencies are too high by (pi n h/L)^2/24, (pi (2n - 1) h/2L)^2/24
// [K.-J. Bathe, Finite Element Procedures, section 9: consistent mass bounds from above], those
// with lumped mass as much too low.
TEST(ConsistentMass, StretchingAndTorsionAreOfSecondOrderAndFromAbove) {
  const SectionProperties section = MakeSection(SteelBar(1, 0.02, 0.01, 1, {}).section);
  const double along = std::sqrt(kE / kDensity);
  const double about = std::sqrt(section.stiffness(3, 3) / section.inertia.x());
  for (const auto& [direction, c] : {std::pair{0, along}, std::pair{3, about}}) {
    for (bool clamped : {false, true}) {
      const double exact = clamped ? c / 4 : c / 2;
      const std::vector<double> errors =
          Errors(clamped, direction, 0, exact, BeamMass::kConsistent);
      for (int i = 0; i < 3; ++i) {
        const double angle = (clamped ? M_PI / 2 : M_PI) / (5 << i);
        EXPECT_NEAR(errors[i], angle * angle / 24, 0.05 * angle * angle / 24)
            << direction << clamped << i;
      }
    }
  }
}

// The mass matrix of all elements, between rigid motions of the whole beam about the origin.
Matrix6 RigidMass(const Beam& beam) {
  Model model;
  model.beams = {beam};
  const System system(model);
  const SystemState state = system.StartState();
  const LinearSystem linear(system, state);
  Eigen::MatrixXd rigid(6 * system.body_count(), 6);
  for (int i = 0; i < system.body_count(); ++i) {
    rigid.middleRows<6>(6 * i) = Adjoint(Inverse(state.pose[i]));
  }
  return rigid.transpose() * Eigen::MatrixXd(linear.Quadratic(0).M) * rigid;
}

// Mass, centre and inertia of a prism off its line.
TEST(ConsistentMass, RigidMotionHasTheInertiaOfThePrism) {
  const double l = 0.8, a = 0.02, b = 0.03, m = kDensity * a * b * l;
  for (int elements : {1, 3, 10}) {
    Beam beam = SteelBar(l, a, b, elements, BeamMass::kConsistent);
    beam.section.centroid = Eigen::Vector2d(0.04, -0.05);
    const Vector3d c(l / 2, 0.04, -0.05);
    const Vector3d own = m / 12 * Vector3d(a * a + b * b, l * l + b * b, l * l + a * a);
    Matrix6 exact;
    exact << m * Eigen::Matrix3d::Identity(), -m * Skew(c), m * Skew(c),
        Eigen::Matrix3d(own.asDiagonal()) - m * Skew(c) * Skew(c);
    EXPECT_LT((RigidMass(beam) - exact).cwiseAbs().maxCoeff(), 1e-13 * m) << elements;
  }
}

// Both masses agree in rigid motion of a straight beam. Around a corner the consistent mass is that
// of the two legs.
TEST(ConsistentMass, RigidMotionIsThatOfLumpedMass) {
  const auto mass_of = [](const std::vector<Vector3d>& along, BeamMass mass) {
    Beam beam = SteelBar(1, 0.02, 0.01, 6, mass);
    beam.along = along;
    return RigidMass(beam);
  };
  const Vector3d a(0.1, 0, 0), b(0.7, 0, 0), c(0.7, 0.3, 0.2);
  const Matrix6 first = mass_of({a, b}, BeamMass::kLumped);
  EXPECT_LT((mass_of({a, b}, BeamMass::kConsistent) - first).cwiseAbs().maxCoeff(), 1e-13);
  Beam leg = SteelBar(1, 0.02, 0.01, 3, BeamMass::kLumped);
  leg.along = {b, c};
  // The legs' sections are turned as the corner turns them.
  leg.z_axes = {Vector3d(0, 0, 1)};
  Beam corner = SteelBar(1, 0.02, 0.01, 6, BeamMass::kConsistent);
  corner.along = {a, b, c};
  corner.z_axes = {Vector3d(0, 0, 1)};
  const Matrix6 both = first + RigidMass(leg);
  EXPECT_LT((RigidMass(corner) - both).cwiseAbs().maxCoeff(), 1e-13);
}

// A quarter circle of thin wire has its centre at 2 r/pi and the inertia m r^2 about its middle;
// met with the second order at least.
TEST(ConsistentMass, OfAnArc) {
  Beam arc = SteelBar(1, 1e-4, 1e-4, 4, BeamMass::kConsistent);
  arc.curve = BeamCurve::kSpline;
  arc.along.clear();
  for (int i = 0; i <= 64; ++i) {
    const double angle = M_PI / 2 * i / 64;
    arc.along.emplace_back(std::cos(angle), std::sin(angle), 0);
  }
  double last = 0;
  for (int elements : {4, 8}) {
    arc.elements = elements;
    const Matrix6 M = RigidMass(arc);
    const double m = kDensity * 1e-8 * M_PI / 2;
    EXPECT_NEAR(M(0, 0), m, 1e-7 * m);  // as long as the spline

    const double error =
        std::max(std::abs(M(1, 5) / M(0, 0) - 2 / M_PI), std::abs(M(5, 5) / M(0, 0) - 1));
    EXPECT_LT(error, 2e-4);
    if (last > 0) {
      EXPECT_GT(last / error, 3.6);
    }
    last = error;
  }
}

// ---- Free flight --------------------------------------------------------------------------------

TEST(ConsistentMass, DriftInFreeFlightFallsWithOrderTwo) {
  const FlightDrift coarse = DriftInFreeFlight(BeamMass::kConsistent, 2e-3);
  const FlightDrift fine = DriftInFreeFlight(BeamMass::kConsistent, 5e-4);
  // A quarter each time the step is halved, with something to spare: the largest of twenty samples
  // jumps about.
  EXPECT_GT(coarse.linear / fine.linear, 12);
  EXPECT_GT(coarse.angular / fine.angular, 12);
  EXPECT_GT(coarse.energy / fine.energy, 12);
  EXPECT_LT(fine.angular, 1e-5);
}

}  // namespace
}  // namespace jounce

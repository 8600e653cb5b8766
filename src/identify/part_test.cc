#include "identify/part.h"

#include <gtest/gtest.h>

#include <complex>
#include <numbers>

#include "identify/synthetic_data_for_test.h"
#include "testbench/loop.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;

// K* of the first harmonic of one part alone, from the rows of a loop.
std::complex<double> Stiffness(PartKind kind, const std::vector<double>& values, double amplitude,
                               double frequency, int steps = 256) {
  std::vector<Series> data = Programme({amplitude}, {frequency}, 64);
  CandidateLaw model;
  model.Add(kind, values);
  MeasureModel(model, steps, &data);
  return testbench::MeasureLoop(data[0].time, data[0].displacement, data[0].force).stiffness;
}

void ExpectNear(std::complex<double> found, std::complex<double> exact, double tolerance) {
  EXPECT_LT(std::abs(found - exact), tolerance * std::abs(exact)) << found << " and " << exact;
}

// K* = k i w tau / (1 + i w tau), viscoelastic_closed_forms/spec.md.
TEST(Part, MaxwellIsPeriodicAtOnce) {
  const double k = 3e5;
  for (const double tau : {1e-4, 0.02, 50.0}) {
    const std::complex<double> s(0, 2 * pi * 8 * tau);
    // A branch faster than the grid follows the chords of the sine: half a step late.
    const double tolerance = tau < 1e-3 ? 1e-2 : 2e-4;
    ExpectNear(Stiffness(PartKind::kMaxwell, {k, tau}, 1e-3, 8), k * s / (1.0 + s), tolerance);
  }
}

// u^3 of a sine is A^3 (3/4 sin wt - 1/4 sin 3wt): the first harmonic is that of a linear branch of
// 3/4 g A^2.
TEST(Part, CubicBranchIsAMaxwellBranchOfTheCube) {
  const double g = 2e11, tau = 0.02, amplitude = 1e-3;
  const std::complex<double> s(0, 2 * pi * 8 * tau);
  ExpectNear(Stiffness(PartKind::kCubic, {g, tau}, amplitude, 8),
             0.75 * g * amplitude * amplitude * s / (1.0 + s), 1e-3);
}

// K* = i w c (k - m w^2) / (k - m w^2 + i w c), c = k Tr, of the same source.
TEST(Part, FluidElementIsPeriodicAtOnce) {
  const double k = 5e5, m = 2, tr = 0.0024;
  for (const double f : {1.0, 30.0, 79.0, 200.0}) {
    const double w = 2 * pi * f, d = k - m * w * w;
    const std::complex<double> iwc(0, w * k * tr);
    ExpectNear(Stiffness(PartKind::kFluid, {m, k, tr}, 1e-3, f), iwc * d / (d + iwc), 1e-3);
  }
}

// Loop area 4 Fy (A - Fy/Kp), and none below the yield displacement.
TEST(Part, FrictionLoopHasTheAreaOfItsParallelogram) {
  std::vector<Series> data = Programme({0.1e-3, 1e-3}, {5}, 400);
  CandidateLaw model;
  model.Add(PartKind::kFriction, {442.2e3, 88.44});
  MeasureModel(model, 1024, &data);
  const auto area = [&](int i) {
    return testbench::MeasureLoop(data[i].time, data[i].displacement, data[i].force).energy;
  };
  EXPECT_NEAR(area(0), 0, 1e-9);
  EXPECT_NEAR(area(1), 4 * 88.44 * (1e-3 - 88.44 / 442.2e3), 1e-3 * area(1));
}

// K* = kb Z/(kb + Z), Z = k2 - m w^2 + i w c1, where gap and quadratic loss are zero.
TEST(Part, HydroPathWithoutQuadraticLossIsLinear) {
  const double kb = 1.0e6, k2 = 5e4, m = 90, c1 = 4000;
  for (const double f : {1.0, 12.0, 40.0}) {
    const double w = 2 * pi * f;
    const std::complex<double> z(k2 - m * w * w, w * c1);
    ExpectNear(Stiffness(PartKind::kHydroPath, {kb, k2, m, c1, 0, 0, 0}, 0.5e-3, f, 1024),
               kb * z / (kb + z), 2e-3);
  }
}

// A slipping branch is a Maxwell branch while its yield force is far, and friction without its
// dashpot.
TEST(Part, SlipHasItsTwoLimits) {
  const double k = 3e5, fy = 60;
  ExpectNear(Stiffness(PartKind::kSlip, {k, 0.02, 1e9}, 1e-3, 8),
             Stiffness(PartKind::kMaxwell, {k, 0.02}, 1e-3, 8), 2e-6);
  ExpectNear(Stiffness(PartKind::kSlip, {k, 1e6, fy}, 1e-3, 8),
             Stiffness(PartKind::kFriction, {k, fy}, 1e-3, 8), 1e-5);
}

}  // namespace
}  // namespace jounce::identify

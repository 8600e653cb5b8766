#include "testbench/loop.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace jounce::testbench {
namespace {

constexpr double kPi = std::numbers::pi;

// An ellipse: both definitions must give the same stiffness and angle.
TEST(Loop, EllipseHasOneStiffnessAndOneAngle) {
  const double d0 = 1e-3, f0 = 500, delta = 0.3;
  std::vector<double> t, u, f;
  const int n = 4096;
  for (int i = 0; i <= n; ++i) {
    const double angle = 2 * kPi * i / n;
    t.push_back(0.1 * i / n);
    u.push_back(d0 * std::sin(angle));
    f.push_back(f0 * std::sin(angle + delta));
  }
  const LoopProperties loop = MeasureLoop(t, u, f);
  EXPECT_NEAR(loop.peak_stiffness, f0 / d0, 1e-6 * f0 / d0);
  EXPECT_NEAR(loop.harmonic_stiffness(), f0 / d0, 1e-10 * f0 / d0);
  EXPECT_NEAR(loop.harmonic_loss_angle(), delta, 1e-10);
  EXPECT_NEAR(loop.peak_loss_angle, delta, 1e-6);
  EXPECT_NEAR(loop.energy, kPi * d0 * f0 * std::sin(delta), 1e-6);
}

// Rows at uneven times, with a mean and a third harmonic: the fit still finds each exactly.
TEST(Loop, HarmonicsOfUnevenRowsAreExact) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> jitter(-0.3, 0.3);
  std::vector<double> t, y;
  const int n = 52;
  const double period = 0.5;
  for (int i = 0; i <= n; ++i) {
    t.push_back(period * (i + (i % n ? jitter(random) : 0)) / n);
    const double angle = 2 * kPi * t.back() / period;
    y.push_back(3 + 2 * std::cos(angle + 0.4) + 0.5 * std::cos(3 * angle - 1));
  }
  const auto c = FitHarmonics(t, y, period, 5);
  EXPECT_NEAR(c[0].real(), 3, 1e-12);
  EXPECT_NEAR(std::abs(c[1] - std::polar(2.0, 0.4)), 0, 1e-12);
  EXPECT_NEAR(std::abs(c[2]), 0, 1e-12);
  EXPECT_NEAR(std::abs(c[3] - std::polar(0.5, -1.0)), 0, 1e-12);
}

// A rigid-plastic rectangle is fatter than any ellipse; a flat line has no loss; nothing is NaN.
TEST(Loop, DegenerateLoopsStayFinite) {
  const LoopProperties rectangle =
      MeasureLoop({0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 1, 1, 0, -1, -1, -1, -1, 0},
                  {2, 2, -2, -2, -2, -2, 2, 2, 2});
  EXPECT_NEAR(rectangle.peak_loss_angle, kPi / 2, 1e-12);
  const LoopProperties flat = MeasureLoop({0, 1, 2}, {0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(flat.peak_stiffness, 0);
  EXPECT_EQ(flat.peak_loss_angle, 0);
}

}  // namespace
}  // namespace jounce::testbench

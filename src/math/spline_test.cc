#include "math/spline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "base/error.h"

namespace jounce {
namespace {

// Slope and area against differences and Simpson's rule, everywhere inside and outside.
void CheckDerivatives(const Spline& spline) {
  for (double x = spline.first() - 1.03; x < spline.last() + 1; x += 0.11) {
    const double d = 1e-5;
    const Spline::Point low = spline.Evaluate(x - d), mid = spline.Evaluate(x),
                        high = spline.Evaluate(x + d);
    EXPECT_NEAR(mid.slope, (high.value - low.value) / (2 * d), 1e-4) << x;
    EXPECT_NEAR((low.value + 4 * mid.value + high.value) * d / 3, high.integral - low.integral,
                1e-10)
        << x;
  }
}

TEST(Spline, LinearGoesStraightBetweenPoints) {
  const Spline spline({0, 1, 3}, {0, 2, 0}, Interpolation::kLinear, Extrapolation::kLinear);
  EXPECT_DOUBLE_EQ(spline.Evaluate(0.25).value, 0.5);
  EXPECT_DOUBLE_EQ(spline.Evaluate(2).value, 1);
  EXPECT_DOUBLE_EQ(spline.Evaluate(3).integral, 3);
  EXPECT_DOUBLE_EQ(spline.Evaluate(4).value, -1);
  EXPECT_DOUBLE_EQ(spline.Evaluate(-1).value, -2);
}

TEST(Spline, SlopesAndAreasAreThoseOfTheCurve) {
  const std::vector<double> x = {-2, -1.3, 0, 0.4, 1.7, 2}, y = {-5, -2, 0, 0.5, 4, 4.1};
  for (Extrapolation e : {Extrapolation::kLinear, Extrapolation::kConstant}) {
    CheckDerivatives(Spline(x, y, Interpolation::kCubic, e));
    CheckDerivatives(Spline(x, y, Interpolation::kMonotone, e));
  }
}

TEST(Spline, CubicHasContinuousCurvatureAndFreeEnds) {
  const Spline spline({0, 1, 2.5, 3}, {0, 1, -1, 2}, Interpolation::kCubic, Extrapolation::kLinear);
  const double d = 1e-4;
  auto curvature = [&](double x) {
    return (spline.Evaluate(x + d).slope - spline.Evaluate(x - d).slope) / (2 * d);
  };
  EXPECT_NEAR(curvature(1 - 2 * d), curvature(1 + 2 * d), 0.01);
  EXPECT_NEAR(curvature(2.5 - 2 * d), curvature(2.5 + 2 * d), 0.01);
  EXPECT_NEAR(curvature(2 * d), 0, 0.01);
  EXPECT_NEAR(curvature(3 - 2 * d), 0, 0.01);
}

TEST(Spline, CubicConvergesWithFourthOrderInside) {
  double error[2];
  for (int level = 0; level < 2; ++level) {
    const int n = 40 << level;
    std::vector<double> x, y;
    for (int i = 0; i <= n; ++i) {
      x.push_back(2 * M_PI * i / n);
      y.push_back(std::sin(x.back()));  // no curvature at 0 and 2 pi, as the natural spline wants
    }
    const Spline spline(x, y, Interpolation::kCubic, Extrapolation::kLinear);
    error[level] = 0;
    for (double t = 0; t < 2 * M_PI; t += 0.003) {
      error[level] = std::max(error[level], std::abs(spline.Evaluate(t).value - std::sin(t)));
    }
  }
  EXPECT_NEAR(std::log2(error[0] / error[1]), 4, 0.1);
}

TEST(Spline, MonotoneNeverOvershoots) {
  const Spline spline({0, 1, 2, 3, 4}, {0, 0, 0.01, 10, 10}, Interpolation::kMonotone,
                      Extrapolation::kConstant);
  double before = -1e-15;
  for (double x = 0; x <= 4; x += 0.01) {
    const double y = spline.Evaluate(x).value;
    EXPECT_GE(y, before - 1e-15);
    EXPECT_LE(y, 10 + 1e-12);
    before = y;
  }
}

TEST(Spline, SaysWhatIsWrongWithATable) {
  const auto make = [](std::vector<double> x, std::vector<double> y) {
    return Spline(std::move(x), std::move(y), Interpolation::kCubic, Extrapolation::kLinear);
  };
  EXPECT_THROW(make({0}, {0}), InputError);
  EXPECT_THROW(make({0, 1}, {0}), InputError);
  EXPECT_THROW(make({0, 1, 1}, {0, 1, 2}), InputError);
  EXPECT_THROW(make({0, std::nan("")}, {0, 1}), InputError);
  EXPECT_THROW(make({0, 1}, {0, std::numeric_limits<double>::infinity()}), InputError);
}

// On even spacing the slopes of a parabola are exact, also at the ends; a corner stays one.
TEST(Spline, AkimaFollowsParabolasAndKeepsCorners) {
  const Spline parabola({0, 1, 2, 3, 4}, {0, 1, 4, 9, 16}, Interpolation::kAkima,
                        Extrapolation::kLinear);
  for (double x : {0.0, 0.3, 1.5, 2.7, 4.0}) {
    EXPECT_NEAR(parabola.Evaluate(x).value, x * x, 1e-14);
    EXPECT_NEAR(parabola.Evaluate(x).slope, 2 * x, 1e-13);
  }
  const Spline corner({0, 1, 2, 3, 4, 5, 6}, {0, 0, 0, 0, 1, 2, 3}, Interpolation::kAkima,
                      Extrapolation::kLinear);
  EXPECT_NEAR(corner.Evaluate(1.5).value, 0, 1e-15);
  EXPECT_NEAR(corner.Evaluate(5.5).value, 2.5, 1e-15);
}

}  // namespace
}  // namespace jounce

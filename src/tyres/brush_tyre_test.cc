#include "tyres/brush_tyre.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "tyres/tyre_testing.h"

namespace jounce {
namespace {

constexpr BrushTyreSettings kSettings = [] {
  BrushTyreSettings s;
  s.friction = 0.9;
  s.rolling_resistance = 0.012;
  return s;
}();

// An independent calculation: the forces of 200000 bristles along the contact, each held by its
// share of parabolic pressure [Pacejka 2012, eq. 3.2 to 3.9].
struct Sum {
  double force = 0, moment = 0;
};
Sum SumOfBristles(double load, double slip) {
  const double a = kSettings.half_length * std::sqrt(load / kSettings.nominal_load);
  const double stiffness = kSettings.stiffness * load / kSettings.nominal_load;
  const double c = stiffness / (2 * a * a);
  Sum sum;
  const int n = 200000;
  for (int i = 0; i < n; ++i) {
    const double x = a - 2 * a * (i + 0.5) / n;  // from the leading edge
    const double most = kSettings.friction * 0.75 * load / a * (1 - x * x / (a * a));
    const double part = std::min(c * (a - x) * slip, most) * 2 * a / n;
    sum.force += part;
    sum.moment += part * -x;
  }
  return sum;
}

TEST(BrushTyreTest, IsTheSumOfItsBristles) {
  const BrushTyre tyre(kSettings);
  for (const double load : {1500.0, 4000.0}) {
    for (const double tangent : {0.01, 0.06, 0.15, 0.4}) {
      const auto f = tyre.Forces({.load = load, .alpha = std::atan(tangent), .speed = 10});
      const Sum sum = SumOfBristles(load, tangent);
      EXPECT_NEAR(f.fy.value, -sum.force, 1e-6 * load);
      EXPECT_NEAR(f.mz.value, sum.moment, 1e-6 * load);
    }
    // Theoretical slip is kappa/(1 + kappa).
    const auto f = tyre.Forces({.load = load, .kappa = 0.1, .speed = 10});
    EXPECT_NEAR(f.fx.value, SumOfBristles(load, 0.1 / 1.1).force, 1e-6 * load);
  }
}

TEST(BrushTyreTest, CombinedSlipStaysOnTheCircleOfFriction) {
  const BrushTyre tyre(kSettings);
  const auto f = tyre.Forces({.load = 3000, .kappa = -0.4, .alpha = 0.5, .speed = 10});
  EXPECT_NEAR(std::hypot(f.fx.value, f.fy.value), 0.9 * 3000, 1e-9);
  EXPECT_NEAR(f.fx.value / f.fy.value, 0.4 / std::tan(0.5), 1e-12);
  EXPECT_EQ(f.mz.value, 0);
  // A locked wheel, too.
  const auto locked = tyre.Forces({.load = 3000, .kappa = -1, .alpha = 0.1, .speed = 10});
  EXPECT_NEAR(std::hypot(locked.fx.value, locked.fy.value), 0.9 * 3000, 1e-9);
}

TEST(BrushTyreTest, DerivativesAreThoseOfTheForces) {
  const BrushTyre tyre(kSettings);
  for (const double kappa : {-0.3, 0.0, 0.02, 0.6}) {
    for (const double alpha : {-0.2, 0.0, 0.01}) {
      // The corner of |slip| leaves differences less exact than the closed form below.
      if (kappa != 0 || alpha != 0) testing::ExpectDerivatives(tyre, {2500, kappa, alpha, 0, 10});
    }
  }
  const auto f = tyre.Forces({.load = 4000, .speed = 10});
  EXPECT_NEAR(f.fx.d[kByKappa], kSettings.stiffness, 1e-9);
  EXPECT_NEAR(f.fy.d[kByAlpha], -kSettings.stiffness, 1e-9);
}

TEST(BrushTyreTest, NoStiffnessIsRefused) {
  BrushTyreSettings settings;
  settings.stiffness = 0;
  EXPECT_THROW(BrushTyre{settings}, InputError);
  settings = {};
  settings.radius = 0;
  EXPECT_THROW(BrushTyre{settings}, InputError);
}

}  // namespace
}  // namespace jounce

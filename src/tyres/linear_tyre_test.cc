#include "tyres/linear_tyre.h"

#include <gtest/gtest.h>

#include "tyres/tyre_testing.h"

namespace jounce {
namespace {

LinearTyreSettings Settings() {
  LinearTyreSettings s;
  s.camber_stiffness = 2000;
  s.trail = 0.03;
  s.rolling_resistance = 0.01;
  s.relaxation_y = 0.5;
  return s;
}

TEST(LinearTyreTest, ForcesAreStiffnessTimesSlip) {
  const LinearTyre tyre(Settings());
  const auto f =
      tyre.Forces({.load = 5000, .kappa = 0.01, .alpha = 0.02, .gamma = 0.1, .speed = 9});
  EXPECT_DOUBLE_EQ(f.fx.value, 600);
  EXPECT_DOUBLE_EQ(f.fy.value, -1200 - 200);
  EXPECT_DOUBLE_EQ(f.mz.value, 0.03 * 1400);
  EXPECT_DOUBLE_EQ(f.my.value, -0.01 * 0.3 * 5000);
  EXPECT_EQ(tyre.Forces({.load = -1, .kappa = 0.1}).fx.value, 0);
  const TyreReport report = tyre.Report({.load = 5000, .kappa = 0.1, .speed = 10});
  EXPECT_DOUBLE_EQ(report.deflection, 0.025);
  EXPECT_DOUBLE_EQ(report.rolling_radius, 0.3 - 0.025 / 3);
  EXPECT_DOUBLE_EQ(report.wheel_speed, 11 / (0.3 - 0.025 / 3));
}

TEST(LinearTyreTest, DerivativesAreThoseOfTheForces) {
  LinearTyreSettings settings = Settings();
  for (const bool proportional : {false, true}) {
    settings.proportional = proportional;
    testing::ExpectDerivatives(LinearTyre(settings), {3000, 0.1, -0.2, 0.05, 10});
  }
}

}  // namespace
}  // namespace jounce

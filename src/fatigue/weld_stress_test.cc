#include "fatigue/weld_stress.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

// 100 N/mm on 2 mm are 50 MPa; 20 N mm/mm bend it by 6 * 20/4 = 30 MPa.
TEST(WeldStressTest, SeamIsMembraneAndBending) {
  EXPECT_NEAR(SeamStress(100e3, 20, 2e-3, 1), 80e6, 1e-3);
  EXPECT_NEAR(SeamStress(100e3, 20, 2e-3, -1), 20e6, 1e-3);
}

// A nugget of 5 mm in a sheet of 1 mm, by hand: K = 0.6.
TEST(WeldStressTest, SpotWeldByHand) {
  const double d = 5e-3, t = 1e-3;
  EXPECT_NEAR(SpotWeldStress({.fx = 1000}, d, t, 0), -1000 / (M_PI * 5) * 1e6, 1);
  EXPECT_NEAR(SpotWeldStress({.fx = 1000}, d, t, M_PI), 1000 / (M_PI * 5) * 1e6, 1);
  EXPECT_NEAR(SpotWeldStress({.fy = 1000}, d, t, 0), 0, 1e-6);
  EXPECT_NEAR(SpotWeldStress({.fz = 100}, d, t, 1.2), 0.6 * 174.4e6, 1);
  EXPECT_EQ(SpotWeldStress({.fz = -100}, d, t, 1.2), 0) << "pressed on";
  EXPECT_NEAR(SpotWeldStress({.mx = 1}, d, t, M_PI / 2), 0.6 * 1.872 * 1000 / 5 * 1e6, 1);
  EXPECT_NEAR(SpotWeldStress({.my = 1}, d, t, 0), -0.6 * 1.872 * 1000 / 5 * 1e6, 1);
}

}  // namespace
}  // namespace jounce

#include "math/lane_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jounce {
namespace {

Lanes<4> FourOf(double a, double b, double c, double d) {
  const double all[] = {a, b, c, d};
  return Lanes<4>::Load(all);
}

// Against the library of the machine, over signs, both reductions and far out.
TEST(LaneFunctionsTest, AtanIsThatOfTheLibrary) {
  for (double x = 1e-9; x < 1e9; x *= 1.0173) {
    const Lanes<4> y = AtanOfLanes(FourOf(x, -x, 1 / x, 0));
    EXPECT_NEAR(y[0], std::atan(x), 4e-16 * std::atan(x)) << x;
    EXPECT_EQ(y[1], -y[0]);
    EXPECT_NEAR(y[2], std::atan(1 / x), 4e-16 * std::atan(1 / x)) << x;
    EXPECT_EQ(y[3], 0);
  }
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(AtanOfLanes(FourOf(infinity, -infinity, 0, 0))[1], -M_PI / 2);
  EXPECT_TRUE(std::isnan(AtanOfLanes(FourOf(std::nan(""), 0, 0, 0))[0]));
}

TEST(LaneFunctionsTest, SineAndCosineAreThoseOfTheLibrary) {
  for (double x = -30; x < 30; x += 0.00731) {
    const SinesOfLanes<4> y = SinCosOfLanes(FourOf(x, -x, x * 1000, x / 1000));
    for (int i = 0; i < 4; ++i) {
      const double argument = i == 0 ? x : i == 1 ? -x : i == 2 ? x * 1000 : x / 1000;
      EXPECT_NEAR(y.sine[i], std::sin(argument), 5e-16) << argument;
      EXPECT_NEAR(y.cosine[i], std::cos(argument), 5e-16) << argument;
    }
  }
}

}  // namespace
}  // namespace jounce

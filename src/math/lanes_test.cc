#include "math/lanes.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Eight = Lanes<8>;
const double kNumbers[8] = {-2, -0.5, 0, 0.25, 1, 2, 3, 1e3};

TEST(Lanes, OperatorsWorkLaneByLane) {
  const Eight x = Eight::Load(kNumbers);
  const Eight y = (x * x - 3.0) / (x + 10.0);
  for (int i = 0; i < 8; ++i) {
    EXPECT_DOUBLE_EQ(y[i], (kNumbers[i] * kNumbers[i] - 3) / (kNumbers[i] + 10));
  }
  EXPECT_EQ((-x)[5], -2);
}

TEST(Lanes, ChoicesAndFunctionsWorkLaneByLane) {
  const Eight x = Eight::Load(kNumbers);
  const Eight clipped = Clamp(x, Eight(-1.0), Eight(1.5)), root = sqrt(Abs(x)),
              wave = exp(-Abs(x)) + sin(x);
  const Eight band = Where((x > Eight(0.0)) & !(x > Eight(2.5)), Eight(1.0), Eight(0.0));
  for (int i = 0; i < 8; ++i) {
    const double v = kNumbers[i];
    EXPECT_EQ(clipped[i], std::clamp(v, -1.0, 1.5));
    EXPECT_EQ(root[i], std::sqrt(std::abs(v)));
    EXPECT_EQ(wave[i], std::exp(-std::abs(v)) + std::sin(v));
    EXPECT_EQ(band[i], v > 0 && v <= 2.5 ? 1 : 0);
  }
}

}  // namespace
}  // namespace jounce

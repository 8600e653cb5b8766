#include "math/packed_dual.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

// One formula with every word in it.
template <class T>
T Formula(const T& a, const T& b, const T& c, const T& e) {
  using std::acos, std::atan, std::cos, std::exp, std::pow, std::sin, std::sqrt, std::tan;
  const T sum = 2.0 * a + b * c - e / 3.0 + 1.5 - (0.25 - a) / b + 1.0 / c;
  const T round = sin(sum) * cos(b) + tan(a) + atan(sum) * acos(0.3 * a);
  return Min(round, T(1e9)) + Max(sqrt(b), T(-1.0)) * Abs(-c) + exp(-e) + pow(b, 1.7) - Abs(a) -
         (a - b);
}

TEST(PackedDualTest, IsTheDualOfFourVariables) {
  const double x[] = {0.4, 1.3, 0.7, 2.1};
  const PackedDual packed = Formula(PackedDual::Variable(x[0], 0), PackedDual::Variable(x[1], 1),
                                    PackedDual::Variable(x[2], 2), PackedDual::Variable(x[3], 3));
  const Dual<4> dual = Formula(Dual<4>::Variable(x[0], 0), Dual<4>::Variable(x[1], 1),
                               Dual<4>::Variable(x[2], 2), Dual<4>::Variable(x[3], 3));
  EXPECT_NEAR(packed.value, dual.value, 1e-14);
  EXPECT_NEAR(packed.value, Formula<double>(x[0], x[1], x[2], x[3]), 1e-14);
  for (int i = 0; i < 4; ++i) EXPECT_NEAR(packed.ToDual().d[i], dual.d[i], 1e-13);
}

}  // namespace
}  // namespace jounce

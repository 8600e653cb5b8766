#include "math/few_entries.h"

#include <gtest/gtest.h>

#include "math/lanes.h"

namespace jounce {
namespace {

Matrix6 Few() {
  Matrix6 few = Matrix6::Zero();
  few(0, 0) = 2;
  few(1, 5) = -3;
  few(4, 1) = 7;
  return few;
}

TEST(FewEntries, MultipliesAsTheMatrixDoes) {
  const Six<double> x = {1, 1.2, 1.4, 1.6, 1.8, 2};
  const Eigen::Map<const Vector6> vector(x.data());
  for (const Matrix6& matrix : {Few(), Matrix6(Matrix6::Random()), Matrix6(Matrix6::Zero())}) {
    const FewEntries<double> entries(matrix);
    const Six<double> y = entries.Times(x), z = entries.TransposedTimes(x);
    EXPECT_LT((Eigen::Map<const Vector6>(y.data()) - matrix * vector).norm(), 1e-14);
    EXPECT_LT((Eigen::Map<const Vector6>(z.data()) - matrix.transpose() * vector).norm(), 1e-14);
    EXPECT_NEAR(Dot(x, y), vector.dot(matrix * vector), 1e-13);
  }
}

// An entry that is there in one lane alone is zero in the others.
TEST(FewEntries, HasOneMatrixInEachLane) {
  const std::array<Matrix6, 3> matrices = {Few(), Matrix6::Random(), Matrix6::Identity()};
  const FewEntries<Lanes<4>> entries(matrices);
  Six<Lanes<4>> x;
  for (int i = 0; i < 6; ++i) {
    for (int lane = 0; lane < 4; ++lane) x[i].Set(lane, 1 + i + 0.1 * lane);
  }
  const Six<Lanes<4>> y = entries.Times(x), z = entries.TransposedTimes(x);
  for (int lane = 0; lane < 4; ++lane) {
    const Matrix6& matrix = matrices[lane < 3 ? lane : 0];
    Vector6 own;
    for (int i = 0; i < 6; ++i) own[i] = x[i][lane];
    for (int i = 0; i < 6; ++i) {
      EXPECT_NEAR(y[i][lane], matrix.row(i).dot(own), 1e-13);
      EXPECT_NEAR(z[i][lane], matrix.col(i).dot(own), 1e-13);
    }
  }
}

}  // namespace
}  // namespace jounce

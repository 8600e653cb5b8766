#include "math/few_entries.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

TEST(FewEntries, MultipliesAsTheMatrixDoes) {
  Matrix6 few = Matrix6::Zero();
  few(0, 0) = 2;
  few(1, 5) = -3;
  few(4, 1) = 7;
  const Vector6 x = Vector6::LinSpaced(1, 2);
  for (const Matrix6& matrix : {few, Matrix6(Matrix6::Random()), Matrix6(Matrix6::Zero())}) {
    const FewEntries entries(matrix);
    EXPECT_LT((entries.Times(x) - matrix * x).norm(), 1e-14);
    EXPECT_LT((entries.TransposedTimes(x) - matrix.transpose() * x).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace jounce

#include "math/dense.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

MatrixXd Tall() { return (MatrixXd(4, 2) << 1, 0, 1, 1, 1, 2, 1, 3).finished(); }

TEST(Dense, LeastSquaresIsTheLineThroughPoints) {
  // Regression of 1, 3, 2, 5 over 0 to 3 by hand: slope 1.1, intercept 1.1.
  const VectorXd b = (VectorXd(4) << 1, 3, 2, 5).finished();
  const VectorXd line = SolveLeastSquares(Tall(), b);
  EXPECT_NEAR(line(0), 1.1, 1e-14);
  EXPECT_NEAR(line(1), 1.1, 1e-14);
  EXPECT_LT((PseudoInverse(Tall()) * b - line).norm(), 1e-14);
}

TEST(Dense, SquareSystems) {
  const MatrixXd A = (MatrixXd(2, 2) << 2, 1, 1, 3).finished();
  const MatrixXd inverse = (MatrixXd(2, 2) << 3, -1, -1, 2).finished() / 5;
  EXPECT_LT((SolveSquare(A, MatrixXd::Identity(2, 2)) - inverse).norm(), 1e-15);
  EXPECT_LT((Inverse(A) - inverse).norm(), 1e-15);
}

TEST(Dense, NullSpaceOfDependentRows) {
  const MatrixXd A = (MatrixXd(3, 4) << 1, 1, 0, 0, 2, 2, 0, 0, 0, 0, 1, -1).finished();
  const MatrixXd Z = NullSpace(A, 1e-10);
  ASSERT_EQ(Z.cols(), 2);
  EXPECT_LT((A * Z).norm(), 1e-14);
  EXPECT_LT((Z.transpose() * Z - MatrixXd::Identity(2, 2)).norm(), 1e-14);
  EXPECT_EQ(NullSpace(MatrixXd(0, 3), 1e-10), MatrixXd::Identity(3, 3));
}

TEST(Dense, PositiveWhereEveryPivotIs) {
  // Scaled so that the smallest direction has 1e-18 of the stiffness of the largest.
  const MatrixXd small = (MatrixXd(2, 2) << 1e-9, 0, 0, 1e9).finished();
  EXPECT_TRUE(IsPositive(small));
  EXPECT_FALSE(IsPositive((MatrixXd(2, 2) << 1, 2, 2, 1).finished()));
  EXPECT_FALSE(IsPositive((MatrixXd(2, 2) << 1, 1, 1, 1).finished()));
}

TEST(Dense, ColumnSpaceOfDependentColumns) {
  const MatrixXd A = (MatrixXd(4, 3) << 1, 2, 0, 1, 2, 0, 0, 0, 1, 0, 0, -1).finished();
  const MatrixXd Q = ColumnSpace(A, 1e-10);
  ASSERT_EQ(Q.cols(), 2);
  EXPECT_LT((Q.transpose() * Q - MatrixXd::Identity(2, 2)).norm(), 1e-14);
  EXPECT_LT((Q * (Q.transpose() * A) - A).norm(), 1e-14);
  EXPECT_EQ(ColumnSpace(MatrixXd(3, 0), 1e-10).cols(), 0);
  EXPECT_EQ(ColumnSpace(MatrixXd::Zero(3, 2), 1e-10).cols(), 0);
}

TEST(Dense, EigenvaluesOfASpringChain) {
  // n masses between walls: 2 - 2 cos(j pi / (n + 1)).
  const int n = 5;
  MatrixXd K = 2 * MatrixXd::Identity(n, n);
  for (int k = 0; k + 1 < n; ++k) K(k, k + 1) = K(k + 1, k) = -1;
  const RealEigen plain = SymmetricEigen(K);
  const RealEigen weighed = GeneralizedEigen(K, 4 * MatrixXd::Identity(n, n));
  for (int j = 1; j <= n; ++j) {
    const double exact = 2 - 2 * std::cos(j * M_PI / (n + 1));
    EXPECT_NEAR(plain.values(j - 1), exact, 1e-14);
    EXPECT_NEAR(weighed.values(j - 1), exact / 4, 1e-14);
  }
  EXPECT_LT((4 * weighed.vectors.transpose() * weighed.vectors - MatrixXd::Identity(n, n)).norm(),
            1e-13);
}

TEST(Dense, EigenvaluesOfARotationAreImaginary) {
  const MatrixXd A = (MatrixXd(2, 2) << 0, -2, 2, 0).finished();
  const ComplexEigen eigen = GeneralEigen(A);
  EXPECT_NEAR(std::abs(eigen.values(0).imag()), 2, 1e-14);
  EXPECT_LT((A * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm(), 1e-13);
}

}  // namespace
}  // namespace jounce

#include "math/nonnegative_least_squares.h"

#include <gtest/gtest.h>

#include "math/dense.h"

namespace jounce {
namespace {

TEST(NonnegativeLeastSquares, IsPlainLeastSquaresWhereThatIsPositive) {
  Eigen::MatrixXd a(4, 2);
  a << 1, 2, 3, 4, 5, 6, 7, 9;
  const Eigen::VectorXd b = a * Eigen::Vector2d(0.5, 2) + Eigen::Vector4d(0.01, -0.01, 0.02, 0);
  const Eigen::VectorXd x = SolveNonnegativeLeastSquares(a, b);
  EXPECT_LT((x - SolveLeastSquares(a, b)).norm(), 1e-12);
}

// Karush-Kuhn-Tucker conditions: x >= 0, gradient >= 0, one of them zero for each unknown.
TEST(NonnegativeLeastSquares, MeetsTheOptimalityConditions) {
  std::srand(7);
  for (int trial = 0; trial < 20; ++trial) {
    const Eigen::MatrixXd a = Eigen::MatrixXd::Random(30, 12);
    const Eigen::VectorXd b = Eigen::VectorXd::Random(30);
    const Eigen::VectorXd x = SolveNonnegativeLeastSquares(a, b);
    const Eigen::VectorXd gradient = a.transpose() * (a * x - b);
    for (int j = 0; j < 12; ++j) {
      EXPECT_GE(x(j), 0);
      EXPECT_GE(gradient(j), -1e-10);
      EXPECT_NEAR(x(j) * gradient(j), 0, 1e-10);
    }
  }
}

TEST(NonnegativeLeastSquares, TakesColumnsOfZeros) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(3, 2);
  a.col(1) << 1, 1, 1;
  Eigen::VectorXd b(3);
  b << 1, 2, 3;
  const Eigen::VectorXd x = SolveNonnegativeLeastSquares(a, b);
  EXPECT_EQ(x(0), 0);
  EXPECT_NEAR(x(1), 2, 1e-14);
}

}  // namespace
}  // namespace jounce

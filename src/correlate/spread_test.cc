#include "correlate/spread.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace jounce::correlate {
namespace {

// The mean of n numbers with independent errors of deviation one is known to 1 / sqrt(n); with errors
// that last for m of them, to sqrt(m / n).
TEST(Spread, OfAMeanWhoseErrorsLast) {
  constexpr int kRows = 800, kLasting = 20, kTries = 400;
  std::mt19937 random(5);
  std::normal_distribution<double> normal(0, 1);
  const Eigen::MatrixXd J = Eigen::MatrixXd::Ones(kRows, 1);
  EXPECT_NEAR(std::sqrt(CovarianceOf(J)(0, 0)), 1 / std::sqrt(kRows), 1e-12);
  std::vector<int> pieces;
  for (size_t i = 0; i < kRows; ++i) pieces.push_back(PieceOf(i, kRows));
  EXPECT_EQ(pieces.front(), 0);
  EXPECT_EQ(pieces.back(), kPieces - 1);
  int within = 0;
  double squares = 0;
  for (int k = 0; k < kTries; ++k) {
    Eigen::VectorXd errors(kRows);
    double last = 0;
    for (int i = 0; i < kRows; ++i) errors[i] = last = i % kLasting == 0 ? normal(random) : last;
    const double mean = errors.mean();
    const Eigen::VectorXd residuals = Eigen::VectorXd::Constant(kRows, mean) - errors;
    const double spread = SpreadByPieces(J, residuals, pieces)[0];
    within += std::abs(mean) < kInterval * spread ? 1 : 0;
    squares += spread * spread / kTries;
  }
  // 95 % of 400 are 380, with a deviation of 4.4.
  EXPECT_GE(within, 366);
  EXPECT_LE(within, 394);
  const double expected = 2.364624 / kInterval * std::sqrt(kLasting / double{kRows});
  EXPECT_NEAR(std::sqrt(squares), expected, 0.1 * expected);
}

// A row that always stays, as a prior, and too few rows to divide: no statement by pieces.
TEST(Spread, OfTooFewRows) {
  EXPECT_EQ(PieceOf(0, 1), -1);
  const Eigen::MatrixXd J = Eigen::MatrixXd::Ones(3, 1);
  EXPECT_EQ(SpreadByPieces(J, Eigen::VectorXd::Ones(3), {-1, -1, -1})[0], 0);
}

// What no row determines is not known, and hides nothing else.
TEST(Spread, OfWhatIsNotDetermined) {
  Eigen::MatrixXd J = Eigen::MatrixXd::Zero(4, 2);
  J.col(0).setConstant(0.5);
  const Eigen::MatrixXd covariance = CovarianceOf(J);
  EXPECT_NEAR(covariance(0, 0), 1, 1e-12);
  EXPECT_GT(covariance(1, 1), 1e12);
}

}  // namespace
}  // namespace jounce::correlate

#include "solve/row_rank.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace jounce {
namespace {

using Eigen::MatrixXd;

constexpr double kTolerance = 1e-9;

std::vector<SparseRow> SparseRowsOf(const MatrixXd& A) {
  std::vector<SparseRow> rows(A.rows());
  for (int i = 0; i < A.rows(); ++i) {
    for (int k = 0; k < A.cols(); ++k) {
      if (A(i, k) != 0) rows[i].push_back({k, A(i, k) / A.row(i).norm()});
    }
  }
  return rows;
}

std::vector<int> BlocksOf(int columns, int width) {
  std::vector<int> block(columns);
  for (int i = 0; i < columns; ++i) block[i] = i / width;
  return block;
}

// Row by row what is left of it after a dense projection on those that are independent.
std::vector<bool> DenseAnswer(const MatrixXd& A) {
  std::vector<bool> independent;
  MatrixXd basis(A.cols(), 0);
  for (int i = 0; i < A.rows(); ++i) {
    Eigen::VectorXd rest = A.row(i).transpose();
    const double size = rest.norm();
    for (int again = 0; again < 2; ++again) rest -= basis * (basis.transpose() * rest);
    independent.push_back(rest.norm() > kTolerance * size);
    if (!independent.back()) continue;
    basis.conservativeResize(Eigen::NoChange, basis.cols() + 1);
    basis.rightCols(1) = rest.normalized();
  }
  return independent;
}

TEST(RowRank, NothingIsNothing) {
  EXPECT_EQ(FindRowRank({}, {}, kTolerance).rank, 0);
  const RowRank empty_row = FindRowRank({{}}, {0, 0}, kTolerance);
  EXPECT_EQ(empty_row.rank, 0);
  EXPECT_FALSE(empty_row.independent[0]);
}

// Of rows that say the same the later one is dependent, and the earlier one is named.
TEST(RowRank, LaterRowsAreDependent) {
  MatrixXd A(4, 3);
  A << 1, 1, 0,   //
      0, 0, 2,    //
      -3, -3, 0,  //
      1, 1, 5;
  const RowRank rank = FindRowRank(SparseRowsOf(A), BlocksOf(3, 3), kTolerance);
  EXPECT_EQ(rank.rank, 2);
  EXPECT_EQ(rank.independent, (std::vector<bool>{true, true, false, false}));
  EXPECT_EQ(rank.follows_from, (std::vector<std::vector<int>>{{0}, {0, 1}}));
}

// Sparse rows over blocks, some of them sums of others, against a dense projection.
TEST(RowRank, AgreesWithADenseProjection) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  int dependent = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const int blocks = 3 + trial % 6, count = 6 + trial % 25;
    MatrixXd A = MatrixXd::Zero(count, 6 * blocks);
    for (int i = 0; i < count; ++i) {
      const int first = random() % blocks, second = random() % blocks;
      if (i > 2 && random() % 4 == 0) {
        // The sum of two rows; or nearly so, by more than the tolerance.
        A.row(i) = uniform(random) * A.row(random() % i) + uniform(random) * A.row(random() % i);
        if (random() % 3 == 0) A(i, 6 * first) += 1e-7;
        continue;
      }
      for (int k = 0; k < 6; ++k) {
        if (random() % 2) A(i, 6 * first + k) = uniform(random);
        if (random() % 2) A(i, 6 * second + k) = uniform(random);
      }
      if (A.row(i).norm() == 0) A(i, 6 * first) = 1;
    }
    const std::vector<bool> expected = DenseAnswer(A);
    const RowRank rank = FindRowRank(SparseRowsOf(A), BlocksOf(6 * blocks, 6), kTolerance);
    EXPECT_EQ(rank.independent, expected) << "trial " << trial;
    dependent += static_cast<int>(std::count(expected.begin(), expected.end(), false));
  }
  EXPECT_GT(dependent, 200);
}

// A ring of blocks, each tied to the next in all columns: the last tie says what the others said.
TEST(RowRank, ARingRepeatsItself) {
  const int n = 2000;
  std::vector<SparseRow> rows;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 3; ++k) {
      const int a = 3 * i + k, b = 3 * ((i + 1) % n) + k;
      rows.push_back({{a, std::sqrt(0.5)}, {b, -std::sqrt(0.5)}});
    }
  }
  const RowRank rank = FindRowRank(rows, BlocksOf(3 * n, 3), kTolerance);
  EXPECT_EQ(rank.rank, 3 * n - 3);
  for (int k = 0; k < 3; ++k) EXPECT_FALSE(rank.independent[3 * n - 3 + k]);
  EXPECT_EQ(rank.follows_from[0].size(), static_cast<size_t>(n - 1));
}

}  // namespace
}  // namespace jounce

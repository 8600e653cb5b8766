#include "solve/sparse_lu.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <utility>
#include <vector>

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// A full matrix as a sparse one.
SparsePattern PatternOf(int size) {
  SparsePattern pattern;
  pattern.size = size;
  for (int column = 0; column <= size; ++column) pattern.starts.push_back(column * size);
  for (int column = 0; column < size; ++column) {
    for (int row = 0; row < size; ++row) pattern.rows.push_back(row);
  }
  return pattern;
}

std::vector<double> ValuesOf(const MatrixXd& A) { return {A.data(), A.data() + A.size()}; }

// Nothing symmetric about it.
MatrixXd SomeMatrix(int size, double phase) {
  MatrixXd A(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) A(i, j) = std::sin(1.3 * i + 2.1 * j * j + phase);
  }
  return A + size * MatrixXd::Identity(size, size);
}

// Small and large ones, and again after another matrix took its place; Eigen's dense factors are
// the judge.
TEST(SparseLu, SolvesHoweverOftenItIsAsked) {
  for (int size : {1, 10, 96, 97}) {
    SparseLu lu(PatternOf(size));
    for (double phase : {0.0, 1.0}) {
      const MatrixXd A = SomeMatrix(size, phase);
      ASSERT_TRUE(lu.Factor(ValuesOf(A)));
      const Eigen::PartialPivLU<MatrixXd> dense(A);
      for (int k = 0; k < size + 2; ++k) {
        VectorXd b = VectorXd::LinSpaced(size, 1, 2 + k), rough = b;
        const VectorXd x = dense.solve(b);
        lu.Solve(b.data());
        ASSERT_LT((b - x).norm(), 1e-12 * x.norm()) << size << " unknowns, solution " << k;
        lu.SolveRoughly(rough.data());
        ASSERT_LT((rough - x).norm(), 1e-5 * x.norm()) << size << " unknowns, solution " << k;
      }
      Eigen::Matrix<double, Eigen::Dynamic, 4, Eigen::RowMajor> rows(size, 4);
      for (int k = 0; k < 4; ++k) rows.col(k) = VectorXd::LinSpaced(size, 1, 2 + k);
      const MatrixXd all = dense.solve(rows);
      lu.SolveRows(4, rows.data());
      ASSERT_LT((rows - all).norm(), 1e-12 * all.norm()) << size << " unknowns";
    }
  }
}

// Masses and joints: 60 unknowns and 55 multipliers with zeros on the diagonal, beside the same with
// few multipliers, so that both orderings are used and follow each other; in between the pivots of
// one serve the other as far as they can.
TEST(SparseLu, SolvesWithManyZerosOnTheDiagonal) {
  const int size = 115;
  SparseLu lu(PatternOf(size));
  for (int rows : {55, 5, 55, 0}) {
    MatrixXd A = SomeMatrix(size, 0.1 * rows);
    A.bottomRightCorner(rows, rows).setZero();
    A.bottomLeftCorner(rows, rows).diagonal().array() += size;
    A.topRightCorner(rows, rows).diagonal().array() += size;
    ASSERT_TRUE(lu.Factor(ValuesOf(A)));
    const Eigen::PartialPivLU<MatrixXd> dense(A);
    for (int k = 0; k < 8; ++k) {
      VectorXd b = VectorXd::LinSpaced(size, 1, 2 + k);
      const VectorXd x = dense.solve(b);
      lu.Solve(b.data());
      ASSERT_LT((b - x).norm(), 1e-9 * x.norm()) << rows << ", solution " << k;
    }
    SparseLu fresh{PatternOf(size)};
    ASSERT_TRUE(fresh.Factor(ValuesOf(A)));
    VectorXd b = VectorXd::LinSpaced(size, 1, 2);
    const VectorXd x = dense.solve(b);
    fresh.Solve(b.data());
    EXPECT_LT((b - x).norm(), 1e-9 * x.norm()) << rows;
  }
}

// A net of masses in a plane with bars between neighbours, off the lattice by some part of it, so
// that no bar follows from others: 200 unknowns and 180 multipliers, and idle ones.
TEST(SparseLu, SolvesNetsWithLoops) {
  const int n = 10, masses = n * n, idle = 5;
  const auto place = [](int k) {
    return Eigen::Vector2d(k / n + 0.2 * std::sin(7.0 * k), k % n + 0.2 * std::cos(5.0 * k * k));
  };
  std::vector<std::pair<int, int>> bars;
  for (int k = 0; k < masses; ++k) {
    if (k % n > 0) bars.push_back({k, k - 1});
    if (k >= n) bars.push_back({k, k - n});
  }
  const int size = 2 * masses + static_cast<int>(bars.size()) + idle;
  MatrixXd A = MatrixXd::Zero(size, size);
  for (int i = 0; i < 2 * masses; ++i) A(i, i) = 1 + 0.1 * (i % 7);
  for (size_t i = 0; i < bars.size(); ++i) {
    const int row = 2 * masses + static_cast<int>(i);
    const Eigen::Vector2d along = (place(bars[i].first) - place(bars[i].second)).normalized();
    A.block<1, 2>(row, 2 * bars[i].first) = along.transpose();
    A.block<1, 2>(row, 2 * bars[i].second) = -along.transpose();
    A.col(row) = A.row(row).transpose();
  }
  A.diagonal().tail(idle).setOnes();
  SparsePattern pattern;
  pattern.size = size;
  std::vector<double> values;
  for (int column = 0; column < size; ++column) {
    pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
    for (int row = 0; row < size; ++row) {
      if (A(row, column) == 0 && row != column) continue;
      pattern.rows.push_back(row);
      values.push_back(A(row, column));
    }
  }
  pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
  SparseLu lu(pattern);
  const Eigen::PartialPivLU<MatrixXd> dense(A);
  for (int k = 0; k < 8; ++k) {
    if (k % 4 == 0) ASSERT_TRUE(lu.Factor(values));
    VectorXd b = VectorXd::LinSpaced(size, 1, 2 + k);
    const VectorXd x = dense.solve(b);
    lu.Solve(b.data());
    ASSERT_LT((b - x).norm(), 1e-9 * x.norm()) << "solution " << k;
  }
}

// Three pieces of 40 unknowns, of which the second drives the first and nothing touches the third.
TEST(SparseLu, SolvesWhatFallsApart) {
  const int part = 40, size = 3 * part;
  SparsePattern pattern;
  pattern.size = size;
  std::vector<double> values;
  MatrixXd A = MatrixXd::Zero(size, size);
  for (int k = 0; k < 3; ++k) A.block(part * k, part * k, part, part) = SomeMatrix(part, k);
  A.block(0, part, part, part) = MatrixXd::Identity(part, part) * 3;
  for (int column = 0; column < size; ++column) {
    pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
    for (int row = 0; row < size; ++row) {
      if (A(row, column) == 0) continue;
      pattern.rows.push_back(row);
      values.push_back(A(row, column));
    }
  }
  pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
  SparseLu lu(pattern);
  ASSERT_TRUE(lu.Factor(values));
  const Eigen::PartialPivLU<MatrixXd> dense(A);
  for (int k = 0; k < 20; ++k) {
    VectorXd b = VectorXd::LinSpaced(size, 1, 2 + k);
    const VectorXd x = dense.solve(b);
    lu.Solve(b.data());
    ASSERT_LT((b - x).norm(), 1e-12 * x.norm()) << "solution " << k;
  }
}

// Each iteration leaves at most the thousandth part that an inverse may be wrong by; Hilbert's
// matrix of six rows, of condition 1.5e7, would leave more, and is solved in double precision.
TEST(SparseLu, IterationsMendWhatIsRough) {
  const MatrixXd good = SomeMatrix(40, 0);
  MatrixXd hilbert(6, 6);
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) hilbert(i, j) = 1.0 / (1 + i + j);
  }
  for (const MatrixXd& A : {good, hilbert}) {
    const auto size = static_cast<int>(A.rows());
    SparseLu lu(PatternOf(size));
    ASSERT_TRUE(lu.Factor(ValuesOf(A)));
    const VectorXd x = VectorXd::LinSpaced(size, -1, 2);
    for (int solution = 0; solution < size; ++solution) {
      VectorXd error = x;
      for (int iteration = 0; iteration < 3; ++iteration) {
        VectorXd correction = A * error;
        lu.SolveRoughly(correction.data());
        const double before = error.norm();
        error -= correction;
        ASSERT_LE(error.norm(), 1e-3 * before) << size << " unknowns, solution " << solution;
      }
    }
  }
}

TEST(SparseLu, RefusesWhatCannotBeSolved) {
  SparseLu lu(PatternOf(3));
  MatrixXd A = SomeMatrix(3, 0);
  A.row(2) = 2 * A.row(1);
  EXPECT_FALSE(lu.Factor(ValuesOf(A)));
  A(0, 0) = std::nan("");
  EXPECT_FALSE(lu.Factor(ValuesOf(A)));
}

}  // namespace
}  // namespace jounce

#include "solve/block_factors.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "math/dense.h"
#include "solve/sparse_matrix_for_test.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Rows = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

// A matrix in the order of its factors, never singular: everywhere full where `full`, else by bands
// with gaps. Two pieces where `apart`, coupled above the diagonal where they are not full.
struct Ordered {
  MatrixXd A;
  std::vector<int> pieces;

  Ordered(int size, bool full, bool apart, double phase) : A(MatrixXd::Zero(size, size)) {
    const int middle = apart ? size / 2 : 0;
    pieces = {0};
    if (middle > 0) pieces.push_back(middle);
    pieces.push_back(size);
    for (int j = 0; j < size; ++j) {
      A(j, j) = 4 + std::sin(j + phase);
      for (int i = j + 1; i < size; ++i) {
        const bool zero = !full && (i / 6 - j / 6 > 1 + j % 3 || (i + 2 * j) % 7 == 0);
        if (zero) continue;
        const bool couples = j < middle && i >= middle;
        if (couples && !full && i % 3 == 0) A(j, i) = 0.3 * std::sin(i + 4 * j + phase);
        if (couples) continue;
        A(i, j) = 2 * std::sin(3 * i + 5 * j + phase) / size;
        if ((i + j) % 5 != 0) A(j, i) = 2 * std::cos(2 * i + 7 * j + phase) / size;
      }
    }
  }

  int size() const { return static_cast<int>(A.cols()); }
};

// What elimination fills, by its definition.
LuPattern Fill(const Ordered& ordered) {
  const int size = ordered.size();
  MatrixXd filled = MatrixXd::Zero(size, size), F = filled;
  for (size_t piece = 0; piece + 1 < ordered.pieces.size(); ++piece) {
    const int begin = ordered.pieces[piece], end = ordered.pieces[piece + 1];
    for (int j = begin; j < end; ++j) {
      for (int i = 0; i < size; ++i) {
        if (ordered.A(i, j) != 0) (i < begin ? F : filled)(i, j) = 1;
      }
    }
    for (int k = begin; k < end; ++k) {
      for (int i = k + 1; i < end; ++i) {
        for (int j = k + 1; j < end; ++j) {
          if (filled(i, k) != 0 && filled(k, j) != 0) filled(i, j) = 1;
        }
      }
    }
  }
  LuPattern factors;
  factors.L = PatternOf(filled.triangularView<Eigen::Lower>().toDenseMatrix());
  factors.U = PatternOf(filled.triangularView<Eigen::Upper>().toDenseMatrix());
  factors.F = PatternOf(F);
  factors.pieces = ordered.pieces;
  // Any orders will do: 7 and 11 have no factor in common with the sizes.
  for (int j = 0; j < size; ++j) {
    factors.rows.push_back((7 * j + 3) % size);
    factors.columns.push_back((11 * j + 1) % size);
  }
  return factors;
}

// In the order of the user, with rows of any size.
MatrixXd Disordered(const Ordered& ordered, const LuPattern& factors) {
  MatrixXd A(ordered.size(), ordered.size());
  for (int i = 0; i < ordered.size(); ++i) {
    for (int j = 0; j < ordered.size(); ++j) {
      A(factors.rows[i], factors.columns[j]) = (1 + i % 7) * ordered.A(i, j);
    }
  }
  return A;
}

// Eigen's dense factors are the judge; then again with other values.
TEST(BlockFactors, SolveWithAnyPattern) {
  for (int size : {1, 2, 5, 13, 60, 125}) {
    for (bool full : {false, true}) {
      for (bool apart : {false, true}) {
        const LuPattern factors = Fill(Ordered(size, full, apart, 0));
        const SparsePattern pattern = PatternOf(Disordered(Ordered(size, full, apart, 0), factors));
        BlockFactors blocks;
        blocks.SetPattern(pattern, factors);
        for (double phase : {0.0, 0.01}) {
          const MatrixXd A = Disordered(Ordered(size, full, apart, phase), factors);
          const double pivots = blocks.Factor(ValuesOf(A, pattern).data());
          EXPECT_GT(pivots, 0.05);
          EXPECT_LE(pivots, 1);
          VectorXd b = VectorXd::LinSpaced(size, 1, 2);
          const VectorXd x = SolveSquare(A, b);
          blocks.Solve(b.data());
          EXPECT_LT((b - x).norm(), 1e-12 * x.norm())
              << size << " unknowns, full " << full << ", apart " << apart;
          // Several right sides at once, each another one.
          for (int columns : {4, 8, 20}) {
            Rows rows(size, columns);
            for (int k = 0; k < columns; ++k) rows.col(k) = (1 + k) * (A * x);
            blocks.SolveRows(columns, rows.data());
            for (int k = 0; k < columns; ++k) {
              EXPECT_LT((rows.col(k) - (1 + k) * x).norm(), 1e-12 * (1 + k) * x.norm()) << columns;
            }
          }
        }
      }
    }
  }
}

// The pivots of [1, x; 1, 1], whose rows have entries up to 1, are 1 and 1 - x.
TEST(BlockFactors, TellThePivots) {
  MatrixXd A = MatrixXd::Ones(2, 2);
  const SparsePattern pattern = PatternOf(A);
  BlockFactors blocks;
  blocks.SetPattern(pattern, {{2, {0, 2, 3}, {0, 1, 1}},
                              {2, {0, 1, 3}, {0, 0, 1}},
                              {2, {0, 0, 0}, {}},
                              {0, 2},
                              {0, 1},
                              {0, 1}});
  EXPECT_EQ(blocks.Factor(ValuesOf(A, pattern).data()), 0);
  A(0, 1) = 0.75;
  EXPECT_EQ(blocks.Factor(ValuesOf(A, pattern).data()), 0.25);
  VectorXd b(2);
  b << 1, 2;
  blocks.Solve(b.data());
  EXPECT_NEAR(b[0], -2, 1e-14);
  EXPECT_NEAR(b[1], 4, 1e-14);
}

}  // namespace
}  // namespace jounce

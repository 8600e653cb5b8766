#include "solve/block_substitution.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "math/dense.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// What of a triangular matrix is not zero.
TriangularFactor FactorOf(const MatrixXd& T) {
  TriangularFactor factor;
  factor.starts = {0};
  for (int j = 0; j < T.cols(); ++j) {
    for (int i = 0; i < T.rows(); ++i) {
      if (T(i, j) == 0) continue;
      factor.rows.push_back(i);
      factor.values.push_back(T(i, j));
    }
    factor.starts.push_back(static_cast<int>(factor.rows.size()));
  }
  return factor;
}

// Triangles that are never singular: everywhere full where `full`, else by bands with gaps.
// Two pieces where `apart`, coupled above the diagonal where they are not full.
LuFactors SomeFactors(int size, bool full, bool apart, double phase) {
  MatrixXd L = MatrixXd::Identity(size, size), U = MatrixXd::Zero(size, size), F = U;
  LuFactors factors;
  const int middle = apart ? size / 2 : 0;
  factors.pieces = {0};
  if (middle > 0) factors.pieces.push_back(middle);
  factors.pieces.push_back(size);
  for (int j = 0; j < size; ++j) {
    U(j, j) = 2 + std::sin(j + phase);
    for (int i = j + 1; i < size; ++i) {
      const bool zero = !full && (i / 6 - j / 6 > 1 + j % 3 || (i + 2 * j) % 7 == 0);
      if (zero) continue;
      if (j < middle && i >= middle) {
        if (!full && i % 3 == 0) F(j, i) = 0.3 * std::sin(i + 4 * j + phase);
        continue;
      }
      L(i, j) = 0.2 * std::sin(3 * i + 5 * j + phase);
      if ((i + j) % 5 != 0) U(j, i) = 0.2 * std::cos(2 * i + 7 * j + phase);
    }
    // Any orders will do: 7 and 11 have no factor in common with the sizes.
    factors.rows.push_back((7 * j + 3) % size);
    factors.columns.push_back((11 * j + 1) % size);
    factors.scale.push_back(1 + 0.5 * std::cos(j));
  }
  factors.L = FactorOf(L);
  factors.U = FactorOf(U);
  factors.F = FactorOf(F);
  return factors;
}

MatrixXd Dense(const TriangularFactor& factor, int size) {
  MatrixXd T = MatrixXd::Zero(size, size);
  for (int j = 0; j < size; ++j) {
    for (int k = factor.starts[j]; k < factor.starts[j + 1]; ++k) {
      T(factor.rows[k], j) = factor.values[k];
    }
  }
  return T;
}

MatrixXd MatrixOf(const LuFactors& f) {
  const int size = static_cast<int>(f.rows.size());
  const MatrixXd LU = Dense(f.L, size) * Dense(f.U, size) + Dense(f.F, size);
  MatrixXd A(size, size);
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) A(f.rows[i], f.columns[j]) = f.scale[i] * LU(i, j);
  }
  return A;
}

// Eigen's dense factors of the product are the judge; then again with other values.
TEST(BlockSubstitution, SolvesWithAnyPattern) {
  for (int size : {1, 2, 5, 13, 60, 125}) {
    for (bool full : {false, true}) {
      for (bool apart : {false, true}) {
        BlockSubstitution blocks;
        blocks.SetPattern(SomeFactors(size, full, apart, 0));
        for (double phase : {0.0, 1.0}) {
          const LuFactors factors = SomeFactors(size, full, apart, phase);
          blocks.SetValues(factors);
          VectorXd b = VectorXd::LinSpaced(size, 1, 2);
          const VectorXd x = SolveSquare(MatrixOf(factors), b);
          blocks.Solve(b.data());
          EXPECT_LT((b - x).norm(), 1e-11 * x.norm())
              << size << " unknowns, full " << full << ", apart " << apart;
        }
      }
    }
  }
}

}  // namespace
}  // namespace jounce

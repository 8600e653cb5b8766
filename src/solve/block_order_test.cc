#include "solve/block_order.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "math/dense.h"
#include "solve/sparse_matrix_for_test.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Bodies of six unknowns with masses, and joints between two of them, or one and the ground (-1).
struct Mechanism {
  struct Joint {
    int first, second, rows;
  };
  int bodies;
  std::vector<Joint> joints;

  int size() const {
    int rows = 0;
    for (const Joint& joint : joints) rows += joint.rows;
    return 6 * bodies + rows;
  }
  MatrixXd Matrix() const {
    MatrixXd A = MatrixXd::Zero(size(), size());
    for (int i = 0; i < 6 * bodies; ++i) A(i, i) = 2 + std::sin(i);
    int row = 6 * bodies;
    for (const Joint& joint : joints) {
      for (int k = 0; k < joint.rows; ++k, ++row) {
        for (int body : {joint.first, joint.second}) {
          if (body < 0) continue;
          for (int i = 0; i < 6; ++i) {
            A(row, 6 * body + i) = A(6 * body + i, row) =
                std::sin(1 + row * (7.3 + i * i) + 3.1 * body * i);
          }
        }
      }
    }
    return A;
  }
  // As assembly makes it: all that an element sees is coupled.
  SparsePattern Pattern() const {
    MatrixXd there = MatrixXd::Zero(size(), size());
    for (int body = 0; body < bodies; ++body) there.block(6 * body, 6 * body, 6, 6).setOnes();
    int row = 6 * bodies;
    for (const Joint& joint : joints) {
      std::vector<int> seen;
      for (int body : {joint.first, joint.second}) {
        for (int i = 0; i < 6 && body >= 0; ++i) seen.push_back(6 * body + i);
      }
      for (int k = 0; k < joint.rows; ++k) seen.push_back(row++);
      for (int i : seen) {
        for (int j : seen) there(i, j) = 1;
      }
    }
    return PatternOf(there);
  }
};

// Eigen's dense factors are the judge.
void ExpectSolution(const Mechanism& mechanism, double tolerance) {
  const MatrixXd A = mechanism.Matrix();
  const SparsePattern pattern = mechanism.Pattern();
  const std::vector<double> values = ValuesOf(A, pattern);
  const LuPattern order = FindBlockOrder(pattern, values.data());
  EXPECT_EQ(std::set<int>(order.rows.begin(), order.rows.end()).size(), A.cols());
  EXPECT_EQ(order.rows, order.columns);
  BlockFactors blocks;
  blocks.SetPattern(pattern, order);
  ASSERT_GT(blocks.Factor(values.data()), 0);
  VectorXd b = VectorXd::LinSpaced(A.cols(), 1, 2);
  const VectorXd x = SolveSquare(A, b);
  blocks.Solve(b.data());
  EXPECT_LT((b - x).norm(), tolerance * x.norm());
}

TEST(BlockOrder, SolvesChainsAndLoopsWithPivotsOnTheDiagonal) {
  ExpectSolution({1, {}}, 1e-12);
  ExpectSolution({1, {{0, -1, 5}}}, 1e-12);
  ExpectSolution({3, {{-1, 0, 5}, {0, 1, 5}, {1, 2, 3}}}, 1e-10);
  ExpectSolution({4, {{-1, 0, 3}, {0, 1, 3}, {1, 2, 3}, {2, 3, 3}, {3, -1, 3}}}, 1e-10);
  // One body, many joints: more rows than it has unknowns for.
  ExpectSolution({5, {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}, {0, 4, 5}}}, 1e-10);
}

// A rod between two balls spins freely: one of the six rows of its joints is not independent of the
// others in the rod's own unknowns, and must wait for another body.
TEST(BlockOrder, ARodBetweenTwoBallsHasPivots) {
  const Mechanism mechanism{3, {{0, 1, 3}, {1, 2, 3}}};
  MatrixXd A = mechanism.Matrix();
  A.bottomRows(6).setZero();
  A.rightCols(6).setZero();
  // Points at x = 0 and x = 1 of body 1, in its axes, and points of the others.
  const auto point = [](double x) {
    Eigen::Matrix<double, 3, 6> J = Eigen::Matrix<double, 3, 6>::Zero();
    J.leftCols<3>().setIdentity();
    J(1, 5) = x;
    J(2, 4) = -x;
    return J;
  };
  A.block<3, 6>(18, 0) = -point(0.3);
  A.block<3, 6>(18, 6) = point(0);
  A.block<3, 6>(21, 6) = point(1);
  A.block<3, 6>(21, 12) = -point(0.7);
  A.rightCols<6>().topRows(18) = A.bottomRows<6>().leftCols(18).transpose();
  const SparsePattern pattern = mechanism.Pattern();
  const std::vector<double> values = ValuesOf(A, pattern);
  BlockFactors blocks;
  blocks.SetPattern(pattern, FindBlockOrder(pattern, values.data()));
  ASSERT_GT(blocks.Factor(values.data()), 1e-4);
  VectorXd b = VectorXd::LinSpaced(A.cols(), 1, 2);
  const VectorXd x = SolveSquare(A, b);
  blocks.Solve(b.data());
  EXPECT_LT((b - x).norm(), 1e-11 * x.norm());
}

// Arms on a hub: each is eliminated with its joint, so that nothing but the hub fills.
TEST(BlockOrder, ATreeFillsNothingBetweenItsBranches) {
  const Mechanism mechanism{
      9, {{0, 1, 5}, {0, 2, 5}, {0, 3, 5}, {0, 4, 5}, {1, 5, 3}, {2, 6, 3}, {3, 7, 3}, {4, 8, 3}}};
  const SparsePattern pattern = mechanism.Pattern();
  const std::vector<double> values = ValuesOf(mechanism.Matrix(), pattern);
  const LuPattern order = FindBlockOrder(pattern, values.data());
  // A group of w unknowns that sees s others has w (w + 1)/2 + w s entries in L: four leaves with
  // three rows, four arms with five rows that see the hub, the hub.
  EXPECT_EQ(order.L.rows.size(), 4 * (45 + 9 * 6) + 4 * (66 + 11 * 6) + 21);
  EXPECT_EQ(order.U.rows.size(), order.L.rows.size());
}

}  // namespace
}  // namespace jounce

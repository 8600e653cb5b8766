#include "solve/mass_root.h"

#include <gtest/gtest.h>

#include <Eigen/Core>

namespace jounce {
namespace {

using Eigen::MatrixXd;

// Two blocks, of ranks 2 and 1, with unknowns between each other, and one without mass.
TEST(MassRoot, HasAsManyColumnsAsThereIsMass) {
  MatrixXd M = MatrixXd::Zero(6, 6);
  M(0, 0) = 4;
  M(0, 2) = M(2, 0) = 1;
  M(2, 2) = 3;
  M(1, 1) = 2;
  M(1, 4) = M(4, 1) = -2;
  M(4, 4) = 2;
  M(5, 5) = 1e-30;  // rounding
  const MatrixXd F = MatrixXd(MassRoot(M.sparseView(1, 0)));
  EXPECT_EQ(F.cols(), 3);
  M(5, 5) = 0;
  EXPECT_LT((F * F.transpose() - M).norm(), 1e-15);
}

TEST(MassRoot, OfNothingIsNothing) {
  EXPECT_EQ(MassRoot(Eigen::SparseMatrix<double>(4, 4)).cols(), 0);
  EXPECT_EQ(MassRoot(Eigen::SparseMatrix<double>(0, 0)).cols(), 0);
}

}  // namespace
}  // namespace jounce

#include "math/few_rows.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

using Eigen::Matrix;
using Eigen::VectorXd;

// Eigen's own products, for even, odd and no columns.
TEST(FewRows, ProductsAreThoseOfEigen) {
  for (int columns : {0, 1, 2, 7, 30}) {
    const Matrix<double, 6, Eigen::Dynamic> M =
        Matrix<double, 6, Eigen::Dynamic>::Random(6, columns);
    const VectorXd x = VectorXd::Random(columns);
    const Matrix<double, 6, 1> y = Times(M, Eigen::Map<const VectorXd>(x.data(), columns));
    EXPECT_LT((y - M * x).norm(), 1e-14);
    const Matrix<double, 6, 1> f = Matrix<double, 6, 1>::Random();
    VectorXd sums = VectorXd::Ones(columns);
    AddTimes<6>(M.transpose(), f, sums.data());
    EXPECT_LT((sums - VectorXd::Ones(columns) - M.transpose() * f).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace jounce

#include "math/few_rows.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

using Eigen::Matrix;
using Eigen::VectorXd;

// Eigen's own products, for even, odd and no columns.
TEST(FewRows, ProductsAreThoseOfEigen) {
  for (int columns : {0, 1, 2, 7, 30}) {
    const Matrix<double, 12, Eigen::Dynamic> M =
        Matrix<double, 12, Eigen::Dynamic>::Random(12, columns);
    const VectorXd x = VectorXd::Random(columns), y = VectorXd::Random(columns);
    Matrix<double, 12, 2> products;
    Multiply(M, {x.data(), y.data()}, &products);
    EXPECT_LT((products.col(0) - M * x).norm(), 1e-14);
    EXPECT_LT((products.col(1) - M * y).norm(), 1e-14);
    const Matrix<double, 12, 1> f = Matrix<double, 12, 1>::Random();
    VectorXd sums = VectorXd::Ones(columns);
    AddTransposed(M, f, sums.data());
    EXPECT_LT((sums - VectorXd::Ones(columns) - M.transpose() * f).norm(), 1e-14);
  }
}

}  // namespace
}  // namespace jounce

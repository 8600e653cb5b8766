#include "math/products.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

// Entry by entry, as products are defined.
Eigen::MatrixXd BySums(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(A.rows(), B.cols());
  for (Eigen::Index i = 0; i < A.rows(); ++i) {
    for (Eigen::Index j = 0; j < B.cols(); ++j) {
      for (Eigen::Index k = 0; k < A.cols(); ++k) result(i, j) += A(i, k) * B(k, j);
    }
  }
  return result;
}

TEST(ProductsTest, AreSumsOfProductsForAllSizes) {
  for (const int n : {1, 3, 7, 40}) {
    const Eigen::MatrixXd A = Eigen::MatrixXd::Random(n, n + 2);
    const Eigen::MatrixXd B = Eigen::MatrixXd::Random(n + 2, 5);
    EXPECT_TRUE(Product(A, B).isApprox(BySums(A, B), 1e-13));
    EXPECT_TRUE(TransposedProduct(A.transpose(), B).isApprox(BySums(A, B), 1e-13));
    const Eigen::MatrixXd square = Eigen::MatrixXd::Random(n + 2, n + 2);
    EXPECT_TRUE(Congruence(B, square).isApprox(BySums(B.transpose(), BySums(square, B)), 1e-12));
    Eigen::MatrixXd sum = Eigen::MatrixXd::Ones(n, 5);
    AddTransposedProduct(A.transpose(), B, &sum);
    EXPECT_TRUE(sum.isApprox(BySums(A, B) + Eigen::MatrixXd::Ones(n, 5), 1e-12));
  }
}

TEST(ProductsTest, TakePartsAndRowsFirst) {
  const Eigen::Matrix<double, 6, 6, Eigen::RowMajor> rows = Eigen::MatrixXd::Random(6, 6);
  const Eigen::MatrixXd large = Eigen::MatrixXd::Random(9, 9);
  EXPECT_TRUE(Product(rows, large.block(1, 2, 6, 4))
                  .isApprox(BySums(rows, large.block(1, 2, 6, 4)), 1e-13));
}

}  // namespace
}  // namespace jounce

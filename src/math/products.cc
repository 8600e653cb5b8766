#include "math/products.h"

namespace jounce {

Eigen::MatrixXd Product(const MatrixView& A, const MatrixView& B) { return A * B; }

Eigen::MatrixXd TransposedProduct(const MatrixView& A, const MatrixView& B) {
  return A.transpose() * B;
}

void AddTransposedProduct(const MatrixView& A, const MatrixView& B, Eigen::MatrixXd* sum) {
  sum->noalias() += A.transpose() * B;
}

Eigen::MatrixXd Congruence(const MatrixView& T, const MatrixView& A) {
  return TransposedProduct(T, Product(A, T));
}

}  // namespace jounce

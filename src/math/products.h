// Products of matrices whose size is known only at run time. They are behind functions because
// Eigen compiles every combination of operands anew, for up to a second each: here they are compiled
// once for all rooms. Not for a step. Columns of an operand must lie one after the other in memory;
// others (rows first, transposed) are copied.
#ifndef JOUNCE_MATH_PRODUCTS_H_
#define JOUNCE_MATH_PRODUCTS_H_

#include <Eigen/Core>

namespace jounce {

using MatrixView = Eigen::Ref<const Eigen::MatrixXd>;

// A B.
Eigen::MatrixXd Product(const MatrixView& A, const MatrixView& B);
// A^T B.
Eigen::MatrixXd TransposedProduct(const MatrixView& A, const MatrixView& B);
// *sum += A^T B; *sum must have the size of the product.
void AddTransposedProduct(const MatrixView& A, const MatrixView& B, Eigen::MatrixXd* sum);
// T^T A T.
Eigen::MatrixXd Congruence(const MatrixView& T, const MatrixView& A);

}  // namespace jounce

#endif  // JOUNCE_MATH_PRODUCTS_H_

// Dense linear algebra of moderate size, by Eigen's decompositions. They are behind functions
// because each takes many seconds to compile: here they are compiled once for all rooms. Not for a
// step.
#ifndef JOUNCE_MATH_DENSE_H_
#define JOUNCE_MATH_DENSE_H_

#include <Eigen/Core>

namespace jounce {

// x with the least |A x - b|.
Eigen::VectorXd SolveLeastSquares(const Eigen::MatrixXd& A, const Eigen::VectorXd& b);
// A^-1 B, A square and regular.
Eigen::MatrixXd SolveSquare(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B);
// A^-1, A square and regular.
Eigen::MatrixXd Inverse(const Eigen::MatrixXd& A);
// The matrix that takes b to the x of SolveLeastSquares, the shortest where there are several.
Eigen::MatrixXd PseudoInverse(const Eigen::MatrixXd& A);
// Orthonormal columns that A takes to nothing; pivots below `threshold` of the largest count as
// zero.
Eigen::MatrixXd NullSpace(const Eigen::MatrixXd& A, double threshold);
// Orthonormal columns that span those of A, with the same threshold.
Eigen::MatrixXd ColumnSpace(const Eigen::MatrixXd& A, double threshold);

// Is x^T A x > 0 for all x, A symmetric?
bool IsPositive(const Eigen::MatrixXd& A);

struct RealEigen {
  Eigen::VectorXd values;  // ascending
  Eigen::MatrixXd vectors;
};
struct ComplexEigen {
  Eigen::VectorXcd values;
  Eigen::MatrixXcd vectors;
};
// A x = w x, A symmetric; x orthonormal.
RealEigen SymmetricEigen(const Eigen::MatrixXd& A);
// K x = w M x, K symmetric, M symmetric and positive definite; x^T M x = 1.
RealEigen GeneralizedEigen(const Eigen::MatrixXd& K, const Eigen::MatrixXd& M);
// A x = w x, A any; values that are not real come in pairs.
ComplexEigen GeneralEigen(const Eigen::MatrixXd& A);

}  // namespace jounce

#endif  // JOUNCE_MATH_DENSE_H_

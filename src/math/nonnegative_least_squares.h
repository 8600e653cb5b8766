// min |A x - b| with x >= 0: the active-set method of Lawson and Hanson, for problems of up to some
// hundred unknowns. Ends after finitely many steps at the optimum.
//
// Reference: C. L. Lawson, R. J. Hanson, Solving Least Squares Problems, Prentice-Hall 1974,
// ch. 23.
#ifndef JOUNCE_MATH_NONNEGATIVE_LEAST_SQUARES_H_
#define JOUNCE_MATH_NONNEGATIVE_LEAST_SQUARES_H_

#include <Eigen/Core>

namespace jounce {

Eigen::VectorXd SolveNonnegativeLeastSquares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace jounce

#endif  // JOUNCE_MATH_NONNEGATIVE_LEAST_SQUARES_H_

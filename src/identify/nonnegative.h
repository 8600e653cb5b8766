// Non-negative least squares: min |A x - b| with x >= 0, by the active-set method of Lawson and
// Hanson (Solving Least Squares Problems, 1974, chapter 23).
#ifndef JOUNCE_IDENTIFY_NONNEGATIVE_H_
#define JOUNCE_IDENTIFY_NONNEGATIVE_H_

#include <Eigen/Core>

namespace jounce::identify {

Eigen::VectorXd SolveNonNegative(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_NONNEGATIVE_H_

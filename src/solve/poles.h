// The poles of a linear system: all s with (s^2 M + s C + K) y + J^T l = 0, J y = 0, y not zero.
//
// With M = F F^T, w = s F^T y turns them into the eigenvalues of a pair of matrices,
//
//   s [ C   F ] [y]   [ -K  0 ] [y]
//     [ F^T 0 ] [w] = [  0  I ] [w],
//
// in the space that the constraints allow, whose number is that of the unknowns and of the masses:
// what has no mass adds no poles at infinity but those that it must. They are found as eigenvalues
// 1/(s - sigma) of the operator (A - sigma E)^-1 E [Tisseur 2001, section 5], by one sparse
// factorization with the multipliers among the unknowns, so that the lowest are the most exact: of
// a small system all of them, of a large one those nearest to sigma by block Arnoldi iteration,
// until enough have converged and none nearer of their kind is missing.
//
// [Tisseur 2001] F. Tisseur, K. Meerbergen, The quadratic eigenvalue problem, SIAM Review 43
// (2001).
#ifndef JOUNCE_SOLVE_POLES_H_
#define JOUNCE_SOLVE_POLES_H_

#include <Eigen/Core>
#include <complex>
#include <vector>

#include "solve/quadratic_problem.h"

namespace jounce {

struct Pole {
  std::complex<double> s;  // [rad/s], imaginary part not negative
  Eigen::VectorXcd y;
};

// Poles by rising |s|: at least the first `count` of those that swing (Im s > 0), and as many of
// those that do not or all that are as slow as those.
// Motion that nothing holds has one pole s = 0 a direction. Throws InputError where some unknown
// has neither mass nor damping nor stiffness, or nothing has mass or damping.
std::vector<Pole> FindPoles(const QuadraticProblem& problem, int count);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_POLES_H_

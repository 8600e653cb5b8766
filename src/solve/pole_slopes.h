// How a pole of a linear system moves when its matrices change a little.
//
// With Q(s) = [ s^2 M + s C + K, J^T; J, 0 ], the right vector Q(s) x = 0 and the left one u^T Q(s) = 0,
// a simple pole moves by [Lancaster 1964]
//
//   ds = -u^T dQ(s) x / (u^T Q'(s) x)
//
// whatever the damping and whether or not the matrices are symmetric. Of a pole that is there twice,
// neither the vectors nor what becomes of it are one: see is_single().
//
// Reference: [Lancaster 1964] P. Lancaster, On eigenvalues of matrices dependent on a parameter,
// Numerische Mathematik 6 (1964) 377-387.
#ifndef JOUNCE_SOLVE_POLE_SLOPES_H_
#define JOUNCE_SOLVE_POLE_SLOPES_H_

#include <Eigen/Core>
#include <complex>

#include "solve/quadratic_problem.h"

namespace jounce {

class PoleSlopes {
 public:
  // Of the pole next to s, which is known to some digits; it is sharpened to all of them. `problem`
  // must outlive this.
  PoleSlopes(const QuadraticProblem& problem, std::complex<double> s);

  // Whether there is a pole at s that moves in one way; nothing else has a meaning without.
  bool is_single() const { return single_; }
  std::complex<double> s() const { return s_; }

  // ds for matrices `more` less those of `less`, which have the pattern of unknowns of the problem.
  std::complex<double> Change(const QuadraticProblem& more, const QuadraticProblem& less) const;

 private:
  using Vector = Eigen::VectorXcd;

  bool Sharpen();
  // u^T Q(s) x, and the same with Q'(s).
  std::complex<double> Form(const QuadraticProblem& problem) const;
  std::complex<double> SlopeForm() const;

  const QuadraticProblem& problem_;
  std::complex<double> s_;
  Vector x_, u_;  // unknowns, then multipliers
  bool single_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_POLE_SLOPES_H_

// The small motion of a linear system under constant loads: K x + J^T l = f, J x = g, with the
// relaxed stiffness of every law (linear_system.h). One sparse factorization for any number of loads.
#ifndef JOUNCE_SOLVE_STATIC_RESPONSE_H_
#define JOUNCE_SOLVE_STATIC_RESPONSE_H_

#include <Eigen/Core>
#include <vector>

#include "solve/linear_system.h"
#include "solve/quadratic_problem.h"
#include "solve/sparse_lu.h"

namespace jounce {

class StaticResponse {
 public:
  // `linear` must outlive this.
  explicit StaticResponse(const LinearSystem& linear);

  // Of all bodies (6 each, local axes) and modes, under wrenches on them; not finite where something
  // moves without stiffness.
  Eigen::VectorXd OfWrenches(const Eigen::VectorXd& wrenches);
  // Where the constraint of this multiplier moves by 1.
  Eigen::VectorXd OfMotion(int multiplier);

 private:
  // `right` has an entry for each unknown and constraint.
  Eigen::VectorXd Solve(const Eigen::VectorXd& right);
  Eigen::VectorXd Times(const Eigen::VectorXd& x) const;

  const LinearSystem& linear_;
  QuadraticMatrix matrix_;
  std::vector<double> values_;  // of the matrix
  SparseLu lu_;
  bool regular_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STATIC_RESPONSE_H_

// Small motion under constraints: (s^2 M + s C + K) y + J^T l = f, J y = g, sparse.
//
// Constraints stay equations beside the others, with multipliers l: to remove them would fill the
// matrices. For a number s all of it is one sparse matrix of fixed pattern,
//
//   [ s^2 M + s C + K,  w J^T ]
//   [ w J,              0     ]
//
// with a weight w that makes rows of constraints as large as the others.
#ifndef JOUNCE_SOLVE_QUADRATIC_PROBLEM_H_
#define JOUNCE_SOLVE_QUADRATIC_PROBLEM_H_

#include <Eigen/SparseCore>
#include <vector>

#include "solve/sparse_lu.h"

namespace jounce {

using SparseMatrix = Eigen::SparseMatrix<double>;

struct QuadraticProblem {
  SparseMatrix M, C, K;
  SparseMatrix J;  // independent rows; none where nothing is constrained
  // True where a law knows only its stiffness at the frequency that was asked for.
  bool at_one_frequency = false;

  int unknowns() const { return static_cast<int>(K.rows()); }
  int constraints() const { return static_cast<int>(J.rows()); }
};

class QuadraticMatrix {
 public:
  explicit QuadraticMatrix(const QuadraticProblem& problem);

  // Square: unknowns, then multipliers.
  const SparsePattern& pattern() const { return pattern_; }
  double weight() const { return weight_; }
  // The values for this s, in the order of the pattern; Number is double or complex.
  template <class Number>
  void Fill(Number s, std::vector<Number>* values) const {
    values->resize(k_.size());
    for (size_t i = 0; i < k_.size(); ++i) (*values)[i] = k_[i] + s * (c_[i] + s * m_[i]);
  }

 private:
  SparsePattern pattern_;
  double weight_ = 1;
  std::vector<double> k_, c_, m_;  // constraints are in k_
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_QUADRATIC_PROBLEM_H_

// Dense matrices as sparse ones, for tests.
#ifndef JOUNCE_SOLVE_SPARSE_MATRIX_FOR_TEST_H_
#define JOUNCE_SOLVE_SPARSE_MATRIX_FOR_TEST_H_

#include <Eigen/Core>
#include <vector>

#include "solve/sparse_pattern.h"

namespace jounce {

// Where it is not zero.
inline SparsePattern PatternOf(const Eigen::MatrixXd& A) {
  SparsePattern pattern{static_cast<int>(A.cols()), {0}, {}};
  for (int j = 0; j < A.cols(); ++j) {
    for (int i = 0; i < A.rows(); ++i) {
      if (A(i, j) != 0) pattern.rows.push_back(i);
    }
    pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
  }
  return pattern;
}

// Those in the pattern.
inline std::vector<double> ValuesOf(const Eigen::MatrixXd& A, const SparsePattern& pattern) {
  std::vector<double> values;
  for (int j = 0; j < A.cols(); ++j) {
    for (int k = pattern.starts[j]; k < pattern.starts[j + 1]; ++k) {
      values.push_back(A(pattern.rows[k], j));
    }
  }
  return values;
}

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SPARSE_MATRIX_FOR_TEST_H_

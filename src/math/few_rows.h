// Products with matrices of a few rows and many columns, stored by columns.
//
// Eigen takes a number of rows that it knows for a sign of a small matrix and multiplies entry by
// entry; here columns are added, two sums at a time, which is what a processor likes.
#ifndef JOUNCE_MATH_FEW_ROWS_H_
#define JOUNCE_MATH_FEW_ROWS_H_

#include <Eigen/Core>

namespace jounce {

// M x.
template <int kRows>
inline Eigen::Matrix<double, kRows, 1> Times(const Eigen::Matrix<double, kRows, Eigen::Dynamic>& M,
                                             const Eigen::Map<const Eigen::VectorXd>& x) {
  double even[kRows] = {}, odd[kRows] = {};
  const double* m = M.data();
  const Eigen::Index columns = M.cols();
  Eigen::Index j = 0;
  for (; j + 1 < columns; j += 2, m += 2 * kRows) {
    const double a = x[j], b = x[j + 1];
    for (int r = 0; r < kRows; ++r) {
      even[r] += m[r] * a;
      odd[r] += m[kRows + r] * b;
    }
  }
  Eigen::Matrix<double, kRows, 1> y;
  const double last = j < columns ? x[j] : 0;
  for (int r = 0; r < kRows; ++r) y[r] = even[r] + odd[r] + (j < columns ? m[r] * last : 0);
  return y;
}

// y += T f, for the transposed of such a matrix: entries of y side by side.
template <int kRows>
inline void AddTimes(const Eigen::Matrix<double, Eigen::Dynamic, kRows>& T,
                     const Eigen::Matrix<double, kRows, 1>& f, double* y) {
  const double* t = T.data();
  const Eigen::Index n = T.rows();
  for (Eigen::Index j = 0; j < n; ++j) {
    double sum = 0;
    for (int r = 0; r < kRows; ++r) sum += t[r * n + j] * f[r];
    y[j] += sum;
  }
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ROWS_H_

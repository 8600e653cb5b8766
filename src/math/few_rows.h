// Products with matrices of a few rows and many columns, stored by columns.
//
// Eigen takes a number of rows that it knows for a sign of a small matrix and multiplies entry by
// entry; here whole columns are added, to several sums in one walk through the matrix, which all
// stay in registers.
#ifndef JOUNCE_MATH_FEW_ROWS_H_
#define JOUNCE_MATH_FEW_ROWS_H_

#include <Eigen/Core>
#include <array>

#include "math/four_numbers.h"

namespace jounce {

// Column s of y is M times x[s].
template <int kRows, int kSides>
inline void Multiply(const Eigen::Matrix<double, kRows, Eigen::Dynamic>& M,
                     const std::array<const double*, kSides>& x,
                     Eigen::Matrix<double, kRows, kSides>* y) {
  static_assert(kRows % 4 == 0);
  constexpr int kFours = kRows / 4;
  FourNumbers sums[kSides][kFours], four;
  for (auto& of_side : sums) {
    for (FourNumbers& sum : of_side) sum = FourNumbers{};
  }
  const double* m = M.data();
  const Eigen::Index columns = M.cols();
  for (Eigen::Index j = 0; j < columns; ++j, m += kRows) {
    for (int i = 0; i < kFours; ++i) {
      ReadFour(m + 4 * i, &four);
      for (int side = 0; side < kSides; ++side) sums[side][i] += four * x[side][j];
    }
  }
  for (int side = 0; side < kSides; ++side) {
    for (int i = 0; i < kFours; ++i) WriteFour(sums[side][i], y->col(side).data() + 4 * i);
  }
}

// y += T f, for the transposed of such a matrix: entries of y side by side.
template <int kRows>
inline void AddProduct(const Eigen::Matrix<double, Eigen::Dynamic, kRows>& T,
                       const Eigen::Matrix<double, kRows, 1>& f, double* y) {
  const double* t = T.data();
  const Eigen::Index n = T.rows();
  Eigen::Index j = 0;
  for (; j + 4 <= n; j += 4) {
    FourNumbers sum, four;
    ReadFour(y + j, &sum);
    for (int r = 0; r < kRows; ++r) {
      ReadFour(t + r * n + j, &four);
      sum += four * f[r];
    }
    WriteFour(sum, y + j);
  }
  for (; j < n; ++j) {
    for (int r = 0; r < kRows; ++r) y[j] += t[r * n + j] * f[r];
  }
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ROWS_H_

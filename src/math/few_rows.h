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

// y += M^T f.
template <int kRows>
inline void AddTransposed(const Eigen::Matrix<double, kRows, Eigen::Dynamic>& M,
                          const Eigen::Matrix<double, kRows, 1>& f, double* y) {
  static_assert(kRows % 4 == 0);
  constexpr int kFours = kRows / 4;
  FourNumbers factors[kFours], four;
  for (int i = 0; i < kFours; ++i) ReadFour(f.data() + 4 * i, &factors[i]);
  const double* m = M.data();
  const auto multiply = [&](FourNumbers* sum) {
    *sum = FourNumbers{};
    for (int i = 0; i < kFours; ++i, m += 4) {
      ReadFour(m, &four);
      *sum += four * factors[i];
    }
  };
  const Eigen::Index columns = M.cols();
  Eigen::Index j = 0;
  for (; j + 4 <= columns; j += 4) {
    FourNumbers products[4], sums;
    for (FourNumbers& product : products) multiply(&product);
    SumFours(products, &sums);
    ReadFour(y + j, &four);
    WriteFour(four + sums, y + j);
  }
  for (; j < columns; ++j) {
    FourNumbers product;
    multiply(&product);
    y[j] += (product[0] + product[1]) + (product[2] + product[3]);
  }
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ROWS_H_

// Products with matrices of a few rows and many columns, stored by columns.
//
// Eigen takes a number of rows that it knows for a sign of a small matrix and multiplies entry by
// entry; here whole columns are added, to several sums in one walk through the matrix, which all
// stay in registers.
#ifndef JOUNCE_MATH_FEW_ROWS_H_
#define JOUNCE_MATH_FEW_ROWS_H_

#include <Eigen/Core>
#include <array>

#include "math/lanes.h"

namespace jounce {

// Column s of y is M times x[s].
template <int kRows, int kSides>
inline void Multiply(const Eigen::Matrix<double, kRows, Eigen::Dynamic>& M,
                     const std::array<const double*, kSides>& x,
                     Eigen::Matrix<double, kRows, kSides>* y) {
  static_assert(kRows % 4 == 0);
  constexpr int kFours = kRows / 4;
  Lanes<4> sums[kSides][kFours];
  const double* m = M.data();
  const Eigen::Index columns = M.cols();
  for (Eigen::Index j = 0; j < columns; ++j, m += kRows) {
    for (int i = 0; i < kFours; ++i) {
      const Lanes<4> four = Lanes<4>::Load(m + 4 * i);
      for (int side = 0; side < kSides; ++side) sums[side][i] += four * x[side][j];
    }
  }
  for (int side = 0; side < kSides; ++side) {
    for (int i = 0; i < kFours; ++i) sums[side][i].Store(y->col(side).data() + 4 * i);
  }
}

// The sum of each of four times four numbers. `Four` is Lanes<4>.
template <class Four>
inline Four SumFours(const Four (&fours)[4]) {
  Four sums;
  if constexpr (Four::kParts == 1) {
    const auto &a = fours[0].part[0], &b = fours[1].part[0];
    const auto &c = fours[2].part[0], &d = fours[3].part[0];
    const auto ab = __builtin_shufflevector(a, b, 0, 4, 2, 6) +  //
                    __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const auto cd = __builtin_shufflevector(c, d, 0, 4, 2, 6) +  //
                    __builtin_shufflevector(c, d, 1, 5, 3, 7);
    sums.part[0] = __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +  //
                   __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
  } else {
    for (int i = 0; i < 2; ++i) {
      const auto a = fours[2 * i].part[0] + fours[2 * i].part[1];
      const auto b = fours[2 * i + 1].part[0] + fours[2 * i + 1].part[1];
      sums.part[i] = __builtin_shufflevector(a, b, 0, 2) + __builtin_shufflevector(a, b, 1, 3);
    }
  }
  return sums;
}

// y += M^T f.
template <int kRows>
inline void AddTransposed(const Eigen::Matrix<double, kRows, Eigen::Dynamic>& M,
                          const Eigen::Matrix<double, kRows, 1>& f, double* y) {
  static_assert(kRows % 4 == 0);
  constexpr int kFours = kRows / 4;
  Lanes<4> factors[kFours];
  for (int i = 0; i < kFours; ++i) factors[i] = Lanes<4>::Load(f.data() + 4 * i);
  const double* m = M.data();
  const auto multiply = [&] {
    Lanes<4> sum;
    for (int i = 0; i < kFours; ++i, m += 4) sum += Lanes<4>::Load(m) * factors[i];
    return sum;
  };
  const Eigen::Index columns = M.cols();
  Eigen::Index j = 0;
  for (; j + 4 <= columns; j += 4) {
    Lanes<4> products[4];
    for (Lanes<4>& product : products) product = multiply();
    (Lanes<4>::Load(y + j) + SumFours(products)).Store(y + j);
  }
  for (; j < columns; ++j) {
    const Lanes<4> product = multiply();
    y[j] += (product[0] + product[1]) + (product[2] + product[3]);
  }
}

}  // namespace jounce

#endif  // JOUNCE_MATH_FEW_ROWS_H_

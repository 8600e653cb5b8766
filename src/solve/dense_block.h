// A small dense matrix, and the inverses of its two triangular factors: what is left on the diagonal of
// a block of a sparse matrix (block_factors.h).
#ifndef JOUNCE_SOLVE_DENSE_BLOCK_H_
#define JOUNCE_SOLVE_DENSE_BLOCK_H_

#include <algorithm>

#include "math/lanes.h"

namespace jounce {

inline int UpToFour(int n) { return (n + 3) / 4 * 4; }

// By columns, with zeros below up to a multiple of four.
struct DenseBlock {
  static constexpr int kWidest = 24;  // a multiple of four

  explicit DenseBlock(int size) : width(size), stride(UpToFour(size)) {
    std::fill_n(values, stride * width, 0.0);
  }
  double* column(int j) { return values + stride * j; }
  const double* column(int j) const { return values + stride * j; }

  int width, stride;
  double values[kWidest * kWidest];
};

// to -= factor from, from a row that is a multiple of four on.
inline void Subtract(double factor, const double* from, int first, int rows, double* to) {
  for (int i = first; i < rows; i += 4) {
    (Lanes<4>::Load(to + i) - Lanes<4>::Load(from + i) * factor).Store(to + i);
  }
}

// D = L U with ones on the diagonal of L; leaves the inverses of both. Shows `see` the pivots.
template <class See>
inline void InvertFactors(DenseBlock* D, DenseBlock* L, DenseBlock* U, See see) {
  const int width = D->width, stride = D->stride;
  for (int j = 0; j < width; ++j) {
    double *column = D->column(j), *inverse = U->column(j);
    for (int k = 0; k < j; ++k) Subtract(column[k], D->column(k), (k + 1) / 4 * 4, stride, column);
    // By columns, U^-1_j = (e_j - sum over k < j of U^-1_k U_kj)/U_jj.
    for (int k = 0; k < j; ++k) Subtract(column[k], U->column(k), 0, k + 1, inverse);
    see(column[j]);
    const double factor = 1 / column[j];
    inverse[j] = 1;
    for (int i = 0; i <= j; ++i) inverse[i] *= factor;
    // L below the diagonal, and nothing else.
    for (int i = 0; i <= j; ++i) column[i] = 0;
    for (int i = j + 1; i < width; ++i) column[i] *= factor;
  }
  for (int j = width - 1; j >= 0; --j) {
    double* inverse = L->column(j);
    inverse[j] = 1;
    for (int k = j + 1; k < width; ++k) {
      Subtract(D->column(j)[k], L->column(k), k / 4 * 4, stride, inverse);
    }
  }
}

}  // namespace jounce

#endif  // JOUNCE_SOLVE_DENSE_BLOCK_H_

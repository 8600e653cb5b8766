#include "math/row_products.h"

#include "math/lanes.h"

namespace jounce {
namespace {

// Sums of some rows stay in registers while all x go by.
template <int kRows, int kFours>
inline void AddSome(const double* M, int stride, int columns, const double* const* x,
                    double* const* y, int at) {
  Lanes<4> sums[kRows][kFours];
  for (int j = 0; j < columns; ++j, M += stride) {
    const double* from = x[j] + at;
    for (int k = 0; k < kFours; ++k) {
      const Lanes<4> four = Lanes<4>::Load(from + 4 * k);
      for (int i = 0; i < kRows; ++i) sums[i][k] += four * M[i];
    }
  }
  for (int i = 0; i < kRows; ++i) {
    double* to = y[i] + at;
    for (int k = 0; k < kFours; ++k) {
      (Lanes<4>::Load(to + 4 * k) + sums[i][k]).Store(to + 4 * k);
    }
  }
}

template <int kFours>
void AddAllRows(const double* M, int stride, int rows, int columns, const double* const* x,
                double* const* y, int at) {
  int i = 0;
  for (; i + 4 <= rows; i += 4) AddSome<4, kFours>(M + i, stride, columns, x, y + i, at);
  for (; i + 2 <= rows; i += 2) AddSome<2, kFours>(M + i, stride, columns, x, y + i, at);
  if (i < rows) AddSome<1, kFours>(M + i, stride, columns, x, y + i, at);
}

}  // namespace

void AddRowProducts(const double* M, int stride, int rows, int columns, const double* const* x,
                    double* const* y, int width) {
  if (rows == 0 || columns == 0) return;
  int at = 0;
  for (; at + 12 <= width; at += 12) AddAllRows<3>(M, stride, rows, columns, x, y, at);
  if (width - at == 8) AddAllRows<2>(M, stride, rows, columns, x, y, at);
  if (width - at == 4) AddAllRows<1>(M, stride, rows, columns, x, y, at);
}

}  // namespace jounce

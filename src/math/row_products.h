// Products of a small matrix with rows of many columns that lie anywhere,
//
//   y_i += sum over j of M(i, j) x_j
//
// each x_j and y_i a row of `width` numbers: right sides of equations, or slopes by parameters, side by
// side, so that one entry of M serves them all.
#ifndef JOUNCE_MATH_ROW_PRODUCTS_H_
#define JOUNCE_MATH_ROW_PRODUCTS_H_

namespace jounce {

// M by columns, `stride` numbers from one to the next; `width` a multiple of four. No y_i is one of
// the x_j. Never allocates.
void AddRowProducts(const double* M, int stride, int rows, int columns, const double* const* x,
                    double* const* y, int width);

}  // namespace jounce

#endif  // JOUNCE_MATH_ROW_PRODUCTS_H_

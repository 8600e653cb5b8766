// An order of elimination for blocks: bodies with the multipliers of their joints, pivots on the
// diagonal.
//
// Unknowns that see the same others, as the six of a body or the rows of a joint, stay together. A
// body is eliminated with as many of the multipliers at it as it has unknowns for; those have zeros
// on the diagonal, but after the body -J A^-1 J^T is there. Of all bodies the one that sees the
// fewest unknowns comes next [Markowitz 1957]. The factors then have wide blocks whose rows are whole
// bodies, where orders that go by single unknowns have more and narrower ones, with many gaps.
//
// Nothing is known of the values: whether the pivots serve, as they do where bodies have mass and
// the rows of each joint are independent, is for the factorization to see.
//
// Reference: [Markowitz 1957] H. M. Markowitz, The elimination form of the inverse and its
// application to linear programming, Management Science 3 (1957).
#ifndef JOUNCE_SOLVE_BLOCK_ORDER_H_
#define JOUNCE_SOLVE_BLOCK_ORDER_H_

#include "solve/block_factors.h"

namespace jounce {

// The factors of a matrix with this pattern, or that of its transpose added, in that order. An
// unknown counts as a multiplier where the value on its diagonal is zero.
LuPattern FindBlockOrder(const SparsePattern& matrix, const double* values);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_BLOCK_ORDER_H_

// An order of elimination for the equations of bodies and joints,
//
//   [A, J^T; J, 0] (x, lambda) = b,    A definite, rows of J independent,
//
// that leaves its pivots on the diagonal. Multipliers have zeros there. An ordering that only looks
// for few new entries does not know that, other pivots have to be found, and what it had saved is
// lost: in nets of bodies with many loops the factors fill. Here a multiplier follows all the
// unknowns of A that it sees. Each leading part of the matrix is then the matrix of a smaller
// mechanism, with rows as independent as those of the whole one, and regular.
//
// 1. Bodies that only multipliers tie to others, as where there are no springs, come first; that
//    leaves J A^-1 J^T on the diagonal of their multipliers.
// 2. All else that has a diagonal is ordered for few new entries [Amestoy 2004], in the graph in
//    which each multiplier left ties what it sees to each other.
// 3. Each of those multipliers follows the last that it sees.
//
// Reference: [Amestoy 2004] P. R. Amestoy, T. A. Davis, I. S. Duff, Algorithm 837: AMD, an
// approximate minimum degree ordering algorithm, ACM Trans. Math. Softw. 30 (2004).
#ifndef JOUNCE_SOLVE_ELIMINATION_ORDER_H_
#define JOUNCE_SOLVE_ELIMINATION_ORDER_H_

#include <vector>

#include "solve/sparse_pattern.h"

namespace jounce {

// The unknowns in the order of their elimination. The pattern need not be symmetric; its
// transpose is added. An unknown counts as a multiplier where its diagonal is zero or has no entry.
std::vector<int> FindEliminationOrder(const SparsePattern& pattern, const double* values);

// Entries of the lower factor with its diagonal, for pivots on the diagonal in this order; or some
// number larger than `limit`, where there are more than that.
long long CountFactorEntries(const SparsePattern& pattern, const std::vector<int>& order,
                             long long limit);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_ELIMINATION_ORDER_H_

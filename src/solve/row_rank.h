// Which of many sparse rows are independent, and from which others the rest follow.
//
// Blocks of columns (bodies) are taken off one after the other, those with the fewest neighbours
// first [George 1989]: of the rows that see a block, as many as its part of them has rank are kept
// as pivots, and their multiples are taken off the others, which see the block no more. What is
// left of the rows that met is one dense front [Duff 1983], so that trees vanish at once, and nets
// with many loops cost what the dense matrices of their bottlenecks do. A row of which nothing is
// left is dependent.
//
// Of rows that would do as a pivot the earliest is taken, unless its part is ten times smaller than
// that of another: so of two rows that say the same the later one is dependent, but the rows that
// are kept are not almost dependent where others would do better. To take each row that differs at
// all from those before it would be wrong: in a lattice of 125 bodies with ball joints such a choice
// is so badly conditioned that it counts a row too many.
//
// References: [Duff 1983] I. S. Duff, J. K. Reid, The multifrontal solution of indefinite sparse
// symmetric linear equations, ACM Trans. Math. Softw. 9 (1983); [George 1989] A. George, J. W. H.
// Liu, The evolution of the minimum degree ordering algorithm, SIAM Review 31 (1989).
#ifndef JOUNCE_SOLVE_ROW_RANK_H_
#define JOUNCE_SOLVE_ROW_RANK_H_

#include <vector>

namespace jounce {

struct SparseEntry {
  int column = 0;
  double value = 0;
};
using SparseRow = std::vector<SparseEntry>;

struct RowRank {
  int rank = 0;
  std::vector<bool> independent;  // one a row
  // For each dependent row, in their order, the independent ones of which it is a sum, in their
  // order. Nobody reads 100,000 names: when that many were found, the lists that follow are empty.
  std::vector<std::vector<int>> follows_from;
};

// `rows` are of unit length, or empty, which are dependent; `block` tells the block of each column,
// from 0. What is smaller than `tolerance` is nothing.
RowRank FindRowRank(const std::vector<SparseRow>& rows, const std::vector<int>& block,
                    double tolerance);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_ROW_RANK_H_

// Which of many sparse rows are independent, and from which others the rest follow.
//
// Rows are taken in the order given: a row is dependent when its part orthogonal to those before it
// is smaller than a tolerance, so that of two rows that say the same the later one is dependent.
//
// Two steps. First bodies are taken off from the outside: where the rows that see a block of
// columns are well independent in these columns alone, no other row can make up for them, so they
// are independent and the block is done with; chains and trees vanish at once. What is left, closed
// loops, is the matter of an orthogonal factorization A^T = Q R by Givens rotations that keeps no
// Q, [George 1980], and R has no more entries than the Cholesky factor of A A^T. A column of R
// without a diagonal is dependent; what its row holds is rotated on into the rows below [Heath
// 1982].
//
// References: [George 1980] A. George, M. T. Heath, Solution of sparse linear least squares
// problems using Givens rotations, Linear Algebra Appl. 34 (1980); [Heath 1982] M. T. Heath, Some
// extensions of an algorithm for sparse linear least squares problems, SIAM J. Sci. Stat. Comput. 3
// (1982).
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
  // For each dependent row, in their order, the independent ones of which it is a sum.
  std::vector<std::vector<int>> follows_from;
};

// `rows` are of unit length, or empty, which are dependent; `block` tells the block of each column,
// from 0.
RowRank FindRowRank(const std::vector<SparseRow>& rows, const std::vector<int>& block,
                    double tolerance);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_ROW_RANK_H_

// Where the entries of a sparse square matrix are.
#ifndef JOUNCE_SOLVE_SPARSE_PATTERN_H_
#define JOUNCE_SOLVE_SPARSE_PATTERN_H_

#include <vector>

namespace jounce {

// By columns: rows of column j are rows[starts[j]] to rows[starts[j + 1]].
struct SparsePattern {
  int size = 0;
  std::vector<int> starts;
  std::vector<int> rows;
};

// What each unknown is coupled to by an entry of its row or its column, itself left out, sorted.
std::vector<std::vector<int>> NeighboursIn(const SparsePattern& pattern);

// The unknowns whose diagonal is zero or has no entry: multipliers, as a rule.
std::vector<bool> ZerosOnDiagonal(const SparsePattern& pattern, const double* values);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SPARSE_PATTERN_H_

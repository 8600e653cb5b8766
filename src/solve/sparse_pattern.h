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

}  // namespace jounce

#endif  // JOUNCE_SOLVE_SPARSE_PATTERN_H_

#include "solve/sparse_pattern.h"

#include <algorithm>

namespace jounce {

std::vector<std::vector<int>> NeighboursIn(const SparsePattern& pattern) {
  std::vector<std::vector<int>> graph(pattern.size);
  for (int column = 0; column < pattern.size; ++column) {
    for (int i = pattern.starts[column]; i < pattern.starts[column + 1]; ++i) {
      const int row = pattern.rows[i];
      if (row == column) continue;
      graph[column].push_back(row);
      graph[row].push_back(column);
    }
  }
  for (std::vector<int>& list : graph) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return graph;
}

std::vector<bool> ZerosOnDiagonal(const SparsePattern& pattern, const double* values) {
  std::vector<bool> zero(pattern.size, true);
  for (int column = 0; column < pattern.size; ++column) {
    for (int i = pattern.starts[column]; i < pattern.starts[column + 1]; ++i) {
      if (pattern.rows[i] == column && values[i] != 0) zero[column] = false;
    }
  }
  return zero;
}

}  // namespace jounce

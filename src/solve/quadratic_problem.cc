#include "solve/quadratic_problem.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace jounce {
namespace {

struct Entry {
  int column, row;
  std::array<double, 3> value;  // of K, C and M
};

void AddEntries(const SparseMatrix& matrix, int which, std::vector<Entry>* entries) {
  for (int column = 0; column < matrix.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(matrix, column); it; ++it) {
      Entry entry{column, static_cast<int>(it.row()), {}};
      entry.value[which] = it.value();
      entries->push_back(entry);
    }
  }
}

}  // namespace

QuadraticMatrix::QuadraticMatrix(const QuadraticProblem& problem) {
  const int n = problem.unknowns();
  std::vector<Entry> entries;
  AddEntries(problem.K, 0, &entries);
  AddEntries(problem.C, 1, &entries);
  AddEntries(problem.M, 2, &entries);
  double sum = 0;
  for (const Entry& entry : entries) {
    if (entry.row == entry.column) sum += std::abs(entry.value[0]);
  }
  if (sum > 0) weight_ = sum / n;
  for (int column = 0; column < problem.J.outerSize(); ++column) {
    for (SparseMatrix::InnerIterator it(problem.J, column); it; ++it) {
      const int row = n + static_cast<int>(it.row());
      entries.push_back({column, row, {weight_ * it.value(), 0, 0}});
      entries.push_back({row, column, {weight_ * it.value(), 0, 0}});
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.column < b.column || (a.column == b.column && a.row < b.row);
  });
  pattern_.size = n + problem.constraints();
  pattern_.starts.assign(pattern_.size + 1, 0);
  for (size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const bool same =
        i > 0 && entries[i - 1].column == entry.column && entries[i - 1].row == entry.row;
    if (!same) {
      pattern_.rows.push_back(entry.row);
      ++pattern_.starts[entry.column + 1];
      for (std::vector<double>* values : {&k_, &c_, &m_}) values->push_back(0);
    }
    k_.back() += entry.value[0];
    c_.back() += entry.value[1];
    m_.back() += entry.value[2];
  }
  for (int column = 0; column < pattern_.size; ++column) {
    pattern_.starts[column + 1] += pattern_.starts[column];
  }
}

}  // namespace jounce

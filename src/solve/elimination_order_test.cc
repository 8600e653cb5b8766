#include "solve/elimination_order.h"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace jounce {
namespace {

// A symmetric matrix of these entries.
struct Sparse {
  SparsePattern pattern;
  std::vector<double> values;

  Sparse(int size, const std::set<std::pair<int, int>>& entries, int first_zero) {
    std::vector<std::set<int>> columns(size);
    for (int i = 0; i < size; ++i) columns[i].insert(i);
    for (const auto& [i, k] : entries) {
      columns[i].insert(k);
      columns[k].insert(i);
    }
    pattern.size = size;
    pattern.starts = {0};
    for (int i = 0; i < size; ++i) {
      for (int row : columns[i]) {
        pattern.rows.push_back(row);
        values.push_back(row == i && i >= first_zero ? 0 : 1);
      }
      pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
    }
  }

  Eigen::MatrixXi Dense() const {
    Eigen::MatrixXi A = Eigen::MatrixXi::Zero(pattern.size, pattern.size);
    for (int column = 0; column < pattern.size; ++column) {
      for (int i = pattern.starts[column]; i < pattern.starts[column + 1]; ++i) {
        A(pattern.rows[i], column) = 1;
      }
    }
    return A;
  }
};

// A square lattice of masses; each bar between two of them is a multiplier, after the masses. Where
// they are `sprung`, they are coupled as well.
Sparse Lattice(int n, bool sprung) {
  std::set<std::pair<int, int>> entries;
  int unknowns = n * n;
  const auto bar = [&](int a, int b) {
    entries.insert({unknowns, a});
    entries.insert({unknowns, b});
    if (sprung) entries.insert({a, b});
    ++unknowns;
  };
  for (int x = 0; x < n; ++x) {
    for (int y = 0; y < n; ++y) {
      if (x > 0) bar(n * x + y, n * (x - 1) + y);
      if (y > 0) bar(n * x + y, n * x + y - 1);
    }
  }
  return Sparse(unknowns, entries, n * n);
}

// Elimination step by step.
long long CountByElimination(const Sparse& matrix, const std::vector<int>& order) {
  Eigen::MatrixXi A = matrix.Dense();
  long long count = 0;
  std::vector<bool> gone(A.rows(), false);
  for (int pivot : order) {
    gone[pivot] = true;
    std::vector<int> left;
    for (int i = 0; i < A.rows(); ++i) {
      if (!gone[i] && A(i, pivot)) left.push_back(i);
    }
    count += 1 + static_cast<long long>(left.size());
    for (int i : left) {
      for (int k : left) A(i, k) = 1;
    }
  }
  return count;
}

TEST(EliminationOrder, MultipliersFollowAllThatTheySee) {
  for (bool sprung : {false, true}) {
    const Sparse matrix = Lattice(7, sprung);
    const std::vector<int> order = FindEliminationOrder(matrix.pattern, matrix.values.data());
    std::vector<int> place(matrix.pattern.size, -1);
    for (size_t k = 0; k < order.size(); ++k) place[order[k]] = static_cast<int>(k);
    ASSERT_EQ(order.size(), place.size());
    for (int i = 0; i < matrix.pattern.size; ++i) ASSERT_GE(place[i], 0) << i;
    const Eigen::MatrixXi A = matrix.Dense();
    for (int i = 49; i < matrix.pattern.size; ++i) {
      for (int k = 0; k < 49; ++k) {
        if (A(i, k)) EXPECT_LT(place[k], place[i]) << i << " and " << k;
      }
    }
  }
}

TEST(EliminationOrder, CountsWhatEliminationFills) {
  for (bool sprung : {false, true}) {
    const Sparse matrix = Lattice(7, sprung);
    std::vector<int> order = FindEliminationOrder(matrix.pattern, matrix.values.data());
    const long long expected = CountByElimination(matrix, order);
    EXPECT_EQ(CountFactorEntries(matrix.pattern, order, 1000000), expected);
    EXPECT_GT(CountFactorEntries(matrix.pattern, order, expected - 1), expected - 1);
    std::reverse(order.begin(), order.end());
    EXPECT_EQ(CountFactorEntries(matrix.pattern, order, 1000000),
              CountByElimination(matrix, order));
  }
}

// Less than three fifths of what a band fills: masses line by line, each bar after the later one of its two.
TEST(EliminationOrder, FillsLatticesLittle) {
  const int n = 64;
  for (bool sprung : {false, true}) {
    const Sparse matrix = Lattice(n, sprung);
    std::vector<std::pair<int, int>> band;  // turn, unknown
    for (int i = 0; i < matrix.pattern.size; ++i) {
      int turn = i;
      for (int k = matrix.pattern.starts[i]; i >= n * n && matrix.pattern.rows[k] < n * n; ++k) {
        turn = matrix.pattern.rows[k];
      }
      band.push_back({turn, i});
    }
    std::sort(band.begin(), band.end());
    std::vector<int> by_lines;
    for (const auto& [turn, i] : band) by_lines.push_back(i);
    const auto order = FindEliminationOrder(matrix.pattern, matrix.values.data());
    const long long limit = 1LL << 40;
    EXPECT_LT(5 * CountFactorEntries(matrix.pattern, order, limit),
              3 * CountFactorEntries(matrix.pattern, by_lines, limit))
        << sprung;
  }
}

// A chain fills nothing: one neighbour later for each mass and each bar, and the last has none. The
// same without a diagonal at all is some order.
TEST(EliminationOrder, ChainsFillNothing) {
  std::set<std::pair<int, int>> entries;
  const int n = 20;
  for (int i = 0; i + 1 < n; ++i) {
    entries.insert({n + i, i});
    entries.insert({n + i, i + 1});
  }
  const Sparse chain(2 * n - 1, entries, n);
  const auto order = FindEliminationOrder(chain.pattern, chain.values.data());
  EXPECT_EQ(CountFactorEntries(chain.pattern, order, 1000), CountByElimination(chain, order));
  EXPECT_LE(CountFactorEntries(chain.pattern, order, 1000), 2 * n - 1 + 3 * (n - 1));
  const Sparse zeros(2 * n - 1, entries, 0);
  EXPECT_EQ(FindEliminationOrder(zeros.pattern, zeros.values.data()).size(), 2u * n - 1);
}

}  // namespace
}  // namespace jounce

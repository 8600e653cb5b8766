#include "solve/row_rank.h"

#include <Eigen/Core>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce {
namespace {

// Rows that are independent by this much in the columns of one block alone need no other look.
constexpr double kWellIndependent = 0.01;
// Entries of unit rows that are no more than rounding.
constexpr double kRankRounding = 1e-15;
// What a part of a sum must weigh, against the largest, to be named.
constexpr double kWorthNaming = 1e-6;

// Takes off blocks whose rows are independent there.
class OuterBlocks {
 public:
  OuterBlocks(const std::vector<SparseRow>& rows, const std::vector<int>& block)
      : rows_(rows), block_(block), place_(block.size()) {
    for (size_t column = 0; column < block.size(); ++column) {
      if (block[column] >= static_cast<int>(widths_.size())) widths_.resize(block[column] + 1, 0);
      place_[column] = widths_[block[column]]++;
    }
    rows_of_.resize(widths_.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      for (const SparseEntry& entry : rows[i]) {
        std::vector<int>& seen = rows_of_[block[entry.column]];
        if (seen.empty() || seen.back() != static_cast<int>(i)) seen.push_back(static_cast<int>(i));
      }
    }
  }

  // True for each row that was taken off.
  std::vector<bool> TakeOff() {
    std::vector<bool> taken(rows_.size(), false);
    std::vector<int> waiting(widths_.size());
    for (size_t i = 0; i < waiting.size(); ++i) waiting[i] = static_cast<int>(i);
    while (!waiting.empty()) {
      const int b = waiting.back();
      waiting.pop_back();
      std::erase_if(rows_of_[b], [&](int row) { return taken[row]; });
      if (!AreIndependent(b)) continue;
      for (int row : rows_of_[b]) {
        taken[row] = true;
        // Their other blocks have lost a row.
        for (const SparseEntry& entry : rows_[row]) waiting.push_back(block_[entry.column]);
      }
    }
    return taken;
  }

 private:
  bool AreIndependent(int b) const {
    const std::vector<int>& seen = rows_of_[b];
    if (seen.empty() || static_cast<int>(seen.size()) > widths_[b]) return false;
    Eigen::MatrixXd part = Eigen::MatrixXd::Zero(widths_[b], static_cast<int>(seen.size()));
    for (size_t i = 0; i < seen.size(); ++i) {
      for (const SparseEntry& entry : rows_[seen[i]]) {
        if (block_[entry.column] == b) part(place_[entry.column], i) += entry.value;
      }
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(part);
    return std::abs(qr.matrixQR()(part.cols() - 1, part.cols() - 1)) >= kWellIndependent;
  }

  const std::vector<SparseRow>& rows_;
  const std::vector<int>& block_;
  std::vector<int> place_, widths_;        // of a column in its block; columns of a block
  std::vector<std::vector<int>> rows_of_;  // that see a block, each once
};

// R of A^T = Q R for the rows of A that are left, row by row.
class Triangle {
 public:
  explicit Triangle(int size) : rows_(size) {}

  // Rotates a row of A^T into R.
  void Insert(SparseRow row) {
    SparseRow upper, lower;
    for (;;) {
      const auto begin = std::find_if(row.begin(), row.end(), [](const SparseEntry& entry) {
        return std::abs(entry.value) > kRankRounding;
      });
      row.erase(row.begin(), begin);
      if (row.empty()) return;
      SparseRow& pivot = rows_[row.front().column];
      if (pivot.empty()) {
        pivot = std::move(row);
        return;
      }
      Rotate(pivot, row, &upper, &lower);
      std::swap(pivot, upper);
      std::swap(row, lower);
    }
  }

  // Decides on a column, once those before it are decided.
  bool IsDependent(int column, double tolerance) {
    SparseRow& row = rows_[column];
    if (!row.empty() && std::abs(row.front().value) > tolerance) return false;
    SparseRow rest(row.begin() + (row.empty() ? 0 : 1), row.end());
    row.clear();
    Insert(std::move(rest));
    return true;
  }

  // The columns before it of which a dependent one is a sum.
  std::vector<int> PartsOf(int column) const {
    std::vector<double> part(column + 1, 0);
    double largest = 0;
    for (int i = column - 1; i >= 0; --i) {
      if (rows_[i].empty()) continue;
      double sum = 0;
      for (const SparseEntry& entry : rows_[i]) {
        if (entry.column > column) break;
        sum += entry.column == column ? entry.value : -entry.value * part[entry.column];
      }
      part[i] = sum / rows_[i].front().value;
      largest = std::max(largest, std::abs(part[i]));
    }
    std::vector<int> parts;
    for (int i = 0; i < column; ++i) {
      if (std::abs(part[i]) > kWorthNaming * largest) parts.push_back(i);
    }
    return parts;
  }

 private:
  // Both begin with the same column, which is zero in the lower one afterwards and left out.
  static void Rotate(const SparseRow& a, const SparseRow& b, SparseRow* upper, SparseRow* lower) {
    const double r = std::hypot(a.front().value, b.front().value);
    const double c = a.front().value / r, s = b.front().value / r;
    upper->assign(1, {a.front().column, r});
    lower->clear();
    auto i = a.begin() + 1, j = b.begin() + 1;
    while (i != a.end() || j != b.end()) {
      const bool take_a = j == b.end() || (i != a.end() && i->column <= j->column);
      const bool take_b = i == a.end() || (j != b.end() && j->column <= i->column);
      const int column = take_a ? i->column : j->column;
      const double x = take_a ? (i++)->value : 0, y = take_b ? (j++)->value : 0;
      upper->push_back({column, c * x + s * y});
      lower->push_back({column, c * y - s * x});
    }
  }

  std::vector<SparseRow> rows_;
};

// The transpose of the rows that are left, those of similar length together: rows that end early
// come first, so that later ones meet finished parts of R.
std::vector<SparseRow> Transposed(const std::vector<SparseRow>& rows, const std::vector<int>& left,
                                  size_t columns) {
  std::vector<SparseRow> transposed(columns);
  for (size_t k = 0; k < left.size(); ++k) {
    for (const SparseEntry& entry : rows[left[k]]) {
      SparseRow& row = transposed[entry.column];
      if (!row.empty() && row.back().column == static_cast<int>(k)) {
        row.back().value += entry.value;
      } else {
        row.push_back({static_cast<int>(k), entry.value});
      }
    }
  }
  std::erase_if(transposed, [](const SparseRow& row) { return row.empty(); });
  std::stable_sort(
      transposed.begin(), transposed.end(),
      [](const SparseRow& a, const SparseRow& b) { return a.back().column < b.back().column; });
  return transposed;
}

}  // namespace

RowRank FindRowRank(const std::vector<SparseRow>& rows, const std::vector<int>& block,
                    double tolerance) {
  RowRank result;
  result.independent = OuterBlocks(rows, block).TakeOff();
  std::vector<int> left;
  for (size_t i = 0; i < rows.size(); ++i) {
    if (!result.independent[i]) left.push_back(static_cast<int>(i));
  }
  Triangle triangle(static_cast<int>(left.size()));
  for (SparseRow& row : Transposed(rows, left, block.size())) triangle.Insert(std::move(row));
  for (size_t k = 0; k < left.size(); ++k) {
    const int column = static_cast<int>(k);
    if (!triangle.IsDependent(column, tolerance)) {
      result.independent[left[k]] = true;
      continue;
    }
    std::vector<int>& parts = result.follows_from.emplace_back(triangle.PartsOf(column));
    for (int& part : parts) part = left[part];
  }
  result.rank = static_cast<int>(rows.size() - result.follows_from.size());
  return result;
}

}  // namespace jounce

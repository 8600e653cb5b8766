#include "solve/row_rank.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <queue>
#include <utility>

namespace jounce {
namespace {

// An earlier row is the pivot unless its part is that much smaller than the largest.
constexpr double kEarlyEnough = 0.1;
// As many entries are taken off before the rest of a front hears of it, in one product.
constexpr int kPanel = 48;
// What a part of a sum must weigh, against the largest, to be named.
constexpr double kWorthNaming = 1e-6;
// As many parts are named in all.
constexpr size_t kMostParts = 100000;

// A row had `factor` times another, as far as that was left, taken off.
struct Multiple {
  int row;
  double factor;
};

// What is left of some rows over the blocks that they see.
struct Front {
  std::vector<int> rows;
  std::vector<int> blocks;
  Eigen::MatrixXd values;  // a column for each row, its blocks one below the other
};

// Takes entries off the rows of a front.
class Pivots {
 public:
  // `multiples` of each row is told what was taken off it, `order` the pivots, one by one.
  Pivots(Front* front, double tolerance, std::vector<std::vector<Multiple>>* multiples,
         std::vector<int>* order)
      : front_(*front),
        values_(front->values),
        tolerance_(tolerance),
        multiples_(*multiples),
        order_(*order) {
    end_ = static_cast<int>(front->rows.size());
  }

  // The first `count` entries; what is left is the front of the rows that are not nothing.
  void TakeOff(int count) {
    for (int first = 0; first < count; first += kPanel) {
      if (first > 0) DropNothing(first);
      TakePanel(first, std::min(kPanel, count - first));
    }
    DropNothing(count);
    const int rest = static_cast<int>(values_.rows()) - count;
    values_ = values_.block(count, top_, rest, end_ - top_).eval();
    front_.rows = {front_.rows.begin() + top_, front_.rows.begin() + end_};
  }

 private:
  // Rows with nothing from the entry `first` on are put behind the end.
  void DropNothing(int first) {
    const auto rest = values_.bottomRows(values_.rows() - first);
    for (int i = end_ - 1; i >= top_; --i) {
      if (rest.col(i).norm() <= tolerance_) Swap(i, --end_);
    }
  }

  void Swap(int i, int k) {
    if (i == k) return;
    values_.col(i).swap(values_.col(k));
    std::swap(front_.rows[i], front_.rows[k]);
  }

  void TakePanel(int first, int size) {
    const int begin = top_, left = end_ - begin;
    factors_.setZero(size, left);
    panel_ = values_.block(first, begin, size, left);
    for (int k = 0; k < std::min(size, left) && TakePivot(begin, k); ++k) ++top_;
    const int pivots = top_ - begin, after = first + size;
    const int rest = static_cast<int>(values_.rows()) - after;
    for (int k = 1; k < pivots; ++k) {
      values_.col(begin + k).tail(rest).noalias() -=
          values_.block(after, begin, rest, k) * factors_.col(k).head(k);
    }
    values_.block(after, top_, rest, end_ - top_).noalias() -=
        values_.block(after, begin, rest, pivots) * factors_.block(0, pivots, pivots, end_ - top_);
    for (int i = 0; i < left; ++i) {
      for (int k = 0; k < std::min(i, pivots); ++k) {
        if (factors_(k, i) == 0) continue;
        multiples_[front_.rows[begin + i]].push_back({front_.rows[begin + k], factors_(k, i)});
      }
    }
  }

  // The k-th pivot of a panel: the others become orthogonal to it there.
  bool TakePivot(int begin, int k) {
    const auto part = [&](int i) { return panel_.col(i - begin); };
    const int pivot = ChoosePivot(begin);
    if (pivot < 0) return false;
    factors_.col(pivot - begin).swap(factors_.col(k));
    panel_.col(pivot - begin).swap(panel_.col(k));
    Swap(pivot, top_);
    order_.push_back(front_.rows[top_]);
    const double inverse = 1 / part(top_).squaredNorm();
    for (int i = top_ + 1; i < end_; ++i) {
      const double factor = part(i).dot(part(top_)) * inverse;
      if (factor == 0) continue;
      part(i) -= factor * part(top_);
      factors_(k, i - begin) = factor;
    }
    return true;
  }

  // -1 where nothing is left in the panel.
  int ChoosePivot(int begin) {
    norms_ = panel_.middleCols(top_ - begin, end_ - top_).colwise().squaredNorm();
    const double largest = norms_.size() > 0 ? norms_.maxCoeff() : 0;
    if (!(largest > tolerance_ * tolerance_)) return -1;
    int pivot = -1;
    for (int i = top_; i < end_; ++i) {
      if (norms_[i - top_] < kEarlyEnough * kEarlyEnough * largest) continue;
      if (pivot < 0 || front_.rows[i] < front_.rows[pivot]) pivot = i;
    }
    return pivot;
  }

  Front& front_;
  Eigen::MatrixXd& values_;
  double tolerance_;
  std::vector<std::vector<Multiple>>& multiples_;
  std::vector<int>& order_;
  int top_ = 0, end_ = 0;    // pivots are before the top, rows that are nothing from the end on
  Eigen::MatrixXd panel_;    // the entries of all rows from its first pivot on, side by side
  Eigen::MatrixXd factors_;  // of the panel: a row for each pivot, a column for each row
  Eigen::RowVectorXd norms_;
};

class Elimination {
 public:
  Elimination(const std::vector<SparseRow>& rows, const std::vector<int>& block, double tolerance)
      : tolerance_(tolerance), multiples_(rows.size()) {
    std::vector<int> place(block.size());  // of a column in its block
    for (size_t column = 0; column < block.size(); ++column) {
      if (block[column] >= static_cast<int>(widths_.size())) widths_.resize(block[column] + 1, 0);
      place[column] = widths_[block[column]]++;
    }
    offsets_.resize(widths_.size(), -1);
    fronts_of_.resize(widths_.size());
    for (size_t i = 0; i < rows.size(); ++i) {
      if (!rows[i].empty()) AddRow(static_cast<int>(i), rows[i], block, place);
    }
  }

  void Run() {
    using Candidate = std::pair<int, int>;  // neighbours, block
    std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> candidates;
    std::vector<int> neighbours(widths_.size());
    const auto look = [&](int b) { candidates.push({neighbours[b] = CountNeighbours(b), b}); };
    for (size_t b = 0; b < widths_.size(); ++b) look(static_cast<int>(b));
    while (!candidates.empty()) {
      const auto [count, b] = candidates.top();
      candidates.pop();
      if (fronts_of_[b].empty() || count != neighbours[b]) continue;
      for (int other : TakeOff(b)) look(other);
    }
  }

  RowRank Result() const {
    RowRank result;
    result.rank = static_cast<int>(order_.size());
    result.independent.resize(multiples_.size(), false);
    std::vector<int> turn(multiples_.size(), -1);
    for (size_t i = 0; i < order_.size(); ++i) {
      result.independent[order_[i]] = true;
      turn[order_[i]] = static_cast<int>(i);
    }
    std::vector<double> sum(order_.size(), 0);
    size_t parts = 0;
    for (size_t i = 0; i < multiples_.size(); ++i) {
      if (result.independent[i]) continue;
      std::vector<int>& list = result.follows_from.emplace_back();
      if (parts < kMostParts) list = PartsOf(static_cast<int>(i), turn, &sum);
      parts += list.size();
    }
    return result;
  }

 private:
  // Rows that see the same blocks, as those of a joint do, begin in one front.
  void AddRow(int index, const SparseRow& row, const std::vector<int>& block,
              const std::vector<int>& place) {
    Front front;
    int size = 0;
    for (const SparseEntry& entry : row) {
      if (offsets_[block[entry.column]] < 0) Append(block[entry.column], &front.blocks, &size);
    }
    const bool joins = !fronts_.empty() && fronts_.back().blocks == front.blocks;
    if (!joins) {
      front.values.resize(size, 0);
      Keep(std::move(front));
    }
    Front& home = fronts_.back();
    home.rows.push_back(index);
    home.values.conservativeResize(Eigen::NoChange, home.values.cols() + 1);
    home.values.rightCols(1).setZero();
    for (const SparseEntry& entry : row) {
      home.values(offsets_[block[entry.column]] + place[entry.column], home.values.cols() - 1) +=
          entry.value;
    }
    for (int b : home.blocks) offsets_[b] = -1;
  }

  void Append(int b, std::vector<int>* blocks, int* size) {
    offsets_[b] = *size;
    *size += widths_[b];
    blocks->push_back(b);
  }

  void Keep(Front front) {
    for (int b : front.blocks) fronts_of_[b].push_back(static_cast<int>(fronts_.size()));
    fronts_.push_back(std::move(front));
  }

  // Blocks that share a front with this one, and the block itself.
  int CountNeighbours(int b) {
    std::vector<int> seen;
    int size = 0;
    for (int id : fronts_of_[b]) {
      for (int other : fronts_[id].blocks) {
        if (offsets_[other] < 0) Append(other, &seen, &size);
      }
    }
    for (int other : seen) offsets_[other] = -1;
    return static_cast<int>(seen.size());
  }

  // Takes off a block and all others that only the same fronts see; returns the blocks around them.
  std::vector<int> TakeOff(int b) {
    const std::vector<int> ids = fronts_of_[b];
    std::vector<int> inner, outer;
    int size = 0;
    for (int id : ids) {
      for (int other : fronts_[id].blocks) std::erase(fronts_of_[other], id);
    }
    for (bool is_inner : {true, false}) {
      for (int id : ids) {
        for (int other : fronts_[id].blocks) {
          if (offsets_[other] >= 0 || fronts_of_[other].empty() != is_inner) continue;
          Append(other, is_inner ? &inner : &outer, &size);
        }
      }
    }
    int count = 0;
    for (int other : inner) count += widths_[other];
    Front front = Merge(ids, size);
    for (const std::vector<int>* list : {&inner, &outer}) {
      for (int other : *list) offsets_[other] = -1;
    }
    Pivots(&front, tolerance_, &multiples_, &order_).TakeOff(count);
    front.blocks = outer;
    if (!front.rows.empty()) Keep(std::move(front));
    return outer;
  }

  // The rows of these fronts over entries at the offsets of now; the fronts are gone then.
  Front Merge(const std::vector<int>& ids, int size) {
    size_t count = 0;
    for (int id : ids) count += fronts_[id].rows.size();
    Front merged;
    merged.values.resize(size, static_cast<int>(count));
    for (int id : ids) {
      const Front front = std::exchange(fronts_[id], Front());
      const int column = static_cast<int>(merged.rows.size());
      const int columns = static_cast<int>(front.rows.size());
      int begin = 0;
      if (front.values.rows() < size) merged.values.middleCols(column, columns).setZero();
      for (int b : front.blocks) {
        merged.values.block(offsets_[b], column, widths_[b], columns) =
            front.values.middleRows(begin, widths_[b]);
        begin += widths_[b];
      }
      merged.rows.insert(merged.rows.end(), front.rows.begin(), front.rows.end());
    }
    return merged;
  }

  // The pivots of which a row is a sum. What was taken off it were multiples of what was left of
  // pivots, which are themselves less multiples of pivots before them. `sum` is zero and becomes so
  // again.
  std::vector<int> PartsOf(int row, const std::vector<int>& turn, std::vector<double>* sum) const {
    std::priority_queue<int> waiting;  // turns, the last one first
    std::vector<bool> seen(order_.size(), false);
    const auto add = [&](int of, double times) {
      for (const Multiple& multiple : multiples_[of]) {
        const int k = turn[multiple.row];
        if (!seen[k]) waiting.push(k);
        seen[k] = true;
        (*sum)[k] += times * multiple.factor;
      }
    };
    std::vector<std::pair<int, double>> parts;
    double largest = 0;
    for (add(row, 1); !waiting.empty(); waiting.pop()) {
      const int k = waiting.top();
      const double part = std::exchange((*sum)[k], 0);
      parts.push_back({order_[k], part});
      largest = std::max(largest, std::abs(part));
      add(order_[k], -part);
    }
    std::vector<int> named;
    for (const auto& [of, part] : parts) {
      if (std::abs(part) > kWorthNaming * largest) named.push_back(of);
    }
    std::sort(named.begin(), named.end());
    return named;
  }

  double tolerance_;
  std::vector<int> widths_, offsets_;        // of blocks; an offset is -1 but in use
  std::vector<Front> fronts_;                // empty once merged
  std::vector<std::vector<int>> fronts_of_;  // that see a block
  std::vector<std::vector<Multiple>> multiples_;
  std::vector<int> order_;  // of the pivots
};

}  // namespace

RowRank FindRowRank(const std::vector<SparseRow>& rows, const std::vector<int>& block,
                    double tolerance) {
  Elimination elimination(rows, block, tolerance);
  elimination.Run();
  return elimination.Result();
}

}  // namespace jounce

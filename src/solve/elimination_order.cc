#include "solve/elimination_order.h"

#include <amd.h>

#include <algorithm>
#include <utility>

namespace jounce {
namespace {

// The unknowns of a body, and the multipliers of few enough joints at it that it is no hub: what it
// ties together becomes dense.
constexpr size_t kBody = 6;
constexpr size_t kFewMultipliers = 64;

using Graph = std::vector<std::vector<int>>;

void SortOnce(std::vector<int>* list) {
  std::sort(list->begin(), list->end());
  list->erase(std::unique(list->begin(), list->end()), list->end());
}

// Of the nodes that have `index` >= 0.
std::vector<int> OrderByDegree(const Graph& graph, const std::vector<int>& nodes,
                               const std::vector<int>& index) {
  std::vector<int> starts = {0}, rows, order(nodes.size());
  for (int node : nodes) {
    for (int other : graph[node]) {
      if (index[other] >= 0) rows.push_back(index[other]);
    }
    starts.push_back(static_cast<int>(rows.size()));
  }
  if (!nodes.empty()) {
    amd_order(static_cast<int>(nodes.size()), starts.data(), rows.data(), order.data(), nullptr,
              nullptr);
  }
  for (int& entry : order) entry = nodes[entry];
  return order;
}

class OrderSearch {
 public:
  OrderSearch(const SparsePattern& pattern, const double* values)
      : graph_(NeighboursIn(pattern)),
        waits_(ZerosOnDiagonal(pattern, values)),
        taken_(pattern.size, false),
        seen_(pattern.size, false) {
    ReleaseWhatNeedNotWait();
  }

  std::vector<int> Run() {
    for (int i = 0; i < size(); ++i) {
      if (!waits_[i] && !seen_[i]) TakePiece(PieceAround(i));
    }
    TieTogether(pieces_);
    ReleaseWhatNeedNotWait();
    TieTogether(SeenByWaiting());
    OrderTheRest();
    return std::move(order_);
  }

 private:
  int size() const { return static_cast<int>(graph_.size()); }

  bool IsToCome(int i) const { return !waits_[i] && !taken_[i]; }

  // Those that see nothing to wait for.
  void ReleaseWhatNeedNotWait() {
    std::vector<int> released;
    for (int i = 0; i < size(); ++i) {
      const std::vector<int>& list = graph_[i];
      const bool has_to = std::any_of(list.begin(), list.end(), [&](int k) { return IsToCome(k); });
      if (waits_[i] && !has_to) released.push_back(i);
    }
    for (int i : released) waits_[i] = false;
  }

  // All that hangs together without multipliers.
  std::vector<int> PieceAround(int first) {
    std::vector<int> piece = {first};
    seen_[first] = true;
    for (size_t i = 0; i < piece.size(); ++i) {
      for (int other : graph_[piece[i]]) {
        if (waits_[other] || seen_[other]) continue;
        seen_[other] = true;
        piece.push_back(other);
      }
    }
    return piece;
  }

  void TakePiece(const std::vector<int>& piece) {
    if (piece.size() > kBody) return;
    std::vector<int> multipliers;
    for (int i : piece) {
      for (int other : graph_[i]) {
        if (waits_[other]) multipliers.push_back(other);
      }
    }
    SortOnce(&multipliers);
    if (multipliers.size() > kFewMultipliers) return;
    for (int i : piece) {
      order_.push_back(i);
      taken_[i] = true;
    }
    pieces_.push_back(std::move(multipliers));
  }

  // What the waiting multipliers see, list by list.
  Graph SeenByWaiting() const {
    Graph lists;
    for (int i = 0; i < size(); ++i) {
      if (!waits_[i]) continue;
      std::vector<int>& list = lists.emplace_back();
      for (int other : graph_[i]) {
        if (IsToCome(other)) list.push_back(other);
      }
    }
    return lists;
  }

  // The members of each list become neighbours.
  void TieTogether(const Graph& lists) {
    for (const std::vector<int>& list : lists) {
      for (int i : list) {
        for (int k : list) {
          if (k != i) graph_[i].push_back(k);
        }
      }
    }
    for (std::vector<int>& list : graph_) SortOnce(&list);
  }

  void OrderTheRest() {
    std::vector<int> nodes, index(size(), -1), place(size(), -1);
    for (int i = 0; i < size(); ++i) {
      if (!IsToCome(i)) continue;
      index[i] = static_cast<int>(nodes.size());
      nodes.push_back(i);
    }
    const std::vector<int> rest = OrderByDegree(graph_, nodes, index);
    for (size_t k = 0; k < rest.size(); ++k) place[rest[k]] = static_cast<int>(k);
    Graph followers(rest.size());
    for (int i = 0; i < size(); ++i) {
      if (!waits_[i]) continue;
      int last = 0;
      for (int other : graph_[i]) last = std::max(last, place[other]);
      followers[last].push_back(i);
    }
    for (size_t k = 0; k < rest.size(); ++k) {
      order_.push_back(rest[k]);
      order_.insert(order_.end(), followers[k].begin(), followers[k].end());
    }
  }

  Graph graph_;
  std::vector<bool> waits_;  // for what it sees
  std::vector<bool> taken_, seen_;
  std::vector<int> order_;
  Graph pieces_;  // multipliers of each body that was taken
};

}  // namespace

std::vector<int> FindEliminationOrder(const SparsePattern& pattern, const double* values) {
  return OrderSearch(pattern, values).Run();
}

// A row of the factor has entries along the ways from its entries in the matrix towards the root of
// the elimination tree.
long long CountFactorEntries(const SparsePattern& pattern, const std::vector<int>& order,
                             long long limit) {
  const Graph graph = NeighboursIn(pattern);
  std::vector<int> place(pattern.size), parent(pattern.size, -1), seen_by(pattern.size, -1);
  for (int k = 0; k < pattern.size; ++k) place[order[k]] = k;
  long long count = 0;
  for (int k = 0; k < pattern.size && count <= limit; ++k) {
    seen_by[k] = k;
    ++count;
    for (int other : graph[order[k]]) {
      for (int i = place[other]; i < k && seen_by[i] != k; i = parent[i]) {
        if (parent[i] < 0) parent[i] = k;
        seen_by[i] = k;
        ++count;
      }
    }
  }
  return count;
}

}  // namespace jounce

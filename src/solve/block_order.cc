#include "solve/block_order.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace jounce {
namespace {

using Lists = std::vector<std::vector<int>>;

// Unknowns that stay together, and the nodes that are seen by it now.
struct Node {
  std::vector<int> unknowns;
  std::set<int> seen;
  bool waits = false;  // zero on the diagonal: for the last body that it sees, at the latest

  int size() const { return static_cast<int>(unknowns.size()); }
};

class BlockSearch {
 public:
  BlockSearch(const SparsePattern& matrix, const double* values) {
    Lists seen = NeighboursIn(matrix);
    for (int i = 0; i < matrix.size; ++i) {
      seen[i].insert(std::lower_bound(seen[i].begin(), seen[i].end(), i), i);
    }
    const std::vector<bool> zero = ZerosOnDiagonal(matrix, values);
    std::vector<int> node_of(matrix.size);
    std::map<std::pair<bool, std::vector<int>>, int> known;
    for (int i = 0; i < matrix.size; ++i) {
      const auto [place, is_new] =
          known.try_emplace({zero[i], seen[i]}, static_cast<int>(nodes_.size()));
      if (is_new) nodes_.push_back({{}, {}, zero[i]});
      node_of[i] = place->second;
      nodes_[place->second].unknowns.push_back(i);
    }
    for (int i = 0; i < matrix.size; ++i) {
      for (int other : seen[i]) {
        if (node_of[other] != node_of[i]) nodes_[node_of[i]].seen.insert(node_of[other]);
      }
    }
    costs_.resize(nodes_.size());
  }

  LuPattern Run() {
    for (int i = 0; i < count(); ++i) {
      costs_[i] = nodes_[i].waits ? -1 : CostOf(i);
      if (!nodes_[i].waits) next_.insert({costs_[i], i});
    }
    while (!next_.empty()) Eliminate(next_.begin()->second);
    // What sees nothing else, as the multipliers of rows at rest.
    for (int i = 0; i < count(); ++i) {
      if (nodes_[i].waits) Eliminate(i);
    }
    return Pattern();
  }

 private:
  int count() const { return static_cast<int>(nodes_.size()); }

  // With the nodes that are eliminated at once with it: itself, and multipliers. Those of several
  // joints leave it a freedom, as the spin of a rod between two balls, whose rows are not
  // independent otherwise.
  std::vector<int> GroupOf(int node) const {
    std::vector<int> group = {node};
    int room = nodes_[node].size();
    for (int other : nodes_[node].seen) {
      const int size = nodes_[other].size();
      if (!nodes_[other].waits || size > room - (group.size() > 1 ? 1 : 0)) continue;
      group.push_back(other);
      room -= size;
    }
    return group;
  }

  std::set<int> SeenBy(const std::vector<int>& group) const {
    std::set<int> seen;
    for (int node : group) seen.insert(nodes_[node].seen.begin(), nodes_[node].seen.end());
    for (int node : group) seen.erase(node);
    return seen;
  }

  int CostOf(int node) const {
    int cost = 0;
    for (int other : SeenBy(GroupOf(node))) cost += nodes_[other].size();
    return cost;
  }

  void Eliminate(int node) {
    const std::vector<int> group = GroupOf(node);
    const std::set<int> seen = SeenBy(group);
    steps_.push_back({group, {seen.begin(), seen.end()}});
    for (int member : group) {
      next_.erase({costs_[member], member});
      nodes_[member].waits = false;
    }
    for (int other : seen) {
      Node& left = nodes_[other];
      for (int member : group) left.seen.erase(member);
      left.seen.insert(seen.begin(), seen.end());
      left.seen.erase(other);
    }
    for (int other : seen) {
      if (nodes_[other].waits && !SeesBodies(other)) nodes_[other].waits = false;
    }
    for (int other : seen) {
      if (nodes_[other].waits) continue;
      next_.erase({costs_[other], other});
      costs_[other] = CostOf(other);
      next_.insert({costs_[other], other});
    }
  }

  bool SeesBodies(int node) const {
    return std::any_of(nodes_[node].seen.begin(), nodes_[node].seen.end(),
                       [this](int other) { return !nodes_[other].waits; });
  }

  LuPattern Pattern() const {
    LuPattern factors;
    for (const Step& step : steps_) {
      for (int node : step.group) {
        const std::vector<int>& own = nodes_[node].unknowns;
        factors.rows.insert(factors.rows.end(), own.begin(), own.end());
      }
    }
    factors.columns = factors.rows;
    const int size = static_cast<int>(factors.rows.size());
    std::vector<int> place(size);
    for (int k = 0; k < size; ++k) place[factors.rows[k]] = k;
    Lists rows(size), columns(size);  // of L by columns, of U by columns
    int first = 0;
    for (const Step& step : steps_) {
      std::vector<int> all;
      for (const std::vector<int>* part : {&step.group, &step.seen}) {
        for (int node : *part) {
          for (int unknown : nodes_[node].unknowns) all.push_back(place[unknown]);
        }
      }
      std::sort(all.begin(), all.end());
      int width = 0;
      for (int node : step.group) width += nodes_[node].size();
      for (int k = first; k < first + width; ++k) {
        rows[k].assign(all.begin() + (k - first), all.end());
        for (int row : rows[k]) columns[row].push_back(k);
      }
      first += width;
    }
    factors.L = Join(rows);
    factors.U = Join(columns);
    factors.F = Join(Lists(size));
    factors.pieces = {0, size};
    return factors;
  }

  static SparsePattern Join(const Lists& columns) {
    SparsePattern pattern{static_cast<int>(columns.size()), {0}, {}};
    for (const std::vector<int>& rows : columns) {
      pattern.rows.insert(pattern.rows.end(), rows.begin(), rows.end());
      pattern.starts.push_back(static_cast<int>(pattern.rows.size()));
    }
    return pattern;
  }

  struct Step {
    std::vector<int> group, seen;
  };
  std::vector<Node> nodes_;
  std::vector<int> costs_;
  std::set<std::pair<int, int>> next_;  // by cost, of nodes that need not wait
  std::vector<Step> steps_;
};

}  // namespace

LuPattern FindBlockOrder(const SparsePattern& matrix, const double* values) {
  return BlockSearch(matrix, values).Run();
}

}  // namespace jounce

#include "fatigue/surface_damage.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace jounce {

void SurfaceDamage::Add(const std::vector<PointLife>& lives, double repetitions_of_event) {
  damage.resize(lives.size(), 0);
  worst.resize(lives.size());
  event_damage.emplace_back();
  repetitions.push_back(repetitions_of_event);
  for (size_t i = 0; i < lives.size(); ++i) {
    damage[i] += repetitions_of_event * lives[i].damage;
    if (lives[i].damage >= worst[i].damage) worst[i] = lives[i];
    event_damage.back().push_back(lives[i].damage);
  }
}

size_t SurfaceDamage::WorstEvent(size_t point) const {
  size_t most = 0;
  for (size_t e = 1; e < event_damage.size(); ++e) {
    if (repetitions[e] * event_damage[e][point] > repetitions[most] * event_damage[most][point]) {
      most = e;
    }
  }
  return most;
}

std::vector<size_t> HotSpots(std::span<const double> damage, std::span<const int> corner,
                             std::span<const std::array<int, 3>> triangles, size_t count) {
  std::vector<std::set<int>> around;
  for (const int c : corner) {
    if (static_cast<size_t>(c) >= around.size()) around.resize(static_cast<size_t>(c) + 1);
  }
  for (const auto& t : triangles) {
    for (const int a : t) {
      if (static_cast<size_t>(a) < around.size()) {
        around[static_cast<size_t>(a)].insert(t.begin(), t.end());
      }
    }
  }
  std::vector<size_t> order(damage.size()), spots;
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return damage[a] > damage[b]; });
  std::set<int> seen;  // corners with more damage than the one at hand
  for (const size_t i : order) {
    if (spots.size() == count) break;
    const int c = corner[i];
    const std::set<int>& near = around[static_cast<size_t>(c)];
    const bool lower = seen.contains(c) || std::any_of(near.begin(), near.end(),
                                                       [&](int n) { return seen.contains(n); });
    seen.insert(c);
    if (!lower) spots.push_back(i);
  }
  return spots;
}

}  // namespace jounce

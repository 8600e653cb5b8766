#include "base/names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

namespace jounce {

int EditDistance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) ==
           std::tolower(static_cast<unsigned char>(y));
  };
  const size_t columns = b.size() + 1;
  std::vector<int> before(columns), previous(columns), current(columns);
  for (size_t j = 0; j < columns; ++j) previous[j] = static_cast<int>(j);
  for (size_t i = 1; i <= a.size(); ++i) {
    current[0] = static_cast<int>(i);
    for (size_t j = 1; j < columns; ++j) {
      const int substitution = previous[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      current[j] = std::min({previous[j] + 1, current[j - 1] + 1, substitution});
      const bool swapped = i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1]);
      if (swapped) current[j] = std::min(current[j], before[j - 2] + 1);
    }
    before.swap(previous);
    previous.swap(current);
  }
  return previous.back();
}

std::string NearestName(std::string_view name, const std::vector<std::string>& candidates) {
  std::string nearest;
  // A third of the letters may be wrong, at least one.
  int best = std::max(1, (static_cast<int>(name.size()) + 1) / 3) + 1;
  for (const std::string& candidate : candidates) {
    const int length_gap =
        std::abs(static_cast<int>(candidate.size()) - static_cast<int>(name.size()));
    if (length_gap >= best) continue;
    const int distance = EditDistance(name, candidate);
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string SuggestName(std::string_view name, const std::vector<std::string>& candidates) {
  const std::string nearest = NearestName(name, candidates);
  if (!nearest.empty()) return fmt::format("did you mean '{}'?", nearest);
  if (candidates.empty()) return "none is defined";
  constexpr size_t kMostShown = 12;
  const size_t shown = std::min(candidates.size(), kMostShown);
  return fmt::format("known: {}{}", fmt::join(candidates.begin(), candidates.begin() + shown, ", "),
                     shown < candidates.size() ? ", ..." : "");
}

}  // namespace jounce

#include "cli/redundant_summary.h"

#include <fmt/ranges.h>

namespace jounce {

void PrintRedundant(const Freedom& freedom, const Console& console) {
  constexpr size_t kMostNames = 4;
  for (size_t i = 0; i < freedom.redundant.size(); ++i) {
    const std::vector<std::string>& others = freedom.repeats[i];
    // A long list explains nothing.
    if (others.empty() || others.size() > kMostNames) {
      console.Print("  redundant: {}", freedom.redundant[i]);
    } else {
      console.Print("  redundant: {}, which follows from {}", freedom.redundant[i],
                    fmt::join(others, ", "));
    }
  }
}

}  // namespace jounce

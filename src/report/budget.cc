#include "report/budget.h"

#include <algorithm>

namespace jounce::report {

std::size_t ShareCap(std::vector<std::size_t> sizes, std::size_t total) {
  std::sort(sizes.begin(), sizes.end());
  std::size_t left = total;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const std::size_t share = left / (sizes.size() - i);
    if (sizes[i] > share) return share;
    left -= sizes[i];
  }
  return total;
}

}  // namespace jounce::report

// Blocks that act at times of their own: these must fall on steps.
#ifndef JOUNCE_BLOCKS_SAMPLING_H_
#define JOUNCE_BLOCKS_SAMPLING_H_

#include <algorithm>
#include <cmath>

namespace jounce {

// A quotient this near to a whole number is one.
inline constexpr double kWhole = 1e-6;

inline bool IsMultiple(double whole, double part) {
  const double quotient = whole / part;
  return std::abs(quotient - std::round(quotient)) <= kWhole * std::max(1.0, quotient);
}

}  // namespace jounce

#endif  // JOUNCE_BLOCKS_SAMPLING_H_

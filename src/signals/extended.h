// A signal beyond its ends, as filters need it: turned about its end points, which keeps value and
// slope, so that no step or kink is filtered that was never measured.
#ifndef JOUNCE_SIGNALS_EXTENDED_H_
#define JOUNCE_SIGNALS_EXTENDED_H_

#include <cstddef>
#include <span>

namespace jounce {

// Sample `index` of a signal continued by odd reflection; a signal shorter than the reflection is
// reflected as often as it takes.
inline double Extended(std::span<const double> samples, std::ptrdiff_t index) {
  const auto last = static_cast<std::ptrdiff_t>(samples.size()) - 1;
  if (index >= 0 && index <= last) return samples[static_cast<size_t>(index)];
  if (last == 0) return samples[0];
  double offset = 0, sign = 1;
  while (index < 0 || index > last) {
    const bool before = index < 0;
    offset += sign * 2 * (before ? samples.front() : samples.back());
    sign = -sign;
    index = before ? -index : 2 * last - index;
  }
  return offset + sign * samples[static_cast<size_t>(index)];
}

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_EXTENDED_H_

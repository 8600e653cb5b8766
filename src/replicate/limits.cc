#include "replicate/limits.h"

#include <algorithm>

namespace jounce {
namespace {

// Each value at most `step` from the one before.
History Follow(const History& wanted, double step, bool forwards) {
  History made = wanted;
  const size_t n = wanted.size();
  for (size_t i = 1; i < n; ++i) {
    const size_t at = forwards ? i : n - 1 - i, before = forwards ? at - 1 : at + 1;
    made[at] = std::clamp(wanted[at], made[before] - step, made[before] + step);
  }
  return made;
}

double PartChanged(const History& a, const History& b) {
  size_t changed = 0;
  for (size_t i = 0; i < a.size(); ++i) changed += a[i] != b[i] ? 1 : 0;
  return static_cast<double>(changed) / static_cast<double>(std::max<size_t>(1, a.size()));
}

}  // namespace

LimitUse KeepWithin(const DriveLimits& limits, double rate, History* drive) {
  LimitUse use;
  if (std::isfinite(limits.stroke)) {
    const History wanted = *drive;
    for (double& x : *drive) x = std::clamp(x, -limits.stroke, limits.stroke);
    use.stroke = PartChanged(wanted, *drive);
  }
  if (std::isfinite(limits.speed)) {
    const History wanted = *drive;
    const History forwards = Follow(wanted, limits.speed / rate, true);
    const History backwards = Follow(wanted, limits.speed / rate, false);
    for (size_t i = 0; i < drive->size(); ++i) {
      if (forwards[i] != wanted[i] || backwards[i] != wanted[i]) {
        (*drive)[i] = 0.5 * (forwards[i] + backwards[i]);
      }
    }
    use.speed = PartChanged(wanted, *drive);
  }
  return use;
}

}  // namespace jounce

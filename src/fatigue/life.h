// Lives are cycles (not reversals) to failure. What does no damage lives for ever.
#ifndef JOUNCE_FATIGUE_LIFE_H_
#define JOUNCE_FATIGUE_LIFE_H_

#include <limits>

namespace jounce {

inline constexpr double kEndlessLife = std::numeric_limits<double>::infinity();

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_LIFE_H_

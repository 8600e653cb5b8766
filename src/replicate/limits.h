// What a drive can do: how far and how fast it moves.
#ifndef JOUNCE_REPLICATE_LIMITS_H_
#define JOUNCE_REPLICATE_LIMITS_H_

#include <limits>
#include <vector>

#include "replicate/histories.h"

namespace jounce {

// In SI, about the value at rest. Infinite: none.
struct DriveLimits {
  double stroke = std::numeric_limits<double>::infinity();
  double speed = std::numeric_limits<double>::infinity();  // of the value, per s
  double force = std::numeric_limits<double>::infinity();
  int force_response = -1;  // number of the response that is this force; -1: none
};

// Part of the samples that a limit changed.
struct LimitUse {
  double stroke = 0, speed = 0;
};

// Cuts a history to the stroke, then flattens what is too fast: the mean of what a follower of
// this speed makes of it forwards and backwards in time, which lags neither way.
LimitUse KeepWithin(const DriveLimits& limits, double rate, History* drive);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_LIMITS_H_

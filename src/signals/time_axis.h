// Sample rate and start of a channel whose file gives a time for every sample.
#ifndef JOUNCE_SIGNALS_TIME_AXIS_H_
#define JOUNCE_SIGNALS_TIME_AXIS_H_

#include <optional>
#include <span>
#include <string>

namespace jounce {

struct TimeAxis {
  double sample_rate = 1;  // Hz
  double start = 0;        // s
  // What is wrong with the times, "" if nothing, and the index of the first wrong one.
  std::string problem;
  size_t problem_index = 0;
};

// The even time axis of `times` (in s), which a file has rounded to `rounding` (in s). The rate is
// the roundest one that explains the times.
TimeAxis EvenTimeAxis(std::span<const double> times, double rounding);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_TIME_AXIS_H_

#include "model/run_schedule.h"

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// A quotient this near to a whole number is one: decimal fractions are not known better.
constexpr double kWhole = 1e-9;
// A last interval shorter than this part of a step shakes accelerations more than it tells: it is
// joined to the one before.
constexpr double kSliver = 0.05;

// How many parts of this length, or shorter, make the whole.
long long PartsOf(double whole, double part) {
  const double quotient = whole / part;
  return std::max(1LL, static_cast<long long>(std::ceil(quotient * (1 - kWhole))));
}

}  // namespace

RunSchedule MakeRunSchedule(const SolverSettings& solver) {
  RunSchedule schedule;
  // Where no result is asked for on the way, the interval is the whole run.
  const double interval = solver.output_step > 0
                              ? std::min(solver.output_step, std::max(solver.end_time, solver.step))
                              : solver.step;
  schedule.steps = PartsOf(interval, solver.step);
  schedule.step = interval / static_cast<double>(schedule.steps);
  const double quotient = solver.end_time / interval;
  schedule.intervals = static_cast<long long>(std::floor(quotient * (1 + kWhole)));
  double rest = solver.end_time - static_cast<double>(schedule.intervals) * interval;
  if (rest <= kWhole * solver.end_time) return schedule;
  if (rest < kSliver * schedule.step && schedule.intervals > 0) {
    --schedule.intervals;
    rest += interval;
  }
  schedule.last_steps = PartsOf(rest, schedule.step);
  schedule.last_step = rest / static_cast<double>(schedule.last_steps);
  return schedule;
}

}  // namespace jounce

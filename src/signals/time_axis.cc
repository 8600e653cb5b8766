#include "signals/time_axis.h"

#include <fmt/format.h>

#include <cmath>

#include "signals/number_text.h"

namespace jounce {

TimeAxis EvenTimeAxis(std::span<const double> times, double rounding) {
  TimeAxis axis;
  if (times.size() < 2) {
    axis.problem = "a single time gives no sample rate";
    return axis;
  }
  const double steps = static_cast<double>(times.size() - 1);
  const double interval = (times.back() - times.front()) / steps;
  for (size_t i = 0; i < times.size(); ++i) {
    const double even = times.front() + interval * static_cast<double>(i);
    const bool advances = i == 0 || times[i] > times[i - 1];
    if (advances && std::abs(times[i] - even) <= rounding + 1e-4 * interval) continue;
    axis.problem =
        fmt::format("the time {} does not advance evenly: {} was expected", times[i], even);
    axis.problem_index = i;
    return axis;
  }
  axis.start = times.front();
  axis.sample_rate = RoundestRate(interval, rounding / steps);
  if (!(axis.sample_rate > 0) || !std::isfinite(axis.sample_rate)) {
    axis.problem = "the times give no sample rate";
  }
  return axis;
}

}  // namespace jounce

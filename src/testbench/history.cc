#include "testbench/history.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

namespace jounce::testbench {
namespace {

// How many decades before its end the logarithmic spacing of a hold begins.
constexpr double kHoldDecades = 5;
// A record with many bad rows gets this many messages, not thousands.
constexpr int kMostRowMessages = 5;

void RequirePositive(double value, const char* name) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw InputError(fmt::format("{} is {}", name, value), "it must be a positive number");
  }
}

void RequirePoints(int points) {
  if (points < 8) {
    throw InputError(fmt::format("a cycle of {} points", points), "use at least 8 points a cycle");
  }
}

}  // namespace

History SineCycle(double amplitude, double frequency, int points) {
  RequirePositive(amplitude, "amplitude");
  RequirePositive(frequency, "frequency");
  RequirePoints(points);
  History history;
  const double omega = 2 * std::numbers::pi * frequency;
  for (int i = 0; i <= points; ++i) {
    const double angle = 2 * std::numbers::pi * (i % points) / points;
    history.time.push_back(i / (points * frequency));
    history.displacement.push_back(amplitude * std::sin(angle));
    history.rate.push_back(amplitude * omega * std::cos(angle));
  }
  return history;
}

History TriangleCycle(double amplitude, double speed, int points) {
  RequirePositive(amplitude, "amplitude");
  RequirePositive(speed, "speed");
  RequirePoints(points);
  const int quarter = (points + 3) / 4;
  const double step = amplitude / quarter;
  History history;
  int level = 0;
  for (int i = 0; i <= 4 * quarter; ++i) {
    const bool rising = i <= quarter || i > 3 * quarter;
    if (i > 0) level += rising ? 1 : -1;
    history.time.push_back(i * step / speed);
    history.displacement.push_back(level * step);
    history.rate.push_back(rising ? speed : -speed);
  }
  return history;
}

std::vector<double> LogTimes(double first, double end, int points) {
  RequirePositive(first, "first time");
  RequirePositive(end - first, "time between the first and the last instant");
  RequirePoints(points);
  std::vector<double> times = {0};
  for (int i = 0; i < points; ++i) {
    times.push_back(first * std::pow(end / first, i / (points - 1.0)));
  }
  return times;
}

History RampAndHold(double level, double ramp_time, double hold_time, int points) {
  RequirePositive(ramp_time, "ramp time");
  RequirePositive(hold_time, "hold time");
  RequirePoints(points);
  History history;
  const double speed = level / ramp_time;
  const int ramp_points = points / 4;
  for (int i = 0; i <= ramp_points; ++i) {
    const double part = static_cast<double>(i) / ramp_points;
    history.time.push_back(part * ramp_time);
    history.displacement.push_back(part * level);
    history.rate.push_back(speed);
  }
  const double first = hold_time * std::pow(10.0, -kHoldDecades);
  const std::vector<double> hold = LogTimes(first, hold_time, points - ramp_points);
  for (size_t i = 1; i < hold.size(); ++i) {
    history.time.push_back(ramp_time + hold[i]);
    history.displacement.push_back(level);
    history.rate.push_back(0);
  }
  return history;
}

History MeasuredHistory(const std::vector<double>& time, const std::vector<double>& displacement) {
  if (time.size() != displacement.size()) {
    throw InputError(fmt::format("{} times but {} displacements", time.size(), displacement.size()),
                     "both columns must have the same length");
  }
  if (time.size() < 2) throw InputError("a history of fewer than two rows");
  Diagnostics diagnostics;
  for (size_t i = 0; i < time.size(); ++i) {
    if (static_cast<int>(diagnostics.all().size()) >= kMostRowMessages) break;
    if (!std::isfinite(time[i]) || !std::isfinite(displacement[i])) {
      diagnostics.Error({}, fmt::format("row {} of the history is not a number", i + 1));
    } else if (i > 0 && time[i] <= time[i - 1]) {
      diagnostics.Error({}, fmt::format("time does not increase at row {} of the history", i + 1));
    }
  }
  diagnostics.ThrowIfErrors();
  History history{time, displacement, {}};
  for (size_t i = 0; i < time.size(); ++i) {
    const size_t end = i == 0 ? 1 : i;
    history.rate.push_back((displacement[end] - displacement[end - 1]) /
                           (time[end] - time[end - 1]));
  }
  return history;
}

}  // namespace jounce::testbench

#include "vehicle/step_response.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace jounce {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
constexpr double kLeastOvershoot = 1e-3;
// A value that is there for a shorter time than this [s] was a spike: a rack that is jerked pushes
// the body.
constexpr double kHolds = 0.01;

}  // namespace

double MeanFrom(const std::vector<double>& time, const std::vector<double>& values, double from) {
  double sum = 0;
  int count = 0;
  for (size_t i = 0; i < time.size(); ++i) {
    if (time[i] < from) continue;
    sum += values[i];
    ++count;
  }
  return count > 0 ? sum / count : kNone;
}

double TimeOfPart(const std::vector<double>& time, const std::vector<double>& values, double whole,
                  double part) {
  const auto share = [&](size_t i) { return values[i] / whole; };
  const auto holds = [&](size_t i) {
    for (size_t k = i; k < time.size() && time[k] <= time[i] + kHolds; ++k) {
      if (share(k) < part) return false;
    }
    return true;
  };
  for (size_t i = 1; i < time.size(); ++i) {
    if (share(i - 1) < part && share(i) >= part && holds(i)) {
      return time[i - 1] +
             (time[i] - time[i - 1]) * (part - share(i - 1)) / (share(i) - share(i - 1));
    }
  }
  return kNone;
}

StepResponse FindStepResponse(const std::vector<double>& time, const std::vector<double>& values,
                              double reference_time, double settled) {
  StepResponse response;
  response.steady = MeanFrom(time, values, settled);
  response.time_90 = TimeOfPart(time, values, response.steady, 0.9) - reference_time;
  response.peak_time = kNone;
  size_t peak = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    if (values[i] / response.steady > values[peak] / response.steady) peak = i;
  }
  if (peak == 0 || peak + 1 >= values.size()) return response;
  // The top of the parabola through the largest value and its neighbours.
  const double a = values[peak - 1], b = values[peak], c = values[peak + 1];
  const double bend = a - 2 * b + c;
  const double off = bend != 0 ? 0.5 * (a - c) / bend : 0;
  const double overshoot = (b - 0.25 * (a - c) * off) / response.steady - 1;
  if (overshoot < kLeastOvershoot) return response;
  response.overshoot = overshoot;
  response.peak_time = time[peak] + off * (time[peak + 1] - time[peak]) - reference_time;
  return response;
}

StraightLine FitLine(const std::vector<double>& x, const std::vector<double>& y) {
  const auto n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    mx += x[i] / n;
    my += y[i] / n;
  }
  for (size_t i = 0; i < x.size(); ++i) {
    xx += (x[i] - mx) * (x[i] - mx);
    xy += (x[i] - mx) * (y[i] - my);
  }
  const double slope = xx > 0 ? xy / xx : kNone;
  return {slope, my - slope * mx};
}

}  // namespace jounce

// The root of a function that changes its sign between two points, to the last digits.
#ifndef JOUNCE_FATIGUE_ROOT_H_
#define JOUNCE_FATIGUE_ROOT_H_

#include <cmath>

namespace jounce {

// Regula falsi that halves the weight of an end that stays (Illinois), with a bisection wherever
// the bracket has not shrunk to half. f(low) and f(high) must not have the same sign.
template <typename Function>
double RootBetween(double low, double high, Function f) {
  double f_low = f(low), f_high = f(high);
  if (f_low == 0) return low;
  if (f_high == 0) return high;
  bool was_low = false;
  for (int i = 0; i < 200; ++i) {
    const double width = high - low;
    if (std::abs(width) <= 4e-16 * (std::abs(low) + std::abs(high))) break;
    const double secant = low - f_low * width / (f_high - f_low);
    const bool useful = i % 3 != 2 && (secant - low) * (secant - high) < 0;
    const double x = useful ? secant : low + 0.5 * width;
    const double value = f(x);
    if (value == 0) return x;
    const bool is_low = (value < 0) == (f_low < 0);
    if (is_low) {
      low = x;
      f_low = value;
      if (was_low) f_high *= 0.5;
    } else {
      high = x;
      f_high = value;
      if (!was_low && i > 0) f_low *= 0.5;
    }
    was_low = is_low;
  }
  return 0.5 * (low + high);
}

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_ROOT_H_

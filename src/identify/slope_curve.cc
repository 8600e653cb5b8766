#include "identify/slope_curve.h"

#include <algorithm>
#include <cmath>

namespace jounce::identify {

CurvePoint CurveAt(const CurveKnots& knots, const double* slopes, double x) {
  CurvePoint point;
  for (int i = 0; i < kCurveSegments; ++i) {
    const double low = i == 0 ? -HUGE_VAL : knots[i];
    const double high = i + 1 == kCurveSegments ? HUGE_VAL : knots[i + 1];
    point.by_slope[i] = std::clamp(x, low, high) - std::clamp(0.0, low, high);
    point.value += slopes[i] * point.by_slope[i];
    if (x >= low && x < high) point.slope = slopes[i];
  }
  return point;
}

CurveKnots EvenKnots(double low, double high) {
  CurveKnots knots;
  for (int i = 0; i <= kCurveSegments; ++i) knots[i] = low + (high - low) * i / kCurveSegments;
  return knots;
}

CurveKnots KnotsAroundZero(double low, double high) {
  constexpr int kSide = kCurveSegments / 2;
  CurveKnots knots;
  for (int i = 0; i <= kCurveSegments; ++i) {
    const double share = static_cast<double>(i - kSide) / kSide;
    knots[i] = share * share * (share < 0 ? low : high);
  }
  return knots;
}

}  // namespace jounce::identify

// A rising curve without memory, given by its slopes between knots: the elastic and the damper
// tables of identification.
//
//   y(x) = integral of s from 0 to x, s = slopes[i] between knots i and i+1; the first and the last
//   slope go on beyond the ends.
//
// By its slopes and not by its values, because slopes of springs and dampers are positive wherever
// they are, and logarithms are what the search moves.
#ifndef JOUNCE_IDENTIFY_SLOPE_CURVE_H_
#define JOUNCE_IDENTIFY_SLOPE_CURVE_H_

#include <array>

namespace jounce::identify {

inline constexpr int kCurveSegments = 10;
using CurveKnots = std::array<double, kCurveSegments + 1>;

struct CurvePoint {
  double value = 0, slope = 0;
  std::array<double, kCurveSegments> by_slope{};  // derivatives of the value
};

CurvePoint CurveAt(const CurveKnots& knots, const double* slopes, double x);

// Knots at even distances, for forces over displacement.
CurveKnots EvenKnots(double low, double high);

// Half of the knots on either side of zero, closer together near it, where dampers bend most.
CurveKnots KnotsAroundZero(double low, double high);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SLOPE_CURVE_H_

// Arithmetic of numbers that carry their dimension, for expressions in model files. Adding a length
// to a force throws InputError. A plain zero goes with any dimension.
#ifndef JOUNCE_IO_DIMENSIONED_NUMBER_H_
#define JOUNCE_IO_DIMENSIONED_NUMBER_H_

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"
#include "math/units.h"

namespace jounce {

// A number and what it is a number of. A plain number has no dimension.
struct DimensionedNumber {
  double value = 0;  // SI where there is a dimension
  Dimension dimension;

  DimensionedNumber(double v = 0) : value(v) {}  // NOLINT: expressions make them of constants
  DimensionedNumber(double v, const Dimension& d) : value(v), dimension(d) {}

  friend bool operator==(const DimensionedNumber&, const DimensionedNumber&) = default;
};

inline bool IsPlainZero(const DimensionedNumber& a) { return a.value == 0 && a.dimension.IsNone(); }

// The dimension that two numbers share.
inline Dimension CommonDimension(const DimensionedNumber& a, const DimensionedNumber& b,
                                 const char* verb) {
  if (a.dimension == b.dimension || IsPlainZero(b)) return a.dimension;
  if (IsPlainZero(a)) return b.dimension;
  throw InputError(
      fmt::format("cannot {} {} and {}", verb, a.dimension.ToString(), b.dimension.ToString()),
      "give both the same dimension, or leave both without a unit");
}

inline double PlainValue(const DimensionedNumber& a, const char* function) {
  if (a.dimension.IsNone()) return a.value;
  throw InputError(
      fmt::format("{}() needs a plain number, not one in {}", function, a.dimension.ToString()));
}

inline double AngleValue(const DimensionedNumber& a, const char* function) {
  if (a.dimension == Dimension{.angle = 1}) return a.value;
  return PlainValue(a, function);
}

inline DimensionedNumber operator+(const DimensionedNumber& a, const DimensionedNumber& b) {
  return {a.value + b.value, CommonDimension(a, b, "add")};
}
inline DimensionedNumber operator-(const DimensionedNumber& a, const DimensionedNumber& b) {
  return {a.value - b.value, CommonDimension(a, b, "subtract")};
}
inline DimensionedNumber operator-(const DimensionedNumber& a) { return {-a.value, a.dimension}; }
inline DimensionedNumber operator*(const DimensionedNumber& a, const DimensionedNumber& b) {
  return {a.value * b.value, a.dimension * b.dimension};
}
inline DimensionedNumber operator/(const DimensionedNumber& a, const DimensionedNumber& b) {
  return {a.value / b.value, a.dimension / b.dimension};
}
inline bool operator<(const DimensionedNumber& a, const DimensionedNumber& b) {
  CommonDimension(a, b, "compare");
  return a.value < b.value;
}

inline DimensionedNumber sin(const DimensionedNumber& a) { return std::sin(AngleValue(a, "sin")); }
inline DimensionedNumber cos(const DimensionedNumber& a) { return std::cos(AngleValue(a, "cos")); }
inline DimensionedNumber tan(const DimensionedNumber& a) { return std::tan(AngleValue(a, "tan")); }
inline DimensionedNumber asin(const DimensionedNumber& a) {
  return std::asin(PlainValue(a, "asin"));
}
inline DimensionedNumber acos(const DimensionedNumber& a) {
  return std::acos(PlainValue(a, "acos"));
}
inline DimensionedNumber atan(const DimensionedNumber& a) {
  return std::atan(PlainValue(a, "atan"));
}
inline DimensionedNumber atan2(const DimensionedNumber& a, const DimensionedNumber& b) {
  CommonDimension(a, b, "take atan2 of");
  return std::atan2(a.value, b.value);
}
inline DimensionedNumber sinh(const DimensionedNumber& a) {
  return std::sinh(PlainValue(a, "sinh"));
}
inline DimensionedNumber cosh(const DimensionedNumber& a) {
  return std::cosh(PlainValue(a, "cosh"));
}
inline DimensionedNumber tanh(const DimensionedNumber& a) {
  return std::tanh(PlainValue(a, "tanh"));
}
inline DimensionedNumber exp(const DimensionedNumber& a) { return std::exp(PlainValue(a, "exp")); }
inline DimensionedNumber log(const DimensionedNumber& a) { return std::log(PlainValue(a, "log")); }

inline DimensionedNumber sqrt(const DimensionedNumber& a) {
  const Dimension& d = a.dimension;
  if ((d.length | d.mass | d.time | d.angle | d.temperature) & 1) {
    throw InputError(fmt::format("sqrt() of {} is not a dimension", d.ToString()));
  }
  return {std::sqrt(a.value),
          {d.length / 2, d.mass / 2, d.time / 2, d.angle / 2, d.temperature / 2}};
}

inline DimensionedNumber pow(const DimensionedNumber& a, double exponent) {
  if (exponent == 0.5) return sqrt(a);
  return std::pow(PlainValue(a, "pow"), exponent);
}

}  // namespace jounce

#endif  // JOUNCE_IO_DIMENSIONED_NUMBER_H_

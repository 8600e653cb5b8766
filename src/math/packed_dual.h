// A Dual of four variables whose derivatives stay in registers: for long formulas, where arrays of
// derivatives would go through memory at every step. The same words as Dual (math/dual.h), which it
// turns into at the end.
#ifndef JOUNCE_MATH_PACKED_DUAL_H_
#define JOUNCE_MATH_PACKED_DUAL_H_

#include <cmath>

#include "math/dual.h"
#include "math/lanes.h"
#include "math/select.h"

namespace jounce {

struct PackedDual {
  double value = 0;
  Lanes<4> d;

  PackedDual() = default;
  // NOLINTNEXTLINE: constants take part in formulas as they stand
  JOUNCE_KERNEL PackedDual(double constant) : value(constant) {}
  JOUNCE_KERNEL PackedDual(double v, const Lanes<4>& derivatives) : value(v), d(derivatives) {}

  static PackedDual Variable(double value, int index) {
    PackedDual x(value);
    x.d.Set(index, 1);
    return x;
  }
  Dual<4> ToDual() const {
    Dual<4> x(value);
    d.Store(x.d.data());
    return x;
  }
  // f(x) from f's value and derivative at x.value.
  JOUNCE_KERNEL static PackedDual Chain(const PackedDual& x, double f, double df) {
    return {f, Lanes<4>(df) * x.d};
  }

  JOUNCE_KERNEL friend PackedDual operator-(const PackedDual& a) { return {-a.value, -a.d}; }
  JOUNCE_KERNEL friend PackedDual operator+(const PackedDual& a, const PackedDual& b) {
    return {a.value + b.value, a.d + b.d};
  }
  JOUNCE_KERNEL friend PackedDual operator-(const PackedDual& a, const PackedDual& b) {
    return {a.value - b.value, a.d - b.d};
  }
  JOUNCE_KERNEL friend PackedDual operator*(const PackedDual& a, const PackedDual& b) {
    return {a.value * b.value, a.d * Lanes<4>(b.value) + Lanes<4>(a.value) * b.d};
  }
  // One division for all derivatives.
  JOUNCE_KERNEL friend PackedDual operator/(const PackedDual& a, const PackedDual& b) {
    const double inverse = 1 / b.value, ratio = a.value * inverse;
    return {ratio, (a.d - Lanes<4>(ratio) * b.d) * Lanes<4>(inverse)};
  }
  JOUNCE_KERNEL friend PackedDual operator+(const PackedDual& a, double b) {
    return {a.value + b, a.d};
  }
  JOUNCE_KERNEL friend PackedDual operator+(double a, const PackedDual& b) { return b + a; }
  JOUNCE_KERNEL friend PackedDual operator-(const PackedDual& a, double b) {
    return {a.value - b, a.d};
  }
  JOUNCE_KERNEL friend PackedDual operator-(double a, const PackedDual& b) {
    return {a - b.value, -b.d};
  }
  JOUNCE_KERNEL friend PackedDual operator*(const PackedDual& a, double b) {
    return {a.value * b, a.d * Lanes<4>(b)};
  }
  JOUNCE_KERNEL friend PackedDual operator*(double a, const PackedDual& b) { return b * a; }
  JOUNCE_KERNEL friend PackedDual operator/(const PackedDual& a, double b) { return a * (1 / b); }
  JOUNCE_KERNEL friend PackedDual operator/(double a, const PackedDual& b) {
    const double f = a / b.value;
    return Chain(b, f, -f / b.value);
  }

  friend bool operator<(const PackedDual& a, const PackedDual& b) { return a.value < b.value; }
  friend bool operator>(const PackedDual& a, const PackedDual& b) { return a.value > b.value; }
  friend bool operator==(const PackedDual& a, const PackedDual& b) { return a.value == b.value; }
  friend double Value(const PackedDual& x) { return x.value; }
  JOUNCE_KERNEL friend PackedDual Where(bool condition, const PackedDual& a, const PackedDual& b) {
    return condition ? a : b;
  }

  JOUNCE_KERNEL friend PackedDual exp(const PackedDual& x) {
    const double f = std::exp(x.value);
    return Chain(x, f, f);
  }
  JOUNCE_KERNEL friend PackedDual log1p(const PackedDual& x) {
    return Chain(x, std::log1p(x.value), 1 / (1 + x.value));
  }
  JOUNCE_KERNEL friend PackedDual sqrt(const PackedDual& x) {
    const double f = std::sqrt(x.value);
    return Chain(x, f, 0.5 / f);
  }
  JOUNCE_KERNEL friend PackedDual sin(const PackedDual& x) {
    return Chain(x, std::sin(x.value), std::cos(x.value));
  }
  JOUNCE_KERNEL friend PackedDual cos(const PackedDual& x) {
    return Chain(x, std::cos(x.value), -std::sin(x.value));
  }
  JOUNCE_KERNEL friend PackedDual tan(const PackedDual& x) {
    const double f = std::tan(x.value);
    return Chain(x, f, 1 + f * f);
  }
  JOUNCE_KERNEL friend PackedDual acos(const PackedDual& x) {
    return Chain(x, std::acos(x.value), -1 / std::sqrt(1 - x.value * x.value));
  }
  JOUNCE_KERNEL friend PackedDual atan(const PackedDual& x) {
    return Chain(x, std::atan(x.value), 1 / (1 + x.value * x.value));
  }
  // Of a positive base.
  JOUNCE_KERNEL friend PackedDual pow(const PackedDual& x, double exponent) {
    const double f = std::pow(x.value, exponent);
    return Chain(x, f, exponent * f / x.value);
  }
};

}  // namespace jounce

#endif  // JOUNCE_MATH_PACKED_DUAL_H_

// Forward-mode automatic differentiation: a number that carries its derivatives along.
//
//   Dual<2> x = Dual<2>::Variable(3.0, 0), y = Dual<2>::Variable(4.0, 1);
//   Dual<2> z = exp(x) * y;        // z.value, z.d[0] = dz/dx, z.d[1] = dz/dy, exact
//
// The parts are of type T: double, or Lanes for several series at once. Comparisons look at values
// only; choices are written with Where, Min, Max (math/select.h), so that lanes work too.
#ifndef JOUNCE_MATH_DUAL_H_
#define JOUNCE_MATH_DUAL_H_

#include <array>
#include <cmath>
#include <type_traits>

#include "math/select.h"

namespace jounce {

template <int N, class T = double>
struct Dual {
  static constexpr int kSize = N;

  T value = T(0.0);
  std::array<T, N> d = Zeros();  // derivatives with respect to the N variables

  Dual() = default;
  // NOLINTNEXTLINE: constants take part in formulas as they stand
  Dual(double constant) : value(constant) {}
  template <class U>
  requires(std::is_same_v<U, T> && !std::is_same_v<U, double>)
      // NOLINTNEXTLINE
      Dual(const U& constant)
      : value(constant) {}

  // The variable of that index: derivative one by itself, zero by all others.
  static Dual Variable(const T& value, int index) {
    Dual x;
    x.value = value;
    x.d[index] = T(1.0);
    return x;
  }

  // f(x) from f's value and derivative at x.value: the chain rule.
  static Dual Chain(const Dual& x, const T& f, const T& df) {
    Dual y;
    y.value = f;
    for (int i = 0; i < N; ++i) y.d[i] = df * x.d[i];
    return y;
  }

  friend Dual operator-(const Dual& a) { return Chain(a, -a.value, T(-1.0)); }
  friend Dual operator+(const Dual& a) { return a; }

  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value + b.value;
    for (int i = 0; i < N; ++i) c.d[i] = a.d[i] + b.d[i];
    return c;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value - b.value;
    for (int i = 0; i < N; ++i) c.d[i] = a.d[i] - b.d[i];
    return c;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value * b.value;
    for (int i = 0; i < N; ++i) c.d[i] = a.d[i] * b.value + a.value * b.d[i];
    return c;
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    Dual c;
    c.value = a.value / b.value;
    for (int i = 0; i < N; ++i) c.d[i] = (a.d[i] - c.value * b.d[i]) / b.value;
    return c;
  }

  // With constants: no derivatives to carry.
  friend Dual operator+(const Dual& a, double b) {
    Dual c = a;
    c.value = c.value + T(b);
    return c;
  }
  friend Dual operator+(double a, const Dual& b) { return b + a; }
  friend Dual operator-(const Dual& a, double b) { return a + (-b); }
  friend Dual operator-(double a, const Dual& b) { return -b + a; }
  friend Dual operator*(const Dual& a, double b) { return Chain(a, a.value * T(b), T(b)); }
  friend Dual operator*(double a, const Dual& b) { return b * a; }
  friend Dual operator/(const Dual& a, double b) { return a * (1 / b); }
  friend Dual operator/(double a, const Dual& b) {
    const T f = T(a) / b.value;
    return Chain(b, f, -f / b.value);
  }

  Dual& operator+=(const Dual& b) { return *this = *this + b; }
  Dual& operator-=(const Dual& b) { return *this = *this - b; }
  Dual& operator*=(const Dual& b) { return *this = *this * b; }
  Dual& operator/=(const Dual& b) { return *this = *this / b; }

  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }
  friend auto operator==(const Dual& a, const Dual& b) { return a.value == b.value; }

  friend double Value(const Dual& x) requires std::is_same_v<T, double> { return x.value; }

  friend Dual exp(const Dual& x) {
    using std::exp;
    const T f = exp(x.value);
    return Chain(x, f, f);
  }
  friend Dual expm1(const Dual& x) {
    using std::expm1;
    const T f = expm1(x.value);
    return Chain(x, f, f + T(1.0));
  }
  friend Dual log(const Dual& x) {
    using std::log;
    return Chain(x, log(x.value), T(1.0) / x.value);
  }
  friend Dual log1p(const Dual& x) {
    using std::log1p;
    return Chain(x, log1p(x.value), T(1.0) / (T(1.0) + x.value));
  }
  friend Dual sqrt(const Dual& x) {
    using std::sqrt;
    const T f = sqrt(x.value);
    return Chain(x, f, T(0.5) / f);
  }
  friend Dual sin(const Dual& x) {
    using std::cos, std::sin;
    return Chain(x, sin(x.value), cos(x.value));
  }
  friend Dual cos(const Dual& x) {
    using std::cos, std::sin;
    return Chain(x, cos(x.value), -sin(x.value));
  }
  friend Dual tan(const Dual& x) {
    using std::tan;
    const T f = tan(x.value);
    return Chain(x, f, T(1.0) + f * f);
  }
  friend Dual asin(const Dual& x) {
    using std::asin, std::sqrt;
    return Chain(x, asin(x.value), T(1.0) / sqrt(T(1.0) - x.value * x.value));
  }
  friend Dual acos(const Dual& x) {
    using std::acos, std::sqrt;
    return Chain(x, acos(x.value), T(-1.0) / sqrt(T(1.0) - x.value * x.value));
  }
  friend Dual atan(const Dual& x) {
    using std::atan;
    return Chain(x, atan(x.value), T(1.0) / (T(1.0) + x.value * x.value));
  }
  friend Dual sinh(const Dual& x) {
    using std::cosh, std::sinh;
    return Chain(x, sinh(x.value), cosh(x.value));
  }
  friend Dual cosh(const Dual& x) {
    using std::cosh, std::sinh;
    return Chain(x, cosh(x.value), sinh(x.value));
  }
  friend Dual tanh(const Dual& x) {
    using std::tanh;
    const T f = tanh(x.value);
    return Chain(x, f, T(1.0) - f * f);
  }
  friend Dual abs(const Dual& x) {
    return Chain(x, Where(x.value < T(0.0), -x.value, x.value),
                 Where(x.value < T(0.0), T(-1.0), T(1.0)));
  }
  // The angle of the point (x, y), all four quadrants.
  friend Dual atan2(const Dual& y, const Dual& x) {
    using std::atan2;
    const T r2 = x.value * x.value + y.value * y.value;
    Dual z;
    z.value = atan2(y.value, x.value);
    for (int i = 0; i < N; ++i) z.d[i] = (x.value * y.d[i] - y.value * x.d[i]) / r2;
    return z;
  }
  // A constant exponent also serves negative bases with whole exponents.
  friend Dual pow(const Dual& x, double exponent) {
    using std::pow;
    if (exponent == 0) return Dual(1.0);
    return Chain(x, pow(x.value, exponent), T(exponent) * pow(x.value, exponent - 1));
  }
  friend Dual pow(const Dual& x, const Dual& exponent) requires std::is_same_v<T, double> {
    Dual z = pow(x, exponent.value);
    for (int i = 0; i < N; ++i) {
      // A constant exponent asks for no logarithm, which a negative base does not have.
      if (exponent.d[i] != 0) z.d[i] += z.value * std::log(x.value) * exponent.d[i];
    }
    return z;
  }

 private:
  static constexpr std::array<T, N> Zeros() {
    std::array<T, N> zeros;
    for (T& z : zeros) z = T(0.0);
    return zeros;
  }
};

template <class Condition, int N, class T>
Dual<N, T> Where(const Condition& condition, const Dual<N, T>& a, const Dual<N, T>& b) {
  Dual<N, T> c;
  c.value = Where(condition, a.value, b.value);
  for (int i = 0; i < N; ++i) c.d[i] = Where(condition, a.d[i], b.d[i]);
  return c;
}

}  // namespace jounce

#endif  // JOUNCE_MATH_DUAL_H_

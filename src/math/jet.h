// A number that carries its first and second time derivative: feed Jet::Time(t) to any formula and
// the answer has value, rate and acceleration, exact to round-off. Used for prescribed motions.
#ifndef JOUNCE_MATH_JET_H_
#define JOUNCE_MATH_JET_H_

#include <cmath>

namespace jounce {

struct Jet {
  double value = 0;
  double rate = 0;
  double acceleration = 0;

  Jet() = default;
  Jet(double constant) : value(constant) {}  // NOLINT: numbers are constants, as in a formula
  Jet(double v, double r, double a) : value(v), rate(r), acceleration(a) {}

  // Time itself: rate 1.
  static Jet Time(double t) { return {t, 1, 0}; }

  // f(x) from f, f' and f'' at x.value.
  Jet Chain(double f, double df, double ddf) const {
    return {f, df * rate, ddf * rate * rate + df * acceleration};
  }
};

inline Jet operator-(const Jet& x) { return {-x.value, -x.rate, -x.acceleration}; }
inline Jet operator+(const Jet& x, const Jet& y) {
  return {x.value + y.value, x.rate + y.rate, x.acceleration + y.acceleration};
}
inline Jet operator-(const Jet& x, const Jet& y) { return x + (-y); }
inline Jet operator*(const Jet& x, const Jet& y) {
  return {x.value * y.value, x.rate * y.value + x.value * y.rate,
          x.acceleration * y.value + 2 * x.rate * y.rate + x.value * y.acceleration};
}
inline Jet operator/(const Jet& x, const Jet& y) {
  const double i = 1 / y.value;
  return x * y.Chain(i, -i * i, 2 * i * i * i);
}
inline bool operator<(const Jet& x, const Jet& y) { return x.value < y.value; }

inline Jet sin(const Jet& x) {
  const double s = std::sin(x.value);
  return x.Chain(s, std::cos(x.value), -s);
}
inline Jet cos(const Jet& x) {
  const double c = std::cos(x.value);
  return x.Chain(c, -std::sin(x.value), -c);
}
inline Jet tan(const Jet& x) {
  const double t = std::tan(x.value), d = 1 + t * t;
  return x.Chain(t, d, 2 * t * d);
}
inline Jet asin(const Jet& x) {
  const double d = 1 / std::sqrt(1 - x.value * x.value);
  return x.Chain(std::asin(x.value), d, x.value * d * d * d);
}
inline Jet acos(const Jet& x) {
  const double d = -1 / std::sqrt(1 - x.value * x.value);
  return x.Chain(std::acos(x.value), d, x.value * d * d * d);
}
inline Jet atan(const Jet& x) {
  const double d = 1 / (1 + x.value * x.value);
  return x.Chain(std::atan(x.value), d, -2 * x.value * d * d);
}
inline Jet sinh(const Jet& x) {
  const double s = std::sinh(x.value);
  return x.Chain(s, std::cosh(x.value), s);
}
inline Jet cosh(const Jet& x) {
  const double c = std::cosh(x.value);
  return x.Chain(c, std::sinh(x.value), c);
}
inline Jet tanh(const Jet& x) {
  const double t = std::tanh(x.value), d = 1 - t * t;
  return x.Chain(t, d, -2 * t * d);
}
inline Jet exp(const Jet& x) {
  const double e = std::exp(x.value);
  return x.Chain(e, e, e);
}
inline Jet log(const Jet& x) {
  const double d = 1 / x.value;
  return x.Chain(std::log(x.value), d, -d * d);
}
inline Jet sqrt(const Jet& x) {
  const double s = std::sqrt(x.value);
  return x.Chain(s, 0.5 / s, -0.25 / (s * x.value));
}
inline Jet pow(const Jet& x, double n) {
  return x.Chain(std::pow(x.value, n), n * std::pow(x.value, n - 1),
                 n * (n - 1) * std::pow(x.value, n - 2));
}
// The angle of (x, y): its rate is (x y' - y x')/(x^2 + y^2), differentiated once more.
inline Jet atan2(const Jet& y, const Jet& x) {
  const double n = x.value * x.value + y.value * y.value;
  const double numerator = x.value * y.rate - y.value * x.rate;
  const double numerator_rate = x.value * y.acceleration - y.value * x.acceleration;
  const double n_rate = 2 * (x.value * x.rate + y.value * y.rate);
  return {std::atan2(y.value, x.value), numerator / n,
          (numerator_rate - numerator * n_rate / n) / n};
}

}  // namespace jounce

#endif  // JOUNCE_MATH_JET_H_

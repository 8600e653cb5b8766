// Four series side by side in one vector register, and dual numbers over them: exact derivatives of
// four simulations at the price of little more than one.
#ifndef JOUNCE_IDENTIFY_LANES_H_
#define JOUNCE_IDENTIFY_LANES_H_

#include <array>
#include <cmath>

namespace jounce::identify {

inline constexpr int kLanes = 4;

// GCC and Clang compile this to the widest registers of the target.
typedef double Lanes __attribute__((vector_size(kLanes * sizeof(double))));

inline Lanes Broadcast(double x) { return Lanes{x, x, x, x}; }

inline Lanes Abs(const Lanes& x) { return x < 0 ? -x : x; }

template <class Function>
inline Lanes PerLane(const Lanes& x, Function function) {
  Lanes y;
  for (int i = 0; i < kLanes; ++i) y[i] = function(x[i]);
  return y;
}

// value + sum of d[i] epsilon_i, epsilon_i epsilon_j = 0: d holds the derivatives with respect to N
// parameters.
template <int N>
struct Dual {
  Lanes v;
  std::array<Lanes, N> d;

  Dual() = default;
  Dual(double value) : v(Broadcast(value)) { d.fill(Broadcast(0)); }  // NOLINT
  Dual(const Lanes& value) : v(value) { d.fill(Broadcast(0)); }       // NOLINT
  static Dual Parameter(double value, int index) {
    Dual x(value);
    x.d[index] = Broadcast(1);
    return x;
  }
};

template <int N, class Outer>
inline Dual<N> Chain(const Dual<N>& x, const Lanes& value, const Outer& slope) {
  Dual<N> y;
  y.v = value;
  for (int i = 0; i < N; ++i) y.d[i] = slope * x.d[i];
  return y;
}

template <int N>
inline Dual<N> operator-(const Dual<N>& a) {
  return Chain(a, -a.v, Broadcast(-1));
}
template <int N>
inline Dual<N> operator+(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> y;
  y.v = a.v + b.v;
  for (int i = 0; i < N; ++i) y.d[i] = a.d[i] + b.d[i];
  return y;
}
template <int N>
inline Dual<N> operator-(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> y;
  y.v = a.v - b.v;
  for (int i = 0; i < N; ++i) y.d[i] = a.d[i] - b.d[i];
  return y;
}
template <int N>
inline Dual<N> operator*(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> y;
  y.v = a.v * b.v;
  for (int i = 0; i < N; ++i) y.d[i] = a.d[i] * b.v + a.v * b.d[i];
  return y;
}
template <int N>
inline Dual<N> operator*(const Dual<N>& a, const Lanes& b) {
  return Chain(a, a.v * b, b);
}
template <int N>
inline Dual<N> operator*(const Lanes& a, const Dual<N>& b) {
  return b * a;
}
template <int N>
inline Dual<N> operator/(const Dual<N>& a, const Dual<N>& b) {
  Dual<N> y;
  const Lanes inverse = 1.0 / b.v;
  y.v = a.v * inverse;
  for (int i = 0; i < N; ++i) y.d[i] = (a.d[i] - y.v * b.d[i]) * inverse;
  return y;
}

template <int N>
inline Dual<N> Exp(const Dual<N>& x) {
  const Lanes e = PerLane(x.v, [](double a) { return std::exp(a); });
  return Chain(x, e, e);
}
template <int N>
inline Dual<N> Sin(const Dual<N>& x) {
  return Chain(x, PerLane(x.v, [](double a) { return std::sin(a); }),
               PerLane(x.v, [](double a) { return std::cos(a); }));
}
template <int N>
inline Dual<N> Cos(const Dual<N>& x) {
  return Chain(x, PerLane(x.v, [](double a) { return std::cos(a); }),
               PerLane(x.v, [](double a) { return -std::sin(a); }));
}
template <int N>
inline Dual<N> Sqrt(const Dual<N>& x) {
  const Lanes root = PerLane(x.v, [](double a) { return std::sqrt(a); });
  return Chain(x, root, 0.5 / root);
}
template <int N>
inline Dual<N> Abs(const Dual<N>& x) {
  return Chain(x, Abs(x.v), x.v < 0 ? Broadcast(-1) : Broadcast(1));
}

// Per lane and with its derivatives: `yes` where the condition on values holds, else `no`.
template <int N, class Mask>
inline Dual<N> Select(const Mask& condition, const Dual<N>& yes, const Dual<N>& no) {
  Dual<N> y;
  y.v = condition ? yes.v : no.v;
  for (int i = 0; i < N; ++i) y.d[i] = condition ? yes.d[i] : no.d[i];
  return y;
}

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_LANES_H_

// Several numbers that go through the same formula side by side, one per SIMD lane.
//
// Identification runs one law over many measured series: with T = Lanes<8> a kernel advances eight
// series for little more than the price of one. Operators work lane by lane; elementary functions
// are called lane by lane, so keep them out of inner loops (prepare propagators once per step
// size).
#ifndef JOUNCE_MATH_LANES_H_
#define JOUNCE_MATH_LANES_H_

#include <cmath>

#include "math/select.h"

namespace jounce {

// Doubles in one register of the machine this is compiled for.
#if defined(__AVX512F__)
inline constexpr int kNativeLanes = 8;
#elif defined(__AVX__)
inline constexpr int kNativeLanes = 4;
#else
inline constexpr int kNativeLanes = 2;
#endif

// True or false in each lane.
template <int N>
struct LaneMask {
  static constexpr int kWidth = N < kNativeLanes ? N : kNativeLanes;  // of a part
  static constexpr int kParts = N / kWidth;
  typedef long long Native __attribute__((vector_size(8 * kWidth)));
  Native part[kParts];

  bool operator[](int i) const { return part[i / kWidth][i % kWidth] != 0; }

  friend LaneMask operator&(const LaneMask& a, const LaneMask& b) {
    LaneMask c;
    for (int i = 0; i < kParts; ++i) c.part[i] = a.part[i] & b.part[i];
    return c;
  }
  friend LaneMask operator|(const LaneMask& a, const LaneMask& b) {
    LaneMask c;
    for (int i = 0; i < kParts; ++i) c.part[i] = a.part[i] | b.part[i];
    return c;
  }
  friend LaneMask operator!(const LaneMask& a) {
    LaneMask c;
    for (int i = 0; i < kParts; ++i) c.part[i] = ~a.part[i];
    return c;
  }
};

template <int N>
struct Lanes {
  static constexpr int kSize = N;
  static constexpr int kWidth = N < kNativeLanes ? N : kNativeLanes;  // of a part
  static constexpr int kParts = N / kWidth;
  static_assert(N == kParts * kWidth, "lanes fill whole registers");
  typedef double Native __attribute__((vector_size(8 * kWidth)));
  // The same wherever it lies in memory. Never to be deduced: `auto` would forget the alignment.
  typedef double Anywhere __attribute__((vector_size(8 * kWidth), aligned(8), may_alias));
  Native part[kParts];

  Lanes() : Lanes(0.0) {}
  // NOLINTNEXTLINE: constants take part in formulas as they stand
  Lanes(double all) {
    for (Native& p : part) p = all - Native{};  // x - 0 is x, also of -0: nothing is subtracted
  }
  // Part by part: a compiler would move the whole in pieces smaller than a register.
  Lanes(const Lanes& other) { *this = other; }
  Lanes& operator=(const Lanes& other) {
    for (int i = 0; i < kParts; ++i) part[i] = other.part[i];
    return *this;
  }
  // From N numbers that lie one after the other.
  static Lanes Load(const double* numbers) {
    Lanes x;
    for (int i = 0; i < kParts; ++i) {
      x.part[i] = *reinterpret_cast<const Anywhere*>(numbers + kWidth * i);
    }
    return x;
  }
  void Store(double* numbers) const {
    for (int i = 0; i < kParts; ++i) *reinterpret_cast<Anywhere*>(numbers + kWidth * i) = part[i];
  }

  double operator[](int i) const { return part[i / kWidth][i % kWidth]; }
  void Set(int i, double number) { part[i / kWidth][i % kWidth] = number; }

  // f called for each lane.
  template <class Function>
  static Lanes Each(const Lanes& x, Function f) {
    Lanes y;
    for (int i = 0; i < N; ++i) y.Set(i, f(x[i]));
    return y;
  }

#define JOUNCE_LANES_OPERATOR(op)                                        \
  friend Lanes operator op(const Lanes& a, const Lanes& b) {             \
    Lanes c;                                                             \
    for (int i = 0; i < kParts; ++i) c.part[i] = a.part[i] op b.part[i]; \
    return c;                                                            \
  }                                                                      \
  Lanes& operator op##=(const Lanes& b) {                                \
    for (int i = 0; i < kParts; ++i) part[i] = part[i] op b.part[i];     \
    return *this;                                                        \
  }
  JOUNCE_LANES_OPERATOR(+)
  JOUNCE_LANES_OPERATOR(-)
  JOUNCE_LANES_OPERATOR(*)
  JOUNCE_LANES_OPERATOR(/)
#undef JOUNCE_LANES_OPERATOR

#define JOUNCE_LANES_COMPARISON(op)                                      \
  friend LaneMask<N> operator op(const Lanes& a, const Lanes& b) {       \
    LaneMask<N> c;                                                       \
    for (int i = 0; i < kParts; ++i) c.part[i] = a.part[i] op b.part[i]; \
    return c;                                                            \
  }
  JOUNCE_LANES_COMPARISON(<)
  JOUNCE_LANES_COMPARISON(>)
  JOUNCE_LANES_COMPARISON(<=)
  JOUNCE_LANES_COMPARISON(>=)
  JOUNCE_LANES_COMPARISON(==)
#undef JOUNCE_LANES_COMPARISON

  friend Lanes operator-(const Lanes& a) {
    Lanes c;
    for (int i = 0; i < kParts; ++i) c.part[i] = -a.part[i];
    return c;
  }

  friend Lanes Where(const LaneMask<N>& condition, const Lanes& a, const Lanes& b) {
    Lanes c;
    for (int i = 0; i < kParts; ++i) c.part[i] = condition.part[i] ? a.part[i] : b.part[i];
    return c;
  }

  friend Lanes exp(const Lanes& x) {
    return Each(x, [](double v) { return std::exp(v); });
  }
  friend Lanes expm1(const Lanes& x) {
    return Each(x, [](double v) { return std::expm1(v); });
  }
  friend Lanes log(const Lanes& x) {
    return Each(x, [](double v) { return std::log(v); });
  }
  friend Lanes log1p(const Lanes& x) {
    return Each(x, [](double v) { return std::log1p(v); });
  }
  friend Lanes sqrt(const Lanes& x) {
    return Each(x, [](double v) { return std::sqrt(v); });
  }
  friend Lanes sin(const Lanes& x) {
    return Each(x, [](double v) { return std::sin(v); });
  }
  friend Lanes cos(const Lanes& x) {
    return Each(x, [](double v) { return std::cos(v); });
  }
  friend Lanes pow(const Lanes& x, double exponent) {
    return Each(x, [exponent](double v) { return std::pow(v, exponent); });
  }
};

}  // namespace jounce

#endif  // JOUNCE_MATH_LANES_H_

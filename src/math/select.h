// Branch-free choices, the same words for double, Lanes and Dual: a kernel written with them runs
// one series, several series side by side, or with derivatives, unchanged.
#ifndef JOUNCE_MATH_SELECT_H_
#define JOUNCE_MATH_SELECT_H_

// For the steps of kernels: over lanes they are too large for a compiler to inline unasked, and
// values passed through memory would cost more than the arithmetic.
#define JOUNCE_KERNEL [[gnu::always_inline]] inline

namespace jounce {

// a where the condition holds, else b. Both are evaluated.
inline double Where(bool condition, double a, double b) { return condition ? a : b; }

// The plain number behind a scalar type: what a real branch may look at.
inline double Value(double x) { return x; }

template <class T>
T Min(const T& a, const T& b) {
  return Where(a < b, a, b);
}

template <class T>
T Max(const T& a, const T& b) {
  return Where(a > b, a, b);
}

template <class T>
T Clamp(const T& x, const T& low, const T& high) {
  return Min(Max(x, low), high);
}

template <class T>
T Abs(const T& x) {
  return Where(x < T(0.0), -x, x);
}

// Magnitude of the first with the sign of the second.
template <class T>
T WithSign(const T& magnitude, const T& sign) {
  return Where(sign < T(0.0), -magnitude, magnitude);
}

}  // namespace jounce

#endif  // JOUNCE_MATH_SELECT_H_

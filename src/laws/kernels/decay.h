// Functions of x = h/tau that carry an exponential memory over a step, without loss of digits for
// any x from 0 to infinity. Plain scalars (double, Dual of double): these are prepared once for a
// step size, not in inner loops.
#ifndef JOUNCE_LAWS_KERNELS_DECAY_H_
#define JOUNCE_LAWS_KERNELS_DECAY_H_

#include <cmath>

#include "math/select.h"

namespace jounce::kernels {

// sum over n of (-x)^n / ((n+1) ... (n+shift)), shift = 1, 2; for |x| < 1.
template <class T>
T PhiSeries(const T& x, int shift) {
  T sum = T(0.0);
  for (int n = 22; n >= 0; --n) {
    // Horner: each term is the next one times -x/(n + 1 + shift).
    sum = 1.0 - sum * x / (n + 1.0 + shift);
  }
  return shift == 2 ? sum / 2.0 : sum;
}

// (1 - exp(-x)) / x, the mean of exp(-x z) over z in 0..1.
template <class T>
T Phi1(const T& x) {
  using std::expm1;
  if (Value(x) < 0.5) return PhiSeries(x, 1);
  return -expm1(-x) / x;
}

// (x - 1 + exp(-x)) / x^2: the mean over the step of z Phi1(x z).
template <class T>
T Phi2(const T& x) {
  if (Value(x) < 0.5) return PhiSeries(x, 2);
  return (1.0 - Phi1(x)) / x;
}

// (1/x^2) times the integral of (1 - exp(-y))^2 over y in 0..x: what a Maxwell dashpot loses in a
// ramp from rest, as a share of k de^2. Tends to x/3 for small x and to 1/x for large.
template <class T>
T RampLoss(const T& x) {
  using std::expm1;
  if (Value(x) < 0.5) {
    // sum over n >= 2 of (-1)^n (2^n - 2) x^(n-1) / (n+1)!
    T sum = T(0.0), term = x / 6.0;
    double two_to_n = 4;
    for (int n = 2; n < 24; ++n) {
      sum = sum + term * (two_to_n - 2);
      term = -term * x / (n + 2.0);
      two_to_n *= 2;
    }
    return sum;
  }
  const T lost = -expm1(-x);  // 1 - E; and (1 - E^2)/2 = lost (1 - lost/2)
  return (1.0 - lost * (1.0 + lost * 0.5) / x) / x;
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_DECAY_H_

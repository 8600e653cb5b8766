// Fading memory of a power of the strain: q' = (e^k)' - q/tau, advanced exactly for a strain that
// is linear over the step. With x = h/tau and the strain at the end e1, increment d,
//
//   q1 = exp(-x) q0 + k d sum over j of C(k-1, j) e1^(k-1-j) (-d)^j M_j,
//   M_j = integral of exp(-x z) z^j over z in 0..1,
//
// and the mean of q over the step, which the work needs, is the same with
//   N_j = integral of ((1 - exp(-x z))/x) z^j  in place of M_j, and phi1(x) in place of exp(-x).
#ifndef JOUNCE_LAWS_KERNELS_POWER_MEMORY_H_
#define JOUNCE_LAWS_KERNELS_POWER_MEMORY_H_

#include <cmath>

#include "laws/kernels/decay.h"

namespace jounce::kernels {

// M_0 to M_(count-1).
inline void DecayMoments(double x, int count, double* m) {
  const double e = std::exp(-x);
  if (x > 20) {
    m[0] = Phi1(x);
    for (int j = 1; j < count; ++j) m[j] = (j * m[j - 1] - e) / x;  // stable upwards for x > j
    return;
  }
  // The highest by exp(-x) sum of x^n / ((j+1) ... (j+n+1)), all terms positive; then downwards.
  double sum = 0, term = 1.0 / count;
  for (int n = 1; n < 120 && term > 1e-18 * sum; ++n) {
    sum += term;
    term *= x / (count + n);
  }
  m[count - 1] = e * sum;
  for (int j = count - 1; j > 0; --j) m[j - 1] = (x * m[j] + e) / j;
}

// N_0 to N_(count-1), given M.
inline void MeanMoments(double x, int count, const double* m, double* n) {
  for (int j = 0; j < count; ++j) {
    if (x > 0.5) {
      n[j] = (1.0 / (j + 1) - m[j]) / x;
      continue;
    }
    double sum = 0, factor = 1;  // (-x)^i / (i+1)!
    for (int i = 0; i < 20; ++i) {
      sum += factor / (j + i + 2);
      factor *= -x / (i + 2);
    }
    n[j] = sum;
  }
}

// k d sum of C(k-1, j) e1^(k-1-j) (-d)^j moment_j, and its derivative by e1 (d moves with e1).
struct PowerSum {
  double value, slope;
};

inline PowerSum SumPowers(int k, double e1, double d, const double* moment) {
  // powers[i] = e1^i; the polynomial in (-d) by rising j.
  double value = 0, by_e1 = 0, by_d = 0, binomial = 1, minus_d = 1, minus_d_before = 0;
  for (int j = 0; j < k; ++j) {
    const int rest = k - 1 - j;
    double power = 1, power_before = 0;
    for (int i = 0; i < rest; ++i) {
      power_before = power;
      power *= e1;
    }
    value += binomial * power * minus_d * moment[j];
    by_e1 += binomial * rest * power_before * minus_d * moment[j];
    by_d -= binomial * power * j * minus_d_before * moment[j];
    binomial = binomial * rest / (j + 1);
    minus_d_before = minus_d;
    minus_d *= -d;
  }
  return {k * d * value, k * (value + d * (by_e1 + by_d))};
}

}  // namespace jounce::kernels

#endif  // JOUNCE_LAWS_KERNELS_POWER_MEMORY_H_

// Series of the functions of small angles, for one number or for several side by side (lanes.h).
#ifndef JOUNCE_MATH_ROTATION_SERIES_H_
#define JOUNCE_MATH_ROTATION_SERIES_H_

namespace jounce::series {

// sin(x)/x, (1 - cos(x))/x^2 and (x - sin(x))/x^3 in powers of x^2, asin(s)/s in powers of s^2,
// tan(y)/y in powers of y^2. A division takes as long as all of a polynomial, so reciprocals are
// written out.
inline constexpr double kSine[] = {1,           -1.0 / 6,     1.0 / 120,
                                   -1.0 / 5040, 1.0 / 362880, -1.0 / 39916800};
inline constexpr double kVersine[] = {1.0 / 2,      -1.0 / 24,     1.0 / 720,
                                      -1.0 / 40320, 1.0 / 3628800, -1.0 / 479001600};
inline constexpr double kThird[] = {1.0 / 6,       -1.0 / 120,     1.0 / 5040,
                                    -1.0 / 362880, 1.0 / 39916800, -1.0 / 6227020800};
inline constexpr double kArcSine[] = {1,           1.0 / 6,     3.0 / 40,      5.0 / 112,
                                      35.0 / 1152, 63.0 / 2816, 231.0 / 13312, 143.0 / 10240};
inline constexpr double kTangent[] = {1, 1.0 / 3, 2.0 / 15, 17.0 / 315, 62.0 / 2835};
// e(x^2) = sum |B_2k| x^(2k-2) / (2k)!, Bernoulli numbers, k = 1, 2, ... (rotation.h), its slope
// de/dx / x, and that of the slope.
inline constexpr double kBernoulli[] = {1.0 / 12,
                                        1.0 / 720,
                                        1.0 / 30240,
                                        1.0 / 1209600,
                                        1.0 / 47900160,
                                        691.0 / 1307674368000,
                                        1.0 / 74724249600,
                                        3617.0 / 10670622842880000,
                                        43867.0 / 5109094217170944000,
                                        174611.0 / 802857662698291200000.0};
struct BernoulliSlopes {
  double first[9], second[8];
};
inline constexpr BernoulliSlopes kBernoulliSlopes = [] {
  BernoulliSlopes slopes{};
  for (int k = 1; k < 10; ++k) slopes.first[k - 1] = 2 * k * kBernoulli[k];
  for (int k = 2; k < 10; ++k) slopes.second[k - 2] = 4 * k * (k - 1) * kBernoulli[k];
  return slopes;
}();
// Where the last of the arc sine's, and where all but its first four, have no part in the sum.
inline constexpr double kArcSineSeries2 = 0.01;
inline constexpr double kArcSineStart2 = 1e-4;

template <int kTerms, int kSize, class T>
[[gnu::always_inline]] inline T Polynomial(const double (&coefficients)[kSize], const T& x) {
  static_assert(kTerms <= kSize);
  T sum = coefficients[kTerms - 1];
  for (int k = kTerms - 2; k >= 0; --k) sum = coefficients[k] + x * sum;
  return sum;
}

}  // namespace jounce::series

#endif  // JOUNCE_MATH_ROTATION_SERIES_H_

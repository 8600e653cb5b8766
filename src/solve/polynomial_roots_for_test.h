// Poles of small systems by the roots of their characteristic polynomials, for tests.
#ifndef JOUNCE_SOLVE_POLYNOMIAL_ROOTS_FOR_TEST_H_
#define JOUNCE_SOLVE_POLYNOMIAL_ROOTS_FOR_TEST_H_

#include <cmath>
#include <complex>
#include <vector>

namespace jounce::testing {

// Roots of c0 + c1 s + c2 s^2 + ... with imaginary part not negative, by Weierstrass' iteration.
inline std::vector<std::complex<double>> RootsOf(const std::vector<double>& c) {
  using Long = std::complex<long double>;
  const int n = static_cast<int>(c.size()) - 1;
  const long double size = std::pow(std::abs(static_cast<long double>(c[0] / c[n])), 1.0L / n);
  std::vector<Long> roots(n);
  for (int i = 0; i < n; ++i) roots[i] = size * std::pow(Long(0.4L, 0.9L), i);
  for (int iteration = 0; iteration < 3000; ++iteration) {
    for (int i = 0; i < n; ++i) {
      Long value = c[n], others = c[n];
      for (int k = n; k-- > 0;) value = value * roots[i] + Long(c[k]);
      for (int k = 0; k < n; ++k) others *= k == i ? Long(1) : roots[i] - roots[k];
      roots[i] -= value / others;
    }
  }
  std::vector<std::complex<double>> result;
  for (const Long& root : roots) {
    if (root.imag() > -1e-12L * std::abs(root)) result.emplace_back(root.real(), root.imag());
  }
  return result;
}

}  // namespace jounce::testing

#endif  // JOUNCE_SOLVE_POLYNOMIAL_ROOTS_FOR_TEST_H_

#include "study/lower_factor.h"

#include <algorithm>
#include <cmath>

namespace jounce::study {

std::vector<double> LowerFactor(const std::vector<double>& a, size_t n) {
  std::vector<double> factor(n * n, 0.0);
  for (size_t j = 0; j < n; ++j) {
    for (size_t i = j; i < n; ++i) {
      double sum = a[i * n + j];
      for (size_t k = 0; k < j; ++k) sum -= factor[i * n + k] * factor[j * n + k];
      if (i == j) {
        factor[j * n + j] = std::sqrt(std::max(sum, 1e-30));
      } else {
        factor[i * n + j] = sum / factor[j * n + j];
      }
    }
  }
  return factor;
}

}  // namespace jounce::study

#include "signals/window.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "base/error.h"
#include "base/names.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// Cosine coefficients a_0, a_1, ... with their signs.
std::vector<double> Coefficients(Window window) {
  switch (window) {
    case Window::kRectangular:
      return {1};
    case Window::kHann:
      return {0.5, -0.5};
    case Window::kHamming:
      return {0.54, -0.46};
    case Window::kBlackman:
      return {0.42, -0.5, 0.08};
    case Window::kFlatTop:
      return {0.21557895, -0.41663158, 0.277263158, -0.083578947, 0.006947368};
  }
  return {1};
}

const std::vector<std::string>& Names() {
  static const std::vector<std::string> names = {"rectangular", "hann", "hamming", "blackman",
                                                 "flattop"};
  return names;
}

}  // namespace

Window WindowOfName(std::string_view name) {
  const std::string wanted = LowerCase(name);
  for (size_t w = 0; w < Names().size(); ++w) {
    if (Names()[w] == wanted) return static_cast<Window>(w);
  }
  throw InputError("no window '" + std::string(name) + "'", SuggestName(name, Names()));
}

std::string NameOf(Window window) { return Names()[static_cast<size_t>(window)]; }

std::vector<double> WindowWeights(Window window, size_t n) {
  const std::vector<double> a = Coefficients(window);
  std::vector<double> weights(n, 0.0);
  for (size_t i = 0; i < n; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(n);
    for (size_t m = 0; m < a.size(); ++m)
      weights[i] += a[m] * std::cos(angle * static_cast<double>(m));
  }
  return weights;
}

double EquivalentNoiseBandwidth(const std::vector<double>& weights) {
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double squares = std::inner_product(weights.begin(), weights.end(), weights.begin(), 0.0);
  return static_cast<double>(weights.size()) * squares / (sum * sum);
}

double KaiserShape(double attenuation) {
  if (attenuation > 50) return 0.1102 * (attenuation - 8.7);
  if (attenuation < 21) return 0;
  return 0.5842 * std::pow(attenuation - 21, 0.4) + 0.07886 * (attenuation - 21);
}

double KaiserWeight(double position, double shape) {
  if (std::abs(position) > 1) return 0;
  return std::cyl_bessel_i(0.0, shape * std::sqrt(1 - position * position)) /
         std::cyl_bessel_i(0.0, shape);
}

}  // namespace jounce

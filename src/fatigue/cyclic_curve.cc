#include "fatigue/cyclic_curve.h"

#include <algorithm>
#include <cmath>

#include "fatigue/root.h"

namespace jounce {

double CyclicCurve::Strain(double stress) const {
  const double size = std::abs(stress);
  const double strain = size / young + std::pow(size / strength, 1 / exponent);
  return std::copysign(strain, stress);
}

double CyclicCurve::Stress(double strain) const {
  const double size = std::abs(strain);
  if (size == 0) return 0;
  // Neither part of the strain alone can exceed the whole.
  const double most = std::min(young * size, strength * std::pow(size, exponent));
  const double stress = RootBetween(0.0, most, [&](double s) { return Strain(s) - size; });
  return std::copysign(stress, strain);
}

}  // namespace jounce

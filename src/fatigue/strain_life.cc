#include "fatigue/strain_life.h"

#include <cmath>

#include "fatigue/life.h"
#include "fatigue/root.h"

namespace jounce {
namespace {

// The number of reversals x with a x^p + b x^q = value, p and q negative; log x within e^+-700.
double Reversals(double a, double p, double b, double q, double value) {
  const auto excess = [&](double t) {
    return std::log(a * std::exp(p * t) + b * std::exp(q * t)) - std::log(value);
  };
  double low = -1, high = 1;
  while (excess(low) < 0 && low > -700) low *= 2;
  while (excess(high) > 0 && high < 700) high *= 2;
  if (excess(low) < 0) return 0;
  if (excess(high) > 0) return kEndlessLife;
  return std::exp(RootBetween(low, high, excess));
}

}  // namespace

double StrainLifeLine::Amplitude(double cycles, double mean_stress) const {
  return (strength - mean_stress) / young * std::pow(2 * cycles, strength_exponent) +
         ductility * std::pow(2 * cycles, ductility_exponent);
}

double StrainLifeLine::Life(double strain_amplitude, double mean_stress) const {
  if (strain_amplitude <= 0) return kEndlessLife;
  if (mean_stress >= strength) return 0;
  return 0.5 * Reversals((strength - mean_stress) / young, strength_exponent, ductility,
                         ductility_exponent, strain_amplitude);
}

double StrainLifeLine::SwtLife(double largest_stress, double strain_amplitude) const {
  if (largest_stress <= 0 || strain_amplitude <= 0) return kEndlessLife;
  return 0.5 * Reversals(strength * strength / young, 2 * strength_exponent, strength * ductility,
                         strength_exponent + ductility_exponent, largest_stress * strain_amplitude);
}

}  // namespace jounce

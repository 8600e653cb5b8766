#include "fatigue/rubber_life.h"

#include <algorithm>
#include <cmath>

#include "fatigue/life.h"

namespace jounce {

double CrackGrowthLaw::Exponent(double r_ratio) const {
  return exponent * std::exp(r_ratio_factor * std::max(r_ratio, 0.0));
}

double CrackGrowthLaw::Growth(double energy, double r_ratio) const {
  if (energy <= 0 || energy < threshold) return 0;
  return rate * std::pow(energy / critical_energy, Exponent(r_ratio));
}

double CrackGrowthLaw::Life(double energy_density, double stretch, double r_ratio) const {
  if (energy_density <= 0) return kEndlessLife;
  const double per_length = 2 * M_PI / std::sqrt(stretch) * energy_density;  // T / c
  if (per_length * first_crack < threshold) return kEndlessLife;
  const double f = Exponent(r_ratio);
  const double grows = rate * std::pow(per_length / critical_energy, f);
  if (std::abs(f - 1) < 1e-12) return std::log(last_crack / first_crack) / grows;
  return (std::pow(first_crack, 1 - f) - std::pow(last_crack, 1 - f)) / ((f - 1) * grows);
}

}  // namespace jounce

#include "fatigue/cycle_damage.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace jounce {

CycleDamage::CycleDamage(const WoehlerLine& line, MinerRule rule, const MeanStressCorrection& mean)
    : line_(line), rule_(rule), mean_(mean) {}

CycleDamage::CycleDamage(const StrainLifeLine& line, const Notch& notch, MeanStressRule mean)
    : mean_(mean, {.fatigue_strength = line.strength}), strain_(line), notch_(notch) {
  if (mean != MeanStressRule::kNone && mean != MeanStressRule::kMorrow &&
      mean != MeanStressRule::kSwt) {
    throw InputError("strain life knows the mean stress rules none, morrow and swt",
                     "choose one of them, or --method stress");
  }
}

double CycleDamage::OfLoop(double strain_amplitude, double largest_stress,
                           double mean_stress) const {
  switch (mean_.rule()) {
    case MeanStressRule::kSwt:
      return 1 / strain_->SwtLife(largest_stress, strain_amplitude);
    case MeanStressRule::kMorrow:
      return 1 / strain_->Life(strain_amplitude, mean_stress);
    default:
      return 1 / strain_->Life(strain_amplitude);
  }
}

double CycleDamage::operator()(double amplitude, double mean) const {
  if (!strain_) return line_.Damage(mean_.EquivalentAmplitude(amplitude, mean), rule_);
  const StressStrain range = notch_->Range(2 * amplitude);
  return OfLoop(0.5 * range.strain, mean + 0.5 * range.stress, mean);
}

// All rules grow with the amplitude; with the mean, too, or not at all.
double CycleDamage::Bound(double amplitude, double mean) const {
  return (*this)(amplitude, std::max(mean, 0.0));
}

}  // namespace jounce

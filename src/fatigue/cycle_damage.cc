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

// On a line d ~ S^k of the equivalent amplitude S(a). Goodman and those of its kind: S ~ a. SWT and
// Walker: S ~ a^gamma times what grows with a. FKM at a mean in tension does not vanish with a.
// Strain life: e ~ d^-b and d^-c, both below one, and notch rules make more strain than stress; SWT
// has the exponents 2b and b + c.
bool CycleDamage::GrowsInProportion() const {
  if (strain_) {
    const double b = -strain_->strength_exponent, c = -strain_->ductility_exponent;
    return mean_.rule() == MeanStressRule::kSwt ? 2 * b <= 1 && b + c <= 1 : b <= 1 && c <= 1;
  }
  const double below = line_.SlopeBelow(rule_);
  const double least = below > 0 ? std::min(line_.slope, below) : line_.slope;
  return mean_.LeastPower() * least >= 1;
}

double CycleDamage::SumBound(double amplitude, double mean, double cycles, double total) const {
  if (!(amplitude > 0)) return 0;
  const double most = GrowsInProportion() ? std::min(cycles, total / amplitude) : cycles;
  return most * Bound(amplitude, mean);
}

}  // namespace jounce

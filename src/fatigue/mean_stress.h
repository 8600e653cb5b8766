// Mean stress: the amplitude at R = -1 that does the same damage as a cycle of amplitude S_a about
// the mean S_m. With S_max = S_m + S_a:
//
//   Goodman    S_a / (1 - S_m / R_m)             R_m: tensile strength
//   Gerber     S_a / (1 - (S_m / R_m)^2)         a mean in compression counts as none
//   Soderberg  S_a / (1 - S_m / R_e)             R_e: yield strength
//   Morrow     S_a / (1 - S_m / sigma_f')        sigma_f': fatigue strength coefficient
//   SWT        sqrt(S_max S_a)                   no damage where S_max <= 0
//   Walker     S_max^(1-gamma) S_a^gamma         likewise; gamma = 0.5 is SWT
//   FKM        S_a + M S_m in segments of R: slope M for R <= 0, M2 (M/3 where it is not said) for
//              0 < R < 1, constant for R > 1
//
// The straight lines of Goodman, Soderberg and Morrow go on into compression, where they help; a
// mean at or above the strength breaks the part at once (infinite amplitude).
//
// Reference: J. Schijve, Fatigue of Structures and Materials, 2nd ed., Springer 2009, ch. 6; FKM
// guideline, Analytical Strength Assessment, 6th ed., VDMA 2012.
#ifndef JOUNCE_FATIGUE_MEAN_STRESS_H_
#define JOUNCE_FATIGUE_MEAN_STRESS_H_

#include <string>
#include <string_view>

namespace jounce {

enum class MeanStressRule { kNone, kGoodman, kGerber, kSoderberg, kMorrow, kSwt, kWalker, kFkm };

// "none", "goodman", "gerber", "soderberg", "morrow", "swt", "walker", "fkm".
MeanStressRule MeanStressRuleOfName(std::string_view name);

// What the rules need of a material; 0: not known.
struct MeanStressData {
  double tensile_strength = 0;      // R_m
  double yield_strength = 0;        // R_e
  double fatigue_strength = 0;      // sigma_f'
  double walker_exponent = 0;       // gamma
  double sensitivity = 0;           // M
  double sensitivity_tension = -1;  // M2; negative: M / 3
};

class MeanStressCorrection {
 public:
  // Throws an InputError that names what the rule needs and `data` has not; `material` names it.
  MeanStressCorrection(MeanStressRule rule, const MeanStressData& data,
                       const std::string& material = "the material");
  MeanStressCorrection() = default;

  double EquivalentAmplitude(double amplitude, double mean) const;
  // The equivalent amplitude grows at least as this power of the amplitude, at every mean >= 0.
  double LeastPower() const;
  MeanStressRule rule() const { return rule_; }

 private:
  double FkmAmplitude(double amplitude, double mean) const;

  MeanStressRule rule_ = MeanStressRule::kNone;
  MeanStressData data_;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_MEAN_STRESS_H_

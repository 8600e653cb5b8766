// Notch rules: the stress and strain that a material with a cyclic curve bears in a notch for which
// an elastic calculation gives the pseudo stress L (`load` below, as FKM calls it).
//
//   Neuber           s e(s) = L^2 / E
//   ESED             s^2/2E + s/(1+n') (s/K')^(1/n') = L^2 / 2E                 [Glinka 1985]
//   extended Neuber  e(s) = (L/s) K_p e*,  e* = e(L/K_p)                        [FKM 2019, 2.5-42]
//   Seeger-Beste     e(s) = (L/s) K_p e* ((s/L)^2 - s/L + 2/u^2 ln(1/cos u)),
//                    u = pi/2 (L/s - 1)/(K_p - 1)                               [FKM 2019, 2.8-39]
//
// K_p is the ratio of the load at plastic collapse to that at first yield. On branches of loops all
// of it holds for ranges with the branch of Masing. Seeger-Beste needs K_p > 1.
//
// References: G. Glinka, Eng. Fract. Mech. 22 (1985) 485-508; [FKM 2019] FKM guideline nonlinear,
// Rechnerischer Festigkeitsnachweis unter expliziter Erfassung nichtlinearen
// Werkstoffverformungsverhaltens, VDMA 2019.
#ifndef JOUNCE_FATIGUE_NOTCH_H_
#define JOUNCE_FATIGUE_NOTCH_H_

#include <string_view>

#include "fatigue/cyclic_curve.h"

namespace jounce {

enum class NotchRule { kElastic, kStrain, kNeuber, kEsed, kExtendedNeuber, kSeegerBeste };

// "elastic" (the load is the stress already), "strain" (it is E times the strain, which is known, as
// of a strain gauge), "neuber", "esed", "extended-neuber", "seeger-beste".
NotchRule NotchRuleOfName(std::string_view name);

struct StressStrain {
  double stress = 0;
  double strain = 0;
};

class Notch {
 public:
  // Throws an InputError where the curve or K_p is not what the rule needs.
  Notch(NotchRule rule, const CyclicCurve& curve, double collapse_ratio = 0);

  // On the curve of first loading, and the range on a branch.
  StressStrain First(double load) const;
  StressStrain Range(double load_range) const;

  const CyclicCurve& curve() const { return curve_; }

 private:
  double StressOf(double load) const;

  NotchRule rule_;
  CyclicCurve curve_;
  double collapse_ratio_;  // K_p
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_NOTCH_H_

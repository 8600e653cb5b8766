// What a cycle of amplitude S_a about the mean S_m does: 1 / N. One object for all that counts
// cycles of a scalar stress, whatever made it a scalar: stress life with a mean stress rule, or
// strain life with Morrow's or SWT's mean stress on the strains that the notch rule finds.
#ifndef JOUNCE_FATIGUE_CYCLE_DAMAGE_H_
#define JOUNCE_FATIGUE_CYCLE_DAMAGE_H_

#include <optional>

#include "fatigue/mean_stress.h"
#include "fatigue/notch.h"
#include "fatigue/strain_life.h"
#include "fatigue/woehler.h"

namespace jounce {

class CycleDamage {
 public:
  // Stress life.
  CycleDamage(const WoehlerLine& line, MinerRule rule, const MeanStressCorrection& mean);
  // Strain life: amplitude and mean are pseudo-elastic; the notch rule makes stress and strain of
  // the amplitude as of a branch, the mean stress is that of the elastic calculation. Rules other
  // than none, Morrow and SWT are refused. Histories by their own memory: hysteresis.h.
  CycleDamage(const StrainLifeLine& line, const Notch& notch, MeanStressRule mean);

  double operator()(double amplitude, double mean) const;

  // A cycle of strain with its true stresses.
  double OfLoop(double strain_amplitude, double largest_stress, double mean_stress) const;

  // An upper bound for amplitudes up to this one at means up to this one.
  double Bound(double amplitude, double mean) const;
  // The same for many cycles: at most so many, whose amplitudes add up to at most `total`. Where
  // damage grows at least in proportion to the amplitude (d(a) <= a/A d(A) for a <= A), the sum of
  // amplitudes alone bounds that of the damage: total/A d(A).
  double SumBound(double amplitude, double mean, double cycles, double total) const;

  const WoehlerLine& line() const { return line_; }
  MinerRule rule() const { return rule_; }

 private:
  // Whether d(a)/a grows with a at every mean, so that small cycles do less than their share.
  bool GrowsInProportion() const;

  WoehlerLine line_;
  MinerRule rule_ = MinerRule::kElementary;
  MeanStressCorrection mean_;
  std::optional<StrainLifeLine> strain_;
  std::optional<Notch> notch_;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_CYCLE_DAMAGE_H_

// Hystereses of a notch under a load history, with the memory of the material: the HCM method
// (hysteresis counting method) of Clormann and Seeger, as the nonlinear guideline of FKM has it.
//
// The history is a pass that repeats: counted from rest once, then once more, in which the loops
// close that each further pass closes again. Three rules of memory: a closed loop is forgotten and
// the branch before it goes on (2), or the first loading curve if the loop hung on it (1); and a
// branch that passes the mirror image of its start follows the first loading curve from there (3),
// where half a loop between the two is counted.
//
// Reference: U. Clormann, T. Seeger, Stahlbau 55 (1986) 65-71; [FKM 2019], chapter 2.9.7 (notch.h).
#ifndef JOUNCE_FATIGUE_HYSTERESIS_H_
#define JOUNCE_FATIGUE_HYSTERESIS_H_

#include <span>
#include <vector>

#include "fatigue/notch.h"

namespace jounce {

struct Hysteresis {
  double load_min = 0, load_max = 0;
  double stress_min = 0, stress_max = 0;
  double strain_min = 0, strain_max = 0;
  // The least and largest strain of the history so far.
  double strain_min_before = 0, strain_max_before = 0;
  bool closed = true;  // false: half a loop of memory 3, about zero
  int pass = 1;        // 1 or 2

  double count() const { return closed ? 1 : 0.5; }
  double StressAmplitude() const { return 0.5 * (stress_max - stress_min); }
  double MeanStress() const { return closed ? 0.5 * (stress_max + stress_min) : 0; }
  double StrainAmplitude() const { return 0.5 * (strain_max - strain_min); }
};

struct HysteresisSettings {
  // Loads are rounded up to classes of the largest one, as FKM demands (100 of them); 0: exact.
  int classes = 0;
};

// The loops of two passes of `loads` (any samples; equal neighbours are one point).
std::vector<Hysteresis> CountHystereses(std::span<const double> loads, const Notch& notch,
                                        const HysteresisSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_HYSTERESIS_H_

// Editing a history for a rig: only the reversals that matter are left. A reversal matters where it
// leaves a racetrack of half width `gate` [Fuchs et al. 1977]; the width is found that keeps a
// stated part of the damage on a line of slope k without knee.
//
// Reference: H. O. Fuchs, D. V. Nelson, M. A. Burke, T. L. Toomay, Fatigue under complex loading,
// SAE AE-6, 1977.
#ifndef JOUNCE_FATIGUE_RACETRACK_H_
#define JOUNCE_FATIGUE_RACETRACK_H_

#include <span>
#include <vector>

namespace jounce {

struct EditedHistory {
  std::vector<double> points;  // the turning points that are left
  double gate = 0;             // reversals of a smaller range are gone
  double kept = 1;             // part of the damage that is left
};

// The largest gate, to a thousandth of the whole range, that keeps at least `part` of the damage.
EditedHistory KeepDamage(std::span<const double> samples, double slope, double part);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_RACETRACK_H_

// Shifts of sweeps and the master curve itself, refined together: a Prony series with evenly spaced
// relaxation times, whose moduli come from non-negative least squares, and the horizontal and
// vertical shifts of all sweeps but one lower
//
//   sum over sweeps of the mean of |b E*_fit(a f) - E*|^2 / |E*|^2 / s^2  +  sum of (log10 b)^2 / v^2
//
// s being how well a curve is expected to fit, v the size that vertical shifts are expected to have:
// what a horizontal shift explains is not put down to a vertical one.
#ifndef JOUNCE_IDENTIFY_SHIFT_REFINEMENT_H_
#define JOUNCE_IDENTIFY_SHIFT_REFINEMENT_H_

#include <vector>

#include "identify/dma.h"

namespace jounce::identify {

// log10 a_T and log10 b_T, one per sweep.
struct SweepShifts {
  std::vector<double> horizontal, vertical;
};

struct RefinedShifts {
  SweepShifts shifts;
  // Root mean square of |b E*_fit(a f) - E*| / |E*| of the sweep that lies worst on the curve.
  double worst_error = 0;
  double worst_error_before = 0;  // at the start
};

// The sweep `fixed` keeps its shifts. The result is not worse than `start` in the sum above.
RefinedShifts RefineShifts(const std::vector<Sweep>& sweeps, const SweepShifts& start, int fixed);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SHIFT_REFINEMENT_H_

// Damage of one scalar history, for those who have thousands of them: how far it goes at a glance,
// a bound of its damage from that, and the damage itself.
//
// A history that runs from `low` to `high`, R = high - low, and covers the way V (its variation)
// holds cycles whose ranges, each times its count, add up to at most V/2, or (V + R)/2 where it
// repeats; the largest has the range R. Where damage grows at least in proportion to the amplitude
// (CycleDamage::SumBound) no such history does more than (V + R)/2R cycles of the range R at the mean
// `high`; otherwise no more than half as many of them as it has samples.
//
// Cycles so small that all of them together do less than `tolerance` of what half a cycle of the
// range R does (the history holds at least that, in its residue) are not counted: a gate on reversals
// that follows from the same bound.
#ifndef JOUNCE_FATIGUE_HISTORY_DAMAGE_H_
#define JOUNCE_FATIGUE_HISTORY_DAMAGE_H_

#include <span>
#include <vector>

#include "fatigue/cycle_damage.h"
#include "signals/rainflow.h"
#include "signals/rainflow_stream.h"

namespace jounce {

struct HistoryExtent {
  double low = 0, high = 0;
  double variation = 0;  // the way up and down in sum

  double Amplitude() const { return 0.5 * (high - low); }
};
HistoryExtent ExtentOf(std::span<const double> samples);

class HistoryDamage {
 public:
  // `damage` must outlive this. tolerance = 0: all cycles count.
  HistoryDamage(const CycleDamage& damage, double tolerance, Residue residue)
      : damage_(damage), tolerance_(tolerance), residue_(residue) {}

  // No history of this extent and so many samples does more.
  double Bound(const HistoryExtent& extent, size_t samples) const;
  // Of one pass; `extent` is that of the samples.
  double Count(std::span<const double> samples, const HistoryExtent& extent);

 private:
  double Gate(const HistoryExtent& extent, size_t samples) const;
  double OfResidue(double gate);

  const CycleDamage& damage_;
  double tolerance_;
  Residue residue_;
  std::vector<double> turns_, rest_;
  FourPointStack stack_;
};

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_HISTORY_DAMAGE_H_

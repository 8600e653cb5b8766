#include "fatigue/racetrack.h"

#include <algorithm>

#include "signals/rainflow.h"

namespace jounce {

EditedHistory KeepDamage(std::span<const double> samples, double slope, double part) {
  EditedHistory edited;
  edited.points = TurningPoints(samples);
  if (edited.points.size() < 2) return edited;
  const auto [low, high] = std::minmax_element(edited.points.begin(), edited.points.end());
  const double range = *high - *low;
  // Ranges are related to the largest, so that high slopes stay in range.
  const auto damage = [&](std::span<const double> points) {
    std::vector<LoadCycle> cycles = CountRainflow(points).cycles;
    for (LoadCycle& cycle : cycles) cycle = {cycle.from / range, cycle.to / range, cycle.count};
    return PseudoDamage(cycles, slope);
  };
  const double whole = damage(edited.points);
  // What is kept falls with the gate: bisection.
  double fine = 0, coarse = range;
  while (coarse - fine > 1e-3 * range) {
    const double gate = 0.5 * (fine + coarse);
    std::vector<double> points = TurningPoints(samples, gate);
    const double kept = damage(points) / whole;
    if (kept < part) {
      coarse = gate;
      continue;
    }
    fine = gate;
    edited = {std::move(points), gate, kept};
  }
  return edited;
}

}  // namespace jounce

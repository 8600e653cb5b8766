// Damage at the points of a surface over the events of a schedule, and where its hot spots are.
#ifndef JOUNCE_FATIGUE_SURFACE_DAMAGE_H_
#define JOUNCE_FATIGUE_SURFACE_DAMAGE_H_

#include <array>
#include <span>
#include <vector>

#include "fatigue/part_life.h"

namespace jounce {

struct SurfaceDamage {
  std::vector<double> damage;                     // of all events with their repetitions
  std::vector<PointLife> worst;                   // of the event whose pass does most at the point
  std::vector<std::vector<double>> event_damage;  // of one pass, event by event
  std::vector<double> repetitions;

  void Add(const std::vector<PointLife>& lives, double repetitions_of_event);
  // The event that does most at a point, with its repetitions.
  size_t WorstEvent(size_t point) const;
};

// Points whose damage is above that of all their neighbours, the worst first, `count` at most.
// `corner`: of each point; corners are neighbours where a triangle joins them. Without triangles
// every corner is one of its own.
std::vector<size_t> HotSpots(std::span<const double> damage, std::span<const int> corner,
                             std::span<const std::array<int, 3>> triangles, size_t count);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_SURFACE_DAMAGE_H_

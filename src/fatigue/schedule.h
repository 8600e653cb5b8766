// A test schedule: events (a road at a payload), how often each is driven, and what all of them
// together do to a part. Damage is that of one pass of an event; the schedule repeats until D = 1.
//
// Repetitions may be written down, or follow from a distance: a schedule of 24,140 km in equal
// shares of its events drives each of them (distance * share / length) times [Wood 2003, 4.7.2].
#ifndef JOUNCE_FATIGUE_SCHEDULE_H_
#define JOUNCE_FATIGUE_SCHEDULE_H_

#include <span>
#include <string>
#include <vector>

#include "base/error.h"

namespace jounce {

struct ScheduleEvent {
  std::string name;
  std::string file;        // histories or results of one pass
  double length = 0;       // m of one pass; 0: not a distance
  double share = 0;        // of the schedule's distance; 0: none is said
  double repetitions = 0;  // of the event in one schedule; 0: from the distance
  Place place;
};

struct Schedule {
  std::string name;
  double distance = 0;  // m, of one whole schedule; 0: events say their repetitions
  std::vector<ScheduleEvent> events;

  // Fills in repetitions. Where no event has a share, they share the distance evenly. Reports what
  // is missing or does not fit.
  void Resolve(Diagnostics* problems);
};

struct EventShare {
  std::string name;
  double repetitions = 0;
  double damage = 0;  // of all its repetitions in one schedule
  double share = 0;   // of the schedule's damage
  bool droppable = false;
};

struct ScheduleLife {
  double damage = 0;               // of one schedule
  double schedules = 0;            // to failure
  double distance = 0;             // m to failure; 0 where the schedule has no distance
  std::vector<EventShare> events;  // the most damaging first
  // An accelerated test that leaves out the droppable events: the part of the damage and of the
  // distance (or of the passes) that it keeps.
  double kept_damage = 1;
  double kept_distance = 1;
};

// `damage`: of one pass of each event. Events are droppable while all of them together, from the
// least damaging on, do at most `negligible` of the damage.
ScheduleLife LifeOf(const Schedule& schedule, std::span<const double> damage,
                    double negligible = 0.01);

}  // namespace jounce

#endif  // JOUNCE_FATIGUE_SCHEDULE_H_

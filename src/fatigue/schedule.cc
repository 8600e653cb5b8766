#include "fatigue/schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "fatigue/life.h"

namespace jounce {

void Schedule::Resolve(Diagnostics* problems) {
  const bool shares = std::any_of(events.begin(), events.end(),
                                  [](const ScheduleEvent& event) { return event.share > 0; });
  double sum = 0;
  for (ScheduleEvent& event : events) {
    if (event.repetitions > 0) {
      if (event.share > 0) {
        problems->Error(event.place,
                        fmt::format("event '{}' has both repetitions and a share", event.name),
                        "give one of them");
      }
      continue;
    }
    if (!(distance > 0)) {
      problems->Error(event.place, fmt::format("event '{}' has no repetitions", event.name),
                      "give `repetitions`, or `length` here and `distance` of the schedule");
    } else if (!(event.length > 0)) {
      problems->Error(event.place, fmt::format("event '{}' has no length", event.name),
                      "its repetitions follow from the distance of the schedule and `length`");
    } else {
      if (!shares) event.share = 1.0 / static_cast<double>(events.size());
      sum += event.share;
      event.repetitions = distance * event.share / event.length;
    }
  }
  if (shares && sum > 0 && std::abs(sum - 1) > 1e-6) {
    problems->Error(events.front().place, fmt::format("the shares of the events sum to {}", sum),
                    "they are parts of one distance: 1 in all");
  }
}

ScheduleLife LifeOf(const Schedule& schedule, std::span<const double> damage, double negligible) {
  ScheduleLife life;
  double driven = 0, kept = 0;
  for (size_t i = 0; i < schedule.events.size(); ++i) {
    const ScheduleEvent& event = schedule.events[i];
    const double done = event.repetitions * damage[i];
    life.events.push_back({event.name, event.repetitions, done, 0, false});
    life.damage += done;
  }
  for (EventShare& event : life.events) {
    event.share = life.damage > 0 ? event.damage / life.damage : 0;
  }
  // From the least damaging on.
  std::vector<size_t> order(life.events.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return life.events[a].damage < life.events[b].damage;
  });
  double left_out = 0;
  for (const size_t i : order) {
    const ScheduleEvent& event = schedule.events[i];
    const double amount = event.repetitions * (event.length > 0 ? event.length : 1);
    driven += amount;
    left_out += life.events[i].share;
    if (life.damage > 0 && left_out <= negligible) {
      life.events[i].droppable = true;
      life.kept_damage -= life.events[i].share;
    } else {
      kept += amount;
    }
  }
  life.kept_distance = driven > 0 ? kept / driven : 1;
  life.schedules = life.damage > 0 ? 1 / life.damage : kEndlessLife;
  life.distance = schedule.distance > 0 ? schedule.distance * life.schedules : 0;
  std::stable_sort(life.events.begin(), life.events.end(),
                   [](const EventShare& a, const EventShare& b) { return a.damage > b.damage; });
  return life;
}

}  // namespace jounce

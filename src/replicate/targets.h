// The targets of an event: read, brought to SI, edited [Wood 2003, 2.3.2].
#ifndef JOUNCE_REPLICATE_TARGETS_H_
#define JOUNCE_REPLICATE_TARGETS_H_

#include <span>
#include <string>
#include <vector>

#include "replicate/histories.h"
#include "replicate/plan.h"
#include "signals/channel.h"

namespace jounce {

struct EventTargets {
  double rate = 0;                 // Hz
  Histories samples;               // in SI, one a target, equally long
  std::vector<std::string> units;  // as the plan or the file says
  std::vector<std::string> notes;  // what editing did
};

// Throws InputError with all that is wrong: channels that are not there, without a unit, or that
// differ in rate, start or length.
EventTargets ReadTargets(const ReplicatePlan& plan, const EventSettings& event);

// Keeps the windows with most damage, as many as it takes so that each history keeps this part of
// its own; what is kept is joined by fading from one to the other over a tenth of a window. Tells
// the part of the length that stays.
double CutQuietWindows(double keep, double window, double rate, double slope, Histories* histories);

// Sum of count times range^slope of the cycles of a history (signals/rainflow.h).
double DamageOf(std::span<const double> samples, double slope);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_TARGETS_H_

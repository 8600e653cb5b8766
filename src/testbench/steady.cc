#include "testbench/steady.h"

#include <algorithm>
#include <cmath>

namespace jounce::testbench {
namespace {

double LargestForce(const Trace& trace) {
  double largest = 0;
  for (double f : trace.force) largest = std::max(largest, std::abs(f));
  return largest;
}

double LargestChange(const Trace& a, const Trace& b) {
  double largest = 0;
  // The first instant of the first cycle knows nothing of what came before: leave it out.
  for (int i = 1; i < a.size(); ++i) largest = std::max(largest, std::abs(a.force[i] - b.force[i]));
  return largest;
}

// What is still to come of changes that shrink from `before` to `now` a cycle.
double RemainingChange(double before, double now) {
  if (now == 0) return 0;
  if (std::isinf(before)) return before;  // the first change says nothing of the second
  if (!(now < before)) return std::max(now, before);
  const double ratio = now / before;
  return now * ratio / (1 - ratio);
}

}  // namespace

SteadyLoop DriveToSteadyState(Driver* driver, const History& cycle, const SteadyOptions& options) {
  SteadyLoop loop;
  loop.trace = driver->Drive(cycle);
  double before = HUGE_VAL;
  for (loop.cycles = 1; loop.cycles < options.most_cycles && !loop.steady; ++loop.cycles) {
    Trace next = driver->Continue(cycle);
    const double change = LargestChange(next, loop.trace);
    const double scale = options.tolerance * LargestForce(next);
    loop.steady = change <= scale && RemainingChange(before, change) <= scale;
    before = change;
    loop.trace = std::move(next);
  }
  loop.properties = MeasureLoop(loop.trace.time, loop.trace.displacement, loop.trace.force);
  return loop;
}

}  // namespace jounce::testbench

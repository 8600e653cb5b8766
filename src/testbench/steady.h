// Drives a law through the same cycle again and again until its answer repeats.
#ifndef JOUNCE_TESTBENCH_STEADY_H_
#define JOUNCE_TESTBENCH_STEADY_H_

#include "testbench/driver.h"
#include "testbench/loop.h"

namespace jounce::testbench {

struct SteadyOptions {
  double tolerance = 1e-7;  // estimated distance from the limit, relative to the peak force
  int most_cycles = 400;
};

struct SteadyLoop {
  Trace trace;  // the last cycle, its time from zero
  LoopProperties properties;
  int cycles = 0;
  bool steady = false;  // false: most_cycles were not enough
};

// The loop counts as steady when the change from cycle to cycle, summed as the geometric series
// that it decays like, is below the tolerance: a slow relaxation is not mistaken for rest.
SteadyLoop DriveToSteadyState(Driver* driver, const History& cycle,
                              const SteadyOptions& options = {});

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_STEADY_H_

// Creep: a constant force is put on a part at rest, and its displacement followed.
#ifndef JOUNCE_TESTBENCH_CREEP_H_
#define JOUNCE_TESTBENCH_CREEP_H_

#include <string>

#include "testbench/driver.h"

namespace jounce::testbench {

struct CreepSettings {
  double force = 0;         // N, along the line
  double load_time = 1e-3;  // s: the force rises linearly to its value in this time
  double time = 100;        // s, end of the test
  int points = 200;         // spaced evenly in the logarithm of time after the loading
};

struct CreepResult {
  Trace trace;
  bool complete = false;
  std::string reason;  // why not, when not complete; the trace holds what was reached
};

// Each step solves force(u) = F by Newton with the tangents of the law, the rate being that of the
// step (u - u_before)/h: first order in the step for dashpots, as exact as the law is otherwise.
CreepResult RunCreep(Driver* driver, const CreepSettings& settings);

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_CREEP_H_

// Steps a simulation to a given time.
#ifndef JOUNCE_TESTS_BENCHMARKS_ADVANCE_H_
#define JOUNCE_TESTS_BENCHMARKS_ADVANCE_H_

#include <gtest/gtest.h>

#include <cmath>

#include "solve/simulation.h"

namespace jounce::testing {

// From where the simulation is, with the step of the model.
inline void AdvanceTo(double time, Simulation* simulation) {
  const double h = simulation->system().model().solver.step;
  const auto steps = std::llround((time - simulation->time()) / h);
  for (long long i = 0; i < steps; ++i) {
    const RunStatus status = simulation->Advance(h);
    ASSERT_TRUE(status.ok) << status.reason;
  }
}

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_BENCHMARKS_ADVANCE_H_

// Steps a simulation to a given time; what it carries along.
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

// Linear momentum, and angular momentum about the origin, in ground axes, of all that has mass.
inline Vector6 TotalMomentum(const Simulation& simulation) {
  Vector6 sum = Vector6::Zero();
  for (const auto& element : simulation.system().elements()) {
    ElementTangents tangents;
    tangents.Reset(element->size());
    element->AddTangents(System::Slice(simulation.evaluation(), *element), &tangents);
    const int size = 6 * static_cast<int>(element->bodies().size());
    Eigen::VectorXd v(size);
    for (int k = 0; k < size / 6; ++k) {
      v.segment<6>(6 * k) = simulation.state().velocity[element->bodies()[k]];
    }
    const Eigen::VectorXd P = tangents.M.topLeftCorner(size, size) * v;
    for (int k = 0; k < size / 6; ++k) {
      sum += CarryWrench(simulation.state().pose[element->bodies()[k]], P.segment<6>(6 * k));
    }
  }
  return sum;
}

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_BENCHMARKS_ADVANCE_H_

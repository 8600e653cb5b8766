// Bricks for problems with beams.
#ifndef JOUNCE_TESTS_BENCHMARKS_BEAM_PROBLEM_H_
#define JOUNCE_TESTS_BENCHMARKS_BEAM_PROBLEM_H_

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "model/beam_section.h"
#include "solve/modes.h"
#include "solve/simulation.h"
#include "solve/statics.h"

namespace jounce::testing {

// EA, GA_y, GA_z, GJ, EI_y, EI_z.
inline BeamSection SectionOf(const std::vector<double>& stiffnesses, double mass = 0,
                             const Eigen::Vector3d& inertia = Eigen::Vector3d::Zero()) {
  StiffnessSection shape;
  for (int i = 0; i < 6; ++i) shape.matrix[7 * i] = stiffnesses[i];
  BeamSection section;
  section.shape = shape;
  section.mass = mass;
  section.inertia = inertia;
  return section;
}

inline Beam BeamOf(const std::vector<Eigen::Vector3d>& along, const BeamSection& section,
                   int elements) {
  Beam beam;
  beam.name = "beam";
  beam.along = along;
  beam.section = section;
  beam.elements = elements;
  return beam;
}

// Clamped at its start, without gravity.
inline Model Cantilever(const Beam& beam) {
  Model model;
  model.gravity.setZero();
  model.beams = {beam};
  Joint clamp;
  clamp.name = "clamp";
  clamp.ends.second = beam.name + ".start";
  model.joints = {clamp};
  return model;
}

inline Load LoadOn(const std::string& on, LoadKind kind, const Eigen::Vector3d& direction,
                   const std::string& expression) {
  Load load;
  load.name = on + (kind == LoadKind::kForce ? " force" : " torque");
  load.kind = kind;
  load.on = on;
  load.direction = direction;
  load.function.expression = expression;
  return load;
}

// Equilibrium for the loads at `time`, from where the model is placed, in one step.
struct Equilibrium {
  explicit Equilibrium(const Model& model, double time = 0) : system(model) {
    SystemState start = system.StartState();
    start.time = time;
    const Freedom freedom = CountFreedom(system, start);
    result = Statics(system, freedom.active).Solve(start);
    EXPECT_TRUE(result.status.ok) << result.status.reason;
  }
  const Pose& End() const { return result.state.pose[system.body_count() - 1]; }

  System system;
  StaticResult result;
};

// A free beam that spins, flies and swings in space.
inline Model SpinningBeam(BeamMass mass, double h) {
  Model model;
  model.gravity.setZero();
  Beam beam = BeamOf({{0, 0, 0}, {1, 0, 0}},
                     SectionOf({1e4, 4e3, 4e3, 6, 8, 5}, 0.5, {2e-4, 1e-4, 1e-4}), 10);
  beam.velocity = Eigen::Vector3d(1, 2, 3);
  beam.angular_velocity = Eigen::Vector3d(3, 4, 6);
  beam.mass = mass;
  model.beams = {beam};
  model.loads = {
      LoadOn("beam.end", LoadKind::kForce, {0, 2, 1}, "max(0, 0.2-t)/0.2*min(1,t/0.05)")};
  model.solver.step = h;
  model.solver.rho = 1;
  model.solver.tolerance = 1e-11;
  return model;
}

// Largest changes of a spinning beam in the second after its load has gone, sampled twenty times,
// as parts of what it had: linear momentum, angular momentum and energy.
struct FlightDrift {
  double linear = 0, angular = 0, energy = 0;
};

inline FlightDrift DriftInFreeFlight(BeamMass mass, double h) {
  Simulation simulation(SpinningBeam(mass, h));
  EXPECT_TRUE(simulation.Initialize().ok);
  AdvanceTo(0.3, &simulation);
  const auto energy = [&] { return simulation.energies().kinetic + simulation.energies().stored; };
  const Vector6 start = TotalMomentum(simulation);
  const double before = energy();
  FlightDrift drift;
  for (int i = 1; i <= 20; ++i) {
    AdvanceTo(0.3 + 0.05 * i, &simulation);
    const Vector6 change = TotalMomentum(simulation) - start;
    drift.linear = std::max(drift.linear, change.head<3>().norm() / start.head<3>().norm());
    drift.angular = std::max(drift.angular, change.tail<3>().norm() / start.tail<3>().norm());
    drift.energy = std::max(drift.energy, std::abs(energy() / before - 1));
  }
  return drift;
}

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_BENCHMARKS_BEAM_PROBLEM_H_

#include "solve/law_changes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "solve/matrix_assembly.h"
#include "solve/simulation.h"

namespace jounce::law_changes_test {
namespace {

using Eigen::Vector3d;

constexpr double kMass = 2, kStop = 5e7, kGap = 0.01, kSoft = 200, kHard = 9000, kKnee = 0.1;

// A mass that can move along x on a line to the ground, with a stop and a damper with a knee.
Model MassAtAStop() {
  Model model;
  model.gravity.setZero();
  Body mass;
  mass.name = "mass";
  mass.mass = kMass;
  mass.inertia.setOnes();
  mass.position = Vector3d(1, 0, 0);
  model.bodies = {mass};
  Joint guide;
  guide.name = "guide";
  guide.kind = JointKind::kTranslational;
  guide.ends.second = "mass";
  guide.ends.axis = Vector3d::UnitX();
  model.joints = {guide};
  Connection rod;
  rod.kind = ConnectionKind::kRod;
  rod.ends.second = "mass";
  rod.ends.at = Vector3d::Zero();
  rod.ends.at_second = mass.position;
  rod.name = "stop";
  BumperSettings stop;
  stop.side = BumperSide::kExtension;
  stop.gap = kGap;
  stop.coefficients = {kStop};
  rod.law = stop;
  model.connections = {rod};
  rod.name = "damper";
  DamperSettings damper;
  damper.damping_table = TableSettings{.x = {-10, -kKnee, kKnee, 10},
                                       .y = {-kHard * kKnee - kSoft * (10 - kKnee), -kHard * kKnee,
                                             kHard * kKnee, kHard * kKnee + kSoft * (10 - kKnee)},
                                       .interpolation = Interpolation::kLinear};
  rod.law = damper;
  model.connections.push_back(rod);
  return model;
}

// m b + k + g c is the whole matrix along x: what a unit force moves after a change is its
// reciprocal, from factors of a matrix without stop and with the other slope of the damper.
TEST(LawChanges, CorrectSolutionsForWhatLawsHaveBecome) {
  const System system(MassAtAStop());
  constexpr double kRate = 1e6, kVelocity = 2e3;  // beta' and gamma'
  SystemState state = system.StartState();
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const Evaluation at{state, 1e-3, history.data(), next.data()};
  std::vector<double> motion(system.row_count()), rows(system.multiplier_count());
  MatrixAssembly matrix(system, std::vector<bool>(system.multiplier_count(), true));
  SparseLu lu(matrix.pattern());
  LawChanges changes(system);

  matrix.Assemble(at, {1, kVelocity, kRate, 1});
  ASSERT_TRUE(lu.Factor(matrix.values()));
  changes.Begin(at, kVelocity);
  const auto moved = [&] {
    system.Residual(at, motion.data(), rows.data());
    std::vector<double> x(system.unknown_count());
    x[0] = 1;
    lu.Solve(x.data());
    changes.Improve(at, &lu, x.data());
    return x[0];
  };
  const double inertia = kMass * kRate;
  EXPECT_NEAR(moved() * (inertia + kVelocity * kHard), 1, 1e-9);
  EXPECT_EQ(changes.count(), 0);
  state.velocity[0][0] = 1;  // beyond the knee
  EXPECT_NEAR(moved() * (inertia + kVelocity * kSoft), 1, 1e-9);
  EXPECT_EQ(changes.count(), 1);
  state.pose[0].p.x() += 2 * kGap;  // and at the stop
  EXPECT_NEAR(moved() * (inertia + kVelocity * kSoft + kStop), 1, 1e-9);
  EXPECT_EQ(changes.count(), 2);
  state.velocity[0][0] = 0;
  EXPECT_NEAR(moved() * (inertia + kVelocity * kHard + kStop), 1, 1e-9);
}

// A mass thrown at a stop without loss comes back as fast as it came. The stop is as stiff as beta'
// m, with which iterations on a matrix without it would not shrink the residual at all.
TEST(LawChanges, OneMatrixServesFlightAndContact) {
  constexpr double kSpeed = 3, kStep = 1e-3, kStiffness = 4 * kMass / (kStep * kStep);
  for (const MatrixMode mode : {MatrixMode::kAdaptive, MatrixMode::kFixed}) {
    Model model = MassAtAStop();
    model.connections.pop_back();
    BumperSettings stop;
    stop.side = BumperSide::kExtension;
    stop.gap = kGap;
    stop.coefficients = {kStiffness};
    model.connections[0].law = stop;
    model.bodies[0].velocity = Vector3d(kSpeed, 0, 0);
    model.solver.step = kStep;
    model.solver.end_time = 0.02;
    model.solver.rho = 1;
    model.solver.matrix = mode;
    model.solver.max_iterations = 5;
    Simulation simulation(model);
    double farthest = 0;
    const RunStatus status = simulation.Run([&](const Simulation& now) {
      farthest = std::max(farthest, now.state().pose[0].p.x() - 1);
    });
    ASSERT_TRUE(status.ok) << status.reason;
    EXPECT_GT(farthest, kGap);
    EXPECT_NEAR(simulation.state().velocity[0][0], -kSpeed, 0.02 * kSpeed);
    EXPECT_EQ(simulation.statistics().factorizations, 1);
    EXPECT_EQ(simulation.statistics().halvings, 0);
    EXPECT_EQ(simulation.statistics().steps_above_tolerance, 0);
  }
}

}  // namespace
}  // namespace jounce::law_changes_test

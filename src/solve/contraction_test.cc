// Steps whose last residual is not asked for: the rules by which it is known, and what they leave.
#include "solve/contraction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "laws/linear_law_for_test.h"
#include "laws/make_law.h"
#include "laws/prony_law.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Corrections that leave a tenth, seen from residuals of 20.
Contraction Seen(int count) {
  Contraction contraction;
  for (int i = 0; i < count; ++i) contraction.Learn(0, 20, 2);
  return contraction;
}

TEST(Contraction, IsKnownOnceFourRatiosWereSeen) {
  EXPECT_TRUE(std::isinf(Seen(3).Bound(0, 1)));
  EXPECT_DOUBLE_EQ(Seen(4).Bound(0, 1), 4 * 0.1);
  EXPECT_TRUE(std::isinf(Seen(4).Bound(1, 1)));  // of the second correction nothing is known
}

TEST(Contraction, HoldsForResidualsOfTheSizeThatWasSeen) {
  const Contraction contraction = Seen(4);
  EXPECT_DOUBLE_EQ(contraction.Bound(0, 80), 32);
  EXPECT_TRUE(std::isinf(contraction.Bound(0, 80.1)));
  EXPECT_TRUE(std::isinf(contraction.Bound(0, NAN)));
}

TEST(Contraction, FollowsTheLargestRatioWhichFades) {
  Contraction contraction = Seen(4);
  contraction.Learn(0, 20, 6);
  EXPECT_DOUBLE_EQ(contraction.Bound(0, 1), 4 * 0.3);
  contraction.Learn(0, 20, 0.2);
  EXPECT_DOUBLE_EQ(contraction.Bound(0, 1), 4 * 0.27);
}

TEST(Contraction, IsUnknownAgainWhereItsBoundWasBroken) {
  for (double after : {8.1, static_cast<double>(NAN)}) {
    Contraction contraction = Seen(10);
    contraction.Learn(0, 20, after);
    EXPECT_TRUE(std::isinf(contraction.Bound(0, 1)));
  }
}

TEST(Contraction, IsVerifiedNowAndThenAndForgotten) {
  Contraction contraction = Seen(4);
  for (int i = 0; i < 8; ++i) {
    EXPECT_LT(contraction.Bound(0, 1), 1);
    contraction.Trust();
  }
  EXPECT_TRUE(std::isinf(contraction.Bound(0, 1)));
  contraction.Verify();
  EXPECT_LT(contraction.Bound(0, 1), 1);
  contraction.Forget();
  EXPECT_TRUE(std::isinf(contraction.Bound(0, 1)));
}

constexpr double kTolerance = 1e-5;  // N

// Bars on bushings, falling.
Model Bars(int count) {
  Model model;
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(6, 6), C = K;
  K.diagonal() << 1e6, 1e6, 1e6, 500, 500, 500;
  C.diagonal() << 1e3, 1e3, 1e3, 5, 5, 5;
  for (int i = 0; i < count; ++i) {
    Body bar;
    bar.name = "bar " + std::to_string(i);
    bar.position = Vector3d(0.1 * i + 0.05, 0, 0);
    bar.mass = 1;
    bar.inertia = Vector3d(2e-4, 8.5e-4, 8.5e-4);
    Connection bushing;
    bushing.name = "bushing " + std::to_string(i);
    if (i > 0) bushing.ends.first = model.bodies.back().name;
    bushing.ends.second = bar.name;
    bushing.ends.at = Vector3d(0.1 * i, 0, 0);
    bushing.law = testing::MatrixLaw(K, C);
    model.bodies.push_back(bar);
    model.connections.push_back(bushing);
  }
  model.solver.force_tolerance = kTolerance;
  return model;
}

// The largest force or moment that is out of balance at the end of the last step.
double Imbalance(const Simulation& simulation) {
  const System& system = simulation.system();
  const Evaluation at = simulation.evaluation();
  std::vector<double> next(at.next, at.next + system.history_size());
  std::vector<double> motion(system.row_count()), rows(system.multiplier_count());
  system.Residual({at.state, at.h, at.history, next.data()}, motion.data(), rows.data());
  double largest = 0;
  for (int i = 0; i < system.motion_count(); ++i) largest = std::max(largest, std::abs(motion[i]));
  return largest;
}

// Whether the memory of a law that does not depend on it is that of the converged state.
bool WasVerified(const Simulation& simulation) {
  const ConnectionElement& bushing = *simulation.system().connections().back();
  const Evaluation at = System::Slice(simulation.evaluation(), bushing);
  const std::vector<double> memory(at.next, at.next + bushing.history_size());
  double strain[6], force[6];
  bushing.Measure(at, strain, force);
  // But for rounding: after some steps poses are made orthonormal.
  return std::equal(memory.begin(), memory.end(), at.next,
                    [](double a, double b) { return std::abs(a - b) < 1e-13; });
}

TEST(Contraction, StepsTakenOnTrustAreWithinTheTolerance) {
  constexpr int kSteps = 500;
  std::vector<Vector3d> tips;
  for (bool verify : {false, true}) {
    Model model = Bars(8);
    model.solver.verify = verify;
    Simulation simulation(model);
    ASSERT_TRUE(simulation.Initialize().ok);
    int trusted = 0;
    for (int i = 0; i < kSteps; ++i) {
      ASSERT_TRUE(simulation.Advance(1e-3).ok);
      trusted += WasVerified(simulation) ? 0 : 1;
      EXPECT_LE(Imbalance(simulation), kTolerance) << "step " << i << (verify ? "" : ", trusted");
    }
    EXPECT_LE(simulation.statistics().worst_residual, 1);
    if (verify) {
      EXPECT_EQ(trusted, 0);
    } else {
      EXPECT_GT(trusted, kSteps / 4);
    }
    tips.push_back(simulation.BodyPose("bar 7").p);
  }
  EXPECT_LT((tips[0] - tips[1]).norm(), 1e-8);
}

// A law that is asked by itself, step by step, for the strains of a run gives the forces of the
// run: its memory there is that of the converged states.
TEST(Contraction, LawsRememberTheConvergedState) {
  const PronySettings settings{.stiffness = 2e4, .branches = {{3e4, 0.02}, {1e4, 0.2}}};
  Model model;
  for (int i = 0; i < 2; ++i) {
    Body mass;
    mass.name = i == 0 ? "upper" : "lower";
    mass.position = Vector3d(0.1 * i, 0, -0.5 * (i + 1));
    mass.mass = 5;
    mass.inertia = Vector3d(0.1, 0.1, 0.1);
    mass.velocity = Vector3d(0.4, 0.1, 0);
    Connection rod;
    rod.name = "rod " + std::to_string(i);
    rod.kind = ConnectionKind::kRod;
    if (i > 0) rod.ends.first = "upper";
    rod.ends.second = mass.name;
    rod.ends.at = Vector3d(0, 0, -0.5 * i);
    rod.ends.at_second = mass.position;
    rod.law = settings;
    model.bodies.push_back(mass);
    model.connections.push_back(rod);
  }
  model.solver.tolerance = 1e-6;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const PronyLaw law(settings);
  const ConnectionElement& rod = *simulation.system().connections()[1];
  std::vector<double> state(law.state_size()), next(state);
  double strain = 0, force = 0;
  rod.Measure(System::Slice(simulation.evaluation(), rod), &strain, &force);
  law.Start(&strain, state.data());
  for (int i = 0; i < 400; ++i) {
    ASSERT_TRUE(simulation.Advance(1e-3).ok);
    rod.Measure(System::Slice(simulation.evaluation(), rod), &strain, &force);
    LawResponse response;
    const double no_rate = 0;
    law.Update({&strain, &no_rate, 1e-3}, state.data(), next.data(), &response);
    ASSERT_NEAR(force, response.force[0], 1e-9 * 50 * 9.81) << "step " << i;
    state.swap(next);
  }
}

}  // namespace
}  // namespace jounce

// What the integrators promise: order two in positions, velocities and multipliers, energy that
// does not drift, steps as short as an error asks for.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "benchmarks/advance.h"
#include "benchmarks/problem.h"
#include "reference_data.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::AdvanceTo;
using testing::BodyAt;
using testing::DiagonalLaw;
using testing::JointAt;
using testing::ReferencePath;
using testing::Table;

const IntegratorKind kBoth[] = {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep};

const char* NameOf(IntegratorKind kind) {
  return kind == IntegratorKind::kMultistep ? "multistep" : "generalized-alpha";
}

// Positions, velocities and multipliers of the whole system.
struct Sample {
  VectorXd positions, velocities, multipliers;
};

Sample Take(const Simulation& simulation) {
  const int n = simulation.system().body_count();
  Sample sample{VectorXd(12 * n), VectorXd(6 * n), simulation.state().multiplier};
  for (int i = 0; i < n; ++i) {
    const Pose& pose = simulation.state().pose[i];
    sample.positions.segment<3>(12 * i) = pose.p;
    for (int k = 0; k < 3; ++k) sample.positions.segment<3>(12 * i + 3 + 3 * k) = pose.R.col(k);
    sample.velocities.segment<6>(6 * i) = simulation.state().velocity[i];
  }
  return sample;
}

Sample SampleAt(Model model, IntegratorKind kind, double step, double time) {
  model.solver.integrator = kind;
  model.solver.step = step;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Initialize().ok);
  AdvanceTo(time, &simulation);
  return Take(simulation);
}

// The differences of runs with steps h, h/2 and h/4 fall by four where the order is two.
void ExpectOrderTwo(const Model& model, double step, double time) {
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    const Sample a = SampleAt(model, kind, step, time), b = SampleAt(model, kind, step / 2, time),
                 c = SampleAt(model, kind, step / 4, time);
    const auto ratio = [](const VectorXd& x, const VectorXd& y, const VectorXd& z) {
      return (x - y).norm() / (y - z).norm();
    };
    EXPECT_NEAR(ratio(a.positions, b.positions, c.positions), 4, 0.4);
    EXPECT_NEAR(ratio(a.velocities, b.velocities, c.velocities), 4, 0.4);
    EXPECT_NEAR(ratio(a.multipliers, b.multipliers, c.multipliers), 4, 0.4);
  }
}

Model HeavyTop() {
  Model model;
  Body top = BodyAt("top", Vector3d::Zero(), 15, Vector3d(0.234375, 0.46875, 0.234375));
  top.centre = Vector3d(0, 1, 0);
  top.angular_velocity = Vector3d(0, 150, -4.61538);
  model.bodies = {top};
  model.joints = {JointAt("tip", JointKind::kSpherical, kGroundName, "top", Vector3d::Zero())};
  return model;
}

// A four-bar linkage, a spring across it: a closed loop.
Model FourBar() {
  Model model;
  const Vector3d A(0, 0, 0), B(0, 0.2, 0), C(0.5, 0.4, 0), D(0.4, 0, 0);
  const auto bar = [&](const std::string& name, const Vector3d& a, const Vector3d& b, double mass) {
    model.bodies.push_back(
        testing::PlanarLink(name, a, b, mass, mass * (b - a).squaredNorm() / 12));
  };
  bar("crank", A, B, 1);
  bar("coupler", B, C, 2);
  bar("rocker", C, D, 1.5);
  model.gravity = Vector3d(0, -9.81, 0);
  // Its cross has one arm along z, about which the bars turn.
  Joint cross = JointAt("C", JointKind::kUniversal, "coupler", "rocker", C, Vector3d::UnitX());
  cross.ends.x_axis = Vector3d::UnitZ();
  model.joints = {JointAt("A", JointKind::kRevolute, kGroundName, "crank", A),
                  JointAt("B", JointKind::kSpherical, "crank", "coupler", B), cross,
                  JointAt("D", JointKind::kRevolute, kGroundName, "rocker", D)};
  model.connections = {testing::SpringDamper("spring", kGroundName, "coupler", Vector3d(0, 0.6, 0),
                                             0.5 * (B + C), 400, 2, 0.3)};
  return model;
}

TEST(Integrators, OrderTwoOnTheHeavyTop) { ExpectOrderTwo(HeavyTop(), 5e-4, 0.2); }

TEST(Integrators, OrderTwoOnAClosedLoop) { ExpectOrderTwo(FourBar(), 2e-3, 0.6); }

// tests/data/heavy_top.csv: the solution itself, not only the order.
TEST(Integrators, HeavyTopComesToThePublishedPlace) {
  const Table reference(ReferencePath("heavy_top.csv"));
  size_t row = 0;
  while (std::abs(reference["t"][row] - 1) > 1e-9) ++row;
  const Vector3d exact(reference["x"][row], reference["y"][row], reference["z"][row]);
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    const auto place = [&](double step) -> Vector3d {
      const Sample s = SampleAt(HeavyTop(), kind, step, 1);
      return s.positions.segment<3>(6);  // the centre lies on the y axis, at 1 m
    };
    const Vector3d coarse = place(5e-4), fine = place(2.5e-4);
    EXPECT_NEAR((coarse - exact).norm() / (fine - exact).norm(), 4, 0.3);
    EXPECT_LT(((4 * fine - coarse) / 3 - exact).norm(), 1e-4);
  }
}

// The largest departure of the energy in each of ten seconds, as a part of the largest kinetic one.
std::vector<double> EnergyDepartures(const Model& model) {
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Initialize().ok);
  const Energies begin = simulation.energies();
  double most_kinetic = 0;
  std::vector<double> departures;
  for (int second = 0; second < 10; ++second) {
    departures.push_back(0);
    for (int i = 0; i < 1000; ++i) {
      const RunStatus status = simulation.Advance(1e-3);
      EXPECT_TRUE(status.ok) << status.reason;
      if (!status.ok) return departures;
      const Energies now = simulation.energies();
      const double change = (now.kinetic - begin.kinetic) + (now.stored - begin.stored) +
                            (now.potential - begin.potential);
      departures.back() = std::max(departures.back(), std::abs(change));
      most_kinetic = std::max(most_kinetic, now.kinetic);
    }
  }
  for (double& departure : departures) departure /= most_kinetic;
  return departures;
}

// Two bodies and springs without loss, spinning: the energy swings about its value and stays.
TEST(Integrators, EnergyDoesNotDriftWithRhoOne) {
  Model model;
  model.gravity.setZero();
  Body one = BodyAt("one", {0, 0, 0}, 2, {0.02, 0.03, 0.04});
  Body two = BodyAt("two", {0.3, 0, 0}, 1, {0.01, 0.015, 0.012});
  one.angular_velocity = Vector3d(3, 1, -2);
  two.velocity = Vector3d(0.2, 0.5, -0.3);
  model.bodies = {one, two};
  Connection bushing;
  bushing.name = "bushing";
  bushing.ends.first = "one";
  bushing.ends.second = "two";
  bushing.ends.at = Vector3d(0.15, 0.02, 0);
  bushing.law = DiagonalLaw({200, 800, 400, 5, 20, 10}, {0, 0, 0, 0, 0, 0});
  model.connections = {bushing};
  model.solver.rho = 1;
  model.solver.tolerance = 1e-11;
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    model.solver.integrator = kind;
    const std::vector<double> departures = EnergyDepartures(model);
    EXPECT_LT(departures.front(), 2e-3);
    EXPECT_LT(departures.back(), 2 * departures.front() + 1e-5);
  }
}

// Joint forces are undamped at rho = 1 and grow until a run fails [Arnold 2007, stability at
// infinity], so constrained systems want a little less; then energy is lost, slowly. A top that
// turns slowly enough for steps of 1 ms.
TEST(Integrators, EnergyOfATopIsLostSlowly) {
  Model top = HeavyTop();
  top.bodies[0].angular_velocity = Vector3d(0, 15, -4.61538);
  top.solver.rho = 0.95;
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    top.solver.integrator = kind;
    const std::vector<double> departures = EnergyDepartures(top);
    EXPECT_LT(departures.front(), 1e-4);
    EXPECT_LT(departures.back(), 1e-3);
  }
}

// A pendulum that swings far: what is asked for is what comes, and costs as much as it must.
TEST(Integrators, ErrorControlMeetsATighterTolerance) {
  Model model;
  model.bodies = {BodyAt("bob", {1, 0, 0}, 1, {1e-3, 1e-3, 1e-3})};
  model.joints = {JointAt("pivot", JointKind::kRevolute, kGroundName, "bob", Vector3d::Zero(),
                          Vector3d::UnitY())};
  // As a pendulum of this length does, from the horizontal; T = 2.1 s.
  const Model fixed = model;
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    const Sample exact = SampleAt(fixed, kind, 2.5e-5, 2);
    double last_error = 0;
    long long last_steps = 0;
    for (double tolerance : {1e-5, 1e-6, 1e-7}) {
      Model controlled = model;
      controlled.solver.integrator = kind;
      controlled.solver.error_tolerance = tolerance;
      controlled.solver.step = 0.05;
      controlled.solver.end_time = 2;
      Simulation simulation(controlled);
      Recording recording;
      const RunStatus status = simulation.Run(&recording);
      ASSERT_TRUE(status.ok) << status.reason;
      // Regular instants whatever the steps.
      ASSERT_EQ(recording.time.size(), 41u);
      EXPECT_NEAR(recording.time[7], 0.35, 1e-12);
      const double error = (Take(simulation).positions - exact.positions).norm();
      EXPECT_LT(error, 1000 * tolerance);
      if (last_error > 0) {
        // Order two: the error goes with tolerance^(2/3), the steps with its root to -1/3.
        EXPECT_LT(error, last_error / 2);
        EXPECT_GT(simulation.statistics().steps, 1.5 * last_steps);
        EXPECT_LT(simulation.statistics().steps, 4 * last_steps);
      }
      last_error = error;
      last_steps = simulation.statistics().steps;
    }
  }
}

// A stiff damper that settles in microseconds beside a slow motion: steps are short at first and
// long afterwards, although the fast motion is still in the equations.
TEST(Integrators, ErrorControlStepsOverWhatHasDecayed) {
  Model model;
  model.bodies = {BodyAt("slow", {0, 0, 0}, 1, {0.1, 0.1, 0.1}),
                  BodyAt("fast", {0, 0, 0.1}, 1e-3, {1e-5, 1e-5, 1e-5})};
  model.joints = {JointAt("rail", JointKind::kTranslational, kGroundName, "slow", Vector3d::Zero()),
                  JointAt("slide", JointKind::kTranslational, "slow", "fast", Vector3d(0, 0, 0.1))};
  model.connections = {
      testing::SpringDamper("soft", kGroundName, "slow", {0, 0, 1}, {0, 0, 0}, 40, 0, 1),
      testing::SpringDamper("stiff", "slow", "fast", {0, 0, 0}, {0, 0, 0.1}, 1e6, 200, 0.101)};
  model.solver.rho = 0;
  model.solver.step = 0.1;
  model.solver.end_time = 4;
  model.solver.error_tolerance = 1e-5;
  model.solver.max_halvings = 30;
  for (IntegratorKind kind : kBoth) {
    SCOPED_TRACE(NameOf(kind));
    model.solver.integrator = kind;
    Simulation simulation(model);
    Recording recording;
    const RunStatus status = simulation.Run(&recording);
    ASSERT_TRUE(status.ok) << status.reason;
    // Both together on the soft spring, from rest: closed form.
    const double mass = 1.001, omega = std::sqrt(40 / mass), sag = mass * 9.81 / 40;
    const double exact = -sag * (1 - std::cos(omega * 4));
    EXPECT_NEAR(simulation.BodyPose("slow").p.z(), exact, 5e-3);
    // At steps that resolve sqrt(1e6 / 1e-3) rad/s a run would take 4 s / 10 us.
    EXPECT_LT(simulation.statistics().steps, 4000);
    EXPECT_GT(simulation.statistics().halvings, 3);
  }
}

}  // namespace
}  // namespace jounce

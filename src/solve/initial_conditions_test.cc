#include "solve/initial_conditions.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "laws/linear_law_for_test.h"
#include "laws/make_law.h"
#include "math/dense.h"
#include "math/rotation.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/linear_system.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Two bodies on one ball joint, the first moving along `direction`.
Model BallJoint(double first_mass, double second_mass, const Vector3d& direction) {
  Model model;
  model.gravity.setZero();
  Body first;
  first.name = "first";
  first.mass = first_mass;
  first.inertia = Vector3d::Constant(first_mass);
  first.velocity = 10 * direction;
  Body second = first;
  second.name = "second";
  second.mass = second_mass;
  second.inertia = Vector3d::Constant(second_mass);
  second.velocity.setZero();
  model.bodies = {first, second};
  Joint ball;
  ball.name = "ball";
  ball.kind = JointKind::kSpherical;
  ball.ends.first = "first";
  ball.ends.second = "second";
  ball.ends.at = Vector3d::Zero();
  model.joints = {ball};
  return model;
}

// A blow between two centres keeps the momentum: v = m1 v1/(m1 + m2), in all directions.
TEST(InitialConditions, StartVelocitiesKeepTheMomentum) {
  for (const Vector3d& direction : {Vector3d(1, 0, 0), Vector3d(0, 0.6, -0.8)}) {
    Simulation unequal(BallJoint(1000, 1e-3, direction));
    ASSERT_TRUE(unequal.Initialize().ok);
    const Vector3d v = unequal.state().velocity[0].head<3>();
    EXPECT_LT((v - 10 * 1000 / 1000.001 * direction).norm(), 1e-9);
    EXPECT_TRUE(unequal.warnings().empty());
    Simulation equal(BallJoint(2, 2, direction));
    ASSERT_TRUE(equal.Initialize().ok);
    EXPECT_NEAR(equal.state().velocity[0].head<3>().dot(direction), 5, 1e-12);
    ASSERT_EQ(equal.warnings().size(), 1u);
    EXPECT_NE(equal.warnings()[0].find("body 'first' by 5 m/s"), std::string::npos)
        << equal.warnings()[0];
  }
}

// On a ball joint at p a flexible body is stopped there as a rigid one, by the blow
//   dv = -M^-1 J^T (J M^-1 J^T)^-1 J v,  J = (1, -p x),
// and does not swing: modes have their part in the joint's velocity, but no need to move.
TEST(InitialConditions, AFlexibleBodyRatherMovesThanBends) {
  const testing::BeamPart beam;
  Model model;
  model.gravity.setZero();
  model.bodies = {testing::FlexibleBeam("beam", beam, FlexibilityLevel::kFull)};
  model.bodies[0].velocity = Vector3d(0.3, 2, -1);
  Joint ball;
  ball.name = "ball";
  ball.kind = JointKind::kSpherical;
  ball.ends.second = "beam.n1";
  model.joints = {ball};
  model.assemble = true;
  Simulation simulation(model);
  const System& system = simulation.system();
  const SystemState given = system.StartState();
  const int node = system.nodes()[0].slot();
  const Matrix6 M =
      Eigen::MatrixXd(LinearSystem(system, given).Quadratic(1).M).topLeftCorner<6, 6>();
  Eigen::Matrix<double, 3, 6> J;
  J << Eigen::Matrix3d::Identity(),
      -Skew(given.pose[0].R.transpose() * (given.pose[node].p - given.pose[0].p));
  const Vector6 v = given.velocity[0];
  const Eigen::Matrix<double, 6, 3> MJ = Inverse(M) * J.transpose();
  const Vector6 expected = v - MJ * (J * MJ).inverse() * (J * v);
  ASSERT_TRUE(simulation.Initialize().ok);
  const SystemState& state = simulation.state();
  EXPECT_LT(state.velocity[node].head<3>().norm(), 1e-12);
  EXPECT_LT((state.velocity[0] - expected).norm(), 1e-4 * expected.norm());
  EXPECT_LT(state.modal_velocity.norm(), 1e-4);
}

// One body on a rail along x with a rod to the ground.
Model OnRail(double mass, const LawSettings& law, double force, double velocity) {
  Model model;
  model.gravity.setZero();
  Body body;
  body.name = "body";
  body.mass = mass;
  body.velocity = Vector3d(velocity, 0, 0);
  model.bodies = {body};
  Joint rail;
  rail.name = "rail";
  rail.kind = JointKind::kTranslational;
  rail.ends.second = "body";
  rail.ends.at = Vector3d::Zero();
  rail.ends.axis = Vector3d::UnitX();
  model.joints = {rail};
  Connection rod;
  rod.name = "rod";
  rod.kind = ConnectionKind::kRod;
  rod.ends.second = "body";
  rod.ends.at = Vector3d(-1, 0, 0);
  rod.ends.at_second = Vector3d::Zero();
  rod.law = law;
  model.connections = {rod};
  Load load;
  load.name = "push";
  load.on = "body";
  load.direction = Vector3d::UnitX();
  load.function.constant = force;
  model.loads = {load};
  Sensor sensor;
  sensor.name = "force";
  sensor.kind = "law_force";
  sensor.item = "rod";
  model.sensors = {sensor};
  return model;
}

// m x'' + c x' = F from rest: x = F/c (t - tau (1 - exp(-t/tau))), tau = m/c.
TEST(InitialConditions, ALightBodyOnADamperHasItsSpeedAtOnce) {
  const double F = 500, c = 100, t = 0.01;
  for (IntegratorKind kind : {IntegratorKind::kGeneralizedAlpha, IntegratorKind::kMultistep}) {
    for (double mass : {0.0, 1e-9, 1e-6, 1e-4, 1.0}) {
      Model model =
          OnRail(mass, testing::MatrixLaw(MatrixXd::Zero(1, 1), MatrixXd::Constant(1, 1, c)), F, 0);
      model.solver.integrator = kind;
      Simulation simulation(model);
      ASSERT_TRUE(simulation.Initialize().ok);
      for (int i = 0; i < 10; ++i) ASSERT_TRUE(simulation.Advance(t / 10).ok);
      const double tau = mass / c;
      const double exact = F / c * (t + (tau > 0 ? tau * std::expm1(-t / tau) : 0));
      EXPECT_NEAR(simulation.BodyPose("body").p.x(), exact, 5e-4 * F / c * t) << mass;
    }
  }
}

double PlaceAfter(Model model, double time, double step) {
  model.solver.step = step;
  Simulation simulation(model);
  EXPECT_TRUE(simulation.Initialize().ok);
  for (int i = 0; i < std::lround(time / step); ++i) EXPECT_TRUE(simulation.Advance(step).ok);
  return simulation.BodyPose("body").p.x();
}

// (m + b) x'' + k x = F, started with a velocity: x = F/k (1 - cos wt) + v/w sin wt.
TEST(InitialConditions, AnInerterStartsWithItsRate) {
  const double m = 1, b = 1, k = 1000, F = 10, v = 1, w = std::sqrt(k / (m + b)), t = 0.1;
  const Model model =
      OnRail(m, ParallelSettings{{PolynomialSettings{{k}}, InerterSettings{b}}}, F, v);
  Simulation start(model);
  ASSERT_TRUE(start.Initialize().ok);
  double force = 0;
  start.ReadSensors(&force);
  EXPECT_NEAR(force, b * F / (m + b), 1e-6);
  EXPECT_NEAR(start.state().acceleration[0].x(), F / (m + b), 1e-6);
  const double exact = F / k * (1 - std::cos(w * t)) + v / w * std::sin(w * t);
  const double coarse = PlaceAfter(model, t, 1e-3) - exact,
               fine = PlaceAfter(model, t, 5e-4) - exact;
  EXPECT_LT(std::abs(fine), 1e-5);
  // There was no force before the first step, by which a residual could be judged.
  Model unloaded = model;
  unloaded.loads.clear();
  unloaded.solver.end_time = t;
  Simulation run(unloaded);
  Recording recording;
  ASSERT_TRUE(run.Run(&recording).ok);
  EXPECT_EQ(run.statistics().steps_above_tolerance, 0);
  EXPECT_NEAR(std::log2(std::abs(coarse / fine)), 2, 0.3) << coarse << " " << fine;
}

// A fluid element that is almost without mass is a Maxwell branch, x' = v, m v' = -k q,
// q' = v - q/tau, here by the classical method of Runge and Kutta.
TEST(InitialConditions, ALightFluidElementStartsWithItsRate) {
  const double m = 1, k = 1e4, tau = 1e-2, v = 1, t = 0.1;
  const Model model = OnRail(m, FluidSettings{1e-7, k, tau}, 0, v);
  const auto slope = [&](const Vector3d& y) {
    return Vector3d(y[1], -k / m * y[2], y[1] - y[2] / tau);
  };
  Vector3d y(0, v, 0);
  const int n = 20000;
  const double h = t / n;
  for (int i = 0; i < n; ++i) {
    const Vector3d k1 = slope(y), k2 = slope(y + h / 2 * k1), k3 = slope(y + h / 2 * k2),
                   k4 = slope(y + h * k3);
    y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  const double coarse = PlaceAfter(model, t, 1e-3) - y[0], fine = PlaceAfter(model, t, 5e-4) - y[0];
  EXPECT_LT(std::abs(fine), 1e-4 * std::abs(y[0]));
  EXPECT_NEAR(std::log2(std::abs(coarse / fine)), 2, 0.3) << coarse << " " << fine;
}

TEST(InitialConditions, MovedBodiesAreNamed) {
  Model model = BallJoint(1, 1, Vector3d::UnitX());
  model.joints[0].ends.at.reset();
  model.bodies[1].position = Vector3d(0.4, 0, 0);
  model.assemble = true;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  ASSERT_FALSE(simulation.warnings().empty());
  const std::string& text = simulation.warnings()[0];
  EXPECT_NE(text.find("joint 'ball' (0.4 m)"), std::string::npos) << text;
  EXPECT_NE(text.find("body 'second' was moved by 0.2 m"), std::string::npos) << text;
}

}  // namespace
}  // namespace jounce

// The velocity of a whole model at the start, alone and from equilibrium.
#include <gtest/gtest.h>

#include <cmath>

#include "laws/linear_law_for_test.h"
#include "math/rotation.h"
#include "mechanics/beam_part_for_test.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;

constexpr double kSpeed = 22;  // m/s

Body Block(const std::string& name, double mass, const Vector3d& position) {
  Body body;
  body.name = name;
  body.mass = mass;
  body.inertia = Vector3d(0.02, 0.03, 0.04) * mass;
  body.position = position;
  return body;
}

Joint Hinge(const std::string& name, JointKind kind, const std::string& first,
            const std::string& second, const Vector3d& at, const Vector3d& axis) {
  Joint joint;
  joint.name = name;
  joint.kind = kind;
  joint.ends.first = first;
  joint.ends.second = second;
  joint.ends.at = at;
  joint.ends.axis = axis;
  return joint;
}

Connection Bushing(const std::string& name, const std::string& first, const std::string& second,
                   const Vector3d& at) {
  MatrixXd K = MatrixXd::Zero(6, 6), C = K;
  K.diagonal() << 3e4, 4e4, 5e4, 300, 400, 500;
  C.diagonal() << 50, 60, 70, 0.5, 0.6, 0.7;
  Connection bushing;
  bushing.name = name;
  bushing.ends.first = first;
  bushing.ends.second = second;
  bushing.ends.at = at;
  bushing.law = testing::MatrixLaw(K, C);
  return bushing;
}

// A turned block, another one that swings against it, and a flexible beam on a bushing.
Model FreeParts(const testing::BeamPart& beam) {
  Model model;
  model.gravity.setZero();
  model.bodies = {Block("frame", 20, Vector3d(0.3, 0.2, 0.5)),
                  Block("cab", 5, Vector3d(0.5, 0.1, 0.9)),
                  testing::FlexibleBeam("beam", beam, FlexibilityLevel::kFull)};
  model.bodies[0].orientation.euler = Vector3d(0.4, -0.3, 0.7);
  model.bodies[1].velocity = Vector3d(0.1, 0.5, -0.2);
  model.bodies[1].angular_velocity = Vector3d(1, -2, 0.5);
  model.connections = {Bushing("mount", "frame", "cab", Vector3d(0.4, 0.2, 0.7)),
                       Bushing("foot", "frame", "beam.n1", Vector3d(0.1, 0, 0))};
  return model;
}

// Galileo: a model as a whole in straight motion differs in nothing but its place.
TEST(StartVelocity, PartsMoveAsInTheModelThatStands) {
  const testing::BeamPart beam;
  Model model = FreeParts(beam);
  model.solver.tolerance = 1e-12;
  Simulation standing(model);
  model.initial.velocity = Vector3d(kSpeed, -3, 1);
  Simulation moving(model);
  ASSERT_TRUE(standing.Initialize().ok);
  ASSERT_TRUE(moving.Initialize().ok);
  EXPECT_TRUE(moving.warnings().empty());
  for (int i = 0; i < 300; ++i) {
    ASSERT_TRUE(standing.Advance(1e-3).ok);
    ASSERT_TRUE(moving.Advance(1e-3).ok);
  }
  for (const char* name : {"cab", "beam"}) {
    const Pose rest = Relative(standing.BodyPose("frame"), standing.BodyPose(name));
    const Pose seen = Relative(moving.BodyPose("frame"), moving.BodyPose(name));
    EXPECT_LT((rest.p - seen.p).norm(), 1e-11) << name;
    EXPECT_LT((rest.R - seen.R).norm(), 1e-11) << name;
  }
  EXPECT_LT((standing.state().modal - moving.state().modal).norm(), 1e-12);
  const Vector3d way = moving.BodyPose("frame").p - standing.BodyPose("frame").p;
  EXPECT_LT((way - 0.3 * model.initial.velocity).norm(), 1e-11);
}

// Every point of a model that turns about a point has the velocity v + w x (p - about).
TEST(StartVelocity, AWholeTurnsAboutItsPoint) {
  const testing::BeamPart beam;
  Model model = FreeParts(beam);
  for (Body& body : model.bodies) body.velocity = body.angular_velocity = Vector3d::Zero();
  const Vector3d v(1, 2, -0.5), w(0.2, -0.7, 1.3), about(3, -1, 2);
  model.initial = {v, w, about};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.Initialize().ok);
  const SystemState& state = simulation.state();
  ASSERT_GT(state.pose.size(), 4u);  // bodies, ground, nodes
  for (size_t i = 0; i < state.pose.size(); ++i) {
    if (i == 3) continue;  // the ground
    const Pose& pose = state.pose[i];
    const Vector3d expected = v + w.cross(pose.p - about);
    EXPECT_LT((pose.R * state.velocity[i].head<3>() - expected).norm(), 1e-13) << i;
    EXPECT_LT((pose.R * state.velocity[i].tail<3>() - w).norm(), 1e-13) << i;
  }
}

// A car on a rail, an arm of no mass that swings about x under its wheel, and a torsion spring.
constexpr double kCar = 300, kWheel = 20, kArm = 0.4, kRate = 400, kSpin = kSpeed / 0.3;
constexpr double kSpinInertia = 0.9;

Model RollingWheel() {
  Model model;
  const Vector3d hub(0, kArm, 0), x = Vector3d::UnitX();
  model.bodies = {Block("car", kCar, Vector3d::Zero()), Block("arm", 0, Vector3d::Zero()),
                  Block("wheel", kWheel, hub)};
  model.bodies[1].inertia.setZero();
  model.bodies[2].inertia = Vector3d(0.5, kSpinInertia, 0.5);
  model.bodies[2].angular_velocity = Vector3d(0, kSpin, 0);
  model.initial.velocity = kSpeed * x;
  model.joints = {Hinge("rail", JointKind::kTranslational, "ground", "car", Vector3d::Zero(), x),
                  Hinge("swing", JointKind::kRevolute, "car", "arm", Vector3d::Zero(), x),
                  Hinge("axle", JointKind::kRevolute, "arm", "wheel", hub, Vector3d::UnitY())};
  Connection spring = Bushing("spring", "car", "arm", Vector3d::Zero());
  spring.kind = ConnectionKind::kAngularSpring;
  spring.law = testing::MatrixLaw(kRate * MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3));
  model.connections = {spring};
  return model;
}

// The arm falls by the angle k a = m g L cos a; there the car drives on with its speed, the wheel
// with its spin about the axle that has turned with the arm.
TEST(StartVelocity, AWheelRollsOnFromEquilibrium) {
  double angle = 0;
  for (int i = 0; i < 200; ++i) angle = kWheel * 9.81 * kArm * std::cos(angle) / kRate;
  Simulation simulation(RollingWheel());
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  EXPECT_TRUE(simulation.warnings().empty());
  const Pose wheel = simulation.BodyPose("wheel");
  EXPECT_NEAR(wheel.p.z(), -kArm * std::sin(angle), 1e-9);
  const Vector6 twist = simulation.state().velocity[2];
  EXPECT_NEAR(twist[4], kSpin, 1e-12);
  EXPECT_NEAR(twist[3], 0, 1e-12);
  EXPECT_NEAR(twist[5], 0, 1e-12);
  EXPECT_LT((wheel.R * twist.head<3>() - kSpeed * Vector3d::UnitX()).norm(), 1e-12);
  const Energies energies = simulation.energies();
  EXPECT_NEAR(energies.kinetic,
              0.5 * (kCar + kWheel) * kSpeed * kSpeed + 0.5 * kSpinInertia * kSpin * kSpin, 1e-8);
  EXPECT_NEAR(energies.potential, -kWheel * 9.81 * kArm * std::sin(angle), 1e-8);
  EXPECT_NEAR(energies.stored, 0.5 * kRate * angle * angle, 1e-8);
  for (int i = 0; i < 500; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(simulation.BodyPose("car").p.x(), 0.5 * kSpeed, 1e-9);
  EXPECT_NEAR(simulation.BodyPose("wheel").p.z(), -kArm * std::sin(angle), 1e-7);
  EXPECT_NEAR(simulation.state().velocity[2][4], kSpin, 1e-9);
}

// Statics alone are at rest, whatever was given.
TEST(StartVelocity, AnEquilibriumIsAtRest) {
  Simulation simulation(RollingWheel());
  ASSERT_TRUE(simulation.FindEquilibrium().ok);
  EXPECT_EQ(simulation.energies().kinetic, 0);
}

// Under a car on a rail hangs a mass on a spring of 10 N/mm and friction [Berg]. Straight from rest
// k x + f x/(x2 + x) = m g; with the memory of that friction it stays there while the car drives.
TEST(StartVelocity, FrictionRemembersTheEquilibriumInAMovingCar) {
  Model model;
  model.bodies = {Block("car", kCar, Vector3d::Zero()), Block("mass", 20, Vector3d(0, 0, -1))};
  model.initial.velocity = Vector3d(kSpeed, 0, 0);
  model.joints = {Hinge("rail", JointKind::kTranslational, "ground", "car", Vector3d::Zero(),
                        Vector3d::UnitX()),
                  Hinge("guide", JointKind::kTranslational, "car", "mass", Vector3d(0, 0, -1),
                        Vector3d::UnitZ())};
  Connection rod;
  rod.name = "rod";
  rod.kind = ConnectionKind::kRod;
  rod.ends.first = "car";
  rod.ends.second = "mass";
  rod.ends.at = Vector3d::Zero();
  rod.ends.at_second = Vector3d(0, 0, -1);
  rod.law = ParallelSettings{{PolynomialSettings{{1e4}}, BergSettings{80, 1e-3}}};
  model.connections = {rod};
  double sag = 0;
  for (int i = 0; i < 200; ++i) sag = (20 * 9.81 - 80 * sag / (1e-3 + sag)) / 1e4;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  EXPECT_TRUE(simulation.warnings().empty());
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(simulation.Advance(1e-3).ok);
  EXPECT_NEAR(simulation.BodyPose("mass").p.z(), -1 - sag, 1e-9);
  EXPECT_NEAR(simulation.BodyPose("mass").p.x(), 0.2 * kSpeed, 1e-9);
}

// What stands on the ground cannot move along: it is told, and stays.
TEST(StartVelocity, WhatDoesNotFitIsTold) {
  Model model = RollingWheel();
  model.joints[0].kind = JointKind::kFixed;
  Simulation simulation(model);
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  ASSERT_EQ(simulation.warnings().size(), 1u);
  EXPECT_NE(simulation.warnings()[0].find("body 'car' by 22 m/s"), std::string::npos)
      << simulation.warnings()[0];
  EXPECT_LT(simulation.state().velocity[0].norm(), 1e-12);
  EXPECT_NEAR(simulation.state().velocity[2][4], kSpin, 1e-12);
}

// A motion that is under way at the start takes along what it drives.
TEST(StartVelocity, MotionsHaveTheirSpeedFromEquilibrium) {
  Model model = RollingWheel();
  model.initial = {};
  Motion drive;
  drive.name = "drive";
  drive.joint = "rail";
  drive.kind = MotionKind::kTranslation;
  drive.function.expression = "3*t";
  model.motions = {drive};
  Simulation simulation(model);
  ASSERT_TRUE(simulation.StartFromEquilibrium().ok);
  EXPECT_NEAR(simulation.state().velocity[0][0], 3, 1e-12);
}

}  // namespace
}  // namespace jounce

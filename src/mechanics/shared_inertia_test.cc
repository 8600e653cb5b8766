#include "mechanics/shared_inertia.h"

#include <gtest/gtest.h>

#include <cmath>

#include "mechanics/element_test_support.h"
#include "mechanics/rigid_body.h"
#include "model/beam_inertia.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::ElementResidual;
using testing::ExpectTangentsMatchFiniteDifferences;
using testing::RandomState;

const Vector3d kGravity(1, -2, -9);

FramePair InertiaFrames() {
  Vector6 first, second;
  first << 0.1, -0.2, 0.05, 0.3, 0.2, -0.4;
  second << -0.05, 0.1, 0.2, -0.2, 0.5, 0.1;
  return {{0, ExpPose(first)}, {1, ExpPose(second)}};
}

SharedInertia SomeInertia() {
  SectionProperties section;
  section.mass = 1.3;
  section.inertia = Vector3d(0.07, 0.05, 0.03);
  SharedInertia inertia;
  inertia.moments =
      ElementMoments(SectionMoments(section, {0.05, -0.1}), Vector3d(0.6, 0.05, -0.1));
  return inertia;
}

double KineticEnergy(const Element& element, const SystemState& state) {
  Energies energies;
  element.AddEnergies({state, 1, nullptr, nullptr}, &energies);
  return energies.kinetic;
}

TEST(SharedInertia, TangentsMatchFiniteDifferences) {
  const SharedInertiaElement element(SomeInertia(), InertiaFrames(), kGravity);
  for (unsigned seed : {1u, 2u, 3u}) {
    ExpectTangentsMatchFiniteDifferences(element, RandomState(2, 0, seed, 1.5), 2e-8);
  }
}

// Momentum is the derivative of the kinetic energy by the twists, M v; and the power of the
// residual is the growth of the energy, for any motion: inertia forces do no other work.
TEST(SharedInertia, ForcesAndMomentumAreThoseOfTheEnergy) {
  const SharedInertiaElement element(SomeInertia(), InertiaFrames(), Vector3d::Zero());
  const SystemState state = RandomState(2, 0, 4, 1.2);
  ElementTangents tangents;
  tangents.Reset(12);
  element.AddTangents({state, 1, nullptr, nullptr}, &tangents);
  VectorXd v(12);
  v << state.velocity[0], state.velocity[1];
  EXPECT_NEAR(KineticEnergy(element, state), 0.5 * v.dot(tangents.M * v), 1e-14);
  EXPECT_LT((tangents.M - tangents.M.transpose()).norm(), 1e-14);

  const double eps = 1e-5;
  const auto after = [&](double t) {
    SystemState moved = state;
    for (int i : {0, 1}) {
      moved.pose[i] = state.pose[i] * ExpPose(t * state.velocity[i]);
      moved.velocity[i] += t * state.acceleration[i];
    }
    return KineticEnergy(element, moved);
  };
  const double power = ElementResidual(element, state, {0}, 1).dot(v);
  EXPECT_NEAR(power, (after(eps) - after(-eps)) / (2 * eps), 1e-8);
}

// The total force and moment on both bodies are the rates of linear and angular momentum.
TEST(SharedInertia, TotalWrenchIsTheRateOfMomentum) {
  const SharedInertiaElement element(SomeInertia(), InertiaFrames(), Vector3d::Zero());
  const SystemState state = RandomState(2, 0, 5, 1.2);
  const auto momentum = [&](double t) {
    SystemState moved = state;
    for (int i : {0, 1}) {
      moved.pose[i] = state.pose[i] * ExpPose(t * state.velocity[i]);
      moved.velocity[i] += t * state.acceleration[i];
    }
    ElementTangents tangents;
    tangents.Reset(12);
    element.AddTangents({moved, 1, nullptr, nullptr}, &tangents);
    VectorXd v(12);
    v << moved.velocity[0], moved.velocity[1];
    const VectorXd P = tangents.M * v;
    return Vector6(CarryWrench(moved.pose[0], P.head<6>()) +
                   CarryWrench(moved.pose[1], P.tail<6>()));
  };
  const double eps = 1e-5;
  const Vector6 rate = (momentum(eps) - momentum(-eps)) / (2 * eps);
  EXPECT_LT((testing::TotalWrench(element, state, {0}, 1) - rate).norm(), 1e-8);
}

// Two bodies that move as one, straight element between: the residual adds up to that of the rigid
// rod, weight included.
TEST(SharedInertia, InRigidMotionItIsARigidBody) {
  SectionProperties section;
  section.mass = 1.3;
  section.inertia = Vector3d(0.08, 0.05, 0.03);
  const double h = 0.6, m = section.mass * h;
  SharedInertia inertia;
  inertia.moments = ElementMoments(SectionMoments(section, {0.05, -0.1}), Vector3d(h, 0, 0));
  const SharedInertiaElement element(inertia, {{0, Pose()}, {1, Pose()}}, kGravity);
  Body rod;
  rod.mass = m;
  rod.centre = Vector3d(h / 2, 0.05, -0.1);
  rod.inertia = h * section.inertia + m * h * h / 12 * Vector3d(0, 1, 1);
  const RigidBody rigid(rod, 0, kGravity);

  SystemState state = RandomState(2, 0, 6, 1.0);
  const Pose H{Matrix3d::Identity(), Vector3d(h, 0, 0)};
  state.pose[1] = state.pose[0] * H;
  state.velocity[1] = InverseTransformTwist(H, state.velocity[0]);
  state.acceleration[1] = InverseTransformTwist(H, state.acceleration[0]);
  const Vector6 sum = testing::TotalWrench(element, state, {0}, 1);
  EXPECT_LT((sum - testing::TotalWrench(rigid, state, {0}, 1)).norm(), 1e-13);
  Energies mine, exact;
  element.AddEnergies({state, 1, nullptr, nullptr}, &mine);
  rigid.AddEnergies({state, 1, nullptr, nullptr}, &exact);
  EXPECT_NEAR(mine.kinetic, exact.kinetic, 1e-14);
  EXPECT_NEAR(mine.potential, exact.potential, 1e-13);
}

// Weight is minus the gradient of the potential energy.
TEST(SharedInertia, WeightIsTheGradientOfItsEnergy) {
  const SharedInertiaElement element(SomeInertia(), InertiaFrames(), kGravity);
  SystemState state = RandomState(2, 0, 7, 1.0);
  for (int i : {0, 1}) {
    state.velocity[i].setZero();
    state.acceleration[i].setZero();
  }
  const VectorXd rows = ElementResidual(element, state, {0}, 1);
  const double eps = 1e-6;
  for (int i = 0; i < 12; ++i) {
    double potential[2];
    for (int sign : {0, 1}) {
      SystemState moved = state;
      moved.pose[i / 6] =
          state.pose[i / 6] * ExpPose((sign ? eps : -eps) * Vector6(Vector6::Unit(i % 6)));
      Energies energies;
      element.AddEnergies({moved, 1, nullptr, nullptr}, &energies);
      potential[sign] = energies.potential;
    }
    EXPECT_NEAR(rows[i], (potential[1] - potential[0]) / (2 * eps), 1e-8) << i;
  }
}

}  // namespace
}  // namespace jounce

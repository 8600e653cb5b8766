#include "mechanics/beam_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <vector>

#include "laws/make_law.h"
#include "mechanics/connection.h"
#include "mechanics/element_test_support.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using testing::ExpectGradientOfStoredEnergy;
using testing::ExpectTangentsMatchFiniteDifferences;
using testing::RandomState;

// A coupled section with damping that is not proportional to its stiffness.
Connection SomeBeam(double length, bool damped = true) {
  Connection beam;
  beam.name = "beam";
  beam.kind = ConnectionKind::kBeam;
  beam.length = length;
  MatrixXd K = MatrixXd::Zero(6, 6), C = K;
  K.diagonal() << 5, 2, 3, 1, 1.5, 0.7;
  K(0, 4) = K(4, 0) = 0.3;
  K(1, 3) = K(3, 1) = -0.2;
  if (damped) C.diagonal() << 0.3, 0.1, 0.2, 0.05, 0.1, 0.02;
  LinearSettings law;
  law.dimension = 6;
  law.stiffness.assign(K.data(), K.data() + 36);
  law.damping.assign(C.data(), C.data() + 36);
  beam.law = law;
  beam.zero_as_placed = true;
  return beam;
}

FramePair TurnedFrames() {
  Vector6 first, second;
  first << 0.1, -0.2, 0.05, 0.3, 0.2, -0.4;
  second << -0.05, 0.1, 0.2, -0.2, 0.5, 0.1;
  return {{0, ExpPose(first)}, {1, ExpPose(second)}};
}

TEST(Beam, TangentsMatchFiniteDifferences) {
  Vector6 start;
  start << 0.7, 0.1, 0, 0.1, -0.2, 0.3;
  for (double length : {0.7, 1.3}) {
    const auto element = MakeConnection(SomeBeam(length), TurnedFrames(), ExpPose(start));
    for (unsigned seed : {1u, 2u, 3u, 4u}) {
      ExpectTangentsMatchFiniteDifferences(*element, RandomState(2, 0, seed), 5e-8);
    }
    // Turns beyond those of the series, and small ones.
    ExpectTangentsMatchFiniteDifferences(*element, RandomState(2, 0, 5, 1.0), 5e-7);
    ExpectTangentsMatchFiniteDifferences(*element, RandomState(2, 0, 6, 0.02), 5e-8);
  }
}

TEST(Beam, WrenchIsTheGradientOfTheStoredEnergy) {
  const auto element = MakeConnection(SomeBeam(0.6, false), TurnedFrames(), Pose());
  ExpectGradientOfStoredEnergy(*element, RandomState(2, 0, 9, 0.8));
}

TEST(Beam, ForcesAndMomentsBalance) {
  const auto element = MakeConnection(SomeBeam(0.6), TurnedFrames(), Pose());
  for (unsigned seed : {1u, 2u, 3u}) {
    const SystemState state = RandomState(2, 0, seed, 1.2);
    const std::vector<double> history(element->history_size() + 1);
    EXPECT_LT(testing::TotalWrench(*element, state, history, 1).norm(), 1e-13);
  }
}

// A piece bent to an arc of radius 2 and twisted by nothing has the curvature 1/2 and no other
// strain, whatever part of a turn it spans.
TEST(Beam, AnArcHasConstantCurvature) {
  for (double angle : {0.01, 0.5, 1.5, 3.0}) {
    const double radius = 2, length = radius * angle;
    Vector6 arc;
    arc << length, 0, 0, 0, 0, angle;
    const Pose end = ExpPose(arc);
    EXPECT_NEAR(end.p.x(), radius * std::sin(angle), 1e-14);
    EXPECT_NEAR(end.p.y(), radius * (1 - std::cos(angle)), 1e-14);
    const BeamPose at(end);
    EXPECT_LT((at.d / length - (Vector6() << 1, 0, 0, 0, 0, 0.5).finished()).norm(), 2e-14);
  }
}

// Carried along by any rigid motion, the beam has the same wrenches and the same tangents.
TEST(Beam, ARigidMotionChangesNothing) {
  const auto element = MakeConnection(SomeBeam(0.6), TurnedFrames(), Pose());
  SystemState state = RandomState(2, 0, 3, 0.5);
  for (Vector6& v : state.velocity) v.setZero();
  SystemState moved = state;
  Vector6 motion;
  motion << 20, -30, 10, 1, 2, -0.5;
  for (int i : {0, 1}) moved.pose[i] = ExpPose(motion) * state.pose[i];
  const std::vector<double> none(element->history_size() + 1);
  std::vector<double> next(none);
  ElementTangents here, there;
  here.Reset(12);
  there.Reset(12);
  element->AddTangents({state, 1, none.data(), next.data()}, &here);
  element->AddTangents({moved, 1, none.data(), next.data()}, &there);
  EXPECT_LT((here.K - there.K).cwiseAbs().maxCoeff(), 1e-12);
  EXPECT_LT((here.C - there.C).cwiseAbs().maxCoeff(), 1e-12);
}

}  // namespace
}  // namespace jounce

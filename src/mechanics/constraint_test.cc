#include "mechanics/constraint.h"

#include <gtest/gtest.h>

#include "mechanics/element_test_support.h"
#include "mechanics/joints.h"

namespace jounce {
namespace {

using Eigen::Vector3d;
using testing::ExpectTangentsMatchFiniteDifferences;
using testing::RandomState;
using testing::SomeFrames;

const JointKind kJointKinds[] = {
    JointKind::kFixed,       JointKind::kRevolute,      JointKind::kTranslational,
    JointKind::kCylindrical, JointKind::kSpherical,     JointKind::kUniversal,
    JointKind::kPlanar,      JointKind::kInLine,        JointKind::kInPlane,
    JointKind::kParallel,    JointKind::kPerpendicular, JointKind::kOrientation,
    JointKind::kDistance};

// Freedoms that each joint leaves between two bodies.
const int kFreedoms[] = {0, 1, 1, 2, 3, 2, 3, 4, 5, 4, 5, 3, 5};

Joint JointOf(JointKind kind) {
  Joint joint;
  joint.name = "j";
  joint.kind = kind;
  return joint;
}

TEST(Joints, LeaveTheRightNumberOfFreedoms) {
  for (size_t i = 0; i < std::size(kJointKinds); ++i) {
    EXPECT_EQ(MakeJoint(JointOf(kJointKinds[i]), SomeFrames(1, 0, 1))->multipliers(),
              6 - kFreedoms[i])
        << ToString(kJointKinds[i]);
  }
}

TEST(Joints, TangentsMatchFiniteDifferences) {
  for (JointKind kind : kJointKinds) {
    const auto joint = MakeJoint(JointOf(kind), SomeFrames(3, 0, 1));
    ExpectTangentsMatchFiniteDifferences(*joint, RandomState(2, joint->multipliers(), 11), 2e-8);
    // And to the ground.
    const auto grounded = MakeJoint(JointOf(kind), SomeFrames(4, 1, 0));
    ExpectTangentsMatchFiniteDifferences(*grounded, RandomState(1, grounded->multipliers(), 12),
                                         2e-8);
  }
}

// A follower that stands on the spline that its rail carries, wherever that has come to.
TEST(Joints, OnACurve) {
  Joint joint = JointOf(JointKind::kCurve);
  joint.points = {{0, 0, 0}, {1, 0.5, 0.2}, {2, 0.1, 0.6}, {3, -0.6, 0.4}};
  const Pose first = ExpPose(0.3 * Vector6::Ones());
  const FramePair frames = SomeFrames(3, 0, 1);
  const auto element = MakeJoint(joint, frames, first);
  EXPECT_EQ(element->multipliers(), 2);
  SystemState state = RandomState(2, 2, 11);
  std::vector<Eigen::Vector3d> points;
  for (const Eigen::Vector3d& point : joint.points) points.push_back(Inverse(first) * point);
  const SpaceCurve curve(points);
  for (double part : {0.1, 0.45, 0.8, 1.2}) {
    // The second frame's origin on the curve in the axes of the first.
    const SpaceCurve::Point at = curve.At(part * curve.length());
    Pose relative = ExpPose(Vector6::LinSpaced(0.1, 0.6));
    relative.p = at.place;
    state.pose[1] = state.pose[0] * frames.first.frame * relative * Inverse(frames.second.frame);
    std::vector<double> history(element->history_size()), next(history);
    element->Start(state, history.data());
    double bodies[18] = {}, rows[2] = {};
    element->AddResidual({state, 0, history.data(), next.data()}, bodies, rows);
    EXPECT_NEAR(rows[0], 0, 1e-12);
    EXPECT_NEAR(rows[1], 0, 1e-12);
    ExpectTangentsMatchFiniteDifferences(*element, state, 1e-7);
  }
}

Motion RotationOf(const std::string& formula, MotionQuantity quantity) {
  Motion motion;
  motion.name = "drive";
  motion.quantity = quantity;
  motion.function.expression = formula;
  return motion;
}

TEST(Motions, TangentsMatchFiniteDifferences) {
  for (MotionKind kind : {MotionKind::kRotation, MotionKind::kTranslation}) {
    Motion motion = RotationOf("sin(t)", MotionQuantity::kPosition);
    motion.kind = kind;
    const auto element = MakeMotion(motion, SomeFrames(5, 0, 1));
    ExpectTangentsMatchFiniteDifferences(*element, RandomState(2, 1, 13), 2e-8);
  }
}

TEST(Couplers, TangentsMatchFiniteDifferences) {
  Coupler coupler;
  coupler.name = "rack";
  coupler.terms = {{"a", MotionKind::kTranslation, 1}, {"b", MotionKind::kRotation, -0.3}};
  const auto element = MakeCoupler(coupler, {SomeFrames(5, 0, 1), SomeFrames(6, 2, 3)});
  ExpectTangentsMatchFiniteDifferences(*element, RandomState(4, 1, 14), 2e-8);
}

// Phi' and Phi'' against differences of Phi along a motion with constant twist rates.
TEST(Joints, RatesMatchFiniteDifferencesInTime) {
  const auto along = [](SystemState s, double dt) {
    for (size_t i = 0; i < s.pose.size(); ++i) {
      // Fourth-order accurate to the second derivative: the Magnus term vanishes at this order.
      s.pose[i] = s.pose[i] * ExpPose(dt * s.velocity[i] + 0.5 * dt * dt * s.acceleration[i]);
    }
    s.time += dt;
    return s;
  };
  for (JointKind kind : kJointKinds) {
    const auto joint = MakeJoint(JointOf(kind), SomeFrames(3, 0, 1));
    const int n = joint->multipliers();
    const SystemState state = RandomState(2, n, 21);
    std::vector<double> history(joint->history_size());
    joint->Start(state, history.data());
    const double dt = 1e-4;
    const Eigen::VectorXd before =
        testing::ElementResidual(*joint, along(state, -dt), history, 1).tail(n);
    const Eigen::VectorXd now = testing::ElementResidual(*joint, state, history, 1).tail(n);
    const Eigen::VectorXd after =
        testing::ElementResidual(*joint, along(state, dt), history, 1).tail(n);
    Eigen::VectorXd velocity(n), acceleration(n);
    joint->ConstraintRates(state, velocity.data(), acceleration.data());
    EXPECT_LT((velocity - (after - before) / (2 * dt)).norm(), 1e-6) << ToString(kind);
    EXPECT_LT((acceleration - (after - 2 * now + before) / (dt * dt)).norm(), 1e-5)
        << ToString(kind);
  }
}

TEST(Joints, ForcesBalance) {
  for (JointKind kind : kJointKinds) {
    const auto joint = MakeJoint(JointOf(kind), SomeFrames(3, 0, 1));
    const SystemState state = RandomState(2, joint->multipliers(), 15);
    std::vector<double> history(joint->history_size());
    joint->Start(state, history.data());
    EXPECT_LT(testing::TotalWrench(*joint, state, history, 1).norm(), 1e-14) << ToString(kind);
  }
}

// An angle followed over many turns.
TEST(Motions, AnglesCountFullTurns) {
  const FramePair frames{{1, Pose()}, {0, Pose()}};
  const auto element = MakeMotion(RotationOf("0", MotionQuantity::kPosition), frames);
  SystemState state = RandomState(1, 1, 1);
  state.pose[0] = Pose();
  std::vector<double> history(element->history_size()), next(history);
  element->Start(state, history.data());
  const double step = 0.7;
  for (int i = 1; i <= 40; ++i) {
    state.pose[0].R = ExpRotation(Vector3d(0, 0, step * i));
    std::vector<double> bodies(12), constraints(1);
    element->AddResidual({state, 1, history.data(), next.data()}, bodies.data(),
                         constraints.data());
    EXPECT_NEAR(constraints[0], step * i, 1e-12);
    history = next;
  }
}

TEST(Motions, RatesAreIntegrated) {
  const FramePair frames{{1, Pose()}, {0, Pose()}};
  const auto velocity = MakeMotion(RotationOf("cos(t)", MotionQuantity::kVelocity), frames);
  const auto acceleration =
      MakeMotion(RotationOf("-sin(t)", MotionQuantity::kAcceleration), frames);
  SystemState state = RandomState(1, 1, 1);
  state.pose[0] = Pose();
  state.time = 0;
  const auto follow = [&](const Element& element) {
    std::vector<double> history(element.history_size()), next(history);
    SystemState s = state;
    element.Start(s, history.data());
    double value = 0;
    for (int i = 1; i <= 20; ++i) {
      s.time = 0.1 * i;
      std::vector<double> bodies(12), constraints(1);
      element.AddResidual({s, 0.1, history.data(), next.data()}, bodies.data(), constraints.data());
      history = next;
      value = -constraints[0];
    }
    return value;
  };
  EXPECT_NEAR(follow(*velocity), std::sin(2.0), 1e-10);
  EXPECT_NEAR(follow(*acceleration), std::sin(2.0) - 2.0, 1e-9);  // starts at rest
}

}  // namespace
}  // namespace jounce

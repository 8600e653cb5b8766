#include "mechanics/connection.h"

#include <gtest/gtest.h>

#include "laws/linear_law_for_test.h"
#include "laws/make_law.h"
#include "mechanics/element_test_support.h"

namespace jounce {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using testing::ElementResidual;
using testing::ExpectGradientOfStoredEnergy;
using testing::ExpectTangentsMatchFiniteDifferences;
using testing::MatrixLaw;
using testing::RandomState;
using testing::SomeFrames;

// What a linear law of any dimension remembers: a strain of zero, nothing lost.
const std::vector<double> kMemory(10);

const ConnectionKind kKinds[] = {ConnectionKind::kRod, ConnectionKind::kLinearSpring,
                                 ConnectionKind::kAngularSpring, ConnectionKind::kBushing};
const Attachment kAttachments[] = {Attachment::kFirst, Attachment::kSecond, Attachment::kInvariant};

// Anisotropic and coupled.
LawSettings AnisotropicLaw(int n) {
  MatrixXd K(n, n), C(n, n);
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      K(i, j) = i == j ? 2.0 + i : 0.3 / (1 + i + j);
      C(i, j) = i == j ? 0.5 + 0.1 * i : 0.02 * (i + j);
    }
  }
  return MatrixLaw(K, C);
}

Connection ConnectionOf(ConnectionKind kind, Attachment attachment) {
  Connection connection;
  connection.name = "mount";
  connection.kind = kind;
  connection.attachment = attachment;
  connection.law = AnisotropicLaw(StrainDimension(kind));
  connection.free_length = 0.2;
  for (int i = 0; i < StrainDimension(kind); ++i) connection.preload.push_back(0.1 * (i + 1));
  return connection;
}

TEST(Connections, TangentsMatchFiniteDifferences) {
  for (ConnectionKind kind : kKinds) {
    for (Attachment attachment : kAttachments) {
      const auto element = MakeConnection(ConnectionOf(kind, attachment), SomeFrames(1, 0, 1), {});
      for (unsigned seed : {1u, 2u, 3u}) {
        ExpectTangentsMatchFiniteDifferences(*element, RandomState(2, 0, seed), 5e-8);
      }
      // Small rotations take the series.
      ExpectTangentsMatchFiniteDifferences(
          *MakeConnection(ConnectionOf(kind, attachment), {{0, Pose()}, {1, Pose()}}, {}),
          RandomState(2, 0, 4, 0.02), 5e-7);
    }
  }
}

TEST(Connections, ForcesAndMomentsBalance) {
  for (ConnectionKind kind : kKinds) {
    for (Attachment attachment : kAttachments) {
      const auto element = MakeConnection(ConnectionOf(kind, attachment), SomeFrames(1, 0, 1), {});
      const SystemState state = RandomState(2, 0, 5, 1.5);
      const double size = ElementResidual(*element, state, kMemory, 1).norm();
      EXPECT_LT(testing::TotalWrench(*element, state, kMemory, 1).norm(), 1e-14 * (1 + size));
    }
  }
}

// Exchange of the two ends of an invariant connection changes nothing; of an attached one it does.
TEST(Connections, OnlyInvariantOnesSurviveExchange) {
  const SystemState state = RandomState(2, 0, 6, 1.0);
  const FramePair frames = SomeFrames(2, 0, 1), exchanged{frames.second, frames.first};
  for (ConnectionKind kind : kKinds) {
    for (Attachment attachment : kAttachments) {
      Connection connection = ConnectionOf(kind, attachment);
      connection.preload.clear();
      const auto element = MakeConnection(connection, frames, {});
      const auto other = MakeConnection(connection, exchanged, {});
      const Eigen::VectorXd one = ElementResidual(*element, state, kMemory, 1);
      const Eigen::VectorXd two = ElementResidual(*other, state, kMemory, 1);
      const double change = (one.head<6>() - two.tail<6>()).norm();
      if (attachment == Attachment::kInvariant || kind == ConnectionKind::kRod) {
        EXPECT_LT(change, 1e-14);
      } else {
        EXPECT_GT(change, 1e-2);
      }
    }
  }
}

// [Merel 2007, eq. 13, 15, 18, 19 and 39, 40, 45 to 48], evaluated in ground axes.
TEST(Connections, AttachedSpringsFollowMerel) {
  const SystemState state = RandomState(2, 0, 8, 1.0);
  const Pose& one = state.pose[0];
  const Pose& two = state.pose[1];
  const FramePair frames{{0, Pose()}, {1, {Eigen::Matrix3d::Identity(), Vector3d(0.1, 0.2, -0.3)}}};
  const Vector3d f2 = two.R * frames.second.frame.p, d = two.p + f2 - one.p;
  const Vector3d omega1 = one.R * state.velocity[0].tail<3>();
  const Vector3d omega2 = two.R * state.velocity[1].tail<3>();
  const Vector3d d_rate =
      two.R * state.velocity[1].head<3>() + omega2.cross(f2) - one.R * state.velocity[0].head<3>();
  const auto law_force = [&](const Vector3d& strain, const Vector3d& rate) {
    LawResponse response;
    std::vector<double> next(kMemory);
    MakeLaw(AnisotropicLaw(3))
        ->Update({strain.data(), rate.data(), 1}, kMemory.data(), next.data(), &response);
    return Vector3d(response.force[0], response.force[1], response.force[2]);
  };
  Connection connection = ConnectionOf(ConnectionKind::kLinearSpring, Attachment::kFirst);
  connection.preload.clear();
  Eigen::VectorXd rows =
      ElementResidual(*MakeConnection(connection, frames, {}), state, kMemory, 1);
  const Vector3d F =
      one.R * law_force(one.R.transpose() * d, one.R.transpose() * (d_rate - omega1.cross(d)));
  EXPECT_LT((one.R * rows.segment<3>(0) + F).norm(), 1e-14);
  EXPECT_LT((one.R * rows.segment<3>(3) + d.cross(F)).norm(), 1e-14);
  EXPECT_LT((two.R * rows.segment<3>(6) - F).norm(), 1e-14);
  EXPECT_LT((two.R * rows.segment<3>(9) - f2.cross(F)).norm(), 1e-14);

  connection = ConnectionOf(ConnectionKind::kAngularSpring, Attachment::kFirst);
  connection.preload.clear();
  rows = ElementResidual(*MakeConnection(connection, frames, {}), state, kMemory, 1);
  const Vector3d theta = LogRotation(one.R.transpose() * two.R);
  Vector3d M = one.R * law_force(theta, one.R.transpose() * (omega2 - omega1));
  EXPECT_LT((one.R * rows.segment<3>(3) + M).norm(), 1e-14);
  EXPECT_LT((two.R * rows.segment<3>(9) - M).norm(), 1e-14);

  // [Merel 2007, eq. 26, 35 to 37]
  connection.attachment = Attachment::kInvariant;
  rows = ElementResidual(*MakeConnection(connection, frames, {}), state, kMemory, 1);
  const Eigen::Matrix3d middle = one.R * ExpRotation(0.5 * theta);
  M = middle * law_force(theta, middle.transpose() * (omega2 - omega1));
  EXPECT_LT((one.R * rows.segment<3>(3) + M).norm(), 1e-14);
  EXPECT_LT((two.R * rows.segment<3>(9) - M).norm(), 1e-14);
}

// Virtual work of the invariant linear spring: the wrench is the gradient of the stored energy.
TEST(Connections, InvariantLinearSpringIsConservative) {
  Connection connection = ConnectionOf(ConnectionKind::kLinearSpring, Attachment::kInvariant);
  connection.preload.clear();
  MatrixXd K = MatrixXd::Zero(3, 3);
  K.diagonal() << 5, 1, 3;
  connection.law = MatrixLaw(K, MatrixXd::Zero(3, 3));
  const auto element = MakeConnection(connection, SomeFrames(3, 0, 1), {});
  ExpectGradientOfStoredEnergy(*element, RandomState(2, 0, 9, 1.0));
}

TEST(Connections, ZeroAsPlacedHasNoForceAtTheStart) {
  const SystemState state = RandomState(2, 0, 10);
  const FramePair frames{{0, Pose()}, {1, Pose()}};
  for (ConnectionKind kind : kKinds) {
    for (Attachment attachment : kAttachments) {
      Connection connection = ConnectionOf(kind, attachment);
      connection.preload.clear();
      connection.free_length.reset();
      connection.zero_as_placed = true;
      connection.law = MatrixLaw(MatrixXd::Identity(StrainDimension(kind), StrainDimension(kind)),
                                 MatrixXd::Zero(StrainDimension(kind), StrainDimension(kind)));
      const auto element =
          MakeConnection(connection, frames, Relative(state.pose[0], state.pose[1]));
      EXPECT_LT(ElementResidual(*element, state, kMemory, 1).norm(), 1e-15);
    }
  }
}

// At rest and for a law without memory, K*(omega) spreads as K + i omega C does.
TEST(Connections, SmallMotionOfALinearLawIsItsTangent) {
  for (ConnectionKind kind : kKinds) {
    for (Attachment attachment : kAttachments) {
      const auto element = MakeConnection(ConnectionOf(kind, attachment), SomeFrames(1, 0, 1), {});
      SystemState state = RandomState(2, 0, 12);
      for (Vector6& v : state.velocity) v.setZero();
      const double omega = 7;
      std::vector<double> next(kMemory);
      const Evaluation at{state, 1, kMemory.data(), next.data()};
      ElementTangents tangents;
      tangents.Reset(element->size());
      element->AddTangents(at, &tangents);
      const Eigen::MatrixXcd dynamic = element->Linearize(at, omega).StiffnessAt(omega);
      EXPECT_LT((dynamic.real() - tangents.K).norm(), 1e-12);
      EXPECT_LT((dynamic.imag() - omega * tangents.C).norm(), 1e-12);
    }
  }
}

// ---- Rotations beyond half a turn
// ----------------------------------------------------------------------

// A torsion spring between the ground and a body that turns about its own z.
Connection TorsionSpring(Attachment attachment) {
  Connection spring = ConnectionOf(ConnectionKind::kAngularSpring, attachment);
  spring.law = MatrixLaw(2 * MatrixXd::Identity(3, 3), MatrixXd::Zero(3, 3));
  spring.preload.clear();
  return spring;
}

SystemState TurnedBy(const Vector3d& rotation) {
  SystemState state = RandomState(2, 0, 1);
  for (Pose& pose : state.pose) pose = Pose();
  for (Vector6& v : state.velocity) v.setZero();
  state.pose[1].R = ExpRotation(rotation);
  return state;
}

// The moment of a spring k about a fixed axis is k times the angle, however many turns it is made
// of, forth and back; a trial that is thrown away changes nothing.
TEST(Connections, ATorsionSpringWindsOnBeyondHalfATurn) {
  for (Attachment attachment : kAttachments) {
    const auto element = MakeConnection(TorsionSpring(attachment), {{0, Pose()}, {1, Pose()}}, {});
    std::vector<double> history(element->history_size()), next(history);
    element->Start(TurnedBy(Vector3d::Zero()), history.data());
    const Vector3d axis = Vector3d(1, 2, -2) / 3;
    for (double angle = 0; angle < 26; angle += 0.7) {
      const double turned = angle < 13 ? angle : 26 - angle;
      double strain[3], force[3];
      // Newton's trial overshoots, then the step is done in two halves.
      for (double part : {1.4, 0.5, 1.0}) {
        const double trial = angle < 13 ? turned - 0.7 * (1 - part) : turned + 0.7 * (1 - part);
        const SystemState state = TurnedBy(trial * axis);
        element->Measure({state, 0.1, history.data(), next.data()}, strain, force);
        EXPECT_LT((Eigen::Map<Vector3d>(force) - 2 * trial * axis).norm(), 1e-9) << trial;
        if (part != 1.4) history = next;
      }
    }
  }
}

// Tangents hold beyond half a turn too.
TEST(Connections, TangentsBeyondHalfATurn) {
  for (Attachment attachment : kAttachments) {
    const auto element = MakeConnection(TorsionSpring(attachment), {{0, Pose()}, {1, Pose()}}, {});
    std::vector<double> history(element->history_size()), next(history);
    element->Start(TurnedBy(Vector3d(0, 0, 3)), history.data());
    const SystemState state = TurnedBy(Vector3d(0.02, -0.01, 4));
    const Evaluation at{state, 1, history.data(), next.data()};
    ElementTangents tangents;
    tangents.Reset(element->size());
    element->AddTangents(at, &tangents);
    const double d = 1e-6;
    const int first = element->bodies()[0] == 1 ? 0 : 6;  // of the body that turns
    for (int i = 0; i < 6; ++i) {
      SystemState plus = state, minus = state;
      plus.pose[1] = state.pose[1] * ExpPose(d * Vector6::Unit(i));
      minus.pose[1] = state.pose[1] * ExpPose(-d * Vector6::Unit(i));
      const Eigen::VectorXd slope = (ElementResidual(*element, plus, history, 1) -
                                     ElementResidual(*element, minus, history, 1)) /
                                    (2 * d);
      EXPECT_LT((tangents.K.col(first + i) - slope).norm(), 1e-6) << i;
    }
  }
}

// After a whole turn about z a small rotation about x is near none of the vectors of before.
TEST(Connections, WithoutANearRotationVectorThereIsNoForce) {
  const auto element =
      MakeConnection(TorsionSpring(Attachment::kInvariant), {{0, Pose()}, {1, Pose()}}, {});
  std::vector<double> history(element->history_size()), next(history);
  element->Start(TurnedBy(Vector3d::Zero()), history.data());
  for (double angle = 0; angle <= 6.2; angle += 0.2) {
    ElementResidual(*element, TurnedBy(Vector3d(0, 0, angle)), history, 1);
    const SystemState state = TurnedBy(Vector3d(0, 0, angle));
    double strain[3], force[3];
    element->Measure({state, 1, history.data(), next.data()}, strain, force);
    history = next;
  }
  const Eigen::VectorXd rows = ElementResidual(*element, TurnedBy(Vector3d(0.1, 0, 0)), history, 1);
  EXPECT_FALSE(rows.allFinite());
}

}  // namespace
}  // namespace jounce

#include "math/pose.h"

#include <gtest/gtest.h>

#include <Eigen/LU>

namespace jounce {
namespace {

using Eigen::Vector3d;

Vector6 Twist(double a, double b, double c, double d, double e, double f) {
  Vector6 v;
  v << a, b, c, d, e, f;
  return v;
}

const Vector6 kTwists[] = {Vector6::Zero(), Twist(0.3, -0.2, 0.5, 1e-9, 2e-9, -1e-9),
                           Twist(0.3, -2, 0.5, 0.1, 0.05, -0.2), Twist(-3, 1, 2, 0.6, -0.9, 0.4),
                           Twist(1, 1, -1, 1.5, 1.2, -2.1)};

Vector6 Difference(const Pose& A, const Pose& B) { return LogPose(Relative(A, B)); }

TEST(Pose, ExpMatchesTheMatrixExponential) {
  for (const Vector6& d : kTwists) {
    using Matrix4 = Eigen::Matrix<long double, 4, 4>;
    Matrix4 hat = Matrix4::Zero(), sum = Matrix4::Zero(), term = Matrix4::Identity();
    hat.topLeftCorner<3, 3>() = Skew(d.tail<3>()).cast<long double>();
    hat.topRightCorner<3, 1>() = d.head<3>().cast<long double>();
    for (int k = 1; k <= 80; ++k) {
      sum += term;
      term = (term * hat / static_cast<long double>(k)).eval();
    }
    const Pose H = ExpPose(d);
    EXPECT_LT((H.R - sum.topLeftCorner<3, 3>().cast<double>()).norm(), 1e-14);
    EXPECT_LT((H.p - sum.topRightCorner<3, 1>().cast<double>()).norm(), 1e-14);
  }
}

TEST(Pose, LogUndoesExp) {
  for (const Vector6& d : kTwists) EXPECT_LT((LogPose(ExpPose(d)) - d).norm(), 3e-14);
}

TEST(Pose, TangentMatchesItsPowerSeriesAndItsInverse) {
  for (const Vector6& d : kTwists) {
    using Long6 = Eigen::Matrix<long double, 6, 6>;
    const Long6 ad = AdjointBracket(d).cast<long double>();
    Long6 sum = Long6::Zero(), term = Long6::Identity();
    for (int k = 1; k <= 90; ++k) {
      sum += term;
      term = (-term * ad / static_cast<long double>(k + 1)).eval();
    }
    EXPECT_LT((PoseTangent(d) - sum.cast<double>()).norm(), 2e-14);
    const Matrix6 product = PoseTangent(d) * InversePoseTangent(d);
    EXPECT_LT((product - Matrix6::Identity()).norm(), 3e-14);
  }
}

TEST(Pose, TangentIsTheLocalDerivativeOfExp) {
  const double eps = 1e-5;
  for (const Vector6& d : kTwists) {
    for (int i = 0; i < 6; ++i) {
      const Vector6 e = eps * Vector6::Unit(i);
      const Vector6 slope = Difference(ExpPose(d - e), ExpPose(d + e)) / (2 * eps);
      EXPECT_LT((slope - PoseTangent(d).col(i)).norm(), 1e-9);
    }
  }
}

TEST(Pose, AdjointActsOnTwistsAndWrenches) {
  const Pose H = ExpPose(kTwists[3]);
  const Vector6 v = kTwists[2], w = kTwists[4];
  EXPECT_LT((TransformTwist(H, v) - Adjoint(H) * v).norm(), 1e-14);
  EXPECT_LT((InverseTransformTwist(H, TransformTwist(H, v)) - v).norm(), 1e-14);
  // H Exp(v) = Exp(Ad(H) v) H.
  EXPECT_LT(Difference(H * ExpPose(v), ExpPose(Adjoint(H) * v) * H).norm(), 1e-13);
  // Power does not depend on where it is reckoned.
  EXPECT_NEAR(CarryWrench(H, w).dot(TransformTwist(H, v)), w.dot(v), 1e-13);
}

TEST(Pose, BracketAndCoadjointAgree) {
  const Vector6 x = kTwists[2], w = kTwists[4];
  const Vector6 bracket = AdjointBracket(x).transpose() * w;
  EXPECT_LT((CoadjointMatrix(w) * x - bracket).norm(), 1e-14);
}

TEST(Pose, RelativeIsInverseTimes) {
  const Pose A = ExpPose(kTwists[3]), B = ExpPose(kTwists[4]);
  EXPECT_LT(Difference(Relative(A, B), Inverse(A) * B).norm(), 1e-14);
  EXPECT_LT((A * Vector3d(1, 2, 3) - (A.R * Vector3d(1, 2, 3) + A.p)).norm(), 1e-15);
}

}  // namespace
}  // namespace jounce

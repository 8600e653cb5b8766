#include "math/rotation.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;
using LongMatrix = Eigen::Matrix<long double, 3, 3>;
using LongVector = Eigen::Matrix<long double, 3, 1>;

// Angles on both sides of every switch between series and closed form, and near pi.
const double kAngles[] = {0,      1e-12,  1e-8,   1e-5,   9.9e-4, 1.1e-3, 0.0099, 0.01,
                          0.0101, 0.1,    0.1001, 0.1003, 0.2499, 0.2501, 0.5,    0.9999,
                          1.0001, 1.5707, 2.09,   2.0945, 3.0,    3.1,    3.14,   3.14159};

const Vector3d kAxes[] = {Vector3d::UnitX(), Vector3d::UnitZ(), Vector3d(1, 2, -2) / 3,
                          Vector3d(-2, 6, 9) / 11};

LongMatrix LongSkew(const LongVector& a) {
  LongMatrix s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

// sum over k of sign^k S^k / (k + shift)! in long double: shift 0 is exp, shift 1 its tangent.
LongMatrix PowerSeries(const Vector3d& w, int sign, int shift) {
  const LongMatrix S = LongSkew(w.cast<long double>()) * static_cast<long double>(sign);
  LongMatrix sum = LongMatrix::Zero(), term = LongMatrix::Identity();
  for (int k = 1; k <= 80; ++k) {
    sum += term;
    term = (term * S / static_cast<long double>(k + shift)).eval();
  }
  return sum;
}

double Error(const Matrix3d& a, const LongMatrix& b) {
  return static_cast<double>((a.cast<long double>() - b).cwiseAbs().maxCoeff());
}

TEST(Rotation, ExpAndTangentMatchTheirPowerSeries) {
  for (double angle : kAngles) {
    for (const Vector3d& axis : kAxes) {
      const Vector3d w = angle * axis;
      EXPECT_LT(Error(ExpRotation(w), PowerSeries(w, 1, 0)), 1e-14) << angle;
      EXPECT_LT(Error(RotationTangent(w), PowerSeries(w, -1, 1)), 1e-14) << angle;
    }
  }
}

TEST(Rotation, InverseTangentMatchesLongDouble) {
  for (double angle : kAngles) {
    for (const Vector3d& axis : kAxes) {
      const Vector3d w = angle * axis;
      const LongMatrix inverse = PowerSeries(w, -1, 1).inverse();
      EXPECT_LT(Error(InverseRotationTangent(w), inverse), 1e-14) << angle;
    }
  }
}

TEST(Rotation, LogUndoesExp) {
  for (double angle : kAngles) {
    for (const Vector3d& axis : kAxes) {
      const Vector3d w = angle * axis;
      EXPECT_LT((LogRotation(ExpRotation(w)) - w).norm(), 2e-14) << angle;
    }
  }
}

TEST(Rotation, LogOfHalfATurnIsAHalfTurn) {
  const Matrix3d R = Eigen::AngleAxisd(M_PI, Vector3d(1, 2, -2) / 3).toRotationMatrix();
  EXPECT_LT((ExpRotation(LogRotation(R)) - R).norm(), 1e-14);
  EXPECT_NEAR(LogRotation(R).norm(), M_PI, 1e-14);
}

TEST(Rotation, SlopesMatchFiniteDifferences) {
  const Vector3d u(0.3, -0.7, 0.2);
  const double eps = 1e-5;
  for (double angle : {1e-6, 0.1, 0.3, 0.999, 1.001, 2.5}) {
    for (const Vector3d& axis : kAxes) {
      const Vector3d w = angle * axis;
      const Matrix3d tangent =
          (RotationTangent(w + eps * u) - RotationTangent(w - eps * u)) / (2 * eps);
      const Matrix3d inverse =
          (InverseRotationTangent(w + eps * u) - InverseRotationTangent(w - eps * u)) / (2 * eps);
      EXPECT_LT((RotationTangentSlope(w, u) - tangent).norm(), 1e-9) << angle;
      EXPECT_LT((InverseRotationTangentSlope(w, u) - inverse).norm(), 1e-9) << angle;
    }
  }
}

TEST(Rotation, ProductsWithTangentsAreThoseOfTheirMatrices) {
  const Vector3d u(0.3, -0.7, 0.2);
  for (double angle : {1e-6, 0.009, 0.011, 0.3, 1.001, 2.5}) {
    for (const Vector3d& axis : kAxes) {
      const Vector3d w = angle * axis;
      const ExpCoefficients f = RotationCoefficients(w.squaredNorm());
      EXPECT_LT((ExpRotation(w, f) - ExpRotation(w)).norm(), 1e-15) << angle;
      EXPECT_LT((RotationTangentTimes(w, f, u) - RotationTangent(w) * u).norm(), 1e-15) << angle;
      EXPECT_LT((RotationTangentTimes(-w, f, u) - RotationTangent(w).transpose() * u).norm(), 1e-15)
          << angle;
      const Vector3d along = RotationTangentSlope(w, u) * u;
      EXPECT_LT((RotationTangentSlopeTimes(w, f, u) - along).norm(), 1e-15) << angle;
    }
  }
}

TEST(Rotation, InverseCoefficientsHaveTheirSlopes) {
  for (double x : {0.05, 0.0999, 0.1001, 0.5, 0.99, 1.01, 2.0, 3.0}) {
    const double eps = 1e-4 * x;
    const auto plus = InverseRotationCoefficients((x + eps) * (x + eps));
    const auto minus = InverseRotationCoefficients((x - eps) * (x - eps));
    const auto at = InverseRotationCoefficients(x * x);
    EXPECT_NEAR(at.slope, (plus.e - minus.e) / (2 * eps * x), 1e-7 * at.slope) << x;
    EXPECT_NEAR(at.curvature, (plus.slope - minus.slope) / (2 * eps * x), 1e-6 * at.curvature) << x;
  }
}

TEST(Rotation, SlopesAreContinuousWhereSeriesAndClosedFormMeet) {
  const Vector3d u(0.3, -0.7, 0.2), axis = kAxes[2];
  const Vector3d below = (1 - 1e-15) * axis, above = (1 + 1e-15) * axis;
  EXPECT_LT((RotationTangentSlope(below, u) - RotationTangentSlope(above, u)).norm(), 1e-14);
  EXPECT_LT((InverseRotationTangentSlope(below, u) - InverseRotationTangentSlope(above, u)).norm(),
            1e-14);
}

TEST(Rotation, OrthonormalizedRemovesDrift) {
  const Matrix3d R = ExpRotation(Vector3d(0.4, -1.1, 0.7));
  const Matrix3d drifted = R + 1e-8 * Matrix3d::Ones();
  const Matrix3d back = Orthonormalized(drifted);
  EXPECT_LT((back.transpose() * back - Matrix3d::Identity()).norm(), 1e-14);
  EXPECT_LT((back - R).norm(), 1e-7);
}

}  // namespace
}  // namespace jounce

#include "mechanics/strain_maps.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "math/rotation_series.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

StrainMatrix<3> Beside(const Matrix3d& left, const Matrix3d& right) {
  StrainMatrix<3> both;
  both << left, right;
  return both;
}

// The unit vector along a rod in B's axes, and its length. Ends that meet leave no direction; the
// length is kept off zero so that what is computed stays finite.
struct RodDirection {
  explicit RodDirection(const Pose& H) {
    length = std::max(H.p.norm(), std::numeric_limits<double>::min());
    n = H.R.transpose() * (H.p / length);
  }
  Matrix3d Perpendicular() const { return (Matrix3d::Identity() - n * n.transpose()) / length; }

  double length;
  Vector3d n;
};

}  // namespace

Vector3d NearestRotationVector(const Matrix3d& R, const Vector3d& near) {
  constexpr double kTurn = 2 * std::numbers::pi;
  const Vector3d theta = LogRotation(R);
  // The others are a turn away.
  if ((theta - near).squaredNorm() < 0.25 * kTurn * kTurn) return theta;
  const double angle = theta.norm();
  // After whole turns the axis is not to be seen in R: it is the one of before.
  const Vector3d axis = angle > 1e-9 ? Vector3d(theta / angle) : near.normalized();
  return theta + kTurn * std::round((near.dot(axis) - angle) / kTurn) * axis;
}

InvariantPose::InvariantPose(const Pose& pose, const Vector3d& near)
    : H(pose), theta(NearestRotationVector(pose.R, near)), R_m(ExpRotation(0.5 * theta)) {
  const double x = theta.norm(), y = 0.25 * x, y2 = y * y;
  if (y2 < 1e-3) {
    t = 0.25 * series::Polynomial<5>(series::kTangent, y2);
    t_slope = (2.0 / 3 + y2 * (8.0 / 15 + y2 * (34.0 / 105 + y2 * 496.0 / 2835))) / 64;
  } else {
    const double tangent = std::tan(y);
    t = tangent / x;
    t_slope = (y * (1 + tangent * tangent) - tangent) / (64 * y2 * y);
  }
  P = 0.5 * (Matrix3d::Identity() + t * Skew(theta));
}

Matrix3d InvariantPose::SlopeOfP(const Vector3d& w, bool transposed) const {
  // P w = (w + t theta x w)/2 with dtheta = T^-1 dw.
  const Matrix3d slope = 0.5 * (t_slope * theta.cross(w) * theta.transpose() - t * Skew(w)) *
                         InverseRotationTangent(theta);
  return transposed ? Matrix3d(-slope) : slope;
}

StrainVector<1> Rod::Strain(const AttachedPose& at) { return StrainVector<1>(at.H.p.norm()); }

StrainVector<1> Rod::Rate(const AttachedPose& at, const Vector6& v) {
  return StrainVector<1>(RodDirection(at.H).n.dot(v.head<3>()));
}

Vector6 Rod::Wrench(const AttachedPose& at, const StrainVector<1>& f) {
  return Join(f[0] * RodDirection(at.H).n, Vector3d::Zero());
}

StrainMatrix<1> Rod::StrainSlope(const AttachedPose& at) {
  return Join(RodDirection(at.H).n, Vector3d::Zero()).transpose();
}

StrainMatrix<1> Rod::RateSlope(const AttachedPose& at, const Vector6& v) {
  const RodDirection rod(at.H);
  const Vector3d u = v.head<3>();
  return Join(rod.Perpendicular() * u, u.cross(rod.n)).transpose();
}

Matrix6 Rod::WrenchSlope(const AttachedPose& at, const StrainVector<1>& f) {
  const RodDirection rod(at.H);
  Matrix6 slope = Matrix6::Zero();
  slope.topLeftCorner<3, 3>() = f[0] * rod.Perpendicular();
  slope.topRightCorner<3, 3>() = f[0] * Skew(rod.n);
  return slope;
}

StrainMatrix<3> AttachedLinear::RateMatrix(const AttachedPose& at) {
  return Beside(at.H.R, Matrix3d::Zero());
}

StrainMatrix<3> AttachedLinear::RateSlope(const AttachedPose& at, const Vector6& v) {
  return Beside(Matrix3d::Zero(), -at.H.R * Skew(v.head<3>()));
}

Matrix6 AttachedLinear::WrenchSlope(const AttachedPose& at, const StrainVector<3>& f) {
  Matrix6 slope = Matrix6::Zero();
  slope.topRightCorner<3, 3>() = Skew(at.H.R.transpose() * f);
  return slope;
}

StrainMatrix<3> AttachedAngular::StrainSlope(const AttachedPose& at) {
  return Beside(Matrix3d::Zero(), InverseRotationTangent(at.theta));
}

StrainMatrix<3> AttachedAngular::RateMatrix(const AttachedPose& at) {
  return Beside(Matrix3d::Zero(), at.H.R);
}

StrainMatrix<3> AttachedAngular::RateSlope(const AttachedPose& at, const Vector6& v) {
  return Beside(Matrix3d::Zero(), -at.H.R * Skew(v.tail<3>()));
}

Matrix6 AttachedAngular::WrenchSlope(const AttachedPose& at, const StrainVector<3>& m) {
  Matrix6 slope = Matrix6::Zero();
  slope.bottomRightCorner<3, 3>() = Skew(at.H.R.transpose() * m);
  return slope;
}

StrainVector<3> InvariantLinear::Rate(const InvariantPose& at, const Vector6& v) {
  return at.R_m * v.head<3>() + Vector3d(Strain(at)).cross(Vector3d(at.P * v.tail<3>()));
}

Vector6 InvariantLinear::Wrench(const InvariantPose& at, const StrainVector<3>& f) {
  return Join(at.R_m.transpose() * f, at.P.transpose() * f.cross(Strain(at)));
}

StrainMatrix<3> InvariantLinear::RateMatrix(const InvariantPose& at) {
  return Beside(at.R_m, Skew(Strain(at)) * at.P);
}

StrainMatrix<3> InvariantLinear::RateSlope(const InvariantPose& at, const Vector6& v) {
  const Vector3d u = v.head<3>(), w = v.tail<3>();
  const Matrix3d turning =
      -at.R_m * Skew(u) * at.P + Skew(Strain(at)) * at.SlopeOfP(w, /*transposed=*/false);
  return Beside(Matrix3d::Zero(), turning) - Skew(at.P * w) * RateMatrix(at);
}

Matrix6 InvariantLinear::WrenchSlope(const InvariantPose& at, const StrainVector<3>& f) {
  Matrix6 slope = Matrix6::Zero();
  slope.topRightCorner<3, 3>() = Skew(at.R_m.transpose() * f) * at.P;
  slope.bottomRows<3>() = at.P.transpose() * Skew(f) * RateMatrix(at);
  slope.bottomRightCorner<3, 3>() += at.SlopeOfP(f.cross(Strain(at)), /*transposed=*/true);
  return slope;
}

StrainMatrix<3> InvariantAngular::StrainSlope(const InvariantPose& at) {
  return Beside(Matrix3d::Zero(), InverseRotationTangent(at.theta));
}

StrainMatrix<3> InvariantAngular::RateMatrix(const InvariantPose& at) {
  return Beside(Matrix3d::Zero(), at.R_m);
}

StrainMatrix<3> InvariantAngular::RateSlope(const InvariantPose& at, const Vector6& v) {
  return Beside(Matrix3d::Zero(), -at.R_m * Skew(v.tail<3>()) * at.P);
}

Matrix6 InvariantAngular::WrenchSlope(const InvariantPose& at, const StrainVector<3>& m) {
  Matrix6 slope = Matrix6::Zero();
  slope.bottomRightCorner<3, 3>() = Skew(at.R_m.transpose() * m) * at.P;
  return slope;
}

}  // namespace jounce

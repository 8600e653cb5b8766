#include "math/pose.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// [A, B; 0, A], the shape of every polynomial in ad(v).
Matrix6 UpperTriangular(const Matrix3d& A, const Matrix3d& B) {
  Matrix6 m;
  m << A, B, Matrix3d::Zero(), A;
  return m;
}

}  // namespace

Pose ExpPose(const Vector6& d) {
  const Vector3d u = d.head<3>(), w = d.tail<3>();
  const ExpCoefficients f = RotationCoefficients(w.squaredNorm());
  const Vector3d wu = w.cross(u);
  return {ExpRotation(w), u + f.b * wu + f.c * w.cross(wu)};
}

Vector6 LogPose(const Pose& H) {
  Vector6 d;
  const Vector3d w = LogRotation(H.R);
  d.head<3>() = InverseRotationTangent(-w) * H.p;
  d.tail<3>() = w;
  return d;
}

Matrix6 PoseTangent(const Vector6& d) {
  const Vector3d u = d.head<3>(), w = d.tail<3>();
  return UpperTriangular(RotationTangent(w), RotationTangentSlope(w, u));
}

Matrix6 InversePoseTangent(const Vector6& d) {
  const Vector3d u = d.head<3>(), w = d.tail<3>();
  return UpperTriangular(InverseRotationTangent(w), InverseRotationTangentSlope(w, u));
}

Matrix6 Adjoint(const Pose& H) { return UpperTriangular(H.R, Skew(H.p) * H.R); }

Matrix6 AdjointBracket(const Vector6& v) {
  return UpperTriangular(Skew(v.tail<3>()), Skew(v.head<3>()));
}

Matrix6 CoadjointMatrix(const Vector6& w) {
  const Matrix3d F = Skew(w.head<3>());
  Matrix6 m;
  m << Matrix3d::Zero(), F, F, Skew(w.tail<3>());
  return m;
}

}  // namespace jounce

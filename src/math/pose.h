// Poses: the group SE(3) of rigid motions, in local axes.
//
// A frame B seen from A has the pose H_AB = (R_AB, p_AB_A). Its velocity is the twist v = (u, w),
// linear part first, in B's own axes:  p' = R u,  R' = R skew(w).  An increment is local as well:
// H <- H Exp(d). In these axes nothing that two bodies do to each other changes when both are moved
// together, which is why iteration matrices live long.
//
//   Exp(d) = (ExpRotation(w), V u),  V = I + b S + c S^2 = RotationTangent(-w)
//   H' = H hat(T(d) d')              PoseTangent, [Bruls 2012, section 3]
//   Ad(H): the twist of B's motion in A's axes from that in B's axes
//   ad(v): the Lie bracket, ad(v) x = [v, x]
//
// T(d) is block triangular, [T_w, Q; 0, T_w], and Q is the derivative of T_w along u: write w + eps
// u with eps^2 = 0 and every identity of SO(3) becomes one of SE(3).
#ifndef JOUNCE_MATH_POSE_H_
#define JOUNCE_MATH_POSE_H_

#include <Eigen/Geometry>

#include "math/rotation.h"

namespace jounce {

using Vector6 = Eigen::Matrix<double, 6, 1>;  // a twist (u, w), an increment or a wrench (f, m)
using Matrix6 = Eigen::Matrix<double, 6, 6>;

// (a, b) as one vector.
inline Vector6 Join(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
  Vector6 v;
  v << a.x(), a.y(), a.z(), b.x(), b.y(), b.z();
  return v;
}

struct Pose {
  Eigen::Matrix3d R = Eigen::Matrix3d::Identity();
  Eigen::Vector3d p = Eigen::Vector3d::Zero();
};

// H_AC = H_AB * H_BC.
inline Pose operator*(const Pose& A, const Pose& B) { return {A.R * B.R, A.p + A.R * B.p}; }
inline Eigen::Vector3d operator*(const Pose& H, const Eigen::Vector3d& point) {
  return H.p + H.R * point;
}

inline Pose Inverse(const Pose& H) { return {H.R.transpose(), -(H.R.transpose() * H.p)}; }

// Inverse(A) * B without forming the inverse.
inline Pose Relative(const Pose& A, const Pose& B) {
  return {A.R.transpose() * B.R, A.R.transpose() * (B.p - A.p)};
}

Pose ExpPose(const Vector6& d);
Vector6 LogPose(const Pose& H);

Matrix6 PoseTangent(const Vector6& d);
Matrix6 InversePoseTangent(const Vector6& d);

Matrix6 Adjoint(const Pose& H);

// Adjoint(H) v, Adjoint(Inverse(H)) v and Adjoint(H)^T w without forming a matrix.
inline Vector6 TransformTwist(const Pose& H, const Vector6& v) {
  Vector6 result;
  result.tail<3>().noalias() = H.R * v.tail<3>();
  result.head<3>() = H.R * v.head<3>() + H.p.cross(result.tail<3>());
  return result;
}
inline Vector6 InverseTransformTwist(const Pose& H, const Vector6& v) {
  Vector6 result;
  result.head<3>() = H.R.transpose() * (v.head<3>() - H.p.cross(v.tail<3>()));
  result.tail<3>().noalias() = H.R.transpose() * v.tail<3>();
  return result;
}
// A wrench at B's origin in B's axes, carried to A's origin in A's axes: Adjoint(H_AB)^-T w.
inline Vector6 CarryWrench(const Pose& H, const Vector6& w) {
  Vector6 result;
  result.head<3>().noalias() = H.R * w.head<3>();
  result.tail<3>() = H.R * w.tail<3>() + H.p.cross(result.head<3>());
  return result;
}

// ad(v) = [skew(w), skew(u); 0, skew(w)].
Matrix6 AdjointBracket(const Vector6& v);
// The matrix B(w) with ad(x)^T w = B(w) x: [0, skew(f); skew(f), skew(m)].
Matrix6 CoadjointMatrix(const Vector6& w);

}  // namespace jounce

#endif  // JOUNCE_MATH_POSE_H_

// A vector that carries its derivatives along: forward differentiation as in math/dual.h, for
// vectors of the motion of a few frames.
//
// Each frame has 18 variables: the local increment d of its body's pose, its body's twist v and the
// rate v' of that. With R the body's orientation, s the frame's place in it and everything in
// ground axes, the frame's origin p and turn phi change by
//   dp = J_p d,  dphi = J_phi d,   J_p = [R, -R skew(s)],  J_phi = [0, R],
// and its velocity u, angular velocity w, acceleration a and angular acceleration b by
//   du = dphi x u + J_p dv,                         dw = dphi x w + J_phi dv,
//   da = dphi x a + w x J_p dv - u x J_phi dv + J_p dv',   db = dphi x b + J_phi dv'.
#ifndef JOUNCE_MECHANICS_VARIED_VECTOR_H_
#define JOUNCE_MECHANICS_VARIED_VECTOR_H_

#include <Eigen/Geometry>

#include "math/four_vectors.h"
#include "math/pose.h"
#include "mechanics/element.h"
#include "model/geometry.h"

namespace jounce {

// By the variables of up to three frames: those of the first, the second, and the one whose axes
// are chosen.
struct VariedVector {
  static constexpr int kFrames = 3, kOfFrame = 18;
  using Slopes = Eigen::Matrix<double, 3, kFrames * kOfFrame>;

  Eigen::Vector3d value = Eigen::Vector3d::Zero();
  Slopes d = Slopes::Zero();

  // Its columns for one frame: by the increment, the twist and its rate.
  auto Of(int frame, int kind) { return d.middleCols<6>(kOfFrame * frame + 6 * kind); }

  friend VariedVector operator-(const VariedVector& a, const VariedVector& b) {
    return {a.value - b.value, a.d - b.d};
  }
  friend VariedVector operator-(const VariedVector& a, const Eigen::Vector3d& b) {
    return {a.value - b, a.d};
  }
  friend VariedVector operator*(double s, const VariedVector& a) { return {s * a.value, s * a.d}; }
};

inline VariedVector Cross(const VariedVector& a, const VariedVector& b) {
  return {a.value.cross(b.value), Skew(a.value) * b.d - Skew(b.value) * a.d};
}

// How a frame moves, in ground axes: V is Vector3d, or VariedVector where slopes are wanted.
template <class V>
struct ProbedMotion {
  Eigen::Matrix3d R;
  V place, velocity, angular_velocity, acceleration, angular_acceleration;
  V turn;  // zero; its derivatives are those of small rotations
};

inline ProbedMotion<Eigen::Vector3d> MotionOf(const SystemState& state, const BodyFrame& frame) {
  const Pose pose = state.pose[frame.body] * frame.frame;
  const Vector6 v = InverseTransformTwist(frame.frame, state.velocity[frame.body]);
  const Vector6 a = InverseTransformTwist(frame.frame, state.acceleration[frame.body]);
  const Eigen::Vector3d u = v.head<3>(), w = v.tail<3>();
  // p'' = R (u' + w x u)
  return {pose.R,
          pose.p,
          pose.R * u,
          pose.R * w,
          pose.R * (a.head<3>() + w.cross(u)),
          pose.R * a.tail<3>(),
          Eigen::Vector3d::Zero()};
}

// As frame number `index` of the variables.
ProbedMotion<VariedVector> VariedMotionOf(const SystemState& state, const BodyFrame& frame,
                                          int index);

// R^T x in the axes of a frame.
inline Eigen::Vector3d InAxes(const ProbedMotion<Eigen::Vector3d>& frame,
                              const Eigen::Vector3d& x) {
  return frame.R.transpose() * x;
}
inline VariedVector InAxes(const ProbedMotion<VariedVector>& frame, const VariedVector& x) {
  const Eigen::Matrix3d back = frame.R.transpose();
  return {back * x.value, back * (x.d + Skew(x.value) * frame.turn.d)};
}

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_VARIED_VECTOR_H_

// Scalar functions of the relative pose H = (R, d) of two frames: the bricks of which all joints,
// motions and couplers are built.
//
// With the relative increment (du, dw) in B's axes, dd = R du and dR = R skew(dw). For a vector n
// fixed in A let n_B = R^T n; it changes by skew(n_B) dw. Then, with gradient g (value' = g . v)
// and curvature (the derivative of g, 6 x 6, as blocks of (du, dw)):
//
//   kPoint     n . d             g = (n_B, 0)        [0, skew(n_B); 0, 0]
//   kDistance  |d|, n = d/|d|    g = (n_B, 0)        [(I - n_B n_B^T)/|d|, skew(n_B); 0, 0]
//   kDot       a . R b           g = (0, b x a_B)    [0, 0; 0, skew(b) skew(a_B)]
//   kAngle     rotation of B about z: the twist part of R in its swing-twist decomposition,
//              atan2(s, c) with s = R_yx - R_xy, c = R_xx + R_yy, differentiated by the quotient
//              rule; s and c are sums of dots. About a common z axis it is the angle of rotation.
//   kCurve     n_i(s) . e, e = d - c(s), s the point of a curve in A nearest to d (space_curve.h).
//              With s changing by s_d = c'/(c'.c' - e.c'') times dd, in A's axes
//              g = n_i + (n_i'.e) s_d; where e = 0 the curvature is
//              n_i' s_d^T + s_d n_i'^T - (n_i'.c') s_d s_d^T, turned into B's axes as for kPoint.
#ifndef JOUNCE_MECHANICS_LINK_FUNCTION_H_
#define JOUNCE_MECHANICS_LINK_FUNCTION_H_

#include <cmath>
#include <memory>
#include <utility>

#include "math/pose.h"
#include "math/space_curve.h"

namespace jounce {

// The angle that is `angle` up to full turns and nearest to `last`.
inline double Unwrapped(double angle, double last) {
  return angle + 2 * M_PI * std::round((last - angle) / (2 * M_PI));
}

// What the multipliers of a link's rows do together. Forces along directions of A are summed there
// and turned once.
struct LinkForces {
  Eigen::Vector3d in_A = Eigen::Vector3d::Zero();
  Vector6 in_B = Vector6::Zero();

  Vector6 Wrench(const Pose& H) const {
    return Join(in_B.head<3>() + H.R.transpose() * in_A, in_B.tail<3>());
  }
};

class LinkFunction {
 public:
  static LinkFunction Point(const Eigen::Vector3d& n) { return {Kind::kPoint, n, n}; }
  static LinkFunction Distance() {
    return {Kind::kDistance, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  }
  static LinkFunction Dot(const Eigen::Vector3d& a, const Eigen::Vector3d& b) {
    return {Kind::kDot, a, b};
  }
  static LinkFunction Angle() {
    return {Kind::kAngle, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
  }

  // Across a curve, along its first or second normal.
  static LinkFunction AcrossCurve(std::shared_ptr<const SpaceCurve> curve, int normal) {
    LinkFunction function{Kind::kCurve, Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    function.curve_ = std::move(curve);
    function.normal_ = normal;
    return function;
  }

  // Angles are known up to full turns only; whoever follows one counts them.
  bool is_angle() const { return kind_ == Kind::kAngle; }

  // Of points [m]; else of directions [rad].
  bool is_length() const { return kind_ != Kind::kDot && kind_ != Kind::kAngle; }

  // a . d or a . R b.
  bool is_linear() const { return kind_ == Kind::kPoint || kind_ == Kind::kDot; }
  const Eigen::Vector3d& a() const { return a_; }
  const Eigen::Vector3d& b() const { return b_; }

  double Value(const Pose& H) const;
  // The value, and `force` times the gradient added to `forces`.
  double Act(const Pose& H, double force, LinkForces* forces) const;
  Vector6 Gradient(const Pose& H) const;
  Matrix6 Curvature(const Pose& H) const;

 private:
  enum class Kind { kPoint, kDistance, kDot, kAngle, kCurve };
  LinkFunction(Kind kind, const Eigen::Vector3d& a, const Eigen::Vector3d& b)
      : kind_(kind), a_(a), b_(b) {}

  Kind kind_;
  Eigen::Vector3d a_, b_;
  std::shared_ptr<const SpaceCurve> curve_;
  int normal_ = 0;
};

// Most rows of most joints are of these two kinds, and residuals ask for all of them.
inline double LinkFunction::Act(const Pose& H, double force, LinkForces* forces) const {
  if (kind_ == Kind::kPoint) {
    forces->in_A += force * a_;
    return a_.dot(H.p);
  }
  if (kind_ == Kind::kDot) {
    const Eigen::Vector3d a_B = H.R.transpose() * a_;
    forces->in_B.tail<3>() += force * b_.cross(a_B);
    return b_.dot(a_B);
  }
  forces->in_B += force * Gradient(H);
  return Value(H);
}

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_LINK_FUNCTION_H_

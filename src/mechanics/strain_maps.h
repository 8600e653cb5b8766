// From the relative motion of two frames to a strain, and from a law's force back to a wrench
// [Merel 2007, sections 3.1 to 3.6].
//
// With H = (R, d) the pose of B in A, theta = log(R), (u, w) the relative twist in B's axes, each
// map gives
//   strain e(H),  rate = B(H) (u, w),  wrench on B: W = B(H)^T f, in B's axes,
// and for tangents their derivatives along the relative increment: D = de, d(B v) at fixed v and
// d(B^T f) at fixed f. The rate is what does work with the force. For displacements it is e', for
// rotations Merel takes the relative angular velocity in the law's axes; the two agree whenever the
// axis of rotation stays.
//
//   rod                 e = |d|
//   linear, attached    e = d                   in A's axes, force acts at B's point  [3.4]
//   angular, attached   e = theta, rate R w     in A's axes                           [3.2]
//   linear, invariant   e = R_m^T d             in the half-way axes R_m = exp(theta/2)
//   angular, invariant  e = theta, rate R_m w   in the half-way axes                  [3.3]
//   bushing             linear and angular at once                                    [3.6]
//
// The invariant linear spring is not printed there. Its half-way frame turns by dphi = P dw in its
// own axes, P = (I + R_m^T)^-1 [Merel 2007, eq. 25], so de = R_m du + e x P dw, and by virtual work
// W = (R_m^T f, P^T (f x e)): a force at the mid point. By Cayley's formula P = (I + t skew(theta))
// / 2 with t = tan(|theta|/4) / |theta|. Exchange of A and B turns e, rate and f into their
// negatives and changes nothing else.
//
// A rotation has many vectors theta, a whole turn apart. A map takes the one nearest to that of the
// last step (kFollowsTurns), so that a torsion spring goes on winding beyond half a turn. Near
// whole turns about changing axes there is no such vector, and no strain.
//
// Attached to B is attached to A with the two frames exchanged and signs turned (connection.h).
#ifndef JOUNCE_MECHANICS_STRAIN_MAPS_H_
#define JOUNCE_MECHANICS_STRAIN_MAPS_H_

#include <Eigen/Core>
#include <numbers>

#include "math/pose.h"

namespace jounce {

template <int kSize>
using StrainVector = Eigen::Matrix<double, kSize, 1>;
template <int kSize>
using StrainMatrix = Eigen::Matrix<double, kSize, 6>;

// Of all rotation vectors of R, which differ by whole turns, the one nearest to `near`: a rotation
// that is followed step by step does not flip at half a turn.
Eigen::Vector3d NearestRotationVector(const Eigen::Matrix3d& R, const Eigen::Vector3d& near);

// How far a rotation can be followed in one step: half a turn, and a little for rounding, squared.
inline constexpr double kFarthestTurn = 1.01 * std::numbers::pi * std::numbers::pi;

// Everything that the maps of one relative pose share. `near` is where the rotation was before.
struct AttachedPose {
  explicit AttachedPose(const Pose& pose) : H(pose) {}
  AttachedPose(const Pose& pose, const Eigen::Vector3d& near)
      : H(pose), theta(NearestRotationVector(pose.R, near)) {}
  Pose H;
  Eigen::Vector3d theta;
};

struct InvariantPose {
  InvariantPose(const Pose& pose, const Eigen::Vector3d& near);
  // Derivative of P w along dw, for fixed w; of P^T w for `transposed`.
  Eigen::Matrix3d SlopeOfP(const Eigen::Vector3d& w, bool transposed) const;

  Pose H;
  Eigen::Vector3d theta;
  Eigen::Matrix3d R_m, P;
  double t, t_slope;  // t above, and dt/dx / x for x = |theta|
};

struct Rod {
  static constexpr int kSize = 1;
  static constexpr bool kFollowsTurns = false;
  using PoseType = AttachedPose;
  static StrainVector<1> Strain(const AttachedPose& at);
  static StrainVector<1> Rate(const AttachedPose& at, const Vector6& v);
  static Vector6 Wrench(const AttachedPose& at, const StrainVector<1>& f);
  static StrainMatrix<1> StrainSlope(const AttachedPose& at);
  static StrainMatrix<1> RateMatrix(const AttachedPose& at) { return StrainSlope(at); }
  static StrainMatrix<1> RateSlope(const AttachedPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const AttachedPose& at, const StrainVector<1>& f);
};

struct AttachedLinear {
  static constexpr int kSize = 3;
  static constexpr bool kFollowsTurns = false;
  using PoseType = AttachedPose;
  static StrainVector<3> Strain(const AttachedPose& at) { return at.H.p; }
  static StrainVector<3> Rate(const AttachedPose& at, const Vector6& v) {
    return at.H.R * v.head<3>();
  }
  static Vector6 Wrench(const AttachedPose& at, const StrainVector<3>& f) {
    return Join(at.H.R.transpose() * f, Eigen::Vector3d::Zero());
  }
  static StrainMatrix<3> StrainSlope(const AttachedPose& at) { return RateMatrix(at); }
  static StrainMatrix<3> RateMatrix(const AttachedPose& at);
  static StrainMatrix<3> RateSlope(const AttachedPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const AttachedPose& at, const StrainVector<3>& f);
};

struct AttachedAngular {
  static constexpr int kSize = 3;
  static constexpr bool kFollowsTurns = true;
  using PoseType = AttachedPose;
  static StrainVector<3> Strain(const AttachedPose& at) { return at.theta; }
  static StrainVector<3> Rate(const AttachedPose& at, const Vector6& v) {
    return at.H.R * v.tail<3>();
  }
  static Vector6 Wrench(const AttachedPose& at, const StrainVector<3>& m) {
    return Join(Eigen::Vector3d::Zero(), at.H.R.transpose() * m);
  }
  static StrainMatrix<3> StrainSlope(const AttachedPose& at);
  static StrainMatrix<3> RateMatrix(const AttachedPose& at);
  static StrainMatrix<3> RateSlope(const AttachedPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const AttachedPose& at, const StrainVector<3>& m);
};

struct InvariantLinear {
  static constexpr int kSize = 3;
  static constexpr bool kFollowsTurns = true;
  using PoseType = InvariantPose;
  static StrainVector<3> Strain(const InvariantPose& at) { return at.R_m.transpose() * at.H.p; }
  static StrainVector<3> Rate(const InvariantPose& at, const Vector6& v);
  static Vector6 Wrench(const InvariantPose& at, const StrainVector<3>& f);
  static StrainMatrix<3> StrainSlope(const InvariantPose& at) { return RateMatrix(at); }
  static StrainMatrix<3> RateMatrix(const InvariantPose& at);
  static StrainMatrix<3> RateSlope(const InvariantPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const InvariantPose& at, const StrainVector<3>& f);
};

struct InvariantAngular {
  static constexpr int kSize = 3;
  static constexpr bool kFollowsTurns = true;
  using PoseType = InvariantPose;
  static StrainVector<3> Strain(const InvariantPose& at) { return at.theta; }
  static StrainVector<3> Rate(const InvariantPose& at, const Vector6& v) {
    return at.R_m * v.tail<3>();
  }
  static Vector6 Wrench(const InvariantPose& at, const StrainVector<3>& m) {
    return Join(Eigen::Vector3d::Zero(), at.R_m.transpose() * m);
  }
  static StrainMatrix<3> StrainSlope(const InvariantPose& at);
  static StrainMatrix<3> RateMatrix(const InvariantPose& at);
  static StrainMatrix<3> RateSlope(const InvariantPose& at, const Vector6& v);
  static Matrix6 WrenchSlope(const InvariantPose& at, const StrainVector<3>& m);
};

// Displacements first, then rotations.
template <class Linear, class Angular>
struct BushingMap {
  static constexpr int kSize = 6;
  static constexpr bool kFollowsTurns = true;
  using PoseType = typename Linear::PoseType;
  static Vector6 Strain(const PoseType& at) {
    return Join(Linear::Strain(at), Angular::Strain(at));
  }
  static Vector6 Rate(const PoseType& at, const Vector6& v) {
    return Join(Linear::Rate(at, v), Angular::Rate(at, v));
  }
  static Vector6 Wrench(const PoseType& at, const Vector6& f) {
    return Linear::Wrench(at, f.head<3>()) + Angular::Wrench(at, f.tail<3>());
  }
  static Matrix6 StrainSlope(const PoseType& at) {
    return Stack(Linear::StrainSlope(at), Angular::StrainSlope(at));
  }
  static Matrix6 RateMatrix(const PoseType& at) {
    return Stack(Linear::RateMatrix(at), Angular::RateMatrix(at));
  }
  static Matrix6 RateSlope(const PoseType& at, const Vector6& v) {
    return Stack(Linear::RateSlope(at, v), Angular::RateSlope(at, v));
  }
  static Matrix6 WrenchSlope(const PoseType& at, const Vector6& f) {
    return Linear::WrenchSlope(at, f.head<3>()) + Angular::WrenchSlope(at, f.tail<3>());
  }

 private:
  static Matrix6 Stack(const StrainMatrix<3>& top, const StrainMatrix<3>& bottom) {
    Matrix6 both;
    both.topRows<3>() = top;
    both.bottomRows<3>() = bottom;
    return both;
  }
};

using AttachedBushing = BushingMap<AttachedLinear, AttachedAngular>;
using InvariantBushing = BushingMap<InvariantLinear, InvariantAngular>;

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_STRAIN_MAPS_H_

// Two frames on two bodies, and the motion of the second as seen from the first.
//
// Joints, springs and bushings see nothing but the relative pose H = inv(H_A) H_B and the relative
// twist v = v_B - Ad(inv(H)) v_A in B's axes. What they apply to B is a wrench W in B's axes; what
// they apply to A is the same wrench reversed and carried over, -Ad(inv(H))^T W. So action equals
// reaction, in force and in moment about any point, by construction.
//
// Derivatives, with A = Ad(inv(H)) and the relative increment d = d_B - A d_A:
//   dA = -ad(d) A,  so  dv = dv_B - A dv_A - ad(A v_A) d,  d(A^T) W = -A^T B(W) d,
// where ad(x)^T W = B(W) x. An element gives dW = K d + C dv and this class does the rest.
#ifndef JOUNCE_MECHANICS_FRAME_LINK_H_
#define JOUNCE_MECHANICS_FRAME_LINK_H_

#include "math/pose.h"
#include "mechanics/element.h"
#include "model/geometry.h"

namespace jounce {

struct RelativeMotion {
  Pose H;       // of B in A
  Vector6 v;    // relative twist, in B's axes
  Vector6 v_A;  // twist of A, carried into B's axes
};

class FrameLink {
 public:
  explicit FrameLink(const FramePair& pair) : first_(pair.first), second_(pair.second) {}

  const BodyFrame& first() const { return first_; }
  const BodyFrame& second() const { return second_; }
  int first_body() const { return first_.body; }
  int second_body() const { return second_.body; }

  Pose FirstPose(const SystemState& state) const { return state.pose[first_.body] * first_.frame; }
  Pose SecondPose(const SystemState& state) const {
    return state.pose[second_.body] * second_.frame;
  }

  Pose RelativePose(const SystemState& state) const;
  RelativeMotion Motion(const SystemState& state) const;

  // d/dt of the relative twist.
  Vector6 RelativeAcceleration(const SystemState& state, const RelativeMotion& motion) const;

  // Adds W to the residual of the second body and its reaction to that of the first.
  void AddWrench(const Pose& H, const Vector6& W, double* bodies) const;

  // Adds the tangents of the same, for dW = K d + C dv, to the rows and columns of the two bodies,
  // which are numbers `slot` and `slot` + 1 of the element's.
  void AddWrenchTangents(const RelativeMotion& motion, const Vector6& W, const Matrix6& K,
                         const Matrix6& C, int slot, ElementTangents* tangents) const;

  // d = D_A d_A + D_B d_B, with the increments of the bodies (not of the frames).
  struct IncrementMatrices {
    Matrix6 first, second;
  };
  IncrementMatrices Increments(const Pose& H) const;

 private:
  // Most frames are parallel to their bodies, and turning by nothing costs as much as turning.
  struct End : BodyFrame {
    explicit End(const BodyFrame& end)
        : BodyFrame(end),
          parallel(frame.R == Eigen::Matrix3d::Identity()),
          same(parallel && frame.p.isZero(0)) {}

    Vector6 TwistFrom(const Vector6& v) const {
      if (!parallel) return InverseTransformTwist(frame, v);
      const Eigen::Vector3d w = v.tail<3>();
      return Join(v.head<3>() + w.cross(frame.p), w);
    }
    Vector6 OnBody(const Vector6& W) const {
      if (!parallel) return CarryWrench(frame, W);
      const Eigen::Vector3d f = W.head<3>();
      return Join(f, W.tail<3>() + frame.p.cross(f));
    }

    bool parallel;
    bool same;  // as the body's own frame
  };

  End first_, second_;
};

// What every residual asks of every link: known to the compiler where it is asked.

inline Pose FrameLink::RelativePose(const SystemState& state) const {
  // From body to body first: the difference of two places is small, and is turned once.
  const Pose &A = state.pose[first_.body], &B = state.pose[second_.body];
  const Eigen::Vector3d between =
      (B.p - A.p) + (state.place_rest[second_.body] - state.place_rest[first_.body]);
  Pose H{A.R.transpose() * B.R, A.R.transpose() * between};
  H.p += H.R * second_.frame.p - first_.frame.p;
  if (!second_.parallel) H.R = (H.R * second_.frame.R).eval();
  if (!first_.parallel) {
    H.R = (first_.frame.R.transpose() * H.R).eval();
    H.p = (first_.frame.R.transpose() * H.p).eval();
  }
  return H;
}

inline RelativeMotion FrameLink::Motion(const SystemState& state) const {
  RelativeMotion motion;
  motion.H = RelativePose(state);
  motion.v_A = InverseTransformTwist(motion.H, first_.TwistFrom(state.velocity[first_.body]));
  motion.v = second_.TwistFrom(state.velocity[second_.body]) - motion.v_A;
  return motion;
}

// Part of every residual.
[[gnu::always_inline]] inline void FrameLink::AddWrench(const Pose& H, const Vector6& W,
                                                        double* bodies) const {
  BodyEntry(bodies, second_.body) += second_.OnBody(W);
  BodyEntry(bodies, first_.body) -= first_.OnBody(CarryWrench(H, W));
}

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_FRAME_LINK_H_

#include "mechanics/frame_link.h"

namespace jounce {

namespace {

// Most frames are parallel to their bodies, and turning by nothing costs as much as turning.
bool IsParallel(const Pose& frame) {
  return frame.R(0, 0) == 1 && frame.R(1, 1) == 1 && frame.R(2, 2) == 1;
}

Pose PoseOf(const Pose& body, const Pose& frame) {
  return IsParallel(frame) ? Pose{body.R, body * frame.p} : body * frame;
}

Vector6 TwistOf(const Vector6& body, const Pose& frame) {
  if (!IsParallel(frame)) return InverseTransformTwist(frame, body);
  const Eigen::Vector3d w = body.tail<3>();
  return Join(body.head<3>() + w.cross(frame.p), w);
}

Vector6 WrenchOnBody(const Pose& frame, const Vector6& W) {
  if (!IsParallel(frame)) return CarryWrench(frame, W);
  const Eigen::Vector3d f = W.head<3>();
  return Join(f, W.tail<3>() + frame.p.cross(f));
}

}  // namespace

Pose FrameLink::RelativePose(const SystemState& state) const {
  return Relative(PoseOf(state.pose[first_body()], pair_.first.frame),
                  PoseOf(state.pose[second_body()], pair_.second.frame));
}

RelativeMotion FrameLink::Motion(const SystemState& state) const {
  RelativeMotion motion;
  motion.H = Relative(PoseOf(state.pose[first_body()], pair_.first.frame),
                      PoseOf(state.pose[second_body()], pair_.second.frame));
  motion.v_A =
      InverseTransformTwist(motion.H, TwistOf(state.velocity[first_body()], pair_.first.frame));
  motion.v = TwistOf(state.velocity[second_body()], pair_.second.frame) - motion.v_A;
  return motion;
}

Vector6 FrameLink::RelativeAcceleration(const SystemState& state,
                                        const RelativeMotion& motion) const {
  const Vector6 first = InverseTransformTwist(pair_.first.frame, state.acceleration[first_body()]);
  const Vector6 second =
      InverseTransformTwist(pair_.second.frame, state.acceleration[second_body()]);
  return second - InverseTransformTwist(motion.H, first) + AdjointBracket(motion.v) * motion.v_A;
}

void FrameLink::AddWrench(const Pose& H, const Vector6& W, double* bodies) const {
  BodyEntry(bodies, second_body()) += WrenchOnBody(pair_.second.frame, W);
  BodyEntry(bodies, first_body()) -= WrenchOnBody(pair_.first.frame, CarryWrench(H, W));
}

FrameLink::IncrementMatrices FrameLink::Increments(const Pose& H) const {
  return {-Adjoint(Inverse(pair_.first.frame * H)), Adjoint(Inverse(pair_.second.frame))};
}

void FrameLink::AddWrenchTangents(const RelativeMotion& motion, const Vector6& W, const Matrix6& K,
                                  const Matrix6& C, int slot, ElementTangents* tangents) const {
  // With D = (D_A, D_B): rows of the second body are D_B^T W, those of the first D_A^T W, where
  // only D_A depends on the pose.
  const IncrementMatrices D = Increments(motion.H);
  const Matrix6 K_second = K - C * AdjointBracket(motion.v_A);
  const Matrix6 K_first = K_second - CoadjointMatrix(W);
  const int a = 6 * slot, b = a + 6;
  const auto add = [&](Eigen::MatrixXd& target, const Matrix6& first, const Matrix6& second) {
    const Matrix6 first_A = first * D.first, first_B = first * D.second;
    const Matrix6 second_A = second * D.first, second_B = second * D.second;
    target.block<6, 6>(a, a) += D.first.transpose() * first_A;
    target.block<6, 6>(a, b) += D.first.transpose() * first_B;
    target.block<6, 6>(b, a) += D.second.transpose() * second_A;
    target.block<6, 6>(b, b) += D.second.transpose() * second_B;
  };
  add(tangents->K, K_first, K_second);
  add(tangents->C, C, C);
}

}  // namespace jounce

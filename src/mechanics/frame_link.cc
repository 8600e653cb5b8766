#include "mechanics/frame_link.h"

namespace jounce {

Vector6 FrameLink::RelativeAcceleration(const SystemState& state,
                                        const RelativeMotion& motion) const {
  const Vector6 first = InverseTransformTwist(first_.frame, state.acceleration[first_body()]);
  const Vector6 second = InverseTransformTwist(second_.frame, state.acceleration[second_body()]);
  return second - InverseTransformTwist(motion.H, first) + AdjointBracket(motion.v) * motion.v_A;
}

FrameLink::IncrementMatrices FrameLink::Increments(const Pose& H) const {
  return {-Adjoint(Inverse(first_.frame * H)), Adjoint(Inverse(second_.frame))};
}

void FrameLink::AddWrenchTangents(const RelativeMotion& motion, const Vector6& W, const Matrix6& K,
                                  const Matrix6& C, int slot, ElementTangents* tangents) const {
  // With D = (D_A, D_B): rows of the second body are D_B^T W, those of the first D_A^T W, where
  // only D_A depends on the pose.
  const IncrementMatrices D = Increments(motion.H);
  const bool damped = !C.isZero(0);
  const Matrix6 K_second = damped ? Matrix6(K - C * AdjointBracket(motion.v_A)) : K;
  const Matrix6 K_first = K_second - CoadjointMatrix(W);
  const int a = 6 * slot, b = a + 6;
  const auto add = [&](Eigen::MatrixXd& target, const Matrix6& first, const Matrix6& second) {
    const Matrix6 first_A = first * D.first, second_A = second * D.first;
    target.block<6, 6>(a, a) += D.first.transpose() * first_A;
    if (second_.same) {
      target.block<6, 6>(a, b) += D.first.transpose() * first;
      target.block<6, 6>(b, a) += second_A;
      target.block<6, 6>(b, b) += second;
      return;
    }
    const Matrix6 first_B = first * D.second, second_B = second * D.second;
    target.block<6, 6>(a, b) += D.first.transpose() * first_B;
    target.block<6, 6>(b, a) += D.second.transpose() * second_A;
    target.block<6, 6>(b, b) += D.second.transpose() * second_B;
  };
  add(tangents->K, K_first, K_second);
  if (damped) add(tangents->C, C, C);
}

}  // namespace jounce

#include "mechanics/varied_vector.h"

namespace jounce {

ProbedMotion<VariedVector> VariedMotionOf(const SystemState& state, const BodyFrame& frame,
                                          int index) {
  enum { kPose, kTwist, kRate };
  using Matrix36 = Eigen::Matrix<double, 3, 6>;
  const ProbedMotion<Eigen::Vector3d> plain = MotionOf(state, frame);
  const Eigen::Matrix3d& R = state.pose[frame.body].R;
  Matrix36 J_p, J_phi;
  J_p << R, -R * Skew(frame.frame.p);
  J_phi << Eigen::Matrix3d::Zero(), R;

  ProbedMotion<VariedVector> motion;
  motion.R = plain.R;
  motion.turn.Of(index, kPose) = J_phi;
  motion.place.value = plain.place;
  motion.place.Of(index, kPose) = J_p;
  const auto set = [&](VariedVector* to, const Eigen::Vector3d& value) {
    to->value = value;
    to->Of(index, kPose) = -Skew(value) * J_phi;
  };
  set(&motion.velocity, plain.velocity);
  set(&motion.angular_velocity, plain.angular_velocity);
  set(&motion.acceleration, plain.acceleration);
  set(&motion.angular_acceleration, plain.angular_acceleration);
  motion.velocity.Of(index, kTwist) = J_p;
  motion.angular_velocity.Of(index, kTwist) = J_phi;
  motion.acceleration.Of(index, kTwist) =
      Skew(plain.angular_velocity) * J_p - Skew(plain.velocity) * J_phi;
  motion.acceleration.Of(index, kRate) = J_p;
  motion.angular_acceleration.Of(index, kRate) = J_phi;
  return motion;
}

}  // namespace jounce

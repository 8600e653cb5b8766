#include "solve/body_coordinates.h"

#include <algorithm>

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

StepMotion BodyCoordinates::MotionOf(const SystemState& state) const {
  StepMotion motion;
  motion.increment.setZero(size());
  motion.velocity.resize(size());
  motion.rate.resize(size());
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const Matrix3d& R = state.pose[i].R;
    const Vector3d w = state.velocity[i].tail<3>(), w_rate = state.acceleration[i].tail<3>();
    const Vector3d U = state.velocity[i].head<3>() + w.cross(c);
    motion.velocity.segment<6>(6 * i) = Join(R * U, w);
    motion.rate.segment<6>(6 * i) =
        Join(R * (state.acceleration[i].head<3>() + w.cross(U) + w_rate.cross(c)), w_rate);
  }
  motion.velocity.tail(system_.scalar_count()) = state.modal_velocity;
  motion.rate.tail(system_.scalar_count()) = state.modal_acceleration;
  return motion;
}

void BodyCoordinates::UpdateState(const SystemState& before, const StepMotion& motion,
                                  SystemState* trial) const {
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const auto increment = motion.increment.segment<6>(6 * i);
    const auto z = motion.velocity.segment<6>(6 * i), rate = motion.rate.segment<6>(6 * i);
    Pose& pose = trial->pose[i];
    pose.R.noalias() = before.pose[i].R * ExpRotation(increment.tail<3>());
    const Vector3d& p = before.pose[i].p;
    const Vector3d step =
        increment.head<3>() + before.place_rest[i] + (before.pose[i].R - pose.R) * c;
    pose.p = p + step;
    // What the sum lost, exactly.
    const Vector3d part = pose.p - p;
    trial->place_rest[i] = (p - (pose.p - part)) + (step - part);
    const Vector3d U = pose.R.transpose() * z.head<3>(), w = z.tail<3>();
    const Vector3d w_rate = rate.tail<3>();
    trial->velocity[i] = Join(U - w.cross(c), w);
    trial->acceleration[i] =
        Join(pose.R.transpose() * rate.head<3>() - w.cross(U) - w_rate.cross(c), w_rate);
  }
  const int scalars = system_.scalar_count(), first = system_.layout().Scalar(0);
  if (scalars == 0) return;
  trial->modal = before.modal + motion.increment.tail(scalars);
  std::copy_n(motion.velocity.data() + first, scalars, trial->modal_velocity.data());
  std::copy_n(motion.rate.data() + first, scalars, trial->modal_acceleration.data());
  system_.MoveNodes(trial);
}

// With y = x_t - c x x_r and the turn T x_r, T the tangent of the exponential, UpdateState()
// differentiated line by line.
BodyVariation BodyCoordinates::Variation(int body, const StepFormula& formula,
                                         const SystemState& trial, const StepMotion& motion) const {
  const auto z = motion.velocity.segment<6>(6 * body), rate = motion.rate.segment<6>(6 * body);
  const double gamma_prime = formula.velocity_slope(), beta_prime = formula.rate_slope();
  const Matrix3d& R = trial.pose[body].R;
  const Matrix3d T = RotationTangent(motion.increment.segment<3>(6 * body + 3));
  const Matrix3d c = Skew(system_.bodies()[body]->centre());
  const Matrix3d U = Skew(R.transpose() * z.head<3>());
  const Matrix3d U_rate = Skew(R.transpose() * rate.head<3>());
  const Matrix3d w = Skew(z.tail<3>());
  BodyVariation v;
  v.pose = Matrix6::Identity();
  v.pose.topRightCorner<3, 3>() = -c * (Matrix3d::Identity() - T);
  v.pose.bottomRightCorner<3, 3>() = T;
  v.velocity = gamma_prime * Matrix6::Identity();
  v.velocity.topRightCorner<3, 3>() = U * T;
  v.acceleration = beta_prime * Matrix6::Identity();
  v.acceleration.topLeftCorner<3, 3>() -= gamma_prime * w;
  v.acceleration.topRightCorner<3, 3>() =
      U_rate * T + gamma_prime * U - w * U * T + gamma_prime * w * c;
  return v;
}

void BodyCoordinates::MakeIncrements(const SystemState& trial, double* x) const {
  for (int i = 0; i < system_.body_count(); ++i) {
    auto of_body = BodyEntry(x, i);
    const Vector3d x_r = of_body.tail<3>();
    const Vector3d y = of_body.head<3>() - system_.bodies()[i]->centre().cross(x_r);
    of_body.head<3>() = trial.pose[i].R * y;
  }
}

}  // namespace jounce

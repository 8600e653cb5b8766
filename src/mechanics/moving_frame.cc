#include "mechanics/moving_frame.h"

#include "math/rotation.h"

namespace jounce {

using Eigen::Matrix3d;
using Eigen::Vector3d;

MovingFrame::MovingFrame(const FrameMotion& motion, const Pose& drawn, int slot)
    : drawn_(drawn), slot_(slot) {
  for (size_t i = 0; i < functions_.size(); ++i) {
    if (motion.functions[i]) functions_[i] = MakeTimeFunction(*motion.functions[i]);
  }
}

void MovingFrame::Place(SystemState* state) const {
  Vector6 x = Vector6::Zero();
  for (int i = 0; i < 6; ++i) {
    if (functions_[i]) x[i] = functions_[i]->Value(state->time);
  }
  const Matrix3d turn = ExpRotation(x.tail<3>());
  state->pose[slot_] = {drawn_.R * turn, drawn_.p + drawn_.R * x.head<3>()};
}

void MovingFrame::Move(SystemState* state) const {
  Vector6 x = Vector6::Zero(), x1 = x, x2 = x;
  for (int i = 0; i < 6; ++i) {
    if (!functions_[i]) continue;
    const Jet f = functions_[i]->At(state->time);
    x[i] = f.value;
    x1[i] = f.rate;
    x2[i] = f.acceleration;
  }
  const Vector3d r = x.tail<3>(), r1 = x1.tail<3>(), r2 = x2.tail<3>();
  const ExpCoefficients coefficients = RotationCoefficients(r.squaredNorm());
  const Matrix3d turn = ExpRotation(r, coefficients);
  const Vector3d u = turn.transpose() * x1.head<3>();
  const Vector3d w = RotationTangentTimes(r, coefficients, r1);
  state->pose[slot_] = {drawn_.R * turn, drawn_.p + drawn_.R * x.head<3>()};
  state->velocity[slot_] = Join(u, w);
  state->acceleration[slot_] = Join(
      turn.transpose() * x2.head<3>() - w.cross(u),
      RotationTangentTimes(r, coefficients, r2) + RotationTangentSlopeTimes(r, coefficients, r1));
}

}  // namespace jounce

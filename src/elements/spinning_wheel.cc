#include "elements/spinning_wheel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce {
namespace {

// In statics nothing spins, and the brake has no hold: rates [1/s] with which both go to zero.
constexpr double kStaticFading = 1;

Eigen::Vector3d SpinAxis(const JounceFrameMotion& frame) {
  return {frame.rotation[1], frame.rotation[4], frame.rotation[7]};
}

}  // namespace

SpinningWheel::SpinningWheel(std::unique_ptr<const WheelOnRoad> tyre, const SpinSettings& settings)
    : ForceModel({1, 2, 4, WheelOnRoad::kOutputs + 1, 0}), tyre_(std::move(tyre)), s_(settings) {}

JounceFrameMotion SpinningWheel::Spinning(const JounceFrameMotion& carrier, double spin) {
  JounceFrameMotion wheel = carrier;
  const Eigen::Vector3d axis = SpinAxis(carrier);
  Eigen::Map<Eigen::Vector3d> w(wheel.angular_velocity);
  w += (spin - axis.dot(w)) * axis;
  return wheel;
}

void SpinningWheel::Start(const JounceElementPoint& at, double* states) const {
  tyre_->Start(at, states);
}

void SpinningWheel::StartMoving(const JounceElementPoint& at, double* states) const {
  const Eigen::Vector3d axis = SpinAxis(at.frames[0]);
  const double turning = axis.dot(Eigen::Map<const Eigen::Vector3d>(at.frames[0].angular_velocity));
  states[kSpin] = tyre_->FreeSpin(at).value_or(turning);
  states[kHold] = states[kSpin] > turning ? 1 : states[kSpin] < turning ? -1 : 0;
  const JounceFrameMotion wheel = Spinning(at.frames[0], states[kSpin]);
  JounceElementPoint rolling = at;
  rolling.frames = &wheel;
  tyre_->StartMoving(rolling, states);
}

void SpinningWheel::Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const {
  const JounceFrameMotion wheel = Spinning(at.frames[0], at.states[kSpin]);
  JounceElementPoint rolling = at;
  rolling.frames = &wheel;
  tyre_->Evaluate(rolling, answer);
  const Eigen::Vector3d axis = SpinAxis(wheel);
  Eigen::Map<Eigen::Vector3d> moment(answer->loads + 3);
  const double rolled = axis.dot(moment), spin = at.states[kSpin], hold = at.states[kHold];
  moment -= rolled * axis;
  if (at.is_static) {
    answer->rates[kSpin] = -kStaticFading * spin;
    answer->rates[kHold] = -kStaticFading * hold;
    return;
  }
  const Eigen::Map<const Eigen::Vector3d> turning(at.frames[0].angular_velocity);
  const double slip = spin - axis.dot(turning), friction = std::max(at.inputs[kBrake], 0.0);
  const double rate = (slip - std::abs(slip) * hold) / s_.stick_angle;
  const double brake = friction * (hold + s_.damping_time * rate);
  moment += brake * axis - s_.inertia * spin * turning.cross(axis);
  answer->rates[kSpin] = (rolled + at.inputs[kDrive] - brake) / s_.inertia;
  answer->rates[kHold] = rate;
  answer->stored_energy +=
      0.5 * s_.inertia * spin * spin + 0.5 * friction * s_.stick_angle * hold * hold;
  answer->dissipated_power +=
      friction * (std::abs(slip) * hold * hold + s_.damping_time * slip * rate);
}

void SpinningWheel::Outputs(const JounceElementPoint& at, double* values) const {
  const JounceFrameMotion wheel = Spinning(at.frames[0], at.states[kSpin]);
  JounceElementPoint rolling = at;
  rolling.frames = &wheel;
  tyre_->Outputs(rolling, values);
  values[WheelOnRoad::kOutputs] = at.states[kHold];
}

}  // namespace jounce

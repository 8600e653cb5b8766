#include "elements/spinning_wheel.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <utility>

#include "math/rotation.h"

namespace jounce {
namespace {

// In statics nothing spins, and the brake has no hold: rates [1/s] with which both go to zero.
constexpr double kStaticFading = 1;

// Columns of slopes: the carrier's place, turn, velocity and angular velocity, inputs, states.
constexpr int kCarrierTurn = 3, kCarrierTurning = 9, kFirstInput = 12, kFirstState = 14,
              kWheelColumns = 18;
constexpr int kTyreColumns = 14;  // of the tyre: the same of the wheel, and u and v
using WheelSlope = Eigen::Matrix<double, 1, kWheelColumns>;

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

struct SpinningWheel::Brake {
  double friction, rate, rate_by_slip, torque;  // N m, 1/s, 1/rad, N m
};

SpinningWheel::Brake SpinningWheel::BrakeOf(const JounceElementPoint& at, double slip) const {
  const double friction = std::max(at.inputs[kBrake], 0.0), hold = at.states[kHold];
  const double rate = (slip - std::abs(slip) * hold) / s_.stick_angle;
  const double sign = slip < 0 ? -1 : 1;
  return {friction, rate, (1 - sign * hold) / s_.stick_angle,
          friction * (hold + s_.damping_time * rate)};
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
  const double slip = spin - axis.dot(turning);
  const Brake brake = BrakeOf(at, slip);
  moment += brake.torque * axis - s_.inertia * spin * turning.cross(axis);
  answer->rates[kSpin] = (rolled + at.inputs[kDrive] - brake.torque) / s_.inertia;
  answer->rates[kHold] = brake.rate;
  answer->stored_energy +=
      0.5 * s_.inertia * spin * spin + 0.5 * brake.friction * s_.stick_angle * hold * hold;
  answer->dissipated_power +=
      brake.friction * (std::abs(slip) * hold * hold + s_.damping_time * slip * brake.rate);
}

// With the axis s, which turns by ds = theta x s, the wheel's angular velocity is
// w + (spin - s.w) s, and the moment on the carrier is m - (s.m) s + b s - I spin (w x s).
bool SpinningWheel::Slopes(const JounceElementPoint& at, double* slopes) const {
  using Eigen::Matrix3d;
  using Eigen::Vector3d;
  const double spin = at.states[kSpin];
  const JounceFrameMotion wheel = Spinning(at.frames[0], spin);
  JounceElementPoint rolling = at;
  rolling.frames = &wheel;
  Eigen::Matrix<double, 8, kTyreColumns, Eigen::RowMajor> tyre;
  tyre.setZero();
  tyre_->Slopes(rolling, tyre.data());
  double loads[6] = {}, rates[4] = {};
  JounceElementAnswer answer{loads, rates, 0, 0};
  tyre_->Evaluate(rolling, &answer);

  const Vector3d s = SpinAxis(wheel), m = Eigen::Map<const Vector3d>(loads + 3);
  const Vector3d w = Eigen::Map<const Vector3d>(at.frames[0].angular_velocity);
  const Matrix3d ds = -Skew(s);
  const double slip = spin - s.dot(w);
  Eigen::Map<Eigen::Matrix<double, 10, kWheelColumns, Eigen::RowMajor>> out(slopes);
  const Eigen::Matrix<double, 8, 3> by_w = tyre.middleCols<3>(kCarrierTurning);
  out.topLeftCorner<8, kCarrierTurning>() = tyre.leftCols<kCarrierTurning>();
  out.block<8, 3>(0, kCarrierTurn) += by_w * (slip * ds - s * (w.transpose() * ds));
  out.block<8, 3>(0, kCarrierTurning) = by_w - (by_w * s) * s.transpose();
  out.block<8, 2>(0, kFirstState) = tyre.rightCols<2>();
  out.block<8, 1>(0, kFirstState + kSpin) = by_w * s;

  // The moment about the axis is the wheel's own.
  WheelSlope rolled = s.transpose() * out.middleRows<3>(3);
  rolled.segment<3>(kCarrierTurn) += m.transpose() * ds;
  out.middleRows<3>(3) -= s * rolled;
  out.block<3, 3>(3, kCarrierTurn) -= s.dot(m) * ds;
  if (at.is_static) {
    out(6 + kSpin, kFirstState + kSpin) = out(6 + kHold, kFirstState + kHold) = -kStaticFading;
    return true;
  }
  const Brake brake = BrakeOf(at, slip);
  WheelSlope slipping = WheelSlope::Zero();
  slipping[kFirstState + kSpin] = 1;
  slipping.segment<3>(kCarrierTurn) = -w.transpose() * ds;
  slipping.segment<3>(kCarrierTurning) = -s.transpose();
  WheelSlope hold_rate = brake.rate_by_slip * slipping;
  hold_rate[kFirstState + kHold] -= std::abs(slip) / s_.stick_angle;
  WheelSlope torque = brake.friction * s_.damping_time * hold_rate;
  torque[kFirstState + kHold] += brake.friction;
  if (at.inputs[kBrake] > 0) torque[kFirstInput + kBrake] = brake.torque / brake.friction;

  out.middleRows<3>(3) += s * torque;
  out.block<3, 3>(3, kCarrierTurn) += brake.torque * ds - s_.inertia * spin * Skew(w) * ds;
  out.block<3, 3>(3, kCarrierTurning) += s_.inertia * spin * Skew(s);
  out.block<3, 1>(3, kFirstState + kSpin) -= s_.inertia * w.cross(s);
  out.row(6 + kSpin) = (rolled - torque) / s_.inertia;
  out(6 + kSpin, kFirstInput + kDrive) += 1 / s_.inertia;
  out.row(6 + kHold) = hold_rate;
  return true;
}

void SpinningWheel::Outputs(const JounceElementPoint& at, double* values) const {
  const JounceFrameMotion wheel = Spinning(at.frames[0], at.states[kSpin]);
  JounceElementPoint rolling = at;
  rolling.frames = &wheel;
  tyre_->Outputs(rolling, values);
  values[WheelOnRoad::kOutputs] = at.states[kHold];
}

}  // namespace jounce

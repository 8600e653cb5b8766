// A disc brake: a torque about the spin axis of a wheel, between it and its carrier, up to what the
// calliper presses, T (its input). At rest it sticks as a spring does. With the speed Omega of the
// wheel in the carrier,
//
//   torque on the wheel = -T (s + tau s'),   s' = (Omega - |Omega| s)/phi,
//
// a bristle whose deflection s, in parts of the friction, follows the turn of the wheel within the
// small angle phi and never leaves -1 to 1 [Dahl 1968]: while it slides s is the sign of Omega, and
// at rest T/phi is a stiffness that tau damps. Because s belongs to the friction and not to a
// torque, a brake that is let go lets go at once.
//
// Energy: T phi s^2/2 is stored in it; T |Omega| s^2 + T tau Omega s' is heat.
//
// Reference: [Dahl 1968] P. R. Dahl, A solid friction model, The Aerospace Corporation,
// TOR-0158(3107-18)-1.
#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "elements/element_kinds.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

class DiscBrake final : public ForceModel {
 public:
  DiscBrake(double angle, double damping_time, const Sizes& sizes)
      : ForceModel(sizes), angle_(angle), damping_time_(damping_time) {}

  // A wheel that turns at the start slides in its brake.
  void StartMoving(const JounceElementPoint& at, double* states) const override {
    const double speed = SpeedAt(at);
    if (speed != 0) states[0] = std::copysign(1.0, speed);
  }

  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override {
    const double s = at.states[0];
    if (at.is_static) {
      answer->rates[0] = -s;
      return;
    }
    const double friction = std::max(at.inputs[0], 0.0), speed = SpeedAt(at);
    const double rate = (speed - std::abs(speed) * s) / angle_;
    const Vector3d torque = friction * (s + damping_time_ * rate) * AxisAt(at);
    Eigen::Map<Vector3d>{answer->loads + 3} = torque;
    Eigen::Map<Vector3d>{answer->loads + 9} = -torque;
    answer->rates[0] = rate;
    answer->stored_energy = 0.5 * friction * angle_ * s * s;
    answer->dissipated_power = friction * (std::abs(speed) * s * s + damping_time_ * speed * rate);
  }

  void Outputs(const JounceElementPoint& at, double* values) const override {
    values[0] = at.states[0];
    values[1] = SpeedAt(at);
  }

 private:
  static Vector3d AxisAt(const JounceElementPoint& at) {
    const double* r = at.frames[1].rotation;
    return {r[1], r[4], r[7]};
  }
  static double SpeedAt(const JounceElementPoint& at) {
    const Eigen::Map<const Vector3d> carrier(at.frames[0].angular_velocity);
    const Eigen::Map<const Vector3d> wheel(at.frames[1].angular_velocity);
    return AxisAt(at).dot(wheel - carrier);
  }

  double angle_, damping_time_;
};

std::unique_ptr<const ForceModel> MakeBrake(const ElementSettings& element) {
  return std::make_unique<DiscBrake>(element.values.Number("stick_angle", 0.01),
                                     element.values.Number("damping_time", 0.005),
                                     kDiscBrake.sizes());
}

KindField AtLeast(double least, const char* name, const char* meaning, const Quantity& quantity) {
  KindField field{name, meaning, KindField::kNumber, false, quantity};
  field.least = least;
  return field;
}

}  // namespace

const ElementKind kDiscBrake = {
    "disc_brake",
    "friction about the spin axis of a wheel, which sticks at rest",
    {"its carrier", "the wheel, with y along the spin axis"},
    true,
    {AtLeast(1e-5, "stick_angle", "over which it gets hold; 0.01 rad by default", quantity::kAngle),
     AtLeast(0, "damping_time", "of what swings on it at rest; 5 ms by default", quantity::kTime)},
    {{"torque", "largest, with which it brakes a wheel that turns; not below zero",
      quantity::kTorque, 1000}},
    {{"hold", "part of the friction that acts, -1 to 1", quantity::kNumber, 1}},
    {{"hold", "part of the friction that acts, -1 to 1", quantity::kNumber, 1},
     {"speed", "of the wheel in its carrier", quantity::kAngularVelocity, 10}},
    0,
    MakeBrake};

}  // namespace jounce

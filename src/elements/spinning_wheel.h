// A wheel that spins in its carrier without being a body: its spin Omega about the y axis of the
// carrier's frame s is a state, its mass and its other inertia are the carrier's. Nothing of the
// model turns with it, so that the matrix of a step stays good for thousands of steps, also a fixed
// one.
//
//   I Omega' = s.M + D - B,    M of the tyre (wheel_on_road.h), D drives, B brakes (disc_brake.cc)
//
// The carrier gets the force of the tyre, its moment but for s.M, the brake's B s and the moment
// -I Omega w x s of the gyroscope that its angular velocity w turns. What holds the drive torque is
// another's: a load on the body or the axle that carries the shafts' housing.
#ifndef JOUNCE_ELEMENTS_SPINNING_WHEEL_H_
#define JOUNCE_ELEMENTS_SPINNING_WHEEL_H_

#include <memory>

#include "elements/element_kinds.h"
#include "elements/force_model.h"
#include "elements/wheel_on_road.h"

namespace jounce {

struct SpinSettings {
  double inertia = 1;           // kg m^2
  double stick_angle = 0.01;    // rad, of the brake
  double damping_time = 0.005;  // s, of the brake
};

class SpinningWheel final : public ForceModel {
 public:
  enum Input { kDrive, kBrake };
  enum State { kU, kV, kSpin, kHold };

  SpinningWheel(std::unique_ptr<const WheelOnRoad> tyre, const SpinSettings& settings);

  void Start(const JounceElementPoint& at, double* states) const override;
  void StartMoving(const JounceElementPoint& at, double* states) const override;
  void Evaluate(const JounceElementPoint& at, JounceElementAnswer* answer) const override;
  bool Slopes(const JounceElementPoint& at, double* slopes) const override;
  void Outputs(const JounceElementPoint& at, double* values) const override;

 private:
  // The motion of the wheel: that of its carrier, with its spin.
  static JounceFrameMotion Spinning(const JounceFrameMotion& carrier, double spin);
  struct Brake;
  // What the brake does where the wheel slips in its carrier with this speed [rad/s].
  Brake BrakeOf(const JounceElementPoint& at, double slip) const;

  std::unique_ptr<const WheelOnRoad> tyre_;
  SpinSettings s_;
};

// In tyre_kinds.cc.
extern const ElementKind kWheel, kLinearWheel, kBrushWheel;

}  // namespace jounce

#endif  // JOUNCE_ELEMENTS_SPINNING_WHEEL_H_

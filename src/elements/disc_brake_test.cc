#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "elements/element_kinds.h"

namespace jounce {
namespace {

// A wheel of 1 kg m^2 on a brake, by Runge's and Kutta's method.
struct BrakedWheel {
  std::unique_ptr<const ForceModel> model;
  double torque = 0, pushed = 0;  // of the brake, and from outside
  double speed = 0, hold = 0, angle = 0, heat = 0, stored = 0;

  BrakedWheel() {
    ElementSettings settings;
    settings.kind = "disc_brake";
    model = MakeForceModel(settings);
  }
  struct Rates {
    double speed, hold, heat;
  };
  JounceFrameMotion frames[2] = {};
  void Turn(double omega) {
    for (JounceFrameMotion& frame : frames) {
      frame.rotation[0] = frame.rotation[4] = frame.rotation[8] = 1;
    }
    frames[1].angular_velocity[1] = omega;
  }
  Rates At(double omega, double s) {
    Turn(omega);
    double loads[12] = {}, rates[1] = {};
    JounceElementAnswer answer{loads, rates, 0, 0};
    model->Evaluate({0, 0, frames, &torque, &s, nullptr}, &answer);
    EXPECT_EQ(loads[4], -loads[10]);
    stored = answer.stored_energy;
    return {loads[10] + pushed, rates[0], answer.dissipated_power};
  }
  void Advance(double time) {
    const double h = 1e-5;
    for (int i = 0; i < std::lround(time / h); ++i) {
      const Rates a = At(speed, hold);
      const Rates b = At(speed + h / 2 * a.speed, hold + h / 2 * a.hold);
      const Rates c = At(speed + h / 2 * b.speed, hold + h / 2 * b.hold);
      const Rates d = At(speed + h * c.speed, hold + h * c.hold);
      angle += h * speed;
      speed += h / 6 * (a.speed + 2 * b.speed + 2 * c.speed + d.speed);
      hold += h / 6 * (a.hold + 2 * b.hold + 2 * c.hold + d.hold);
      heat += h / 6 * (a.heat + 2 * b.heat + 2 * c.heat + d.heat);
    }
  }
};

// Coulomb: 50 rad/s with 100 N m on 1 kg m^2 stop after 0.5 s, and all of 1250 J is heat.
TEST(DiscBrake, StopsAsFrictionDoes) {
  BrakedWheel wheel;
  wheel.speed = 50;
  wheel.torque = 100;
  wheel.Turn(50);
  wheel.model->StartMoving({0, 0, wheel.frames, nullptr, nullptr, nullptr}, &wheel.hold);
  wheel.Advance(0.4);
  EXPECT_NEAR(wheel.speed, 10, 0.05);
  wheel.Advance(1.6);
  EXPECT_NEAR(wheel.speed, 0, 1e-3);
  EXPECT_NEAR(wheel.heat + wheel.stored, 1250, 1);
}

// Pushed with 60 % it holds for ever, as a spring of T/phi: hold 0.6, no creep.
TEST(DiscBrake, HoldsAtRest) {
  BrakedWheel wheel;
  wheel.torque = 100;
  wheel.pushed = 60;
  wheel.Advance(2);
  const double angle = wheel.angle;
  EXPECT_NEAR(wheel.hold, 0.6, 0.01);
  wheel.Advance(2);
  EXPECT_NEAR(wheel.angle, angle, 1e-9);
  EXPECT_NEAR(wheel.speed, 0, 1e-9);
  // More than it can hold: 50 rad/s^2.
  wheel.pushed = 150;
  wheel.Advance(1);
  EXPECT_NEAR(wheel.speed, 50, 0.5);
  // Let go at once.
  wheel.torque = 0;
  wheel.pushed = 0;
  const double speed = wheel.speed;
  wheel.Advance(0.1);
  EXPECT_EQ(wheel.speed, speed);
}

TEST(DiscBrake, DoesNotDriveWhenPressedBelowZero) {
  BrakedWheel wheel;
  wheel.speed = 5;
  wheel.torque = -100;
  wheel.Advance(0.1);
  EXPECT_EQ(wheel.speed, 5);
}

}  // namespace
}  // namespace jounce

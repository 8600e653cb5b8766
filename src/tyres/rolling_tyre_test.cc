#include "tyres/rolling_tyre.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "tyres/brush_tyre.h"
#include "tyres/linear_tyre.h"
#include "tyres/magic_formula.h"
#include "tyres/small_tir_for_test.h"
#include "tyres/tir_file.h"

namespace jounce {
namespace {

std::shared_ptr<const Tyre> MagicTyre() {
  Diagnostics diagnostics;
  MagicFormulaSettings settings = ParseTir(
      testing::SmallTir("FITTYP = 61", "Q_FCX = 0.05\nQ_FCY = 0.3\nQ_V1 = 6e-4\nQ_V2 = 0.03\n"), "",
      &diagnostics);
  settings.vertical_damping = 300;
  return std::make_shared<MagicFormula>(settings);
}

LinearTyreSettings Linear() {
  LinearTyreSettings s;
  s.relaxation_x = 0.3;
  s.relaxation_y = 0.5;
  s.trail = 0.03;
  s.rolling_resistance = 0.01;
  return s;
}

// A wheel under about 4 kN that rolls freely at this speed.
RollingMotion Rolling(const Tyre& tyre, double vx) {
  RollingMotion motion;
  motion.loaded_radius = tyre.dimensions().radius - 0.02;
  motion.vx = vx;
  motion.wheel_speed = vx / tyre.dimensions().radius;
  return motion;
}

TEST(RollingTyreTest, SteadyRollingIsTheTyreAtItsSlips) {
  const auto tyre = MagicTyre();
  const RollingTyre rolling(tyre, {});
  for (const double vx : {20.0, -12.0}) {
    RollingMotion motion = Rolling(*tyre, vx);
    motion.vy = 0.8;
    motion.camber = 0.02;
    motion.wheel_speed *= 1.03;
    const RollingForces f = rolling.Evaluate(motion, rolling.SteadyState(motion));
    EXPECT_NEAR(f.u_rate.value, 0, 1e-9);
    EXPECT_NEAR(f.v_rate.value, 0, 1e-9);
    const double radius = tyre->RollingRadius(f.fz.value, motion.wheel_speed, 0).radius;
    const double kappa = (motion.wheel_speed * radius - vx) / std::abs(vx);
    const auto expected =
        tyre->Forces({f.fz.value, kappa, std::atan(0.8 / std::abs(vx)), 0.02, vx});
    EXPECT_NEAR(f.fx.value, expected.fx.value, 1e-6);
    EXPECT_NEAR(f.fy.value, expected.fy.value, 1e-6);
    EXPECT_NEAR(f.mx.value, expected.mx.value, 1e-6);
    EXPECT_NEAR(f.my.value, expected.my.value, 1e-6);
    EXPECT_NEAR(f.mz.value, expected.mz.value, 1e-6);
  }
}

// After a step of the slip angle the side force of a linear tyre is -C alpha (1 - exp(-s/sigma)).
TEST(RollingTyreTest, SideForceGrowsOverTheRelaxationLength) {
  const auto tyre = std::make_shared<LinearTyre>(Linear());
  const RollingTyre rolling(tyre, {});
  RollingMotion motion = Rolling(*tyre, 10);
  motion.vy = 0.1;
  RollingState state;
  const double h = 1e-4;
  for (int i = 0; i < 1000; ++i) {
    // The midpoint rule: second order, so that 1e-4 s leave nothing to see.
    const RollingForces f = rolling.Evaluate(motion, state);
    RollingState middle{state.u + 0.5 * h * f.u_rate.value, state.v + 0.5 * h * f.v_rate.value};
    const RollingForces g = rolling.Evaluate(motion, middle);
    state.u += h * g.u_rate.value;
    state.v += h * g.v_rate.value;
  }
  const double share = 1 - std::exp(-10 * 0.1 / 0.5);
  EXPECT_NEAR(rolling.Evaluate(motion, state).fy.value, -60e3 * std::atan(0.01 * share), 1e-3);
}

// A block of 400 kg on a locked wheel: x, speed and the deflections, integrated for `seconds`.
struct Parked {
  double x = 0, vx = 0;
  RollingState state;
};
Parked Park(const RollingTyre& rolling, double pull, double seconds, double friction) {
  const double h = 5e-4, mass = 400;
  Parked p;
  const auto rates = [&](const Parked& at) {
    RollingMotion motion;
    motion.loaded_radius = 0.28;
    motion.vx = at.vx;
    motion.friction = friction;
    const RollingForces f = rolling.Evaluate(motion, at.state);
    return std::array<double, 3>{(f.fx.value + pull) / mass, f.u_rate.value, f.v_rate.value};
  };
  for (int i = 0; i < static_cast<int>(seconds / h); ++i) {
    const auto a = rates(p);
    Parked m = p;
    m.vx += 0.5 * h * a[0];
    m.state.u += 0.5 * h * a[1];
    const auto b = rates(m);
    p.x += h * m.vx;
    p.vx += h * b[0];
    p.state.u += h * b[1];
  }
  return p;
}

// On a slope that friction holds the car comes to rest where the carcass carries it and stays.
TEST(RollingTyreTest, AParkedCarStaysParked) {
  const double pull = 400 * 9.81 * std::sin(0.1);
  const RollingTyre linear(std::make_shared<LinearTyre>(Linear()), {});
  const RollingTyre brush(std::make_shared<BrushTyre>(BrushTyreSettings{}), {});
  const RollingTyre magic(MagicTyre(), {});
  for (const RollingTyre* rolling : {&linear, &brush, &magic}) {
    const Parked early = Park(*rolling, pull, 6, 1), late = Park(*rolling, pull, 12, 1);
    EXPECT_LT(std::abs(late.vx), 1e-9);
    EXPECT_NEAR(late.x, early.x, 1e-9);
    EXPECT_LT(late.x, 0.05);
  }
  // The deflection of a linear carcass is force over stiffness, K/sigma.
  EXPECT_NEAR(Park(linear, pull, 6, 1).state.u, -pull / (60e3 / 0.3), 1e-9);
}

// On ice it slides, with the friction there is: mu Fz of the brush tyre.
TEST(RollingTyreTest, WithoutGripItSlides) {
  BrushTyreSettings settings;
  const RollingTyre rolling(std::make_shared<BrushTyre>(settings), {});
  const double pull = 400 * 9.81 * std::sin(0.1);
  const Parked p = Park(rolling, pull, 2, 0.05);  // 4000 N carry 200 N
  EXPECT_NEAR(p.vx, (pull - 200) / 400 * 2, 0.02);
}

// A wheel that spins on the spot winds its carcass up to the sliding slip, not for ever.
TEST(RollingTyreTest, ASpinningWheelAtRestSlides) {
  BrushTyreSettings settings;
  const auto tyre = std::make_shared<BrushTyre>(settings);
  const RollingTyre rolling(tyre, {});
  RollingMotion motion = Rolling(*tyre, 0);
  motion.wheel_speed = 10;
  const RollingForces f = rolling.Evaluate(motion, rolling.SteadyState(motion));
  EXPECT_NEAR(f.fx.value, f.fz.value, 1e-6);  // friction one
  EXPECT_GT(f.kappa, 0.3);
}

TEST(RollingTyreTest, DerivativesAreThoseOfTheForces) {
  const auto tyre = MagicTyre();
  const RollingTyre rolling(tyre, {});
  for (const double vx : {18.0, 0.37, -0.52, -9.0}) {
    RollingMotion motion = Rolling(*tyre, vx);
    motion.vy = 0.3;
    motion.camber = 0.03;
    motion.radius_rate = -0.05;
    motion.wheel_speed = motion.wheel_speed * 1.02 + 0.5;
    motion.friction = 0.8;
    const RollingState state{0.006, 0.011};
    const RollingForces f = rolling.Evaluate(motion, state);
    double RollingMotion::*inputs[] = {&RollingMotion::loaded_radius,
                                       &RollingMotion::radius_rate,
                                       &RollingMotion::wheel_speed,
                                       &RollingMotion::vx,
                                       &RollingMotion::vy,
                                       &RollingMotion::camber};
    using Member = RollingNumber RollingForces::*;
    using F = RollingForces;
    for (const Member member :
         {&F::fx, &F::fy, &F::fz, &F::mx, &F::my, &F::mz, &F::u_rate, &F::v_rate}) {
      for (int i = 0; i < 8; ++i) {
        RollingMotion up = motion, down = motion;
        RollingState up_state = state, down_state = state;
        const double h = 1e-7;
        if (i < 6) {
          up.*inputs[i] += h;
          down.*inputs[i] -= h;
        } else {
          (i == 6 ? up_state.u : up_state.v) += h;
          (i == 6 ? down_state.u : down_state.v) -= h;
        }
        const double difference = ((rolling.Evaluate(up, up_state).*member).value -
                                   (rolling.Evaluate(down, down_state).*member).value) /
                                  (2 * h);
        EXPECT_NEAR((f.*member).d[i], difference, 2e-5 * std::abs(difference) + 2e-2)
            << "variable " << i << " at " << vx;
      }
    }
  }
}

// Starting and stopping: nothing jumps where the speed goes through zero or through Vlow.
TEST(RollingTyreTest, NothingJumpsAtLowSpeed) {
  const auto tyre = MagicTyre();
  const RollingTyre rolling(tyre, {});
  const RollingState state{0.004, -0.008};
  for (const double vx : {0.0, 1.0, -1.0}) {
    RollingMotion below = Rolling(*tyre, vx), above = below;
    below.vx -= 1e-9;
    above.vx += 1e-9;
    const RollingForces a = rolling.Evaluate(below, state), b = rolling.Evaluate(above, state);
    EXPECT_NEAR(a.fx.value, b.fx.value, 1e-3);
    EXPECT_NEAR(a.fy.value, b.fy.value, 1e-3);
    EXPECT_NEAR(a.my.value, b.my.value, 1e-3);
    EXPECT_NEAR(a.mz.value, b.mz.value, 1e-3);
    EXPECT_NEAR(a.u_rate.value, b.u_rate.value, 1e-6);
  }
}

// Less grip lowers the peak and leaves the slope at small slip.
TEST(RollingTyreTest, FrictionOfTheRoadScalesThePeak) {
  const auto tyre = std::make_shared<BrushTyre>(BrushTyreSettings{});
  const RollingTyre rolling(tyre, {});
  RollingMotion motion = Rolling(*tyre, 10);
  motion.friction = 0.4;
  motion.vy = 5;
  const RollingForces sliding = rolling.Evaluate(motion, rolling.SteadyState(motion));
  EXPECT_NEAR(std::hypot(sliding.fx.value, sliding.fy.value), 0.4 * 200e3 * 0.02, 1e-6);
  const RollingForces f = rolling.Evaluate(motion, {});
  motion.friction = 1;
  EXPECT_NEAR(f.fy.d[kByV], rolling.Evaluate(motion, {}).fy.d[kByV], 1e-6);
}

TEST(RollingTyreTest, AWheelInTheAirCarriesNothing) {
  const auto tyre = MagicTyre();
  const RollingTyre rolling(tyre, {});
  RollingMotion motion = Rolling(*tyre, 10);
  motion.loaded_radius = 0.5;
  const RollingForces f = rolling.Evaluate(motion, {0.01, 0.01});
  EXPECT_EQ(f.fz.value, 0);
  EXPECT_EQ(f.fx.value, 0);
  EXPECT_LT(f.u_rate.value, 0);
  // A damper does not pull: rising fast, there is no load though the spring is pressed.
  motion.loaded_radius = 0.31;
  motion.radius_rate = 100;
  EXPECT_EQ(rolling.Evaluate(motion, {}).fz.value, 0);
  EXPECT_THROW(RollingTyre(tyre, {.sliding_slip = 0}), InputError);
}

}  // namespace
}  // namespace jounce

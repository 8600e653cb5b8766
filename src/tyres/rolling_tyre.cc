#include "tyres/rolling_tyre.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

using Number = RollingNumber;

constexpr double kLeastFriction = 1e-3;
constexpr double kFadeTime = 0.01;  // s, in which a carcass without contact comes to rest

// What depends on load, both slips and camber, as what depends on motion and state.
Number Chained(const TyreNumber& f, const Number& load, const Number& kappa, const Number& alpha,
               const Number& gamma) {
  Number y;
  y.value = f.value;
  for (int i = 0; i < Number::kSize; ++i) {
    y.d[i] = f.d[kByLoad] * load.d[i] + f.d[kByKappa] * kappa.d[i] + f.d[kByAlpha] * alpha.d[i] +
             f.d[kByGamma] * gamma.d[i];
  }
  return y;
}

}  // namespace

RollingTyre::RollingTyre(std::shared_ptr<const Tyre> tyre, const RollingSettings& settings)
    : tyre_(std::move(tyre)), s_(settings) {
  if (s_.low_speed == 0) s_.low_speed = tyre_->dimensions().low_speed;
  if (!(s_.low_speed > 0) || !(s_.damping_time >= 0) || !(s_.sliding_slip > 0) ||
      !(s_.least_relaxation > 0)) {
    throw InputError(
        "a rolling tyre needs a low speed, a sliding slip and a relaxation above zero");
  }
}

// The motion as numbers with derivatives, and what the speed alone decides.
struct RollingTyre::Kinematics {
  Number radius, radius_rate, wheel_speed, vx, vy, camber, u, v;
  Number speed;            // |Vx|
  Number slow;             // w
  Number sense;            // -1 to 1, the smooth sign of Vx
  double evaluated_speed;  // at least Vlow, so that nothing ends at rest

  Kinematics(const RollingMotion& m, const RollingState& s, double low_speed)
      : radius(Number::Variable(m.loaded_radius, kByRadius)),
        radius_rate(Number::Variable(m.radius_rate, kByRadiusRate)),
        wheel_speed(Number::Variable(m.wheel_speed, kByWheelSpeed)),
        vx(Number::Variable(m.vx, kByVx)),
        vy(Number::Variable(m.vy, kByVy)),
        camber(Number::Variable(m.camber, kByCamber)),
        u(Number::Variable(s.u, kByU)),
        v(Number::Variable(s.v, kByV)),
        speed(Abs(vx)),
        evaluated_speed(std::max(std::abs(m.vx), low_speed)) {
    if (std::abs(m.vx) < low_speed) {
      const Number x = vx / low_speed, rest = 1.0 - x * x;
      slow = rest * rest;
      sense = x * (1.5 - 0.5 * (x * x));
    } else {
      slow = Number(0.0);
      sense = Number(m.vx < 0 ? -1.0 : 1.0);
    }
  }
};

// Forces at a load, and how the states move.
struct RollingTyre::Rolled {
  Number fx, fy, mx, my, mz, u_rate, v_rate;
  double kappa, alpha;
};

Number RollingTyre::LoadOf(const RollingMotion& motion, const Kinematics& k, const Number& fx,
                           const Number& fy) const {
  const Tyre::Load spring = tyre_->LoadAt(motion.loaded_radius, motion.wheel_speed, fx.value,
                                          fy.value, motion.camber, motion.pressure);
  if (!(spring.load > 0)) return Number(0.0);
  Number load = -tyre_->dimensions().vertical_damping * k.radius_rate + spring.load;
  for (int i = 0; i < Number::kSize; ++i) {
    load.d[i] += spring.by_radius * k.radius.d[i] + spring.by_wheel_speed * k.wheel_speed.d[i] +
                 spring.by_fx * fx.d[i] + spring.by_fy * fy.d[i] + spring.by_gamma * k.camber.d[i];
  }
  return load.value > 0 ? load : Number(0.0);
}

RollingTyre::Rolled RollingTyre::Roll(const RollingMotion& motion, const Kinematics& k,
                                      const Number& load) const {
  const Tyre::Radius rolling =
      tyre_->RollingRadius(load.value, motion.wheel_speed, motion.pressure);
  Number radius(rolling.radius);
  for (int i = 0; i < Number::kSize; ++i) {
    radius.d[i] = rolling.by_load * load.d[i] + rolling.by_wheel_speed * k.wheel_speed.d[i];
  }
  const Number slip_x = k.vx - k.wheel_speed * radius, slip_y = k.vy;
  const double friction = std::max(motion.friction, kLeastFriction);

  TyrePoint point{load.value, 0, 0, motion.camber, k.evaluated_speed, motion.pressure, 0};
  const TyreRelaxation<TyreNumber> relaxation = tyre_->Relaxation(point);
  const Number none(0.0), least(s_.least_relaxation);
  const Number sigma_x = Max(Chained(relaxation.x, load, none, none, k.camber), least);
  const Number sigma_y = Max(Chained(relaxation.y, load, none, none, k.camber), least);

  const Number damped = s_.damping_time * k.slow;
  const Number kappa = (k.u - damped * slip_x) / sigma_x;
  const Number tangent = (k.v + damped * slip_y) / sigma_y;
  const Number alpha = atan(tangent / friction);
  point.kappa = kappa.value / friction;
  point.alpha = alpha.value;
  const auto f = tyre_->Forces(point);

  Rolled out;
  const Number scaled = kappa / friction;
  const auto chained = [&](const TyreNumber& x) {
    return Chained(x, load, scaled, alpha, k.camber);
  };
  out.fx = friction * chained(f.fx);
  out.fy = friction * chained(f.fy);
  out.mx = chained(f.mx);
  Number resistance = chained(f.my);
  if (std::abs(motion.vx) >= s_.low_speed) {
    for (int i = 0; i < Number::kSize; ++i) resistance.d[i] += f.my_by_speed * k.speed.d[i];
  }
  out.my = resistance * k.sense;
  Number aligning = chained(f.mz);
  if (k.sense.value < 1) {
    // Backwards the trail is on the other side; between, from one to the other.
    point.speed = -k.evaluated_speed;
    const Number other = chained(tyre_->Forces(point).mz);
    aligning = 0.5 * (aligning + other) + 0.5 * k.sense * (aligning - other);
  }
  out.mz = friction * aligning;
  const auto rate = [&](const Number& slip, const Number& deflection, const Number& sigma) {
    return slip - (k.speed + k.slow * Abs(slip) / s_.sliding_slip) * deflection / sigma;
  };
  out.u_rate = rate(-slip_x, k.u, sigma_x);
  out.v_rate = rate(slip_y, k.v, sigma_y);
  out.kappa = kappa.value;
  out.alpha = std::atan(tangent.value);
  return out;
}

RollingForces RollingTyre::InTheAir(const Kinematics& k) const {
  RollingForces out;
  out.u_rate = -1 / kFadeTime * k.u;
  out.v_rate = -1 / kFadeTime * k.v;
  return out;
}

RollingForces RollingTyre::Evaluate(const RollingMotion& motion, const RollingState& state) const {
  const Kinematics k(motion, state, s_.low_speed);
  const Number none(0.0);
  Number load = LoadOf(motion, k, none, none);
  if (!(load.value > 0)) return InTheAir(k);
  Rolled rolled = Roll(motion, k, load);
  // Forces soften the spring a little: once more with them, where the tyre knows it.
  const Number softened = LoadOf(motion, k, rolled.fx, rolled.fy);
  if (softened.value != load.value && softened.value > 0) {
    load = softened;
    rolled = Roll(motion, k, load);
  }
  return {rolled.fx, rolled.fy,     load,          rolled.mx,    rolled.my,
          rolled.mz, rolled.u_rate, rolled.v_rate, rolled.kappa, rolled.alpha};
}

RollingState RollingTyre::SteadyState(const RollingMotion& motion) const {
  // The rates are straight lines in u and v but for the load's softening: Newton's method.
  RollingState state;
  for (int i = 0; i < 20; ++i) {
    const RollingForces f = Evaluate(motion, state);
    const double a = f.u_rate.d[kByU], b = f.u_rate.d[kByV], c = f.v_rate.d[kByU],
                 d = f.v_rate.d[kByV];
    const double determinant = a * d - b * c;
    if (!(std::abs(determinant) > 0)) break;  // at rest nothing says where
    const double du = (d * f.u_rate.value - b * f.v_rate.value) / determinant;
    const double dv = (a * f.v_rate.value - c * f.u_rate.value) / determinant;
    state.u -= du;
    state.v -= dv;
    if (std::abs(du) + std::abs(dv) < 1e-15) break;
  }
  return state;
}

}  // namespace jounce

// A tyre that rolls, starts and stands: the motion of a wheel over its contact plane to forces, with
// the deflections of the carcass as states.
//
//   u' = -Vsx - (|Vx| + w |Vsx|/s) u/sigma_x,      kappa' = u/sigma_x
//   v' =  Vsy - (|Vx| + w |Vsy|/s) v/sigma_y,  tan(alpha') = v/sigma_y
//
// Vsx = Vx - Omega Re and Vsy = Vy are the slip speeds, sigma the tyre's relaxation lengths
// [Pacejka 2012, eq. 7.20 and 8.122]. At speed this is steady slip after a relaxation length; at
// rest u and v are the displacement that the carcass takes up, a spring with which a parked car
// stays parked. Two terms act below the speed Vlow alone, faded by w = (1 - (Vx/Vlow)^2)^2:
//
//   - A contact that slides at rest does not wind the carcass up for ever: its slip stays below s.
//   - The carcass is damped: kappa' and tan(alpha') get -w T Vsx/sigma_x and w T Vsy/sigma_y.
//
// What has the sign of the speed (rolling resistance, the side of the trail) goes through zero
// smoothly within Vlow. Friction of the road, lambda, scales forces by similarity,
// F = lambda F0(kappa/lambda, tan(alpha)/lambda): the peak falls, the slip stiffness stays
// [Pacejka 2012, ch. 4.2]. The load is the tyre's spring at the loaded radius, softened by Fx and Fy
// where the tyre knows it, and its damper; it never pulls.
#ifndef JOUNCE_TYRES_ROLLING_TYRE_H_
#define JOUNCE_TYRES_ROLLING_TYRE_H_

#include <memory>

#include "tyres/tyre.h"

namespace jounce {

// How the wheel moves over the contact plane, in the plane's axes.
struct RollingMotion {
  double loaded_radius = 0;  // m, from the centre to the contact point
  double radius_rate = 0;    // m/s
  double wheel_speed = 0;    // rad/s, about the spin axis, positive forward
  double vx = 0, vy = 0;     // m/s, of the wheel over the contact point, without its rotation
  double camber = 0;         // rad
  double friction = 1;       // of the road, times that of the tyre
  double pressure = 0;       // Pa; 0: that of the tyre
};

struct RollingState {
  double u = 0, v = 0;  // m, deflections of the carcass
};

// The variables that derivatives are taken by, in this order.
enum RollingVariable {
  kByRadius,
  kByRadiusRate,
  kByWheelSpeed,
  kByVx,
  kByVy,
  kByCamber,
  kByU,
  kByV
};
using RollingNumber = Dual<8>;

struct RollingForces {
  RollingNumber fx, fy, fz;      // N, on the wheel at the contact point, in the plane's axes
  RollingNumber mx, my, mz;      // N m
  RollingNumber u_rate, v_rate;  // m/s
  double kappa = 0, alpha = 0;   // the slips that act
};

struct RollingSettings {
  double low_speed = 0;            // m/s, Vlow; 0: that of the tyre
  double damping_time = 0.02;      // s, T
  double sliding_slip = 0.3;       // s
  double least_relaxation = 0.02;  // m; lengths below are raised to it
};

class RollingTyre {
 public:
  // Throws InputError where a setting is not above zero.
  RollingTyre(std::shared_ptr<const Tyre> tyre, const RollingSettings& settings);

  // No allocation. In the air there are no forces and the deflections fade.
  RollingForces Evaluate(const RollingMotion& motion, const RollingState& state) const;

  // The deflections at which this motion is steady.
  RollingState SteadyState(const RollingMotion& motion) const;

  const Tyre& tyre() const { return *tyre_; }

 private:
  struct Kinematics;
  struct Rolled;

  RollingNumber LoadOf(const RollingMotion& motion, const Kinematics& k, const RollingNumber& fx,
                       const RollingNumber& fy) const;
  Rolled Roll(const RollingMotion& motion, const Kinematics& k, const RollingNumber& load) const;
  RollingForces InTheAir(const Kinematics& k) const;

  std::shared_ptr<const Tyre> tyre_;
  RollingSettings s_;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_ROLLING_TYRE_H_

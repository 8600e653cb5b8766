// A tyre: what the road does to a wheel that rolls and slips, for a given load. It knows no bodies
// and no road: contact (roads/) says where the wheel touches, an element carries the force there.
//
// Axes and signs are those of ISO-W, as in .tir files, at the contact point: x forward in the road
// plane, y to the left, z along the road's normal.
//
//   kappa = -Vsx/|Vx|       longitudinal slip, positive where the wheel drives
//   alpha = atan(Vy/|Vx|)   slip angle; a positive one gives a negative lateral force
//   gamma                   camber, positive for a rotation about x
//
// Sources: [Pacejka 2012] Tire and Vehicle Dynamics, 3rd ed., ch. 4.3.2, equations 4.E1 to 4.E78.
#ifndef JOUNCE_TYRES_TYRE_H_
#define JOUNCE_TYRES_TYRE_H_

#include "math/dual.h"

namespace jounce {

// How a wheel rolls: what a tyre answers to. SI units.
struct TyrePoint {
  double load = 0;      // N, pressing; none below zero
  double kappa = 0;     // longitudinal slip
  double alpha = 0;     // rad
  double gamma = 0;     // rad
  double speed = 0;     // m/s, forward speed Vx of the contact point
  double pressure = 0;  // Pa; 0: that of the file
  double turn_slip =
      0;  // 1/m, -(yaw rate)/speed; for tyres that know it (MagicFormulaSettings::turn_slip)
};

// The variables that derivatives are taken by, in this order.
enum TyreVariable { kByLoad, kByKappa, kByAlpha, kByGamma };
using TyreNumber = Dual<4>;

template <class T>
struct TyreForces {
  T fx = T(0.0), fy = T(0.0);               // N
  T mx = T(0.0), my = T(0.0), mz = T(0.0);  // N m, about the contact point
  double my_by_speed = 0;                   // N m s/m, the only one that feels the speed
};

template <class T>
struct TyreRelaxation {
  T x = T(0.0), y = T(0.0);  // m, lengths
};

// Everything one may want to know about a tyre at a point.
struct TyreReport {
  TyreForces<double> forces;
  TyreRelaxation<double> relaxation;
  double mu_x = 0, mu_y = 0;               // peak friction
  double stiffness_x = 0;                  // dFx/dkappa at zero slip, N
  double stiffness_y = 0;                  // dFy/dalpha at zero slip, N/rad
  double trail = 0;                        // m, pneumatic
  double residual_moment = 0;              // N m
  double rolling_radius = 0;               // m, effective
  double wheel_speed = 0;                  // rad/s, that goes with speed and kappa
  double deflection = 0;                   // m
  double loaded_radius = 0;                // m
  double vertical_stiffness = 0;           // N/m, load over deflection
  double half_length = 0, half_width = 0;  // m, of the contact patch; 0 where not known
};

// The wheel's own radius and springs, for contact and for the start of a run.
struct TyreDimensions {
  double radius = 0.3;          // m, unloaded
  double width = 0.2;           // m
  double nominal_load = 4000;   // N
  double vertical_damping = 0;  // N s/m
  double low_speed = 1;         // m/s, below which slip is computed differently
};

// Limits within which a tyre was measured.
struct TyreRange {
  double load_low = 0, load_high = 1e300;
  double kappa_low = -1e300, kappa_high = 1e300;
  double alpha_low = -1e300, alpha_high = 1e300;
  double gamma_low = -1e300, gamma_high = 1e300;
  double pressure_low = 0, pressure_high = 1e300;

  bool Contains(const TyrePoint& point) const;
};

class Tyre {
 public:
  virtual ~Tyre() = default;

  // Forces with exact derivatives; no allocation. A load of zero or less gives zeros.
  virtual TyreForces<TyreNumber> Forces(const TyrePoint& point) const = 0;
  // By load and camber alone.
  virtual TyreRelaxation<TyreNumber> Relaxation(const TyrePoint& point) const = 0;
  virtual TyreReport Report(const TyrePoint& point) const = 0;

  // The load of a wheel whose centre is `loaded_radius` [m] above the road, that turns with
  // `wheel_speed` [rad/s] and carries these forces, and its derivatives. None in the air.
  struct Load {
    double load = 0;
    double by_radius = 0, by_wheel_speed = 0, by_fx = 0, by_fy = 0, by_gamma = 0;
  };
  virtual Load LoadAt(double loaded_radius, double wheel_speed, double fx, double fy, double gamma,
                      double pressure) const = 0;
  // Radius at which the wheel rolls freely with this load [N] and speed of rotation [rad/s].
  struct Radius {
    double radius = 0;
    double by_load = 0, by_wheel_speed = 0;
  };
  virtual Radius RollingRadius(double load, double wheel_speed, double pressure) const = 0;

  virtual const TyreDimensions& dimensions() const = 0;
  virtual const TyreRange& range() const = 0;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_TYRE_H_

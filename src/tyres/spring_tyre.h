// What tyres without a file share: a vertical spring, a rolling radius and a rolling resistance.
//
//   Fz = c_z (R0 - loaded radius), rolling radius = R0 - deflection/3, My = -f_r R0 Fz
//
// The third of the deflection is that of an inextensible belt whose contact length is a chord.
#ifndef JOUNCE_TYRES_SPRING_TYRE_H_
#define JOUNCE_TYRES_SPRING_TYRE_H_

#include "tyres/tyre.h"

namespace jounce {

struct SpringTyreSettings {
  double radius = 0.3;                // m
  double width = 0.2;                 // m
  double nominal_load = 4000;         // N
  double vertical_stiffness = 200e3;  // N/m
  double vertical_damping = 0;        // N s/m
  double rolling_resistance = 0;      // of the load
  double low_speed = 1;               // m/s, see TyreDimensions
};

class SpringTyre : public Tyre {
 public:
  // Throws InputError where radius, load or stiffness are not above zero.
  explicit SpringTyre(const SpringTyreSettings& settings);

  Load LoadAt(double loaded_radius, double wheel_speed, double fx, double fy, double gamma,
              double pressure) const override;
  Radius RollingRadius(double load, double wheel_speed, double pressure) const override;
  const TyreDimensions& dimensions() const override { return dimensions_; }
  const TyreRange& range() const override { return range_; }

 protected:
  // Rolling resistance against the direction of travel.
  TyreNumber RollingMoment(const TyreNumber& load, double speed) const;
  // The values of both, and the radii.
  TyreReport ReportOf(const TyrePoint& point, const TyreForces<TyreNumber>& forces,
                      const TyreRelaxation<TyreNumber>& relaxation) const;

 private:
  SpringTyreSettings p_;
  TyreDimensions dimensions_;
  TyreRange range_;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_SPRING_TYRE_H_

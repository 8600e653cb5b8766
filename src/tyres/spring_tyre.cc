#include "tyres/spring_tyre.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace jounce {

SpringTyre::SpringTyre(const SpringTyreSettings& settings)
    : p_(settings),
      dimensions_{settings.radius, settings.width, settings.nominal_load, settings.vertical_damping,
                  settings.low_speed} {
  if (!(p_.radius > 0) || !(p_.nominal_load > 0) || !(p_.vertical_stiffness > 0)) {
    throw InputError("a tyre needs a radius, a nominal load and a vertical stiffness above zero");
  }
}

Tyre::Load SpringTyre::LoadAt(double loaded_radius, double /*wheel_speed*/, double /*fx*/,
                              double /*fy*/, double /*gamma*/, double /*pressure*/) const {
  const double deflection = p_.radius - loaded_radius;
  if (!(deflection > 0)) return {};
  return {p_.vertical_stiffness * deflection, -p_.vertical_stiffness};
}

Tyre::Radius SpringTyre::RollingRadius(double load, double /*wheel_speed*/,
                                       double /*pressure*/) const {
  const double slope = -1 / (3 * p_.vertical_stiffness);
  return {p_.radius + slope * std::max(load, 0.0), slope};
}

TyreNumber SpringTyre::RollingMoment(const TyreNumber& load, double speed) const {
  return load * (-p_.rolling_resistance * p_.radius * (speed < 0 ? -1 : 1));
}

TyreReport SpringTyre::ReportOf(const TyrePoint& point, const TyreForces<TyreNumber>& forces,
                                const TyreRelaxation<TyreNumber>& relaxation) const {
  TyreReport report;
  const TyreForces<TyreNumber>& f = forces;
  report.forces = {f.fx.value, f.fy.value, f.mx.value, f.my.value, f.mz.value, f.my_by_speed};
  report.relaxation = {relaxation.x.value, relaxation.y.value};
  report.rolling_radius = RollingRadius(point.load, 0, 0).radius;
  report.wheel_speed = (point.speed + point.kappa * std::abs(point.speed)) / report.rolling_radius;
  report.deflection = std::max(point.load, 0.0) / p_.vertical_stiffness;
  report.loaded_radius = p_.radius - report.deflection;
  report.vertical_stiffness = p_.vertical_stiffness;
  return report;
}

}  // namespace jounce

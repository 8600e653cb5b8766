#include "tyres/linear_tyre.h"

#include <limits>

namespace jounce {

TyreForces<TyreNumber> LinearTyre::Forces(const TyrePoint& point) const {
  TyreForces<TyreNumber> f;
  if (!(point.load > 0)) return f;
  const TyreNumber load = TyreNumber::Variable(point.load, kByLoad);
  const TyreNumber scale = p_.proportional ? load / p_.nominal_load : TyreNumber(1.0);
  f.fx = scale * (p_.slip_stiffness * TyreNumber::Variable(point.kappa, kByKappa));
  f.fy = scale * (-p_.cornering_stiffness * TyreNumber::Variable(point.alpha, kByAlpha) -
                  p_.camber_stiffness * TyreNumber::Variable(point.gamma, kByGamma));
  f.mz = -p_.trail * f.fy;
  f.my = RollingMoment(load, point.speed);
  return f;
}

TyreRelaxation<TyreNumber> LinearTyre::Relaxation(const TyrePoint& point) const {
  if (!(point.load > 0)) return {};
  return {TyreNumber(p_.relaxation_x), TyreNumber(p_.relaxation_y)};
}

TyreReport LinearTyre::Report(const TyrePoint& point) const {
  TyreReport report = ReportOf(point, Forces(point), Relaxation(point));
  if (!(point.load > 0)) return report;
  const double scale = p_.proportional ? point.load / p_.nominal_load : 1;
  report.mu_x = report.mu_y = std::numeric_limits<double>::infinity();  // it never slides
  report.stiffness_x = scale * p_.slip_stiffness;
  report.stiffness_y = -scale * p_.cornering_stiffness;
  report.trail = p_.trail;
  return report;
}

}  // namespace jounce

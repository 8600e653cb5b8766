#include "tyres/tyre.h"

namespace jounce {

bool TyreRange::Contains(const TyrePoint& point) const {
  const auto within = [](double x, double low, double high) { return low <= x && x <= high; };
  return within(point.load, load_low, load_high) && within(point.kappa, kappa_low, kappa_high) &&
         within(point.alpha, alpha_low, alpha_high) && within(point.gamma, gamma_low, gamma_high) &&
         (point.pressure == 0 || within(point.pressure, pressure_low, pressure_high));
}

}  // namespace jounce

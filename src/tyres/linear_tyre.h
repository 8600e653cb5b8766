// A tyre with constants: for tests, for first models and for those who have no .tir file.
//
//   Fx = K_kappa kappa,  Fy = -C_alpha alpha - C_gamma gamma,  Mz = -trail Fy
//
// Nothing saturates: a BrushTyre does. Stiffnesses grow with the load where `proportional` says so.
#ifndef JOUNCE_TYRES_LINEAR_TYRE_H_
#define JOUNCE_TYRES_LINEAR_TYRE_H_

#include "tyres/spring_tyre.h"

namespace jounce {

struct LinearTyreSettings : SpringTyreSettings {
  double slip_stiffness = 60e3;               // N, dFx/dkappa at the nominal load
  double cornering_stiffness = 60e3;          // N/rad, -dFy/dalpha at the nominal load
  double camber_stiffness = 0;                // N/rad, -dFy/dgamma at the nominal load
  double trail = 0;                           // m
  double relaxation_x = 0, relaxation_y = 0;  // m
  bool proportional = false;                  // whether stiffnesses grow with the load
};

class LinearTyre : public SpringTyre {
 public:
  explicit LinearTyre(const LinearTyreSettings& settings) : SpringTyre(settings), p_(settings) {}

  TyreForces<TyreNumber> Forces(const TyrePoint& point) const override;
  TyreRelaxation<TyreNumber> Relaxation(const TyrePoint& point) const override;
  TyreReport Report(const TyrePoint& point) const override;

 private:
  LinearTyreSettings p_;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_LINEAR_TYRE_H_

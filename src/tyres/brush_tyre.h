// The brush tyre: bristles on a parabolic pressure, which slide where friction is used up
// [Pacejka, Tire and Vehicle Dynamics, 3rd ed. 2012, ch. 3.2].
//
//   sigma = (kappa, tan(alpha))/(1 + kappa)    theoretical slip
//   q = K |sigma|/(3 mu Fz)                    K = 2 c_p a^2, slip and cornering stiffness at once
//   F = mu Fz (3 q - 3 q^2 + q^3)              along the slip while q <= 1; beyond, F = mu Fz
//   trail = a/3 (1 - q)^3/(1 - q + q^2/3)      a: half the contact length
//
// The contact length grows with the root of the load, so that K grows with the load and q does not
// depend on it. Camber has no part in it.
#ifndef JOUNCE_TYRES_BRUSH_TYRE_H_
#define JOUNCE_TYRES_BRUSH_TYRE_H_

#include "tyres/spring_tyre.h"

namespace jounce {

struct BrushTyreSettings : SpringTyreSettings {
  double stiffness = 60e3;    // N, K at the nominal load
  double half_length = 0.06;  // m, at the nominal load
  double friction = 1;
};

class BrushTyre : public SpringTyre {
 public:
  // Throws InputError where stiffness, length or friction are not above zero.
  explicit BrushTyre(const BrushTyreSettings& settings);

  TyreForces<TyreNumber> Forces(const TyrePoint& point) const override;
  TyreRelaxation<TyreNumber> Relaxation(const TyrePoint& point) const override;
  TyreReport Report(const TyrePoint& point) const override;

 private:
  struct Slide;
  Slide SlideOf(const TyrePoint& point) const;
  TyreNumber HalfLength(const TyreNumber& load) const;

  BrushTyreSettings p_;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_BRUSH_TYRE_H_

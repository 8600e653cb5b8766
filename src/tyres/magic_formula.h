// The Magic Formula: forces from slip by y = D sin(C atan(B x - E (B x - atan(B x)))), with peaks,
// slopes and shifts that depend on load, camber and pressure, and weights for combined slip.
//
// Equations 4.E1 to 4.E78 of [Pacejka 2012], with the forms of 6.1 [Besselink, Schmeitz, Pacejka,
// An improved Magic Formula/Swift tyre model that can handle inflation pressure changes, Vehicle
// System Dynamics 48 (2010)] for Dt, Bt, Mx, My, the vertical force and relaxation. Version 5.2,
// which is also PAC2002, has the horizontal shift with PHY3, Mz = -t (Fy - SVyk) + Mzr + s Fx,
// My = -R0 Fz (...) and relaxation lengths by PTX and PTY. Curvature factors are at most 1,
// epsilons 1e-6. Turn slip is [Pacejka 2012, ch. 4.3.3]. docs/tyres.md says which variants others
// take.
#ifndef JOUNCE_TYRES_MAGIC_FORMULA_H_
#define JOUNCE_TYRES_MAGIC_FORMULA_H_

#include "tyres/magic_formula_settings.h"
#include "tyres/tyre.h"

namespace jounce {

namespace magic {
template <class T>
struct Slip;
template <class T>
struct TurnFactors;
}  // namespace magic

class MagicFormula : public Tyre {
 public:
  // Throws InputError where a parameter makes no tyre: no load, radius or stiffness.
  explicit MagicFormula(const MagicFormulaSettings& settings);

  TyreForces<TyreNumber> Forces(const TyrePoint& point) const override;
  TyreRelaxation<TyreNumber> Relaxation(const TyrePoint& point) const override;
  TyreReport Report(const TyrePoint& point) const override;
  Load LoadAt(double loaded_radius, double wheel_speed, double fx, double fy, double gamma,
              double pressure) const override;
  Radius RollingRadius(double load, double wheel_speed, double pressure) const override;
  const TyreDimensions& dimensions() const override { return dimensions_; }
  const TyreRange& range() const override { return range_; }

  const MagicFormulaSettings& settings() const { return p_; }

 private:
  struct Pressure {
    double change;  // dpi [4.E2b]
    double ratio;
  };
  Pressure PressureOf(double pressure) const;
  double FreeRadius(double wheel_speed) const;  // grown by its rotation
  // Where the load is this one.
  double LoadedRadius(double load, double wheel_speed, double fx, double fy, double gamma,
                      double pressure) const;
  template <class T>
  T LoadOf(const T& loaded_radius, const T& wheel_speed, const T& fx, const T& fy, const T& gamma,
           double dpi) const;
  template <class T>
  magic::TurnFactors<T> TurnFactorsOf(const magic::Slip<T>& slip, const TyrePoint& point) const;
  void AddGeometry(const TyrePoint& point, TyreReport* report) const;
  void AddContactPatch(double load, double dpi, TyreReport* report) const;

  MagicFormulaSettings p_;
  double q_fz1_ = 0;
  TyreDimensions dimensions_;
  TyreRange range_;
};

}  // namespace jounce

#endif  // JOUNCE_TYRES_MAGIC_FORMULA_H_

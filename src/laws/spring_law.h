// Nonlinear spring with a damper beside it, f = f_s(e) + f_d(e'): the Kelvin model that
// [Ledesma 1996] calls NLE. The spring is a polynomial, the modified Yeoh spring or a table; the
// damper is linear, a table of force over velocity, or both added.
//
// Its loss grows with frequency without end, so it fits rubber at one frequency only. When to use:
// coil springs, shock absorbers, static curves, bushings whose damping does not matter.
//
// [Ledesma 1996] R. Ledesma, Z.-D. Ma, G. Hulbert, A. Wineman, A nonlinear viscoelastic bushing
// element in multibody dynamics, Computational Mechanics 17 (1996).
#ifndef JOUNCE_LAWS_SPRING_LAW_H_
#define JOUNCE_LAWS_SPRING_LAW_H_

#include <optional>

#include "laws/elastic_curve.h"
#include "laws/law.h"

namespace jounce {

struct DamperSettings {
  double damping = 0;                          // linear part c [N s/m]
  std::optional<TableSettings> damping_table;  // force [N] over velocity [m/s], added to it

  friend bool operator==(const DamperSettings&, const DamperSettings&) = default;
};

// f = c1 e + c2 e^2 + c3 e^3 + ...
struct PolynomialSettings {
  std::vector<double> coefficients;  // c1 [N/m], c2 [N/m^2], ...
  DamperSettings damper;

  friend bool operator==(const PolynomialSettings&, const PolynomialSettings&) = default;
};

// f = 2 (D10 e + 2 D20 e^3 + 3 D30 e^5) [Svensson 2004, eq. 4.2].
struct YeohSettings {
  double d10 = 0;  // [N/m]
  double d20 = 0;  // [N/m^3]
  double d30 = 0;  // [N/m^5]
  DamperSettings damper;

  friend bool operator==(const YeohSettings&, const YeohSettings&) = default;
};

// f from points.
struct TableSpringSettings {
  TableSettings table;  // force over displacement
  DamperSettings damper;

  friend bool operator==(const TableSpringSettings&, const TableSpringSettings&) = default;
};

void Validate(const DamperSettings& settings, const ParameterCheck& check);
void Validate(const PolynomialSettings& settings, const ParameterCheck& check);
void Validate(const YeohSettings& settings, const ParameterCheck& check);
void Validate(const TableSpringSettings& settings, const ParameterCheck& check);

class SpringLaw : public Law {
 public:
  SpringLaw(ElasticCurve spring, const DamperSettings& damper);
  explicit SpringLaw(const PolynomialSettings& settings);
  explicit SpringLaw(const YeohSettings& settings);
  explicit SpringLaw(const TableSpringSettings& settings);
  explicit SpringLaw(const DamperSettings& settings);  // the damper alone

  int dimension() const override { return 1; }
  int state_size() const override { return 2; }  // strain, energy lost
  bool remembers() const override { return false; }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  struct Damping {
    double force, slope;
  };
  Damping DampingAt(double rate) const;

  ElasticCurve spring_;
  double damping_;
  std::optional<Spline> damping_table_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_SPRING_LAW_H_

// Inerter: force proportional to the relative acceleration, f = b e''. The acceleration at the end
// of a step comes from the rates of this and the last step: their mean changes, extrapolated to the
// end (the backward differentiation formula of second order on the rate, for any two step sizes).
//
// In statics there is no acceleration and no force. K*(w) = -b w^2.
#ifndef JOUNCE_LAWS_INERTER_LAW_H_
#define JOUNCE_LAWS_INERTER_LAW_H_

#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct InerterSettings {
  double inertance = 0;  // b [kg]

  friend bool operator==(const InerterSettings&, const InerterSettings&) = default;
};

void Validate(const InerterSettings& settings, const ParameterCheck& check);

// Slope of a quantity at the end of a step from its mean slopes over this and the last step: weight
// of their difference. Half for equal steps; fading where a step is more than twice its forerunner,
// which then says little about it.
double EndSlopeWeight(double h, double last_h);

class InerterLaw : public Law {
 public:
  explicit InerterLaw(const InerterSettings& settings) : b_(settings.inertance) {}

  int dimension() const override { return 1; }
  // Rate, mean acceleration of the last step, its length, acceleration at its end.
  int state_size() const override { return 4; }
  void Start(const double* strain, double* state) const override;
  void SetMoving(const double* rate, const double* acceleration, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  double b_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_INERTER_LAW_H_

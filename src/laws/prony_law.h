// Generalized Maxwell model: a spring with any number of Maxwell branches beside it,
//
//   f(t) = integral of G(t - s) e'(s) ds,   G(t) = k0 + sum of k_i exp(-t/tau_i)   (a Prony series)
//
// [Ishizaki, eq. 4, 5]. Exact for a strain that is linear over each step, at any step size.
//   K*(w) = k0 + sum of k_i i w tau_i / (1 + i w tau_i).
// When to use: rubber whose stiffness depends on frequency but hardly on amplitude. One branch per
// decade of frequency fits most compounds.
//
// [Ishizaki] R. Ishizaki, Y. Abe, T. Shiiba, Real-time vehicle dynamics analysis using generalized
// Maxwell model for modeling of rubber bush.
#ifndef JOUNCE_LAWS_PRONY_LAW_H_
#define JOUNCE_LAWS_PRONY_LAW_H_

#include <vector>

#include "laws/law.h"
#include "laws/parameter_check.h"

namespace jounce {

struct MaxwellBranch {
  double stiffness = 0;  // k [N/m]
  double time = 0;       // tau [s]

  friend bool operator==(const MaxwellBranch&, const MaxwellBranch&) = default;
};

struct PronySettings {
  double stiffness = 0;  // k0, after all has relaxed [N/m]
  std::vector<MaxwellBranch> branches;

  friend bool operator==(const PronySettings&, const PronySettings&) = default;
};

void Validate(const PronySettings& settings, const ParameterCheck& check);

class PronyLaw : public Law {
 public:
  explicit PronyLaw(const PronySettings& settings);

  int dimension() const override { return 1; }
  // Strain, energy lost, the step length that the propagators are for; then for each branch the
  // elongation of its spring and three numbers of its propagator.
  int state_size() const override { return 3 + 4 * static_cast<int>(branches_.size()); }
  void Start(const double* strain, double* state) const override;
  void Update(const LawStep& step, const double* state, double* next,
              LawResponse* response) const override;
  bool differentiates() const override { return true; }
  void Differentiate(const LawStep& step, const double* state,
                     const StepSlopes& slopes) const override;
  SmallMotion Linearize(double omega, const double* strain) const override;

 private:
  double stiffness_;
  std::vector<MaxwellBranch> branches_;
};

}  // namespace jounce

#endif  // JOUNCE_LAWS_PRONY_LAW_H_

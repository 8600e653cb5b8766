// The generalized-alpha method [Chung 1993], for constrained systems as in [Arnold 2007]:
//
//   dq     = h z_n + h^2 ((1/2 - beta) a_n + beta a_n+1)
//   z_n+1  = z_n + h ((1 - gamma) a_n + gamma a_n+1)
//   (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) z'_n+1 + alpha_f z'_n
//
// The one knob is the spectral radius rho at infinite frequency: 1 keeps energy, 0 removes what the
// step cannot resolve. Second order in positions, velocities and multipliers.
//
// References: [Chung 1993] J. Chung, G. M. Hulbert, A time integration algorithm for structural
// dynamics with improved numerical dissipation: the generalized-alpha method, J. Appl. Mech. 60
// (1993) 371-375. [Arnold 2007] M. Arnold, O. Bruls, Convergence of the generalized-alpha scheme
// for constrained mechanical systems, Multibody Syst. Dyn. 18 (2007) 185-202.
#ifndef JOUNCE_SOLVE_GENERALIZED_ALPHA_H_
#define JOUNCE_SOLVE_GENERALIZED_ALPHA_H_

#include "solve/step_formula.h"

namespace jounce {

class GeneralizedAlpha final : public StepFormula {
 public:
  explicit GeneralizedAlpha(double rho);

  void Start(const StepMotion& now) override;
  void SetStep(double h) override;
  void Predict(const StepMotion& now, StepMotion* trial) const override;
  void Commit(const StepMotion& now, const StepMotion& trial) override;
  void Exchange(StateStream* stream) override;

 private:
  double alpha_m_, alpha_f_, gamma_, beta_;
  double h_ = 0;
  Eigen::VectorXd a_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_GENERALIZED_ALPHA_H_

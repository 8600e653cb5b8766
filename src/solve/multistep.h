// The two-step A-stable method whose one knob is the spectral radius rho at infinite frequency
// [Masarati 2001], here for steps of any length. With y = q, y' = z and with y = z, y' = z' alike,
//
//   y_n+1 = (1 - beta) y_n + beta y_n-1 + h (b0 y'_n+1 + b1 y'_n + b2 y'_n-1).
//
// Both roots of b0 s^2 + b1 s + b2 are to be -rho, so b1 = 2 rho b0 and b2 = rho^2 b0; order two
// then leaves, with the ratio r of this step to the last,
//
//   b0 = (1 + r) / (2 (1 + r) - (1 - rho)^2),   beta = r (b0 (1 + rho)^2 - 1).
//
// rho = 0 is BDF 2, which is L-stable; rho = 1 is the trapezoidal rule over two steps. Constraints
// want rho < 1. There is no step before the first: that one is done with the trapezoidal rule.
//
// Reference: [Masarati 2001] P. Masarati, M. Lanz, P. Mantegazza, Multistep integration of
// ordinary, stiff and differential-algebraic problems for multibody dynamics applications, XVI
// Congresso Nazionale AIDAA, Palermo 2001.
#ifndef JOUNCE_SOLVE_MULTISTEP_H_
#define JOUNCE_SOLVE_MULTISTEP_H_

#include "solve/step_formula.h"

namespace jounce {

class Multistep final : public StepFormula {
 public:
  explicit Multistep(double rho) : rho_(rho) {}

  void Start(const StepMotion& now) override;
  void SetStep(double h) override;
  void Predict(const StepMotion& now, StepMotion* trial) const override;
  void Commit(const StepMotion& now, const StepMotion& trial) override;
  void Exchange(StateStream* stream) override;

 private:
  double rho_;
  double h_ = 0, last_h_ = 0;  // last_h_ is 0 where there is no step before
  double beta_ = 0, b0_ = 0, b1_ = 0, b2_ = 0;
  // At the step before the last.
  Eigen::VectorXd earlier_velocity_, earlier_rate_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MULTISTEP_H_

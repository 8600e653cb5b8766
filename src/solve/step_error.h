// The local error of a step, from the places where the bodies came and not from their
// accelerations: where steps change their length, accelerations along constraints ring for a few
// steps, while places stay on the constraints all the time.
//
// Through the ends of the last three steps goes a parabola; where this step ended beside it tells
// q''', with the lengths h, k1 and k2 of this step and the two before:
//   dq - dq_parabola = q''' h (h + k1) (h + k1 + k2) / 6,   error = c h^3 q'''   (step_formula.h).
#ifndef JOUNCE_SOLVE_STEP_ERROR_H_
#define JOUNCE_SOLVE_STEP_ERROR_H_

#include "mechanics/system.h"
#include "solve/step_formula.h"

namespace jounce {

class StepError {
 public:
  // `system` and the sizes of the states of its blocks must outlive this.
  StepError(const System& system, const Eigen::VectorXd* state_sizes)
      : system_(system), state_sizes_(*state_sizes) {}

  // Before this instant the acceleration is taken to have been constant.
  void Start(const StepMotion& now);
  // The largest error of a body's place, as part of the model's size, of its rotation [rad], or of
  // a state, as part of its size, of a trial step of length h. Never allocates.
  double Of(const StepMotion& trial, double h, double error_constant);
  void Commit(const StepMotion& trial, double h);
  void Exchange(StateStream* stream);

 private:
  const System& system_;
  const Eigen::VectorXd& state_sizes_;
  Eigen::VectorXd velocity_, rate_;  // at the start
  // Increments of the last two steps and their lengths; 0 where there was none.
  Eigen::VectorXd last_, earlier_, deviation_;
  double last_h_ = 0, earlier_h_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STEP_ERROR_H_

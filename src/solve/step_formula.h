// How a method gets from one step to the next, coordinate by coordinate: all that generalized-alpha
// (generalized_alpha.h) and the multistep method (multistep.h) do not have in common. The rest of
// a step is in integrator.h.
//
// Coordinates q have velocities z = q' and rates z' = q''. A formula gives the velocity and the
// increment of q that belong to rates at the end of the step; both are linear in them, so that a
// change dq of the increment goes with gamma' dq of the velocity and beta' dq of the rate.
#ifndef JOUNCE_SOLVE_STEP_FORMULA_H_
#define JOUNCE_SOLVE_STEP_FORMULA_H_

#include <Eigen/Core>
#include <memory>

#include "model/model.h"
#include "solve/state_stream.h"

namespace jounce {

// The motion of all coordinates at the end of a step: how far they came in it, how fast they move.
struct StepMotion {
  Eigen::VectorXd increment, velocity, rate;
};

class StepFormula {
 public:
  virtual ~StepFormula() = default;

  // Begins here: nothing is known of what was before.
  virtual void Start(const StepMotion& now) = 0;
  // The next step is of length h. May be called again for the same step.
  virtual void SetStep(double h) = 0;
  // Increment and velocity for trial->rate, `now` being the last step. Never allocates.
  virtual void Predict(const StepMotion& now, StepMotion* trial) const = 0;
  // The trial has become the step.
  virtual void Commit(const StepMotion& now, const StepMotion& trial) = 0;
  // What it knows of the steps before.
  virtual void Exchange(StateStream* stream) = 0;

  double velocity_slope() const { return velocity_slope_; }  // gamma'
  double rate_slope() const { return rate_slope_; }          // beta'
  // The local error of the increment is this constant times h^3 q'''.
  double error_constant() const { return error_constant_; }

 protected:
  double velocity_slope_ = 0, rate_slope_ = 0, error_constant_ = 0;
};

std::unique_ptr<StepFormula> MakeStepFormula(const SolverSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STEP_FORMULA_H_

// One step after another: what all methods share. In a step
//
//   r(H, v, v', lambda, t) = 0   at its end (mechanics/element.h)
//
// is solved by Newton's method for the increment of the bodies' coordinates (body_coordinates.h),
// with velocities and rates that follow it by the method's formula (step_formula.h):
//
//   [ K V_q + C V_v + M V_a,  s Phi_q^T ] (x, mu) = -(r, s Phi),   lambda += s mu,
//   [ s Phi_q V_q,            0         ]
//
// where V_q, V_v, V_a tell how pose, twist and twist rate follow x. The scale s = beta' m makes the
// conditioning independent of the step [Bottasso 2007].
//
// Iterations end within the tolerance, a part of the largest force; on a rough road long before, where
// what they leave is a thousandth of the error of the step itself (step_error.h), which no iteration
// can mend. More than a thousand tolerances they never leave.
//
// The last residual of a step is asked for only where earlier steps do not tell how small it is
// (contraction.h), or the user wants it (SolverSettings::verify).
//
// What single laws change of it since, as stops that close, is known without another one
// (law_changes.h).
//
// The matrix is kept: for good (mode fixed), or until more iterations would be spent on it than a
// new one costs (adaptive). A step that does not converge, or whose error is too large where the
// model asks for an error (a part of a step may have the root of its part of it), is halved; halves
// grow together again when the error allows it. So steps are always a half, a quarter, ... of the
// one that was asked for, and end where that one does.
//
// Reference: [Bottasso 2007] C. L. Bottasso, O. A. Bauchau, A. Cardona, Time-step-size-independent
// conditioning and sensitivity to perturbations in the numerical solution of index three DAEs, SIAM
// J. Sci. Comput. 29 (2007).
#ifndef JOUNCE_SOLVE_INTEGRATOR_H_
#define JOUNCE_SOLVE_INTEGRATOR_H_

#include <memory>
#include <string>
#include <vector>

#include "mechanics/system.h"
#include "solve/body_coordinates.h"
#include "solve/contraction.h"
#include "solve/law_changes.h"
#include "solve/matrix_assembly.h"
#include "solve/matrix_wear.h"
#include "solve/predictor.h"
#include "solve/run_statistics.h"
#include "solve/run_status.h"
#include "solve/secant_memory.h"
#include "solve/step_error.h"
#include "solve/step_formula.h"
#include "solve/step_watcher.h"

namespace jounce {

class Integrator {
 public:
  // `active` tells the constraint rows to use. `system` must outlive this.
  Integrator(const System& system, const std::vector<bool>& active, const SolverSettings& settings);

  // Begins from consistent initial conditions and the elements' memory there.
  void Start(const SystemState& state, const std::vector<double>& history);

  // Makes the matrix for steps of this length, so that the first one takes no longer than others.
  void Prepare(double h);

  // Begins anew here with other velocities, accelerations and multipliers: forces have jumped.
  void Restart(const SystemState& state);
  // Have forces jumped at the end of the last step?
  bool Jumped() const;
  // Where an element has switched, Advance() stops there: what is left of the step.
  double rest() const { return rest_; }
  const std::vector<double>& history() const { return history_; }

  // Goes on by h, in one step or in parts of it. After a failure the state is that of the last
  // part that converged. Never allocates.
  RunStatus Advance(double h);

  const SystemState& state() const {
    AccelerateNodes();
    return state_;
  }
  // Whether what is supplied from outside is summed up, from the next step on; where it is not, it
  // is no number in the energies of the system.
  void CountSupply(bool counts) { counts_supply_ = counts; }
  // Sets an input from outside, from the next step on.
  void SetInput(int input, double value) { state_.inputs[input] = trial_.inputs[input] = value; }
  // For sensors: the converged state with the elements' memory before and after the last step.
  Evaluation Converged() const;
  const RunStatistics& statistics() const { return statistics_; }

  // Tells `watcher`, which must outlive this, of each step; nullptr: nobody.
  void Watch(StepWatcher* watcher) { watcher_ = watcher; }

  // Everything that decides the bits of the steps to come; instead of Start() where it is read.
  // Without the matrix, which decides how iterations converge and not where to, it is quick.
  void Exchange(StateStream* stream, bool with_matrix = true);

 private:
  bool AdvanceInParts(double h);
  bool TryStep(double h);
  bool Solve(double h);
  bool CutAtSwitch();

  // The verbs of a step.
  void SetStep(double h);
  void Predict();
  void EvaluateResidual();
  // What may be left, in units of the tolerance.
  double MayLeave(int iteration);
  // Whether what the last correction left is known without asking, and small enough.
  bool IsTrusted(int iteration);
  bool HasConverged(int iteration);
  void JudgeByThisStep();
  bool GivesUp(int iteration) const;
  bool WantsNewMatrix(int iteration) const;
  bool MakeMatrix();
  void EstimateNoise();
  double StateResidual() const;
  void ScaleStates(bool back);
  void Correct();
  bool TooInaccurate();
  void Commit();
  // The power that is supplied where a step begins, and the energies of the start.
  void FindPower();
  void BeginEnergies();
  System::EnergyMemory Supplied();

  // No step needs the accelerations of nodes: they are made for whoever looks at the state.
  void AccelerateNodes() const {
    if (!nodes_accelerated_) system_.AccelerateNodes(&state_);
    nodes_accelerated_ = true;
  }

  void ExchangeState(StateStream* stream, SystemState* state) const;
  void ExchangeMatrix(StateStream* stream);
  Evaluation Trial() { return {trial_, h_, history_.data(), next_.data()}; }
  Evaluation LastStep() const;
  RunStatus Failure(double h);
  std::string WorstResidual() const;

  const System& system_;
  std::vector<int> idle_rows_;  // of constraints that are not active
  SolverSettings settings_;
  BodyCoordinates coordinates_;
  std::unique_ptr<StepFormula> formula_;
  Predictor predictor_;
  StepError step_error_;

  MatrixAssembly matrix_;
  SparseLu lu_;
  LawChanges law_changes_;
  SecantMemory secants_;
  MatrixWear wear_;
  Contraction contraction_;
  bool has_matrix_ = false;
  bool singular_ = false;          // the last one that was made
  double matrix_slope_ = 0;        // the beta' it was made for
  std::int64_t matrix_birth_ = 0;  // the step in which it was made
  double noise_ = 0;  // what rounding of positions leaves of the forces of its stiffest part [N]
  int stalls_ = 0;    // iterations in a row that did not shrink the residual

  double h_ = 0, scale_ = 1;
  double time_left_ = 0;   // what rounding left out of the sum of all steps
  int halvings_ = 0;       // the last step was this often halved
  int iterations_ = 0;     // of the last step
  bool switched_ = false;  // the last step ends where an element switches
  double rest_ = 0;        // of the step that was asked for
  bool counts_supply_ = true;
  StepWatcher* watcher_ = nullptr;

  // The last converged step, and the trial.
  mutable SystemState state_;
  mutable bool nodes_accelerated_ = true;
  SystemState trial_;
  StepMotion motion_, trial_motion_;
  std::vector<double> history_, next_;
  std::vector<double> unused_history_;    // for work
  std::vector<double> previous_history_;  // before the last step, for laws asked again by sensors

  std::vector<double> force_residual_, rows_, right_side_;
  MotionVariation variation_;
  double force_size_ = 0;  // the largest force seen so far
  double tolerance_ = 0;   // [N]
  double residual_ = 0;    // in units of the tolerance
  double last_residual_ = 0;
  double may_leave_ = 1;   // of it, in this step
  double correction_ = 0;  // the largest of the last iteration [m, rad]
  double error_ = 0;       // of the step, in units of what is allowed
  double last_step_ = 0;
  Eigen::VectorXd state_sizes_;  // the largest value of each state of a block so far
  RunStatistics statistics_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_INTEGRATOR_H_

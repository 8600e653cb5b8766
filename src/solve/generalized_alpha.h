// The generalized-alpha method on the group of poses, index 3 [Bruls 2012, section 4].
//
//   dq = v_n + h ((1/2 - beta) a_n + beta a_n+1)          H_n+1 = H_n exp(h dq)
//   v_n+1 = v_n + h ((1 - gamma) a_n + gamma a_n+1)
//   (1 - alpha_m) a_n+1 + alpha_m a_n = (1 - alpha_f) v'_n+1 + alpha_f v'_n
//
// with r(H, v, v', lambda, t) = 0 at the end of the step (mechanics/element.h). The one knob is the
// spectral radius rho at infinite frequency: 1 keeps energy, 0 removes what the step cannot
// resolve. Second order in positions, velocities and multipliers.
//
// Each iteration solves
//   [ K T + gamma' C + beta' M,  s Phi_q^T ] (x, mu) = -(r, s Phi),   lambda += s mu,
//   [ s Phi_q T,                 0         ]
// h dq += x, v += gamma' x, v' += beta' x; T is the tangent of the exponential at h dq. The scale s
// = beta' m makes the conditioning independent of the step [Bottasso 2007].
//
// In local axes the matrix hardly changes while bodies fly about, so it is kept: for good (mode
// fixed), or until more iterations would be spent on it than a new one costs (adaptive).
//
// References: [Bruls 2012] O. Bruls, A. Cardona, M. Arnold, Lie group generalized-alpha time
// integration of constrained flexible multibody systems, Mech. Mach. Theory 48 (2012) 121-137.
// [Bottasso 2007] C. L. Bottasso, O. A. Bauchau, A. Cardona, Time-step-size-independent
// conditioning and sensitivity to perturbations in the numerical solution of index three DAEs, SIAM
// J. Sci. Comput. 29 (2007).
#ifndef JOUNCE_SOLVE_GENERALIZED_ALPHA_H_
#define JOUNCE_SOLVE_GENERALIZED_ALPHA_H_

#include <string>
#include <vector>

#include "mechanics/system.h"
#include "solve/matrix_assembly.h"
#include "solve/run_statistics.h"
#include "solve/run_status.h"

namespace jounce {

class GeneralizedAlpha {
 public:
  // `active` tells the constraint rows to use. `system` must outlive this.
  GeneralizedAlpha(const System& system, const std::vector<bool>& active,
                   const SolverSettings& settings);

  // Begins from consistent initial conditions and the elements' memory there.
  void Start(const SystemState& state, const std::vector<double>& history);

  // One step of length h. Where it does not converge it is done in halves, and halves of them.
  // After a failure the state is that of the last step that converged. Never allocates.
  RunStatus Advance(double h);

  const SystemState& state() const { return state_; }
  // For sensors: the converged state with the elements' memory before and after the last step.
  Evaluation Converged() const;
  const RunStatistics& statistics() const { return statistics_; }

 private:
  bool AdvanceInHalves(double h, int halvings);
  bool TryStep(double h);

  // The verbs of a step.
  void SetStep(double h);
  void Predict();
  void UpdatePoses();
  void EvaluateResidual();
  bool HasConverged(int iteration);
  bool GivesUp(int iteration) const;
  bool WantsNewMatrix(int iteration) const;
  bool MakeMatrix();
  void Correct();
  void Commit();

  RunStatus Failure(double h) const;

  const System& system_;
  std::vector<bool> active_;
  SolverSettings settings_;
  double alpha_m_, alpha_f_, gamma_, beta_;

  MatrixAssembly matrix_;
  SparseLu lu_;
  bool has_matrix_ = false;
  double matrix_step_ = 0;  // the h it was made for

  double h_ = 0, beta_prime_ = 0, gamma_prime_ = 0, scale_ = 1;

  // The last converged step, and the trial.
  SystemState state_, trial_;
  std::vector<Vector6> a_, trial_a_;  // the algorithm's accelerations
  std::vector<Vector6> h_dq_;
  std::vector<double> history_, next_;
  std::vector<double> previous_history_;  // before the last step, for laws asked again by sensors

  std::vector<double> bodies_, rows_, right_side_;
  std::vector<Matrix6> step_tangents_;
  double force_size_ = 0;  // the largest force seen so far
  double residual_ = 0;    // in units of the tolerance
  double last_residual_ = 0;
  double correction_ = 0;  // the largest of the last iteration [m, rad]
  double last_step_ = 0;
  RunStatistics statistics_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_GENERALIZED_ALPHA_H_

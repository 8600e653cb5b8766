// The generalized-alpha method for bodies in space, index 3 [Bruls 2012, section 4].
//
// A body moves with the velocity V of its centre of mass in ground axes and its angular velocity w
// in its own axes. With z = (V, w),
//
//   dq = z_n + h ((1/2 - beta) a_n + beta a_n+1)     p_c,n+1 = p_c,n + h dq_t,  R_n+1 = R_n exp(h
//   dq_r) z_n+1 = z_n + h ((1 - gamma) a_n + gamma a_n+1) (1 - alpha_m) a_n+1 + alpha_m a_n = (1 -
//   alpha_f) z'_n+1 + alpha_f z'_n
//
// and r(H, v, v', lambda, t) = 0 at the end of the step (mechanics/element.h). The one knob is the
// spectral radius rho at infinite frequency: 1 keeps energy, 0 removes what the step cannot
// resolve. Second order in positions, velocities and multipliers. In ground axes a body that flies
// and spins moves straight on, exactly; with twists in local axes its path would be wrong by (h
// w)^2.
//
// The equations stay in local axes, though, and so do the unknowns of an iteration: x = (x_t, x_r)
// at the body's frame, y = x_t - c x x_r at its centre,
//   h dq += (R y, x_r),  z += gamma' (R y, x_r),  z' += beta' (R y, x_r),
//   [ K V_q + C V_v + M V_a,  s Phi_q^T ] (x, mu) = -(r, s Phi),   lambda += s mu,
//   [ s Phi_q V_q,            0         ]
// where V_q, V_v, V_a tell how pose, twist and twist rate follow x. The scale s = beta' m makes the
// conditioning independent of the step [Bottasso 2007].
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
  void PredictModes(double trend);
  void UpdateMotion();
  void EvaluateResidual();
  bool HasConverged(int iteration);
  bool GivesUp(int iteration) const;
  bool WantsNewMatrix(int iteration) const;
  bool MakeMatrix();
  void Correct();
  void ChooseTrend();
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

  // How the bodies move: z, z' and a above.
  struct Motion {
    std::vector<Vector6> velocity, rate, a;
  };
  Motion MotionOf(const SystemState& state) const;
  BodyVariation VariationOf(int body) const;

  // The last converged step, and the trial.
  SystemState state_, trial_;
  Motion motion_, trial_motion_;
  // Of the step before that, for predictions: they extend the trend of z' and lambda where that
  // served better in the last step than holding them (`trend_` is 1 or 0).
  std::vector<Vector6> earlier_rate_;
  Eigen::VectorXd earlier_multiplier_;
  double trend_ = 0;
  std::vector<Vector6> h_dq_;
  std::vector<double> history_, next_;
  std::vector<double> previous_history_;  // before the last step, for laws asked again by sensors

  std::vector<double> bodies_, rows_, right_side_;
  MotionVariation variation_;
  Eigen::VectorXd earlier_modal_, modal_a_, modal_a_trial_;
  double force_size_ = 0;  // the largest force seen so far
  double residual_ = 0;    // in units of the tolerance
  double last_residual_ = 0;
  double correction_ = 0;  // the largest of the last iteration [m, rad]
  double last_step_ = 0;
  RunStatistics statistics_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_GENERALIZED_ALPHA_H_

// Inverse dynamics of a plant that one can look into: targets are prescribed as constraints, drives
// are the unknowns [Blajer 2004]. At each step of the backward differentiation formula of order two
//
//   y_n+1(u_n+1) - w_n+1 + k J (u_n+1 - p_n+1) = 0,    p_n+1 = g_n+1 + (1 - k) (u_n - g_n)
//
// is solved for the drives u, y being what the plant answers to the step and w what is wanted. J is
// dy_n+1/du_n+1 at rest, found by tried steps, and later improved by what further tries show
// [Broyden 1965].
//
// The formula turns s into D(z) = (3 - 4/z + 1/z^2) / (2 h), so that the plant is H(D(z)) and its
// inverse has the poles D(z) = zero of H: those at infinity, of which a plant has as many as its
// relative degree, go to z = 0 and do no harm, as they would with other formulas; stable ones stay
// stable; unstable ones, of a plant that is not minimum phase, let the drives grow without end.
// Errors are (w h)^2 / 3 for each derivative between drive and target.
//
// Zeros at rest (an acceleration is the second derivative of a way) would let drives drift: what is
// found keeps to a guess g, here that of the response at rest, where it is slower than `pull`.
// k = pull h. For an acceleration, H = s^2 at rest, the inverse is then that of a high pass of order two
// at `pull`.
//
// References: [Blajer 2004] W. Blajer, K. Kolodziejczyk, A geometric approach to solving problems of
// control constraints: theory and a DAE framework, Multibody System Dynamics 11 (2004) 343-364.
// [Broyden 1965] C. G. Broyden, A class of methods for solving nonlinear simultaneous equations,
// Math. Comp. 19 (1965) 577-593.
#ifndef JOUNCE_REPLICATE_SERVO_CONSTRAINTS_H_
#define JOUNCE_REPLICATE_SERVO_CONSTRAINTS_H_

#include <Eigen/Core>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "base/progress.h"
#include "replicate/drive_items.h"
#include "replicate/histories.h"
#include "solve/simulation.h"

namespace jounce {

struct ServoSettings {
  double step = 1e-3;                // s
  double pull = 0.5;                 // 1/s
  std::vector<std::string> targets;  // names, for messages
  std::vector<std::string> drives;
  std::vector<double> target_sizes;  // rms of what is wanted, in SI
  std::vector<double> drive_sizes;   // rms of what is expected
};

// What came of a run along prescribed targets.
struct ServoRun {
  bool ok = true;
  bool interrupted = false;
  std::string reason = {};  // where not ok
  Histories drives = {};    // about rest, one value a step, the first at t = 0
};

class ServoConstraints {
 public:
  // `model` has as many channels as it has drives: those that are prescribed, in SI.
  ServoConstraints(Model model, const std::vector<DriveItem>& drives, ServoSettings settings);

  // Finds equilibrium and J. Throws InputError, that names targets and drives, where there is no
  // equilibrium, a target does not follow a step of any drive, or drives cannot be told apart.
  void Start();
  // Lets the plant follow a small pulse of all targets: internal motions that grow show. Throws
  // InputError where drives grow without end. `seconds` long.
  void Rehearse(double seconds, Progress* progress);

  // From rest. Histories have one value a step, the first at t = 0, the first two of rest; targets
  // are about their values at rest.
  ServoRun Follow(const Histories& wanted, const Histories& guess, Progress* progress);

  // Derivatives between what drives do and what a target does, as a step and its half show: J goes
  // with h to this power. After Start().
  const std::vector<double>& relative_degrees() const { return degrees_; }

 private:
  using Vector = Eigen::VectorXd;
  using Matrix = Eigen::MatrixXd;

  void StandStill(double h);
  void Begin(double h);
  RunStatus Try(const std::vector<std::byte>& mark, double h, const Vector& drives, Vector* answer);
  Vector Answer() const;
  // Columns: answers to a step of h with one drive, over what it moved, both in their sizes.
  Matrix StepResponses(double h, double part);
  void CheckResponses(const Matrix& J);
  // One step; `u` is the first guess, and then what was found.
  RunStatus SolveStep(const Vector& wanted, const Vector& pulled_to, Vector* u, Vector* answer);
  std::string WorstOf(const Vector& residual) const;

  ServoSettings settings_;
  std::vector<std::shared_ptr<LiveDrive>> live_;
  Vector at_rest_;  // of the drives
  std::unique_ptr<Simulation> simulation_;
  std::vector<ChosenChannel> chosen_;
  std::vector<int> sensors_;
  mutable std::vector<double> all_;
  std::vector<std::byte> equilibrium_;
  Vector answer_at_rest_;
  Matrix J_, inverse_;  // of targets and drives in their sizes
  std::vector<double> degrees_;
};

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_SERVO_CONSTRAINTS_H_

// Makes a system consistent before it moves: positions that satisfy the constraints, velocities
// that satisfy their rates, accelerations and multipliers that satisfy the equations of motion.
// Positions and velocities change as little as possible (least squares, metres and radians weighed
// with the size of the model), and flexible bodies bend only where they must.
//
//   positions      [W, Phi_q^T; Phi_q, 0] (d, mu) = (0, -Phi),  H <- H exp(d), repeated
//   velocities     [W, Phi_q^T; Phi_q, 0] (dv, mu) = (0, -Phi')
//   accelerations  [M, Phi_q^T; Phi_q, 0] (v', lambda) = (f + ad(v)^T M v, -Phi'' at v' = 0)
#ifndef JOUNCE_SOLVE_INITIAL_CONDITIONS_H_
#define JOUNCE_SOLVE_INITIAL_CONDITIONS_H_

#include <vector>

#include "mechanics/system.h"
#include "solve/matrix_assembly.h"
#include "solve/redundant_rows.h"
#include "solve/run_status.h"

namespace jounce {

class InitialConditions {
 public:
  // `active` tells the constraint rows to use (freedom.h); the others must follow from them. Both
  // references must outlive this.
  InitialConditions(const System& system, const std::vector<bool>& active,
                    const RedundantRows& redundant);

  RunStatus MakePositions(SystemState* state, const std::vector<double>& history);
  RunStatus MakeVelocities(SystemState* state, const std::vector<double>& history);
  RunStatus MakeAccelerations(SystemState* state, const std::vector<double>& history);

 private:
  Evaluation At(const SystemState& state, const std::vector<double>& history);
  // Factorizes [W, Phi_q^T; Phi_q, 0] in this state.
  bool FactorLeastChange(const Evaluation& at);
  // Solves for the right-hand side (0, -rows), inactive rows left out.
  void SolveConstraints(const double* rows);
  Eigen::Map<const Eigen::VectorXd> ModesOfSolution() const;
  RunStatus Singular() const;

  const System& system_;
  const RedundantRows& redundant_;
  std::vector<bool> active_;
  MatrixAssembly matrix_;
  SparseLu lu_;
  std::vector<double> next_, bodies_, rows_, solution_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_INITIAL_CONDITIONS_H_

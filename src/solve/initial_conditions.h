// Makes a system consistent before it moves: positions that satisfy the constraints, velocities
// that satisfy their rates, accelerations and multipliers that satisfy the equations of motion.
// Positions change as little as possible (least squares, metres and radians weighed with the size
// of the model). Velocities change as by a blow that closes the joints: of all changes that make
// them fit, the one with the least kinetic energy (Gauss's principle, for blows). In both, flexible
// bodies bend only where they must: what is driven from the start turns as a whole and does not
// swing.
//
//   positions      [W, Phi_q^T; Phi_q, 0] (d, mu) = (0, -Phi),  H <- H exp(d), repeated
//   velocities     [M, Phi_q^T; Phi_q, 0] (dv, mu) = (0, -Phi')
//   accelerations  [M, Phi_q^T; Phi_q, 0] (v', lambda) = (f + ad(v)^T M v, -Phi'' at v' = 0)
//
// Laws that push with an acceleration (inerters) know it as the change of a rate over a step: they
// are asked about a step d of next to no length, and M is M + d C.
//
// What is without mass, or has so little that its dampers bring it to speed in a small part of a
// step, has that speed from the start. Else accelerations that last no time would be carried over
// whole steps. Its velocity is where implicit Euler steps (M + h C) dv = h f end, and so is its
// acceleration.
#ifndef JOUNCE_SOLVE_INITIAL_CONDITIONS_H_
#define JOUNCE_SOLVE_INITIAL_CONDITIONS_H_

#include <vector>

#include "mechanics/system.h"
#include "solve/compact_lu.h"
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
  Evaluation At(const SystemState& state, const std::vector<double>& history, double h = 0);
  // Factorizes [W, Phi_q^T; Phi_q, 0] in this state.
  bool FactorLeastChange(const Evaluation& at);
  // What has no mass gets so little that nothing else notices.
  void AddTinyMasses();
  // Accelerations and multipliers with laws over a step h, into solution_.
  bool SolveAccelerations(double h, SystemState* state, const std::vector<double>& history);
  // Unknowns that come to speed in a small part of a step, given accelerations at once and over it.
  std::vector<bool> FindLight(const std::vector<double>& at_once,
                              const std::vector<double>& in_a_step) const;
  RunStatus Settle(const std::vector<bool>& light, SystemState* state,
                   const std::vector<double>& history);
  void LetWeightlessRest(double force_size);
  // Rates of the states of blocks, and the rates of those, in this state.
  void MakeStateRates(SystemState* state, const std::vector<double>& history);
  void MakeStateAccelerations(SystemState* state, const std::vector<double>& history);
  // Phi' and Phi'' of all rows, without what follows from accelerations.
  void FindConstraintRates(const SystemState& state, const std::vector<double>& history,
                           double* velocity, double* acceleration);
  // Solves for the right-hand side (0, -rows), inactive rows left out.
  void SolveConstraints(const double* rows);
  Eigen::Map<const Eigen::VectorXd> ModesOfSolution() const;
  RunStatus Singular() const;

  const System& system_;
  const RedundantRows& redundant_;
  std::vector<bool> active_;
  MatrixAssembly matrix_;
  CompactLu lu_;
  std::vector<double> next_, force_residual_, rows_, solution_;
  std::vector<bool> weightless_;  // unknowns with neither mass nor damping
  // Diagonals of M with next to no h C, and of M + h C.
  std::vector<double> mass_, damped_mass_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_INITIAL_CONDITIONS_H_

// Natural modes about an equilibrium: undamped, or complex with the stiffness and loss that each
// law has at the mode's own frequency.
//
//   undamped  (K - omega^2 M) y = 0, relaxed stiffness
//   complex   (K*(omega) - s M) y = 0, omega = Re sqrt(s), repeated until omega settles; the
//   damping
//             ratio is Im sqrt(s) / |sqrt(s)|
// The complex form is exact where damping is light; at 10 % of critical it is right to about 1 %.
#ifndef JOUNCE_SOLVE_MODES_H_
#define JOUNCE_SOLVE_MODES_H_

#include <Eigen/Core>
#include <vector>

#include "solve/linear_system.h"

namespace jounce {

struct Mode {
  double frequency = 0;  // Hz; 0 for a rigid-body mode
  double damping = 0;    // ratio to critical
  // Six amplitudes a body in its own axes, then those of the modal coordinates; the largest 1.
  Eigen::VectorXcd shape;
  // Share of each body in the kinetic energy, and of its motion along x, y, z and about them; the
  // rest of a flexible body's share is in its bending.
  std::vector<double> body_shares;
  Eigen::MatrixXd direction_shares;  // bodies x 6
  bool stable = true;                // false: this motion grows
};

// By rising frequency, at most `count` of them. Motion without mass has no frequency and is left
// out.
std::vector<Mode> UndampedModes(const LinearSystem& linear, int count);
std::vector<Mode> ComplexModes(const LinearSystem& linear, int count);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MODES_H_

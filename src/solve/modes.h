// Natural modes about an equilibrium: undamped, or damped with what every law does.
//
//   undamped  (K - omega^2 M) y = 0, relaxed stiffness
//   complex   (s^2 M + s C + K) y = 0 with the motion inside laws among the unknowns (poles.h):
//             exact whatever the damping. A law from a library, which knows only its stiffness at a
//             frequency, is taken at the frequency Im s of each mode.
//
// A pole s = -zeta w +- i w sqrt(1 - zeta^2) swings, with natural frequency w and damping ratio
// zeta; a real one dies away with the time constant -1/s and has no frequency.
#ifndef JOUNCE_SOLVE_MODES_H_
#define JOUNCE_SOLVE_MODES_H_

#include <Eigen/Core>
#include <vector>

#include "solve/linear_system.h"

namespace jounce {

struct Mode {
  double frequency = 0;         // w / 2 pi [Hz]; 0 for a rigid-body mode and where nothing swings
  double damped_frequency = 0;  // at which it is seen to swing, Im s / 2 pi [Hz]
  double damping = 0;           // zeta, ratio to critical
  // Of a motion that does not swing, -1/s [s]; negative where it grows. 0: it swings or is free.
  double time_constant = 0;
  // Six amplitudes a body in its own axes, then those of the modal coordinates; the largest 1.
  Eigen::VectorXcd shape;
  // Share of each body in the kinetic energy, and of the motion of its centre of mass along x, y, z
  // of the ground and its turning about them; the rest of a flexible body's share is in its bending.
  std::vector<double> body_shares;
  Eigen::MatrixXd direction_shares;  // bodies x 6
  // The same motion at the instant at which that with the largest share is at its most; the largest
  // of each is 1 where metres and radians are taken alike.
  Eigen::MatrixXd direction_motion;  // bodies x 6
  // Share of the fluid inside each of System::connections().
  std::vector<double> connection_shares;
  bool stable = true;  // false: this motion grows

  bool swings() const { return time_constant == 0; }
};

// First those that swing, by rising frequency, then those that do not, by falling time constant; at
// most `count` of each. Motion without mass has no frequency and is left out. Throws InputError for
// a model in which nothing can move or nothing has mass.
std::vector<Mode> UndampedModes(const LinearSystem& linear, int count);
std::vector<Mode> ComplexModes(const LinearSystem& linear, int count);

}  // namespace jounce

#endif  // JOUNCE_SOLVE_MODES_H_

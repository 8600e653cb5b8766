// The linear system about a state at rest, free of its constraints.
//
// Small motion about equilibrium, dH = exp(x), satisfies Phi_q x = 0, so x = Z y with the columns
// of Z an orthonormal basis of what the constraints leave free, and
//   Z^T M Z y'' + Z^T K*(omega) Z y = Z^T f.
// K* holds the complex stiffness of every law at omega, and the stiffness and damping of everything
// else. Motion so small does not slide: what rubs sticks, whatever it did on the way to
// equilibrium; but the forces there turn with the bodies and count in K with what the laws
// remember.
// With the points z inside the laws as further unknowns (laws/small_motion.h) the same is
//   (s^2 M + s C + K) (y, z) = 0
// with matrices that do not depend on s.
#ifndef JOUNCE_SOLVE_LINEAR_SYSTEM_H_
#define JOUNCE_SOLVE_LINEAR_SYSTEM_H_

#include <Eigen/Core>
#include <complex>
#include <vector>

#include "mechanics/system.h"
#include "solve/element_map.h"

namespace jounce {

// s^2 M + s C + K.
struct QuadraticProblem {
  Eigen::MatrixXd M, C, K;
  // True where a law knows only its stiffness at the frequency that was asked for.
  bool at_one_frequency = false;
};

class LinearSystem {
 public:
  // About an equilibrium (statics.h) with the memory of the elements there. `system` must outlive
  // this.
  LinearSystem(const System& system, const Evaluation& equilibrium);
  // About a state in which all laws are at rest.
  LinearSystem(const System& system, const SystemState& state);

  int freedoms() const { return static_cast<int>(Z_.cols()); }
  const System& system() const { return system_; }
  // 6 rows a body and one a mode, one column a freedom.
  const Eigen::MatrixXd& basis() const { return Z_; }
  const Eigen::MatrixXd& mass() const { return M_; }  // Z^T M Z
  // Relaxed stiffness, Z^T K Z.
  const Eigen::MatrixXd& stiffness() const { return K_; }
  // Of the freedoms and then the points inside laws; for laws that depend on it, at omega [rad/s].
  QuadraticProblem Quadratic(double omega) const;
  // The same of all bodies and modes, constraints or not, in place of the freedoms.
  QuadraticProblem FullQuadratic(double omega) const;
  // How many points inside it each of System::connections() has.
  const std::vector<int>& inner_points() const { return inner_points_; }

  // Amplitudes of all bodies (6 each, local axes) and modes for harmonic wrenches of these
  // amplitudes on them, and a prescribed motion of theirs (UnitMotion) to which what is free adds.
  Eigen::VectorXcd Respond(double omega, const Eigen::VectorXcd& wrenches,
                           const Eigen::VectorXcd& prescribed) const;
  // The smallest motion that changes this constraint by 1 and no other; zero for a redundant one.
  Eigen::VectorXd UnitMotion(int multiplier) const;

 private:
  LinearSystem(const System& system, const SystemState& state, std::vector<double> history);
  // Rows and columns of an element's matrix, added to those of the motion; the ground is left out.
  template <class Matrix>
  void AddToMotion(const ElementMap& map, const Matrix& local, Matrix* motion) const;
  void AddWithPoints(const ElementMap& map, const Eigen::MatrixXd& local, int first_point,
                     Eigen::MatrixXd* all) const;
  void AddNodeStiffness(const Evaluation& at);
  Eigen::MatrixXd PositionsOf(const ElementMap& map) const;

  const System& system_;
  SystemState state_;
  std::vector<double> history_;
  std::vector<int> inner_points_;
  // K*(omega) of all bodies.
  Eigen::MatrixXcd FullStiffness(double omega) const;

  Eigen::MatrixXd Z_, M_, M_full_, K_, jacobian_;
  Eigen::MatrixXd K_other_, C_other_;  // of all but connections, and unconstrained
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_LINEAR_SYSTEM_H_

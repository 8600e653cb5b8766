// The linear system about a state at rest, free of its constraints.
//
// Small motion about equilibrium, dH = exp(x), satisfies Phi_q x = 0, so x = Z y with the columns
// of Z an orthonormal basis of what the constraints leave free, and
//   Z^T M Z y'' + Z^T K*(omega) Z y = Z^T f.
// K* holds the complex stiffness of every law at omega, and the stiffness and damping of everything
// else. Motion so small does not slide: what rubs sticks, whatever it did on the way to
// equilibrium; but the forces there turn with the bodies and count in K with what the laws
// remember.
#ifndef JOUNCE_SOLVE_LINEAR_SYSTEM_H_
#define JOUNCE_SOLVE_LINEAR_SYSTEM_H_

#include <Eigen/Core>
#include <complex>
#include <vector>

#include "mechanics/system.h"
#include "solve/element_map.h"

namespace jounce {

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
  const Eigen::MatrixXd& full_mass() const { return M_full_; }
  // Relaxed stiffness, Z^T K Z.
  const Eigen::MatrixXd& stiffness() const { return K_; }
  // Z^T K*(omega) Z.
  Eigen::MatrixXcd DynamicStiffness(double omega) const;

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
  void AddNodeStiffness(const Evaluation& at);
  Eigen::MatrixXd PositionsOf(const ElementMap& map) const;

  const System& system_;
  SystemState state_;
  std::vector<double> history_;
  // K*(omega) of all bodies.
  Eigen::MatrixXcd FullStiffness(double omega) const;

  Eigen::MatrixXd Z_, M_, M_full_, K_, jacobian_;
  Eigen::MatrixXd K_other_, C_other_;  // of all but connections, and unconstrained
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_LINEAR_SYSTEM_H_

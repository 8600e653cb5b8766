// The linear system about a state at rest.
//
// Small motion about equilibrium, dH = exp(x), satisfies
//   M x'' + K*(omega) x + J^T l = f,   J x = 0,
// with the constraints' independent rows in J. K* holds the complex stiffness of every law at
// omega, and the stiffness and damping of everything else. Motion so small does not slide: what
// rubs sticks, whatever it did on the way to equilibrium; but the forces there turn with the bodies
// and count in K with what the laws remember.
// With the points z inside the laws as further unknowns (laws/small_motion.h) the same is
//   (s^2 M + s C + K) (x, z) + J^T l = f
// with sparse matrices that do not depend on s (quadratic_problem.h).
#ifndef JOUNCE_SOLVE_LINEAR_SYSTEM_H_
#define JOUNCE_SOLVE_LINEAR_SYSTEM_H_

#include <vector>

#include "mechanics/system.h"
#include "solve/element_map.h"
#include "solve/quadratic_problem.h"

namespace jounce {

class LinearSystem {
 public:
  // About an equilibrium (statics.h) with the memory of the elements there. `system` must outlive
  // this.
  LinearSystem(const System& system, const Evaluation& equilibrium);
  // About a state in which all laws are at rest.
  LinearSystem(const System& system, const SystemState& state);

  // Motion that the constraints leave free.
  int freedoms() const { return system_.motion_count() - constraints(); }
  int constraints() const { return static_cast<int>(J_.rows()); }  // independent ones
  const System& system() const { return system_; }
  // Of all bodies and modes and then the points inside laws; for laws that depend on it, at omega
  // [rad/s].
  QuadraticProblem Quadratic(double omega) const;
  // Of all bodies and modes: relaxed stiffness, no damping.
  QuadraticProblem Undamped() const;
  // How many points inside it each of System::connections() has.
  const std::vector<int>& inner_points() const { return inner_points_; }
  // The row of J that belongs to a multiplier; -1 for a redundant one.
  int RowOf(int multiplier) const { return row_of_[multiplier]; }

 private:
  using Triplets = std::vector<Eigen::Triplet<double>>;

  LinearSystem(const System& system, const SystemState& state, std::vector<double> history);
  // Rows and columns of an element's matrix, of which those beyond its size are points inside its
  // law, added to those of the system; the ground is left out.
  void Add(const ElementMap& map, const Eigen::MatrixXd& local, int first_point,
           Triplets* all) const;
  void AddConstraints(const ElementMap& map, const Eigen::MatrixXd& phi, Triplets* rows) const;
  void AddNodeStiffness(const Evaluation& at);
  Eigen::MatrixXd PositionsOf(const ElementMap& map) const;

  const System& system_;
  SystemState state_;
  std::vector<double> history_;
  std::vector<int> inner_points_, row_of_;
  Triplets M_, K_other_, C_other_;  // the last two of all but connections
  SparseMatrix J_;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_LINEAR_SYSTEM_H_

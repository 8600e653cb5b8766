// Mass that no stiffness carries. Freedoms that nothing holds are left out of the matrices, and the
// mass on them with them: the body would weigh less in one direction than in another. Translations
// that lose mass are refused, and so are rotations that matter to centre or inertia; what is less
// is said.
#ifndef JOUNCE_FLEX_LOST_MASS_H_
#define JOUNCE_FLEX_LOST_MASS_H_

#include <Eigen/Core>
#include <map>
#include <vector>

#include "base/error.h"
#include "flex/fe_system.h"

namespace jounce::flex {

class LostMass {
 public:
  // `unheld`: of 6 node + component, whether nothing holds it.
  LostMass(const Mesh& mesh, std::vector<char> unheld);

  // A mass matrix over freedoms of nodes.
  void Add(const int* freedoms, const Eigen::MatrixXd& mass);

  // `system` has its node_mass.
  void Report(const FeSystem& system, Diagnostics* diagnostics) const;

 private:
  const Mesh& mesh_;
  std::vector<char> unheld_;
  std::map<int, double> by_freedom_;                                        // kg, kg m2
  Eigen::Matrix<double, 6, 6> lost_ = Eigen::Matrix<double, 6, 6>::Zero();  // about the origin
};

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_LOST_MASS_H_

// Matrices of a whole mesh: stiffness and mass over the freedoms that remain once links are
// eliminated and freedoms that nothing holds are left out.
#ifndef JOUNCE_FLEX_FE_SYSTEM_H_
#define JOUNCE_FLEX_FE_SYSTEM_H_

#include <Eigen/SparseCore>
#include <string>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

using SparseMatrix = Eigen::SparseMatrix<double>;
using RowSparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct FeSystem {
  RowSparseMatrix motion;  // (6 nodes) x freedoms: what the nodes do
  SparseMatrix stiffness;  // freedoms x freedoms, both triangles
  SparseMatrix mass;
  SparseMatrix node_mass;         // nodes x nodes: mass as a scalar, for the invariants
  std::vector<int> freedom_of;    // of 6 node + component: its place here, or -1
  std::vector<int> main_freedom;  // of a place here: 6 node + component
  Diagnostics warnings;           // what of the mesh is not in the matrices

  int freedom_count() const { return static_cast<int>(stiffness.rows()); }
};

struct FeSystemOptions {
  std::vector<int> interfaces;    // indices of nodes whose six freedoms must remain
  std::vector<Support> supports;  // held; nothing for a part that moves
};

// Throws InputError that names nodes and elements where the mesh cannot work.
FeSystem MakeFeSystem(const Mesh& mesh, const FeSystemOptions& options);

// What a freedom (6 node + component) does in the six rigid motions: translations, rotations about
// `origin`.
Eigen::RowVectorXd RigidRow(const Mesh& mesh, int freedom, const Eigen::Vector3d& origin);

// Six rigid motions in the freedoms of the system: translations, rotations about `origin`.
Eigen::MatrixXd RigidMotions(const Mesh& mesh, const FeSystem& system,
                             const Eigen::Vector3d& origin);

// "node 12 rotation y", of a freedom of the system.
std::string NameOfFreedom(const Mesh& mesh, const FeSystem& system, int freedom);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_FE_SYSTEM_H_

#include "flex/stiffening.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "flex/element_matrices.h"
#include "flex/sparse_factor.h"

namespace jounce::flex {
namespace {

constexpr int kLoads = 12;

// w w^T - w^2 I for unit products of w: xx, yy, zz, xy, yz, zx.
std::array<Eigen::Matrix3d, 6> SpinFields() {
  std::array<Eigen::Matrix3d, 6> fields;
  for (int i = 0; i < 3; ++i) {
    fields[i] = -Eigen::Matrix3d::Identity();
    fields[i](i, i) = 0;
    const int a = i, b = (i + 1) % 3;
    fields[3 + i].setZero();
    fields[3 + i](a, b) = fields[3 + i](b, a) = 1;
  }
  return fields;
}

// What the nodes do under loads with some of them held: (6 nodes) x loads.
Eigen::MatrixXd HeldMotions(const FeSystem& system, const std::vector<int>& held,
                            const Eigen::MatrixXd& loads) {
  std::vector<char> fixed(system.freedom_count(), 0);
  for (const int node : held) {
    for (int c = 0; c < 6; ++c) fixed[system.freedom_of[6 * node + c]] = 1;
  }
  std::vector<int> place(system.freedom_count(), -1);
  int free = 0;
  for (int f = 0; f < system.freedom_count(); ++f) {
    if (!fixed[f]) place[f] = free++;
  }
  SparseMatrix pick(system.freedom_count(), free);
  pick.reserve(Eigen::VectorXi::Ones(free));
  for (int f = 0; f < system.freedom_count(); ++f) {
    if (place[f] >= 0) pick.insert(f, place[f]) = 1;
  }
  const SparseMatrix stiffness = pick.transpose() * SparseMatrix(system.stiffness * pick);
  const SparseFactor factor(stiffness);
  if (!factor.ok()) {
    throw InputError("the part moves without resistance although it is held for its stiffening",
                     "hold it at another interface");
  }
  Eigen::MatrixXd solution = pick.transpose() * loads;
  factor.Solve(solution);
  return system.motion * Eigen::MatrixXd(pick * solution);
}

Eigen::MatrixXd RowsOf(const MeshElement& element, const Eigen::MatrixXd& motions) {
  const int count = NodeCount(element.shape), per_node = IsSolid(element.shape) ? 3 : 6;
  Eigen::MatrixXd rows(per_node * count, motions.cols());
  for (int i = 0; i < count; ++i) {
    rows.middleRows(per_node * i, per_node) = motions.middleRows(6 * element.nodes[i], per_node);
  }
  return rows;
}

}  // namespace

Eigen::MatrixXd UnitInertiaLoads(const Mesh& mesh, const FeSystem& system) {
  const Eigen::Index nodes = static_cast<Eigen::Index>(mesh.nodes.size());
  Eigen::MatrixXd loads(system.freedom_count(), kLoads);
  loads.leftCols<6>() = -(system.mass * RigidMotions(mesh, system, Eigen::Vector3d::Zero()));
  Eigen::MatrixXd positions(nodes, 3);
  for (Eigen::Index i = 0; i < nodes; ++i) positions.row(i) = mesh.nodes[i].position.transpose();
  const Eigen::MatrixXd moments = system.node_mass * positions;
  const std::array<Eigen::Matrix3d, 6> fields = SpinFields();
  for (int i = 0; i < 6; ++i) {
    const Eigen::MatrixXd forces = -moments * fields[i].transpose();  // nodes x 3
    Eigen::VectorXd on_nodes = Eigen::VectorXd::Zero(6 * nodes);
    for (int c = 0; c < 3; ++c) on_nodes(Eigen::seqN(c, nodes, 6)) = forces.col(c);
    loads.col(6 + i) = system.motion.transpose() * on_nodes;
  }
  return loads;
}

std::vector<Eigen::MatrixXd> ComputeStiffening(const Mesh& mesh, const FeSystem& system,
                                               const std::vector<int>& held,
                                               const Eigen::MatrixXd& motions) {
  if (mesh.elements.empty()) {
    throw InputError("geometric stiffening needs the stress of elements, and the mesh has none",
                     "matrices of other programs cannot be stiffened: leave out --stiffening");
  }
  const Eigen::MatrixXd stressed = HeldMotions(system, held, UnitInertiaLoads(mesh, system));
  std::vector<Eigen::MatrixXd> result(kLoads,
                                      Eigen::MatrixXd::Zero(motions.cols(), motions.cols()));
  for (const MeshElement& element : mesh.elements) {
    const std::vector<Eigen::MatrixXd> geometric =
        ComputeGeometricStiffness(mesh, element, RowsOf(element, stressed));
    const Eigen::MatrixXd modes = RowsOf(element, motions);
    for (int i = 0; i < kLoads; ++i) {
      const Eigen::MatrixXd forces = geometric[i] * modes;
      result[i].noalias() += modes.transpose() * forces;
    }
  }
  // Symmetric but for round-off, which would do work.
  for (Eigen::MatrixXd& G : result) G = (0.5 * (G + G.transpose())).eval();
  return result;
}

}  // namespace jounce::flex

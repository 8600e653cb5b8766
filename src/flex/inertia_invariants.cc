#include "flex/inertia_invariants.h"

#include <array>

#include "flex/reduction.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

// Sum of skew(a) skew(b) from the sums of products a_r b_c: skew(a) skew(b) = b a^T - (a.b) I.
Eigen::Matrix3d SkewSkew(const Eigen::Matrix3d& a_times_b) {
  return a_times_b.transpose() - a_times_b.trace() * Eigen::Matrix3d::Identity();
}

}  // namespace

InertiaInvariants ComputeInvariants(const Mesh& mesh, const FeSystem& system,
                                    const Eigen::MatrixXd& shapes, const Eigen::MatrixXd& motions) {
  const Eigen::Index n = shapes.cols(), nodes = static_cast<Eigen::Index>(mesh.nodes.size());
  InertiaInvariants result;
  const RigidProperties rigid = ComputeRigidProperties(mesh, system);
  result.i1 = rigid.mass;
  result.i2 = rigid.mass * rigid.centre;
  result.i7 = rigid.inertia_about_origin;
  const Eigen::MatrixXd momentum = system.mass * shapes;
  const Eigen::MatrixXd moved =
      RigidMotions(mesh, system, Eigen::Vector3d::Zero()).transpose() * momentum;
  result.i3 = moved.topRows<3>();
  result.i4 = moved.bottomRows<3>();
  result.i6 = shapes.transpose() * momentum;

  // Products of single components, over all modes at once.
  std::array<Eigen::MatrixXd, 3> phi, weighted;
  Eigen::MatrixXd s(nodes, 3);
  for (Eigen::Index i = 0; i < nodes; ++i) s.row(i) = mesh.nodes[i].position.transpose();
  for (int c = 0; c < 3; ++c) {
    phi[c] = motions(Eigen::seqN(c, nodes, 6), Eigen::all);
    weighted[c].noalias() = system.node_mass * phi[c];
  }
  std::array<std::array<Eigen::MatrixXd, 3>, 3> pair;  // [a][b](j, k): sum m phi_j,a phi_k,b
  std::array<Eigen::MatrixXd, 3> arm;                  // [b](a, k): sum m s_a phi_k,b
  for (int b = 0; b < 3; ++b) {
    arm[b] = s.transpose() * weighted[b];
    for (int a = 0; a < 3; ++a) pair[a][b] = phi[a].transpose() * weighted[b];
  }
  result.i5.assign(n, Eigen::MatrixXd(3, n));
  result.i8.resize(n);
  result.i9.assign(n, std::vector<Eigen::Matrix3d>(n));
  for (Eigen::Index j = 0; j < n; ++j) {
    Eigen::Matrix3d s_phi;
    for (int b = 0; b < 3; ++b) s_phi.col(b) = arm[b].col(j);
    result.i8[j] = SkewSkew(s_phi);
    for (Eigen::Index k = 0; k < n; ++k) {
      Eigen::Matrix3d product;
      for (int a = 0; a < 3; ++a) {
        for (int b = 0; b < 3; ++b) product(a, b) = pair[a][b](j, k);
      }
      result.i9[j][k] = SkewSkew(product);
      result.i5[j].col(k) << product(1, 2) - product(2, 1), product(2, 0) - product(0, 2),
          product(0, 1) - product(1, 0);
    }
  }
  return result;
}

}  // namespace jounce::flex

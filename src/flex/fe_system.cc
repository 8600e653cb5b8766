#include "flex/fe_system.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <functional>

#include "flex/constraints.h"
#include "flex/element_matrices.h"
#include "flex/lost_mass.h"
#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;
using Sink = std::function<void(const int* freedoms, const ElementMatrices& matrices)>;

// A freedom whose stiffness is this much below the element's largest is held by nothing there.
constexpr double kNothing = 1e-13;

// Six stiffnesses act half-way between the nodes, which reach there with rigid arms.
ElementMatrices SpringMatrices(const Mesh& mesh, const Spring& spring) {
  ElementMatrices result;
  const int n = spring.nodes[1] < 0 ? 6 : 12;
  result.stiffness.setZero(n, n);
  result.mass.setZero(n, n);
  Eigen::Vector3d arm = Eigen::Vector3d::Zero();
  if (n == 12) {
    arm = 0.5 * (mesh.nodes[spring.nodes[1]].position - mesh.nodes[spring.nodes[0]].position);
  }
  for (int c = 0; c < 6; ++c) {
    Eigen::VectorXd direction = Eigen::VectorXd::Zero(n);
    if (spring.components[0] >= 0) {  // scalar: one component of each end
      if (c > 0) break;
      direction(spring.components[0]) = 1;
      if (n == 12) direction(6 + spring.components[1]) = -1;
    } else {
      const Eigen::Vector3d axis = spring.axes.col(c % 3);
      direction.segment<3>(c < 3 ? 0 : 3) = axis;
      if (n == 12) direction.segment<3>(c < 3 ? 6 : 9) = -axis;
      if (c < 3) direction.segment<3>(3) = arm.cross(axis);
      if (c < 3 && n == 12) direction.segment<3>(9) = arm.cross(axis);  // minus, from behind
    }
    result.stiffness += spring.stiffness[c] * direction * direction.transpose();
  }
  return result;
}

// A scalar spring acts along the axes of its nodes.
void TurnToNodeAxes(const Mesh& mesh, const Spring& spring, ElementMatrices* matrices) {
  if (spring.components[0] < 0) return;
  const Eigen::Index n = matrices->stiffness.rows();
  Eigen::MatrixXd turn = Eigen::MatrixXd::Zero(n, n);
  for (Eigen::Index b = 0; b < n / 3; ++b) {
    turn.block<3, 3>(3 * b, 3 * b) = mesh.nodes[spring.nodes[b / 2]].axes.transpose();
  }
  matrices->stiffness = Congruence(turn, matrices->stiffness);
}

ElementMatrices MassMatrices(const PointMass& mass) {
  ElementMatrices result;
  result.stiffness.setZero(6, 6);
  result.mass.setZero(6, 6);
  const Eigen::Matrix3d arm = Skew(mass.offset);
  result.mass.topLeftCorner<3, 3>().diagonal().setConstant(mass.mass);
  result.mass.topRightCorner<3, 3>() = -mass.mass * arm;
  result.mass.bottomLeftCorner<3, 3>() = mass.mass * arm;
  result.mass.bottomRightCorner<3, 3>() = mass.inertia - mass.mass * arm * arm;
  return result;
}

// Calls `sink` with the freedoms and matrices of everything that has some; solids can be left out.
void ForEachPart(const Mesh& mesh, bool solids, const Sink& sink) {
  int freedoms[60];
  const auto list = [&](const int* nodes, int count, int per_node) {
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < per_node; ++c) freedoms[per_node * i + c] = 6 * nodes[i] + c;
    }
  };
  for (const MeshElement& element : mesh.elements) {
    if (!solids && IsSolid(element.shape)) continue;
    const ElementMatrices matrices = ComputeElement(mesh, element);
    list(element.nodes.data(), NodeCount(element.shape), matrices.freedoms_per_node);
    sink(freedoms, matrices);
  }
  for (const Spring& spring : mesh.springs) {
    ElementMatrices matrices = SpringMatrices(mesh, spring);
    TurnToNodeAxes(mesh, spring, &matrices);
    list(spring.nodes.data(), static_cast<int>(matrices.stiffness.rows()) / 6, 6);
    sink(freedoms, matrices);
  }
  for (const PointMass& mass : mesh.masses) {
    list(&mass.node, 1, 6);
    sink(freedoms, MassMatrices(mass));
  }
}

// Which freedoms of nodes some stiffness holds.
std::vector<char> FindHeld(const Mesh& mesh) {
  std::vector<char> held(6 * mesh.nodes.size(), 0);
  for (const MeshElement& element : mesh.elements) {  // a solid holds the translations of its nodes
    for (int i = 0; IsSolid(element.shape) && i < NodeCount(element.shape); ++i) {
      for (int c = 0; c < 3; ++c) held[6 * element.nodes[i] + c] = 1;
    }
  }
  ForEachPart(mesh, false, [&](const int* freedoms, const ElementMatrices& m) {
    const double largest = m.stiffness.diagonal().maxCoeff();
    for (Eigen::Index i = 0; i < m.stiffness.rows(); ++i) {
      if (m.stiffness(i, i) > kNothing * largest) held[freedoms[i]] = 1;
    }
  });
  for (const DirectEntry& entry : mesh.direct_stiffness) {
    if (entry.value != 0 && entry.row_node == entry.column_node &&
        entry.row_component == entry.column_component) {
      held[6 * entry.row_node + entry.row_component] = 1;
    }
  }
  return held;
}

// Numbers the freedoms that stay and are held, directly or through what follows them.
void NumberFreedoms(const FreedomExpressions& expressions, const std::vector<char>& held,
                    FeSystem* system) {
  std::vector<char> used(expressions.size(), 0);
  for (size_t f = 0; f < expressions.size(); ++f) {
    if (!held[f]) continue;
    for (const auto& [other, factor] : expressions[f]) used[other] = 1;
  }
  system->freedom_of.assign(expressions.size(), -1);
  for (size_t f = 0; f < expressions.size(); ++f) {
    if (!used[f]) continue;
    system->freedom_of[f] = static_cast<int>(system->main_freedom.size());
    system->main_freedom.push_back(static_cast<int>(f));
  }
  Triplets triplets;
  for (size_t f = 0; f < expressions.size(); ++f) {
    for (const auto& [other, factor] : expressions[f]) {
      if (system->freedom_of[other] < 0) continue;
      triplets.emplace_back(static_cast<int>(f), system->freedom_of[other], factor);
    }
  }
  system->motion.resize(expressions.size(), system->main_freedom.size());
  system->motion.setFromTriplets(triplets.begin(), triplets.end());
}

// Adds a value at two freedoms of nodes, spread over what they follow; lower triangle only.
void Scatter(const RowSparseMatrix& motion, int row, int column, double value, Triplets* triplets) {
  if (value == 0) return;
  for (RowSparseMatrix::InnerIterator a(motion, row); a; ++a) {
    for (RowSparseMatrix::InnerIterator b(motion, column); b; ++b) {
      if (a.col() >= b.col()) {
        triplets->emplace_back(a.col(), b.col(), value * a.value() * b.value());
      }
    }
  }
}

SparseMatrix FromLower(const Triplets& triplets, int size) {
  SparseMatrix lower(size, size), full;
  lower.setFromTriplets(triplets.begin(), triplets.end());
  full = lower.selfadjointView<Eigen::Lower>();
  full.makeCompressed();
  return full;
}

void Assemble(const Mesh& mesh, FeSystem* system, LostMass* lost) {
  Triplets stiffness, mass, scalar;
  const int n = static_cast<int>(system->motion.cols());
  ForEachPart(mesh, true, [&](const int* freedoms, const ElementMatrices& m) {
    const Eigen::Index count = m.stiffness.rows();
    for (Eigen::Index i = 0; i < count; ++i) {
      for (Eigen::Index j = 0; j < count; ++j) {
        Scatter(system->motion, freedoms[i], freedoms[j], m.stiffness(i, j), &stiffness);
        Scatter(system->motion, freedoms[i], freedoms[j], m.mass(i, j), &mass);
      }
    }
    lost->Add(freedoms, m.mass);
    const Eigen::Index per_node = m.freedoms_per_node;
    for (Eigen::Index i = 0; i < count / per_node; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) {
        const double value = m.mass.block<3, 3>(per_node * i, per_node * j).trace() / 3;
        const int a = freedoms[per_node * i] / 6, b = freedoms[per_node * j] / 6;
        if (value != 0) scalar.emplace_back(std::max(a, b), std::min(a, b), value);
      }
    }
  });
  for (const DirectEntry& e : mesh.direct_stiffness) {
    Scatter(system->motion, 6 * e.row_node + e.row_component,
            6 * e.column_node + e.column_component, e.value, &stiffness);
  }
  for (const DirectEntry& e : mesh.direct_mass) {
    const int freedom = 6 * e.row_node + e.row_component;
    if (freedom == 6 * e.column_node + e.column_component) {
      lost->Add(&freedom, Eigen::MatrixXd::Constant(1, 1, e.value));
    }
    Scatter(system->motion, 6 * e.row_node + e.row_component,
            6 * e.column_node + e.column_component, e.value, &mass);
    if (e.row_component == e.column_component && e.row_component < 3 &&
        e.row_node >= e.column_node && !mesh.nodes[e.row_node].scalar &&
        !mesh.nodes[e.column_node].scalar) {
      scalar.emplace_back(e.row_node, e.column_node, e.value / 3);
    }
  }
  system->stiffness = FromLower(stiffness, n);
  Triplets().swap(stiffness);
  system->mass = FromLower(mass, n);
  system->node_mass = FromLower(scalar, static_cast<int>(mesh.nodes.size()));
}

void CheckInterfaces(const Mesh& mesh, const FeSystem& system, const std::vector<int>& interfaces,
                     Diagnostics* diagnostics) {
  for (const int node : interfaces) {
    int translations = 0, rotations = 0;
    for (int c = 0; c < 6; ++c) {
      const bool there = system.freedom_of[6 * node + c] >= 0;
      (c < 3 ? translations : rotations) += there;
    }
    if (translations + rotations == 6) continue;
    const Place& place = mesh.nodes[node].place;
    const int id = mesh.NodeId(node);
    if (translations == 3 && rotations == 0) {
      diagnostics->Error(place,
                         fmt::format("interface node {} has no rotations: only solids hold it", id),
                         "tie it to several nodes with an RBE2 or RBE3, and name the tied node");
    } else if (translations + rotations == 0) {
      diagnostics->Error(place, fmt::format("interface node {} is held by no element", id),
                         "connect it with an RBE2 or RBE3, or name another node");
    } else {
      diagnostics->Error(place,
                         fmt::format("interface node {} lacks stiffness in {} of 6 directions", id,
                                     6 - translations - rotations),
                         "connect it with an RBE2 or RBE3");
    }
  }
}

// Freedoms that nothing holds, supports neither.
std::vector<char> FindUnheld(const FreedomExpressions& expressions, const FeSystem& system) {
  std::vector<char> unheld(expressions.size(), 0);
  for (size_t f = 0; f < expressions.size(); ++f) {
    unheld[f] = !expressions[f].empty() &&
                !RowSparseMatrix::InnerIterator(system.motion, static_cast<Eigen::Index>(f));
  }
  return unheld;
}

}  // namespace

FeSystem MakeFeSystem(const Mesh& mesh, const FeSystemOptions& options) {
  Diagnostics diagnostics;
  std::vector<LinkEquation> equations = MakeSupportEquations(mesh, options.supports);
  for (LinkEquation& equation : MakeLinkEquations(mesh, &diagnostics)) {
    equations.push_back(std::move(equation));
  }
  std::vector<char> must_stay(6 * mesh.nodes.size(), 0);
  for (const int node : options.interfaces) {
    for (int c = 0; c < 6; ++c) must_stay[6 * node + c] = 1;
  }
  const FreedomExpressions expressions =
      Eliminate(equations, must_stay.size(), must_stay, &diagnostics);
  diagnostics.ThrowIfErrors();
  FeSystem system;
  NumberFreedoms(expressions, FindHeld(mesh), &system);
  CheckInterfaces(mesh, system, options.interfaces, &diagnostics);
  diagnostics.ThrowIfErrors();
  LostMass lost(mesh, FindUnheld(expressions, system));
  Assemble(mesh, &system, &lost);
  lost.Report(system, &system.warnings);
  system.warnings.ThrowIfErrors();
  return system;
}

Eigen::RowVectorXd RigidRow(const Mesh& mesh, int freedom, const Eigen::Vector3d& origin) {
  const Node& node = mesh.nodes[freedom / 6];
  const int c = freedom % 6;
  Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(6);
  if (node.scalar) return row;
  row(c) = 1;
  if (c < 3) row.tail<3>() = -Skew(node.position - origin).row(c);  // u = r x arm
  return row;
}

Eigen::MatrixXd RigidMotions(const Mesh& mesh, const FeSystem& system,
                             const Eigen::Vector3d& origin) {
  Eigen::MatrixXd motions(system.freedom_count(), 6);
  for (int f = 0; f < system.freedom_count(); ++f) {
    motions.row(f) = RigidRow(mesh, system.main_freedom[f], origin);
  }
  return motions;
}

std::string NameOfFreedom(const Mesh& mesh, const FeSystem& system, int freedom) {
  const int f = system.main_freedom[freedom];
  if (mesh.nodes[f / 6].scalar) return fmt::format("scalar point {}", mesh.NodeId(f / 6));
  return fmt::format("node {} {} {}", mesh.NodeId(f / 6), f % 6 < 3 ? "translation" : "rotation",
                     "xyz"[f % 3]);
}

}  // namespace jounce::flex

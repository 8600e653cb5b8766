#include "flex/constraints.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <map>

#include "math/dense.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

using Terms = std::vector<std::pair<int, double>>;

// Adds factor * direction . (translation or rotation of a node).
void AddVector(int node, bool rotation, const Eigen::Vector3d& direction, Terms* terms) {
  for (int k = 0; k < 3; ++k) {
    if (direction(k) != 0) terms->emplace_back(6 * node + (rotation ? 3 : 0) + k, direction(k));
  }
}

// The freedom that component c of a node mostly is.
int MainFreedom(const Node& node, int index, int c) {
  Eigen::Index largest = 0;
  node.axes.col(c % 3).cwiseAbs().maxCoeff(&largest);
  return 6 * index + (c >= 3 ? 3 : 0) + static_cast<int>(largest);
}

void AddRigidLink(const Mesh& mesh, const RigidLink& link, std::vector<LinkEquation>* equations) {
  for (const int dependent : link.dependents) {
    const Node& node = mesh.nodes[dependent];
    const Eigen::Vector3d arm = node.position - mesh.nodes[link.master].position;
    for (int c = 0; c < 6; ++c) {
      if (!(link.components >> c & 1)) continue;
      const Eigen::Vector3d axis = node.axes.col(c % 3);
      LinkEquation equation{{}, MainFreedom(node, dependent, c), link.id, link.place};
      AddVector(dependent, c >= 3, axis, &equation.terms);
      AddVector(link.master, c >= 3, -axis, &equation.terms);
      // a . (r x arm) = (arm x a) . r
      if (c < 3) AddVector(link.master, true, -arm.cross(axis), &equation.terms);
      equations->push_back(std::move(equation));
    }
  }
}

// The reference follows the rigid motion that fits the motions of the others best in the sense of
// weighted least squares.
void AddMeanLink(const Mesh& mesh, const MeanLink& link, std::vector<LinkEquation>* equations,
                 Diagnostics* diagnostics) {
  const Eigen::Vector3d origin = mesh.nodes[link.reference].position;
  double spread = 0, total = 0;
  for (const MeanLink::Share& share : link.shares) {
    spread += share.weight * (mesh.nodes[share.node].position - origin).norm();
    total += share.weight;
  }
  const double length = total > 0 && spread > 0 ? spread / total : 1;
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  Matrix6 normal = Matrix6::Zero();
  std::vector<std::pair<int, Eigen::Matrix<double, 6, 1>>> columns;  // freedom, its pull
  for (const MeanLink::Share& share : link.shares) {
    const Node& node = mesh.nodes[share.node];
    const Eigen::Vector3d arm = node.position - origin;
    for (int c = 0; c < 6; ++c) {
      if (!(share.components >> c & 1)) continue;
      const Eigen::Vector3d axis = node.axes.col(c % 3);
      Eigen::Matrix<double, 6, 1> row = Eigen::Matrix<double, 6, 1>::Zero();
      const double weight = share.weight * (c < 3 ? 1 : length * length);
      if (c < 3) row.head<3>() = axis;
      row.tail<3>() = c < 3 ? Eigen::Vector3d(arm.cross(axis)) : axis;
      normal += weight * row * row.transpose();
      for (int k = 0; k < 3; ++k) {
        if (axis(k) != 0) {
          columns.emplace_back(6 * share.node + (c >= 3 ? 3 : 0) + k, weight * axis(k) * row);
        }
      }
    }
  }
  const Matrix6 scale =
      (Eigen::Matrix<double, 6, 1>() << 1, 1, 1, 1 / length, 1 / length, 1 / length)
          .finished()
          .asDiagonal();
  const Eigen::VectorXd values =
      SymmetricEigen(scale * normal * scale / std::max(total, 1e-300)).values;
  if (!(values(0) > 1e-10 * values(5))) {
    diagnostics->Error(link.place,
                       fmt::format("RBE3 {}: its nodes do not fix the motion of node {}", link.id,
                                   mesh.NodeId(link.reference)),
                       "give at least three nodes that do not lie on one line");
    return;
  }
  const Matrix6 inverse =
      SolveSquare(Eigen::MatrixXd(normal), Eigen::MatrixXd::Identity(6, 6).eval());
  const Node& reference = mesh.nodes[link.reference];
  for (int c = 0; c < 6; ++c) {
    if (!(link.components >> c & 1)) continue;
    Eigen::Matrix<double, 6, 1> pick = Eigen::Matrix<double, 6, 1>::Zero();
    pick.segment<3>(c >= 3 ? 3 : 0) = reference.axes.col(c % 3);
    LinkEquation equation{{}, MainFreedom(reference, link.reference, c), link.id, link.place};
    AddVector(link.reference, c >= 3, reference.axes.col(c % 3), &equation.terms);
    const Eigen::Matrix<double, 6, 1> row = inverse * pick;
    for (const auto& [freedom, pull] : columns) {
      equation.terms.emplace_back(freedom, -row.dot(pull));
    }
    equations->push_back(std::move(equation));
  }
}

// Terms with solved freedoms replaced, equal ones gathered, round-off dropped.
Terms Substitute(const Terms& terms, const std::vector<int>& solved_at,
                 const std::vector<Terms>& solutions) {
  std::map<int, double> gathered;
  double largest = 0;
  std::vector<std::pair<int, double>> stack(terms.begin(), terms.end());
  while (!stack.empty()) {
    const auto [freedom, factor] = stack.back();
    stack.pop_back();
    if (solved_at[freedom] < 0) {
      const double value = gathered[freedom] += factor;
      largest = std::max(largest, std::abs(value));
    } else {
      for (const auto& [other, f] : solutions[solved_at[freedom]]) {
        stack.emplace_back(other, factor * f);
      }
    }
  }
  Terms result;
  for (const auto& [freedom, factor] : gathered) {
    if (std::abs(factor) > 1e-12 * largest) result.emplace_back(freedom, factor);
  }
  return result;
}

int ChoosePivot(const Terms& terms, int dependent, const std::vector<char>& must_stay) {
  int best = -1;
  double largest = 0;
  for (size_t i = 0; i < terms.size(); ++i) {
    const auto& [freedom, factor] = terms[i];
    if (must_stay[freedom]) continue;
    if (freedom == dependent) return static_cast<int>(i);
    if (std::abs(factor) > largest) {
      largest = std::abs(factor);
      best = static_cast<int>(i);
    }
  }
  return best;
}

}  // namespace

std::vector<LinkEquation> MakeLinkEquations(const Mesh& mesh, Diagnostics* diagnostics) {
  std::vector<LinkEquation> equations;
  for (const RigidLink& link : mesh.rigid_links) AddRigidLink(mesh, link, &equations);
  for (const MeanLink& link : mesh.mean_links) AddMeanLink(mesh, link, &equations, diagnostics);
  return equations;
}

std::vector<LinkEquation> MakeSupportEquations(const Mesh& mesh,
                                               const std::vector<Support>& supports) {
  std::vector<LinkEquation> equations;
  for (const Support& support : supports) {
    for (int c = 0; c < 6; ++c) {
      if (!(support.components >> c & 1)) continue;
      const Node& node = mesh.nodes[support.node];
      LinkEquation equation{{}, MainFreedom(node, support.node, c), node.id, node.place};
      AddVector(support.node, c >= 3, node.axes.col(c % 3), &equation.terms);
      equations.push_back(std::move(equation));
    }
  }
  return equations;
}

FreedomExpressions Eliminate(const std::vector<LinkEquation>& equations, size_t freedom_count,
                             const std::vector<char>& must_stay, Diagnostics* diagnostics) {
  std::vector<int> solved_at(freedom_count, -1);
  std::vector<int> order;  // freedoms, in the order in which they were solved for
  std::vector<Terms> solutions;
  for (const LinkEquation& equation : equations) {
    const Terms terms = Substitute(equation.terms, solved_at, solutions);
    if (terms.empty()) continue;  // says nothing new
    const int pivot = ChoosePivot(terms, equation.dependent, must_stay);
    if (pivot < 0) {
      diagnostics->Error(
          equation.place,
          fmt::format("rigid element {} ties interface nodes to each other", equation.link),
          "keep one of them as interface");
      continue;
    }
    Terms solution;
    for (size_t i = 0; i < terms.size(); ++i) {
      if (static_cast<int>(i) == pivot) continue;
      solution.emplace_back(terms[i].first, -terms[i].second / terms[pivot].second);
    }
    solved_at[terms[pivot].first] = static_cast<int>(solutions.size());
    order.push_back(terms[pivot].first);
    solutions.push_back(std::move(solution));
  }
  // Backwards, each solution holds only freedoms that are free or were solved for later.
  std::vector<int> final_at(freedom_count, -1);
  for (size_t i = solutions.size(); i-- > 0;) {
    solutions[i] = Substitute(solutions[i], final_at, solutions);
    final_at[order[i]] = static_cast<int>(i);
  }
  FreedomExpressions expressions(freedom_count);
  for (size_t f = 0; f < freedom_count; ++f) {
    if (solved_at[f] < 0) {
      expressions[f] = {{static_cast<int>(f), 1.0}};
    } else {
      expressions[f] = std::move(solutions[solved_at[f]]);
    }
  }
  return expressions;
}

}  // namespace jounce::flex

#include "solve/linear_system.h"

#include <fmt/format.h>

#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.h"
#include "math/products.h"
#include "solve/freedom.h"

namespace jounce {
namespace {

std::vector<double> HistoryAtRest(const System& system, const SystemState& state) {
  std::vector<double> history(system.history_size() + 1);
  system.StartHistory(state, history.data());
  return history;
}

// What cannot be told by constant matrices is refused.
void CheckSmallMotion(const System& system) {
  std::string name;
  if (!system.signals().has_small_motion(&name)) {
    throw InputError(fmt::format("the signal '{}' samples or delays: it has no linear form", name),
                     "replace it by a transfer function for modes and frequency responses");
  }
  for (const auto& element : system.elements()) {
    if (element->seen_multipliers().empty()) continue;
    throw InputError(fmt::format("{} follows the load of a joint", element->name()),
                     "linear analyses cannot follow that");
  }
}

SparseMatrix MakeMatrix(int rows, int columns, const std::vector<Eigen::Triplet<double>>& entries) {
  SparseMatrix matrix(rows, columns);
  matrix.setFromTriplets(entries.begin(), entries.end());
  return matrix;
}

}  // namespace

LinearSystem::LinearSystem(const System& system, const Evaluation& equilibrium)
    : LinearSystem(system, equilibrium.state,
                   {equilibrium.history, equilibrium.history + system.history_size() + 1}) {}

LinearSystem::LinearSystem(const System& system, const SystemState& state)
    : LinearSystem(system, state, HistoryAtRest(system, state)) {}

LinearSystem::LinearSystem(const System& system, const SystemState& state,
                           std::vector<double> history)
    : system_(system), state_(state), history_(std::move(history)) {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  system_.EvaluateSignals(at);
  CheckSmallMotion(system_);
  int rows = 0;
  for (bool active : CountFreedom(system_, state_).active) row_of_.push_back(active ? rows++ : -1);
  Triplets constraints;
  ElementTangents tangents;
  for (const auto& element : system_.elements()) {
    tangents.Reset(element->size());
    element->AddTangents(System::Slice(at, *element), &tangents);
    const ElementMap map(system_, *element);
    if (!dynamic_cast<const ConnectionElement*>(element.get())) {
      Add(map, tangents.K, 0, &K_other_);
      Add(map, tangents.C, 0, &C_other_);
    }
    Add(map, tangents.M, 0, &M_);
    const int motion = element->motion_size();
    if (!tangents.C.middleRows(motion, element->multipliers()).isZero(0)) {
      throw InputError(
          fmt::format("{} prescribes a position that depends on velocities", element->name()),
          "linear analyses cannot follow that");
    }
    if (element->multipliers() > 0) {
      AddConstraints(map, tangents.K.middleRows(motion, element->multipliers()), &constraints);
    }
  }
  AddNodeStiffness(at);
  for (const ConnectionElement* connection : system_.connections()) {
    inner_points_.push_back(connection->Linearize(System::Slice(at, *connection), 1).inner());
  }
  J_ = MakeMatrix(rows, system_.motion_count(), constraints);
}

Eigen::MatrixXd LinearSystem::PositionsOf(const ElementMap& map) const {
  Eigen::MatrixXd P;
  map.Positions(state_, &P);
  return P;
}

void LinearSystem::AddConstraints(const ElementMap& map, const Eigen::MatrixXd& phi,
                                  Triplets* rows) const {
  const Eigen::MatrixXd carried = map.sees_nodes() ? Product(phi, PositionsOf(map)) : phi;
  for (int i = 0; i < phi.rows(); ++i) {
    const int row = row_of_[map.element().first_multiplier() + i];
    for (int k = 0; row >= 0 && k < map.motion_size(); ++k) {
      const int unknown = map.unknowns()[k];
      if (unknown >= 0 && carried(i, k) != 0) rows->emplace_back(row, unknown, carried(i, k));
    }
  }
}

void LinearSystem::Add(const ElementMap& map, const Eigen::MatrixXd& local, int first_point,
                       Triplets* all) const {
  const auto points = static_cast<int>(local.rows()) - map.element().size();
  std::vector<int> unknowns(map.unknowns().begin(), map.unknowns().begin() + map.motion_size());
  Eigen::MatrixXd carried = local;
  if (map.sees_nodes()) {
    Eigen::MatrixXd P = Eigen::MatrixXd::Zero(local.rows(), map.size() + points);
    P.topLeftCorner(map.element().size(), map.size()) = PositionsOf(map);
    P.bottomRightCorner(points, points).setIdentity();
    carried = Congruence(P, local);
  }
  unknowns.resize(map.size(), -1);
  for (int i = 0; i < points; ++i) unknowns.push_back(first_point + i);
  for (Eigen::Index j = 0; j < carried.cols(); ++j) {
    for (Eigen::Index i = 0; i < carried.rows(); ++i) {
      if (unknowns[i] < 0 || unknowns[j] < 0 || carried(i, j) == 0) continue;
      all->emplace_back(unknowns[i], unknowns[j], carried(i, j));
    }
  }
}

// Of the wrenches on nodes, whose way to the bodies changes with the modes.
void LinearSystem::AddNodeStiffness(const Evaluation& at) {
  if (system_.nodes().empty()) return;
  std::vector<double> rows(system_.row_count() + system_.multiplier_count());
  std::vector<Vector6> wrenches(system_.nodes().size());
  system_.NodeWrenches(at, &rows, &wrenches);
  for (size_t i = 0; i < wrenches.size(); ++i) {
    const FlexibleNode& node = system_.nodes()[i];
    const auto G = node.Geometric(state_, wrenches[i]);
    const Eigen::MatrixXd shapes = node.shapes();
    const Eigen::MatrixXd of_body = Product(G.body, shapes),
                          of_modes = Congruence(shapes, G.elastic);
    const int body = system_.layout().Body(node.body());
    const int first = system_.layout().Scalar(node.first_mode());
    for (int k = 0; k < node.modes(); ++k) {
      for (int j = 0; j < 6; ++j) K_other_.emplace_back(body + j, first + k, of_body(j, k));
      for (int j = 0; j < node.modes(); ++j) {
        K_other_.emplace_back(first + j, first + k, of_modes(j, k));
      }
    }
  }
}

QuadraticProblem LinearSystem::Quadratic(double omega) const {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  Triplets M = M_, C = C_other_, K = K_other_;
  QuadraticProblem all;
  int size = system_.motion_count();
  for (const ConnectionElement* connection : system_.connections()) {
    const SmallMotion part = connection->Linearize(System::Slice(at, *connection), omega);
    const ElementMap map(system_, *connection);
    Add(map, part.M, size, &M);
    Add(map, part.C, size, &C);
    Add(map, part.K, size, &K);
    all.at_one_frequency = all.at_one_frequency || part.at_one_frequency;
    size += part.inner();
  }
  all.M = MakeMatrix(size, size, M);
  all.C = MakeMatrix(size, size, C);
  all.K = MakeMatrix(size, size, K);
  all.J = J_;
  all.J.conservativeResize(J_.rows(), size);
  return all;
}

QuadraticProblem LinearSystem::Undamped() const {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  Triplets K = K_other_;
  for (const ConnectionElement* connection : system_.connections()) {
    const SmallMotion part = connection->Linearize(System::Slice(at, *connection), 0);
    Add(ElementMap(system_, *connection), part.StiffnessAt(0).real(), 0, &K);
  }
  const int size = system_.motion_count();
  QuadraticProblem all;
  all.M = MakeMatrix(size, size, M_);
  all.C = MakeMatrix(size, size, {});
  all.K = MakeMatrix(size, size, K);
  all.J = J_;
  return all;
}

}  // namespace jounce

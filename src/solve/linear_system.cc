#include "solve/linear_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include "base/error.h"
#include "math/dense.h"

namespace jounce {
namespace {

// Constraint rows that depend on others to within this part are not counted.
constexpr double kDependent = 1e-9;

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
  const int size = system_.motion_count(), rows = system_.multiplier_count();
  M_full_ = Eigen::MatrixXd::Zero(size, size);
  K_other_ = C_other_ = M_full_;
  Eigen::MatrixXd connections = M_full_;
  jacobian_ = Eigen::MatrixXd::Zero(rows, size);
  ElementTangents tangents;
  for (const auto& element : system_.elements()) {
    tangents.Reset(element->size());
    element->AddTangents(System::Slice(at, *element), &tangents);
    const auto* connection = dynamic_cast<const ConnectionElement*>(element.get());
    const ElementMap map(system_, *element);
    if (connection) {
      const Eigen::MatrixXd relaxed =
          connection->Linearize(System::Slice(at, *element), 0).StiffnessAt(0).real();
      AddToMotion(map, relaxed, &connections);
    } else {
      AddToMotion(map, tangents.K, &K_other_);
      AddToMotion(map, tangents.C, &C_other_);
    }
    AddToMotion(map, tangents.M, &M_full_);
    const int motion = element->motion_size();
    if (!tangents.C.middleRows(motion, element->multipliers()).isZero(0)) {
      throw InputError(
          fmt::format("{} prescribes a position that depends on velocities", element->name()),
          "linear analyses cannot follow that");
    }
    Eigen::MatrixXd phi = tangents.K.middleRows(element->motion_size(), element->multipliers());
    if (map.sees_nodes()) phi = phi * PositionsOf(map);
    for (int i = 0; i < element->multipliers(); ++i) {
      for (int k = 0; k < map.motion_size(); ++k) {
        const int unknown = map.unknowns()[k];
        if (unknown >= 0) jacobian_(element->first_multiplier() + i, unknown) += phi(i, k);
      }
    }
  }
  AddNodeStiffness(at);
  for (const ConnectionElement* connection : system_.connections()) {
    inner_points_.push_back(connection->Linearize(System::Slice(at, *connection), 1).inner());
  }
  Z_ = NullSpace(jacobian_, kDependent);
  M_ = Z_.transpose() * M_full_ * Z_;
  K_ = Z_.transpose() * (K_other_ + connections) * Z_;
}

Eigen::MatrixXd LinearSystem::PositionsOf(const ElementMap& map) const {
  Eigen::MatrixXd P;
  map.Positions(state_, &P);
  return P;
}

template <class Matrix>
void LinearSystem::AddToMotion(const ElementMap& map, const Matrix& local, Matrix* motion) const {
  Matrix carried;
  if (map.sees_nodes()) {
    const Eigen::MatrixXd P = PositionsOf(map);
    carried = P.transpose() * local * P;
  }
  const Matrix& all = map.sees_nodes() ? carried : local;
  const int size = map.motion_size();
  for (int i = 0; i < size; ++i) {
    for (int j = 0; j < size; ++j) {
      const int row = map.unknowns()[i], column = map.unknowns()[j];
      if (row >= 0 && column >= 0) (*motion)(row, column) += all(i, j);
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
    const int first = system_.layout().Scalar(node.first_mode()), n = node.modes();
    K_other_.block(system_.layout().Body(node.body()), first, 6, n) += G.body * node.shapes();
    K_other_.block(first, first, n, n) += node.shapes().transpose() * (G.elastic * node.shapes());
  }
}

Eigen::MatrixXcd LinearSystem::FullStiffness(double omega) const {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  Eigen::MatrixXcd K = K_other_ + std::complex<double>(0, omega) * C_other_;
  for (const ConnectionElement* connection : system_.connections()) {
    AddToMotion(ElementMap(system_, *connection),
                connection->Linearize(System::Slice(at, *connection), omega).StiffnessAt(omega),
                &K);
  }
  return K;
}

QuadraticProblem LinearSystem::FullQuadratic(double omega) const {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  const int motion = system_.motion_count();
  const int points = std::accumulate(inner_points_.begin(), inner_points_.end(), 0);
  QuadraticProblem all;
  for (Eigen::MatrixXd* matrix : {&all.M, &all.C, &all.K}) {
    *matrix = Eigen::MatrixXd::Zero(motion + points, motion + points);
  }
  all.M.topLeftCorner(motion, motion) = M_full_;
  all.C.topLeftCorner(motion, motion) = C_other_;
  all.K.topLeftCorner(motion, motion) = K_other_;
  int first_point = motion;
  for (const ConnectionElement* connection : system_.connections()) {
    const SmallMotion part = connection->Linearize(System::Slice(at, *connection), omega);
    const ElementMap map(system_, *connection);
    AddWithPoints(map, part.M, first_point, &all.M);
    AddWithPoints(map, part.C, first_point, &all.C);
    AddWithPoints(map, part.K, first_point, &all.K);
    all.at_one_frequency = all.at_one_frequency || part.at_one_frequency;
    first_point += part.inner();
  }
  return all;
}

QuadraticProblem LinearSystem::Quadratic(double omega) const {
  QuadraticProblem all = FullQuadratic(omega);
  const Eigen::Index motion = Z_.rows(), points = all.M.rows() - motion, free = Z_.cols();
  for (Eigen::MatrixXd* matrix : {&all.M, &all.C, &all.K}) {
    const Eigen::MatrixXd full = *matrix;
    matrix->resize(free + points, free + points);
    matrix->topLeftCorner(free, free) = Z_.transpose() * full.topLeftCorner(motion, motion) * Z_;
    matrix->topRightCorner(free, points) = Z_.transpose() * full.topRightCorner(motion, points);
    matrix->bottomLeftCorner(points, free) = full.bottomLeftCorner(points, motion) * Z_;
    matrix->bottomRightCorner(points, points) = full.bottomRightCorner(points, points);
  }
  return all;
}

// An element's matrix whose last rows and columns are those of points inside its law.
void LinearSystem::AddWithPoints(const ElementMap& map, const Eigen::MatrixXd& local,
                                 int first_point, Eigen::MatrixXd* all) const {
  const int size = map.element().size();
  const Eigen::Index points = local.rows() - size;
  AddToMotion<Eigen::MatrixXd>(map, local.topLeftCorner(size, size), all);
  if (points == 0) return;
  Eigen::MatrixXd right = local.topRightCorner(size, points);
  Eigen::MatrixXd below = local.bottomLeftCorner(points, size);
  if (map.sees_nodes()) {
    const Eigen::MatrixXd P = PositionsOf(map);
    right = (P.transpose() * right).eval();
    below = (below * P).eval();
  }
  for (int i = 0; i < map.size(); ++i) {
    const int unknown = map.unknowns()[i];
    if (unknown < 0) continue;
    all->block(unknown, first_point, 1, points) += right.row(i);
    all->block(first_point, unknown, points, 1) += below.col(i);
  }
  all->block(first_point, first_point, points, points) += local.bottomRightCorner(points, points);
}

Eigen::VectorXcd LinearSystem::Respond(double omega, const Eigen::VectorXcd& wrenches,
                                       const Eigen::VectorXcd& prescribed) const {
  const Eigen::MatrixXcd D =
      FullStiffness(omega) - omega * omega * M_full_.cast<std::complex<double>>();
  const Eigen::MatrixXcd free = Z_.transpose() * D * Z_;
  return prescribed + Z_ * SolveSquare(free, Z_.transpose() * (wrenches - D * prescribed));
}

Eigen::VectorXd LinearSystem::UnitMotion(int multiplier) const {
  return PseudoInverse(jacobian_).col(multiplier);
}

}  // namespace jounce

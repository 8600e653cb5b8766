#include "solve/linear_system.h"

#include <algorithm>
#include <limits>
#include <utility>

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
          connection->DynamicStiffness(System::Slice(at, *element), 0).real();
      AddToMotion(map, relaxed, &connections);
    } else {
      AddToMotion(map, tangents.K, &K_other_);
      AddToMotion(map, tangents.C, &C_other_);
    }
    AddToMotion(map, tangents.M, &M_full_);
    Eigen::MatrixXd phi = tangents.K.bottomRows(element->multipliers());
    if (map.sees_nodes()) phi = phi * PositionsOf(map);
    for (int i = 0; i < element->multipliers(); ++i) {
      for (int k = 0; k < map.size() - element->multipliers(); ++k) {
        const int unknown = map.unknowns()[k];
        if (unknown >= 0) jacobian_(element->first_multiplier() + i, unknown) += phi(i, k);
      }
    }
  }
  AddNodeStiffness(at);
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
  const int size = map.size() - map.element().multipliers();
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
    const int first = 6 * system_.body_count() + node.first_mode(), n = node.modes();
    K_other_.block(6 * node.body(), first, 6, n) += G.body * node.shapes();
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
                connection->DynamicStiffness(System::Slice(at, *connection), omega), &K);
  }
  return K;
}

Eigen::MatrixXcd LinearSystem::DynamicStiffness(double omega) const {
  return Z_.transpose() * FullStiffness(omega) * Z_;
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

#include "solve/linear_system.h"

#include <algorithm>
#include <limits>

#include "math/dense.h"

namespace jounce {
namespace {

// Constraint rows that depend on others to within this part are not counted.
constexpr double kDependent = 1e-9;

}  // namespace

LinearSystem::LinearSystem(const System& system, const SystemState& state)
    : system_(system), state_(state), history_(system.history_size() + 1) {
  system_.StartHistory(state_, history_.data());
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  const int size = 6 * system_.body_count(), rows = system_.multiplier_count();
  M_full_ = Eigen::MatrixXd::Zero(size, size);
  K_other_ = M_full_;
  Eigen::MatrixXd connections = M_full_, jacobian = Eigen::MatrixXd::Zero(rows, size);
  ElementTangents tangents;
  for (const auto& element : system_.elements()) {
    tangents.Reset(element->size());
    element->AddTangents(System::Slice(at, *element), &tangents);
    const bool connection = dynamic_cast<const ConnectionElement*>(element.get()) != nullptr;
    AddToBodies(*element, tangents.K, connection ? &connections : &K_other_);
    AddToBodies(*element, tangents.M, &M_full_);
    const int bodies = static_cast<int>(element->bodies().size());
    for (int i = 0; i < element->multipliers(); ++i) {
      for (int slot = 0; slot < bodies; ++slot) {
        const int body = element->bodies()[slot];
        if (body == system_.body_count()) continue;
        jacobian.block<1, 6>(element->first_multiplier() + i, 6 * body) +=
            tangents.K.block<1, 6>(6 * bodies + i, 6 * slot);
      }
    }
  }
  Z_ = NullSpace(jacobian, kDependent);
  M_ = Z_.transpose() * M_full_ * Z_;
  K_ = Z_.transpose() * (K_other_ + connections) * Z_;
}

template <class Matrix>
void LinearSystem::AddToBodies(const Element& element, const Matrix& local, Matrix* bodies) const {
  const int ground = system_.body_count();
  for (size_t i = 0; i < element.bodies().size(); ++i) {
    for (size_t j = 0; j < element.bodies().size(); ++j) {
      const int row = element.bodies()[i], column = element.bodies()[j];
      if (row == ground || column == ground) continue;
      bodies->template block<6, 6>(6 * row, 6 * column) += local.template block<6, 6>(6 * i, 6 * j);
    }
  }
}

Eigen::MatrixXcd LinearSystem::DynamicStiffness(double omega) const {
  std::vector<double> next(history_);
  const Evaluation at{state_, std::numeric_limits<double>::infinity(), history_.data(),
                      next.data()};
  Eigen::MatrixXcd K = K_other_.cast<std::complex<double>>();
  for (const ConnectionElement* connection : system_.connections()) {
    AddToBodies(*connection, connection->DynamicStiffness(System::Slice(at, *connection), omega),
                &K);
  }
  return Z_.transpose() * K * Z_;
}

Eigen::VectorXcd LinearSystem::Respond(double omega, const Eigen::VectorXcd& wrenches) const {
  const Eigen::MatrixXcd D =
      DynamicStiffness(omega) - omega * omega * M_.cast<std::complex<double>>();
  return Z_ * SolveSquare(D, Z_.transpose() * wrenches);
}

}  // namespace jounce

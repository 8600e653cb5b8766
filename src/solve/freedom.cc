#include "solve/freedom.h"

#include <fmt/format.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <cmath>

namespace jounce {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

// Rows whose part independent of the others is smaller than this (all are scaled to 1) depend on
// them.
constexpr double kDependent = 1e-9;

// The transposed Jacobian, one column a constraint row, each of unit length. Rotations are weighed
// with the size of the model.
SparseMatrix TransposedJacobian(const System& system, const SystemState& state) {
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const Evaluation at{state, 0, history.data(), next.data()};
  std::vector<Eigen::Triplet<double>> entries;
  ElementTangents tangents;
  const double rotation_weight = 1 / system.length_scale();
  for (const Constraint* constraint : system.constraints()) {
    tangents.Reset(constraint->size());
    constraint->AddTangents(System::Slice(at, *constraint), &tangents);
    const int bodies = static_cast<int>(constraint->bodies().size());
    for (int i = 0; i < constraint->multipliers(); ++i) {
      Eigen::VectorXd row = tangents.K.row(6 * bodies + i).head(6 * bodies);
      for (int slot = 0; slot < bodies; ++slot) {
        row.segment<3>(6 * slot + 3) *= rotation_weight;
        if (constraint->bodies()[slot] == system.body_count()) row.segment<6>(6 * slot).setZero();
      }
      const double norm = row.norm();
      if (!(norm > 0)) continue;
      for (int k = 0; k < row.size(); ++k) {
        if (row[k] == 0) continue;
        const int unknown = 6 * constraint->bodies()[k / 6] + k % 6;
        entries.emplace_back(unknown, constraint->first_multiplier() + i, row[k] / norm);
      }
    }
  }
  SparseMatrix jacobian(6 * system.body_count(), system.multiplier_count());
  jacobian.setFromTriplets(entries.begin(), entries.end());
  jacobian.makeCompressed();
  return jacobian;
}

}  // namespace

std::string Freedom::ToString() const {
  const int redundant_rows = rows - rank;
  return fmt::format("{} {} ({}) - {} constraint rows of {} {}{} = {} degree{} of freedom", bodies,
                     bodies == 1 ? "body" : "bodies", 6 * bodies, rows, constraints.size(),
                     constraints.size() == 1 ? "joint or motion" : "joints and motions",
                     redundant_rows > 0 ? fmt::format(" + {} redundant", redundant_rows) : "",
                     degrees_of_freedom, degrees_of_freedom == 1 ? "" : "s");
}

Freedom CountFreedom(const System& system, const SystemState& state) {
  Freedom freedom;
  freedom.bodies = system.body_count();
  freedom.rows = system.multiplier_count();
  freedom.active.assign(freedom.rows, true);
  for (const Constraint* c : system.constraints()) {
    freedom.constraints[c->name()] += c->multipliers();
  }
  if (freedom.rows > 0 && freedom.bodies > 0) {
    const SparseMatrix jacobian = TransposedJacobian(system, state);
    Eigen::SparseQR<SparseMatrix, Eigen::NaturalOrdering<int>> qr;
    qr.setPivotThreshold(kDependent);
    qr.compute(jacobian);
    freedom.rank = static_cast<int>(qr.rank());
    // Dependent columns are moved behind the independent ones.
    for (int i = freedom.rank; i < freedom.rows; ++i) {
      freedom.active[qr.colsPermutation().indices()[i]] = false;
    }
  }
  for (int i = 0; i < freedom.rows; ++i) {
    if (!freedom.active[i]) freedom.redundant.push_back(system.ConstraintOf(i).name());
  }
  freedom.degrees_of_freedom = 6 * freedom.bodies - freedom.rank;
  return freedom;
}

}  // namespace jounce

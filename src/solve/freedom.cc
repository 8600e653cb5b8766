#include "solve/freedom.h"

#include <fmt/format.h>

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <Eigen/SparseQR>
#include <cmath>

#include "solve/element_map.h"

namespace jounce {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, int>;

// Rows whose part independent of the others is smaller than this (all are scaled to 1) depend on
// them.
constexpr double kDependentRow = 1e-9;

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
    const ElementMap map(system, *constraint);
    Eigen::MatrixXd rows = tangents.K.bottomRows(constraint->multipliers());
    if (map.sees_nodes()) {
      Eigen::MatrixXd P;
      map.Positions(state, &P);
      rows = rows * P;
    }
    const int motion = map.size() - constraint->multipliers();
    for (int i = 0; i < constraint->multipliers(); ++i) {
      Eigen::VectorXd row = rows.row(i).head(motion);
      for (int k = 0; k < motion; ++k) {
        const int unknown = map.unknowns()[k];
        if (unknown < 0) row[k] = 0;
        if (system.IsRotation(unknown)) row[k] *= rotation_weight;
      }
      const double norm = row.norm();
      if (!(norm > 0)) continue;
      for (int k = 0; k < motion; ++k) {
        if (row[k] == 0) continue;
        entries.emplace_back(map.unknowns()[k], constraint->first_multiplier() + i, row[k] / norm);
      }
    }
  }
  SparseMatrix jacobian(system.motion_count(), system.multiplier_count());
  jacobian.setFromTriplets(entries.begin(), entries.end());
  jacobian.makeCompressed();
  return jacobian;
}

}  // namespace

std::string Freedom::ToString() const {
  const int redundant_rows = rows - rank;
  return fmt::format("{} {} ({}){} - {} constraint rows of {} {}{} = {} degree{} of freedom",
                     bodies, bodies == 1 ? "body" : "bodies", 6 * bodies,
                     modes > 0 ? fmt::format(" + {} mode{}", modes, modes == 1 ? "" : "s") : "",
                     rows, constraints.size(),
                     constraints.size() == 1 ? "joint or motion" : "joints and motions",
                     redundant_rows > 0 ? fmt::format(" + {} redundant", redundant_rows) : "",
                     degrees_of_freedom, degrees_of_freedom == 1 ? "" : "s");
}

Freedom CountFreedom(const System& system, const SystemState& state) {
  Freedom freedom;
  freedom.bodies = system.body_count();
  freedom.modes = system.mode_count();
  freedom.rows = system.multiplier_count();
  freedom.active.assign(freedom.rows, true);
  for (const Constraint* c : system.constraints()) {
    freedom.constraints[c->name()] += c->multipliers();
  }
  if (freedom.rows > 0 && freedom.bodies > 0) {
    const SparseMatrix jacobian = TransposedJacobian(system, state);
    Eigen::SparseQR<SparseMatrix, Eigen::NaturalOrdering<int>> qr;
    qr.setPivotThreshold(kDependentRow);
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
  freedom.degrees_of_freedom = system.motion_count() - freedom.rank;
  return freedom;
}

}  // namespace jounce

#include "solve/freedom.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "solve/element_map.h"
#include "solve/row_rank.h"

namespace jounce {
namespace {

// Rows whose part independent of the others is smaller than this (all are scaled to 1) depend on
// them.
constexpr double kDependentRow = 1e-9;

// The rows of a constraint, each of unit length. Rotations are weighed with the size of the model.
void AddRows(const System& system, const Evaluation& at, const Constraint& constraint,
             ElementTangents* tangents, std::vector<SparseRow>* rows) {
  tangents->Reset(constraint.size());
  constraint.AddTangents(System::Slice(at, constraint), tangents);
  const ElementMap map(system, constraint);
  Eigen::MatrixXd jacobian =
      tangents->K.middleRows(constraint.motion_size(), constraint.multipliers());
  if (map.sees_nodes()) {
    Eigen::MatrixXd P;
    map.Positions(at.state, &P);
    jacobian = jacobian * P;
  }
  const int motion = map.motion_size();
  for (int k = 0; k < motion; ++k) {
    if (map.unknowns()[k] < 0) jacobian.col(k).setZero();
    if (system.IsRotation(map.unknowns()[k])) jacobian.col(k) /= system.length_scale();
  }
  for (int i = 0; i < constraint.multipliers(); ++i) {
    SparseRow& row = rows->emplace_back();
    double sum = 0;
    for (int k = 0; k < motion; ++k) {
      if (jacobian(i, k) == 0) continue;
      // A coupler may see a body through two joints.
      const auto same = std::find_if(row.begin(), row.end(), [&](const SparseEntry& entry) {
        return entry.column == map.unknowns()[k];
      });
      if (same == row.end()) {
        row.push_back({map.unknowns()[k], jacobian(i, k)});
      } else {
        same->value += jacobian(i, k);
      }
    }
    for (const SparseEntry& entry : row) sum += entry.value * entry.value;
    if (!(sum > 0)) row.clear();
    for (SparseEntry& entry : row) entry.value /= std::sqrt(sum);
  }
}

RowRank FindConstraintRank(const System& system, const SystemState& state) {
  std::vector<double> history(system.history_size() + 1), next(history);
  system.StartHistory(state, history.data());
  const Evaluation at{state, 0, history.data(), next.data()};
  system.EvaluateSignals(at);
  std::vector<SparseRow> rows;
  ElementTangents tangents;
  for (const Constraint* c : system.constraints()) AddRows(system, at, *c, &tangents, &rows);
  // The unknowns of a body are a block, each mode is one of its own.
  std::vector<int> block(system.motion_count());
  const int bodies = system.body_count();
  for (int i = 0; i < system.motion_count(); ++i)
    block[i] = i < system.layout().Scalar(0) ? i / 6 : i - 5 * bodies;
  return FindRowRank(rows, block, kDependentRow);
}

// The names of the constraints that own these rows, which ascend, each once.
std::vector<std::string> NamesOf(const System& system, const std::vector<int>& rows) {
  std::vector<std::string> names;
  for (int row : rows) {
    // Rows of a constraint come one after the other.
    const std::string& name = system.ConstraintOf(row).name();
    if (names.empty() || names.back() != name) names.push_back(name);
  }
  return names;
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
  for (const Constraint* c : system.constraints()) {
    freedom.constraints[c->name()] += c->multipliers();
  }
  const RowRank rank = FindConstraintRank(system, state);
  freedom.rank = rank.rank;
  freedom.active = rank.independent;
  for (int i = 0; i < freedom.rows; ++i) {
    if (freedom.active[i]) continue;
    const std::vector<int>& parts = rank.follows_from[freedom.redundant.size()];
    freedom.redundant.push_back(system.ConstraintOf(i).name());
    freedom.repeats.push_back(NamesOf(system, parts));
  }
  freedom.degrees_of_freedom = system.motion_count() - system.state_count() - freedom.rank;
  return freedom;
}

}  // namespace jounce

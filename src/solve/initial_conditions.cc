#include "solve/initial_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr int kMostIterations = 50;
// Constraints are satisfied to this part of the size of the model.
constexpr double kTolerance = 1e-13;
// A flexible body would rather move than bend: what its modes weigh against metres.
constexpr double kModalWeight = 1e6;

}  // namespace

InitialConditions::InitialConditions(const System& system, const std::vector<bool>& active,
                                     const RedundantRows& redundant)
    : system_(system),
      redundant_(redundant),
      active_(active),
      matrix_(system, active),
      lu_(matrix_.pattern()),
      next_(system.history_size() + 1),
      bodies_(system.row_count()),
      rows_(system.multiplier_count()),
      solution_(system.unknown_count()) {}

Evaluation InitialConditions::At(const SystemState& state, const std::vector<double>& history) {
  return {state, 0, history.data(), next_.data()};
}

RunStatus InitialConditions::Singular() const {
  return RunStatus::Failure("the constraints of the model cannot be solved where it is placed",
                            "move the bodies off the singular position, or remove a joint");
}

bool InitialConditions::FactorLeastChange(const Evaluation& at) {
  matrix_.Assemble(at, {.stiffness = 0, .damping = 0, .mass = 0, .constraint = 1});
  const double rotation = system_.length_scale() * system_.length_scale();
  for (int i = 0; i < system_.motion_count(); ++i) {
    const bool modal = i >= 6 * system_.body_count();
    matrix_.AddToDiagonal(i, modal ? kModalWeight : system_.IsRotation(i) ? rotation : 1);
  }
  return lu_.Factor(matrix_.values());
}

void InitialConditions::SolveConstraints(const double* rows) {
  std::fill(solution_.begin(), solution_.end(), 0.0);
  const int offset = system_.motion_count();
  for (size_t i = 0; i < active_.size(); ++i) solution_[offset + i] = active_[i] ? -rows[i] : 0;
  lu_.Solve(solution_.data());
}

Eigen::Map<const Eigen::VectorXd> InitialConditions::ModesOfSolution() const {
  return {solution_.data() + 6 * system_.body_count(), system_.mode_count()};
}

RunStatus InitialConditions::MakePositions(SystemState* state, const std::vector<double>& history) {
  const double scale = std::max(1.0, system_.length_scale());
  double worst = 0;
  int worst_row = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const Evaluation at = At(*state, history);
    system_.Residual(at, bodies_.data(), rows_.data());
    worst = 0;
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (!active_[i] || std::abs(rows_[i]) <= worst) continue;
      worst = std::abs(rows_[i]);
      worst_row = static_cast<int>(i);
    }
    if (!std::isfinite(worst)) break;
    if (worst <= kTolerance * scale) return redundant_.Check(*state, next_.data());
    if (!FactorLeastChange(at)) return Singular();
    SolveConstraints(rows_.data());
    for (int i = 0; i < system_.body_count(); ++i) {
      state->pose[i] = state->pose[i] * ExpPose(BodyEntry(solution_.data(), i));
    }
    state->modal += ModesOfSolution();
    system_.UpdateNodes(state);
  }
  return RunStatus::Failure(
      fmt::format("the model cannot be assembled: {} is off by {:.3g}",
                  rows_.empty() ? "nothing" : system_.ConstraintOf(worst_row).name(), worst),
      "check the positions and orientations of its frames");
}

RunStatus InitialConditions::MakeVelocities(SystemState* state,
                                            const std::vector<double>& history) {
  if (rows_.empty()) return {};
  std::vector<double> acceleration(rows_.size());
  for (const Constraint* c : system_.constraints()) {
    c->ConstraintRates(*state, rows_.data(), acceleration.data());
  }
  if (!FactorLeastChange(At(*state, history))) return Singular();
  SolveConstraints(rows_.data());
  for (int i = 0; i < system_.body_count(); ++i) {
    state->velocity[i] += BodyEntry(solution_.data(), i);
  }
  state->modal_velocity += ModesOfSolution();
  system_.UpdateNodes(state);
  return {};
}

RunStatus InitialConditions::MakeAccelerations(SystemState* state,
                                               const std::vector<double>& history) {
  for (Vector6& acceleration : state->acceleration) acceleration.setZero();
  state->multiplier.setZero();
  state->modal_acceleration.setZero();
  system_.UpdateNodes(state);
  std::vector<double> velocity(rows_.size()), acceleration(rows_.size());
  for (const Constraint* c : system_.constraints()) {
    c->ConstraintRates(*state, velocity.data(), acceleration.data());
  }
  const Evaluation at = At(*state, history);
  system_.Residual(at, bodies_.data(), rows_.data());
  matrix_.Assemble(at, {.stiffness = 0, .damping = 0, .mass = 1, .constraint = 1});
  const int offset = system_.motion_count();
  for (int i = 0; i < offset; ++i) {
    // A body without mass has no acceleration of its own: the smallest that fits is taken.
    if (matrix_.Diagonal(i) == 0) matrix_.AddToDiagonal(i, 1e-9 * system_.mass_scale());
    solution_[i] = -bodies_[i];
  }
  for (size_t i = 0; i < active_.size(); ++i) {
    solution_[offset + i] = active_[i] ? -acceleration[i] : 0;
  }
  if (!lu_.Factor(matrix_.values())) return Singular();
  lu_.Solve(solution_.data());
  for (int i = 0; i < system_.body_count(); ++i) {
    state->acceleration[i] = BodyEntry(solution_.data(), i);
  }
  state->modal_acceleration = ModesOfSolution();
  system_.UpdateNodes(state);
  for (size_t i = 0; i < active_.size(); ++i) state->multiplier[i] = solution_[offset + i];
  return {};
}

}  // namespace jounce

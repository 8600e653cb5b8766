#include "solve/initial_conditions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

constexpr int kMostIterations = 50;
// Constraints are satisfied to this part of the size of the model.
constexpr double kTolerance = 1e-13;
// A flexible body would rather move than bend: what its modes weigh against metres, or against
// their mass.
constexpr double kModalWeight = 1e6;
// Parts of the mean mass: what is given to those without any, and to all, so that bodies that are
// points can be solved for.
constexpr double kWeightless = 1e-9;
constexpr double kTinyMass = 1e-14;
// Next to no time, as a part of a step.
constexpr double kAtOnce = 1e-8;
// A short time, as a part of a step, in which rates of signals are found.
constexpr double kShortTime = 0.1;
// What is slowed by its dampers to this part of its first acceleration, in a step, is light.
constexpr double kLight = 0.01;
constexpr double kUpToSpeed = 1e-12;  // of the first change of velocities
// What is held is this many times heavier.
constexpr double kHoldingMass = 1e12;
// Forces below this part of the largest are none.
constexpr double kCarriesNothing = 1e-6;

}  // namespace

InitialConditions::InitialConditions(const System& system, const std::vector<bool>& active,
                                     const RedundantRows& redundant)
    : system_(system),
      redundant_(redundant),
      active_(active),
      matrix_(system, active),
      lu_(matrix_.pattern()),
      next_(system.history_size() + 1),
      force_residual_(system.row_count()),
      rows_(system.multiplier_count()),
      solution_(system.unknown_count()),
      weightless_(system.motion_count()),
      mass_(system.motion_count()),
      damped_mass_(mass_) {}

Evaluation InitialConditions::At(const SystemState& state, const std::vector<double>& history,
                                 double h) {
  return {state, h, history.data(), next_.data()};
}

RunStatus InitialConditions::Singular() const {
  return RunStatus::Failure("the constraints of the model cannot be solved where it is placed",
                            "move the bodies off the singular position, or remove a joint");
}

bool InitialConditions::FactorLeastChange(const Evaluation& at) {
  matrix_.Assemble(at, {.stiffness = 0, .damping = 0, .mass = 0, .constraint = 1});
  const double rotation = system_.length_scale() * system_.length_scale();
  for (int i = 0; i < system_.motion_count(); ++i) {
    const bool modal = i >= system_.layout().Scalar(0);
    const double weight = modal ? kModalWeight : system_.IsRotation(i) ? rotation : 1;
    matrix_.AddToDiagonal(i, system_.layout().IsState(i) ? kHoldingMass : weight);
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
  return {solution_.data() + system_.layout().Scalar(0), system_.mode_count()};
}

RunStatus InitialConditions::MakePositions(SystemState* state, const std::vector<double>& history) {
  const double scale = std::max(1.0, system_.length_scale());
  double worst = 0;
  int worst_row = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const Evaluation at = At(*state, history);
    system_.Residual(at, force_residual_.data(), rows_.data());
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
    state->modal.head(system_.mode_count()) += ModesOfSolution();
    system_.UpdateNodes(state);
  }
  return RunStatus::Failure(
      fmt::format("the model cannot be assembled: {} is off by {:.3g}",
                  rows_.empty() ? "nothing" : system_.ConstraintOf(worst_row).name(), worst),
      "check the positions and orientations of its frames");
}

void InitialConditions::AddTinyMasses() {
  const double length2 = system_.length_scale() * system_.length_scale();
  for (int i = 0; i < system_.motion_count(); ++i) {
    const double part = matrix_.Diagonal(i) == 0 ? kWeightless : kTinyMass;
    const double mass = part * system_.mass_scale();
    matrix_.AddToDiagonal(i, system_.IsRotation(i) ? mass * length2 : mass);
    // States have rates by their own equations.
    if (system_.layout().IsState(i)) matrix_.AddToDiagonal(i, kHoldingMass * system_.mass_scale());
  }
}

RunStatus InitialConditions::MakeVelocities(SystemState* state,
                                            const std::vector<double>& history) {
  MakeStateRates(state, history);
  if (rows_.empty()) return {};
  std::vector<double> velocity(rows_.size()), acceleration(rows_.size());
  FindConstraintRates(*state, history, velocity.data(), acceleration.data());
  matrix_.Assemble(At(*state, history), {.stiffness = 0, .damping = 0, .mass = 1, .constraint = 1});
  for (int i = system_.layout().Scalar(0); i < system_.layout().State(0); ++i) {
    matrix_.AddToDiagonal(i, kModalWeight * matrix_.Diagonal(i));
  }
  AddTinyMasses();
  if (!lu_.Factor(matrix_.values())) return Singular();
  SolveConstraints(velocity.data());
  for (int i = 0; i < system_.body_count(); ++i) {
    state->velocity[i] += BodyEntry(solution_.data(), i);
  }
  state->modal_velocity.head(system_.mode_count()) += ModesOfSolution();
  system_.UpdateNodes(state);
  MakeStateRates(state, history);
  return {};
}

// The rows of states are x' - f. Where f depends on x', through a signal that goes round a loop,
// one more pass follows.
void InitialConditions::MakeStateRates(SystemState* state, const std::vector<double>& history) {
  if (system_.state_count() == 0) return;
  const double step = system_.model().solver.step;
  for (int pass = 0; pass < 2; ++pass) {
    system_.Residual(At(*state, history, step), force_residual_.data(), rows_.data());
    for (int i = 0; i < system_.state_count(); ++i) {
      state->modal_velocity[system_.mode_count() + i] -= force_residual_[system_.layout().State(i)];
    }
  }
}

// The second rates of states, by the difference of their rates while all else goes on.
void InitialConditions::MakeStateAccelerations(SystemState* state,
                                               const std::vector<double>& history) {
  if (system_.state_count() == 0) return;
  const double step = system_.model().solver.step, dt = kShortTime * step;
  const int first = system_.mode_count();
  state->modal_acceleration.tail(system_.state_count()).setZero();
  SystemState after = system_.Coasting(*state, dt);
  system_.Residual(At(after, history, step), force_residual_.data(), rows_.data());
  for (int i = 0; i < system_.state_count(); ++i) {
    state->modal_acceleration[first + i] = -force_residual_[system_.layout().State(i)] / dt;
  }
}

// Of functions of time exactly, of other signals by differences while everything keeps its
// velocity: how a signal changes with accelerations is in the matrix.
void InitialConditions::FindConstraintRates(const SystemState& state,
                                            const std::vector<double>& history, double* velocity,
                                            double* acceleration) {
  for (const Constraint* c : system_.constraints()) {
    c->ConstraintRates(state, velocity, acceleration);
  }
  const auto& constraints = system_.constraints();
  const bool follows_signal = std::any_of(constraints.begin(), constraints.end(),
                                          [](const Constraint* c) { return c->FollowsSignal(); });
  if (!follows_signal) return;
  const double step = system_.model().solver.step, dt = kShortTime * step;
  SystemState coasting = state;
  for (Vector6& a : coasting.acceleration) a.setZero();
  coasting.modal_acceleration.setZero();
  std::vector<double> value[3];
  for (int k = 0; k < 3; ++k) {
    const SystemState there = system_.Coasting(coasting, (k - 1) * dt);
    const Evaluation at = At(there, history, step);
    system_.EvaluateSignals(at);
    for (const Constraint* c : constraints) c->SignalValues(System::Slice(at, *c), &value[k]);
  }
  size_t i = 0;
  for (const Constraint* c : constraints) {
    for (size_t row = 0; row < c->rows().size(); ++row) {
      if (!c->rows()[row].signal) continue;
      const double s = value[1][i], rate = (value[2][i] - value[0][i]) / (2 * dt);
      const double second = (value[2][i] - 2 * s + value[0][i]) / (dt * dt);
      const size_t index = c->first_multiplier() + row;
      const auto quantity = c->rows()[row].quantity;
      const bool position = quantity == MotionQuantity::kPosition;
      const bool of_rate = quantity == MotionQuantity::kVelocity;
      velocity[index] -= position ? rate : of_rate ? s : 0;
      acceleration[index] -= position ? second : of_rate ? rate : s;
      ++i;
    }
  }
}

bool InitialConditions::SolveAccelerations(double h, SystemState* state,
                                           const std::vector<double>& history) {
  for (Vector6& acceleration : state->acceleration) acceleration.setZero();
  state->multiplier.setZero();
  state->modal_acceleration.setZero();
  system_.UpdateNodes(state);
  system_.MoveFrames(state);
  std::vector<double> velocity(rows_.size()), acceleration(rows_.size());
  FindConstraintRates(*state, history, velocity.data(), acceleration.data());
  const Evaluation at = At(*state, history, h);
  system_.Residual(at, force_residual_.data(), rows_.data());
  matrix_.Assemble(at, {.stiffness = 0, .damping = h, .mass = 1, .constraint = 1});
  const int offset = system_.motion_count();
  for (int i = 0; i < offset; ++i) {
    const bool is_state = system_.layout().IsState(i);
    damped_mass_[i] = matrix_.Diagonal(i);
    weightless_[i] = damped_mass_[i] == 0 && !is_state;
    solution_[i] = is_state ? 0 : -force_residual_[i];
  }
  AddTinyMasses();
  for (size_t i = 0; i < active_.size(); ++i) {
    solution_[offset + i] = active_[i] ? -acceleration[i] : 0;
  }
  if (!lu_.Factor(matrix_.values())) return false;
  lu_.Solve(solution_.data());
  return true;
}

std::vector<bool> InitialConditions::FindLight(const std::vector<double>& at_once,
                                               const std::vector<double>& in_a_step) const {
  std::vector<bool> light(system_.motion_count(), false);
  const int bodies = system_.layout().Scalar(0);
  for (int i = 0; i < system_.layout().State(0);) {
    const int size = i < bodies ? 3 : 1;  // places and turns of a body, each as a whole
    const double fast = Eigen::Map<const Eigen::VectorXd>(&at_once[i], size).norm();
    const double slow = Eigen::Map<const Eigen::VectorXd>(&in_a_step[i], size).norm();
    double mass = 0, damping = 0;
    for (int k = i; k < i + size; ++k) {
      mass = std::max(mass, mass_[k]);
      damping = std::max(damping, damped_mass_[k] - mass_[k]);
    }
    // Heavy bodies, too, are pushed by light ones that come to speed, but not for long.
    const bool is_light = slow < kLight * fast && mass < kLight * damping;
    for (int k = 0; k < size; ++k, ++i) light[i] = is_light;
  }
  return light;
}

// What is light comes to speed between the others, which keep theirs.
RunStatus InitialConditions::Settle(const std::vector<bool>& light, SystemState* state,
                                    const std::vector<double>& history) {
  const double step = system_.model().solver.step;
  const int bodies = system_.layout().Scalar(0);
  double first = 0;
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const Evaluation at = At(*state, history, step);
    system_.Residual(at, force_residual_.data(), rows_.data());
    matrix_.Assemble(at, {.stiffness = 0, .damping = step, .mass = 1, .constraint = 1});
    AddTinyMasses();
    std::fill(solution_.begin(), solution_.end(), 0.0);
    for (int i = 0; i < system_.motion_count(); ++i) {
      if (light[i]) solution_[i] = -force_residual_[i];
      if (!light[i]) matrix_.AddToDiagonal(i, kHoldingMass * std::max(matrix_.Diagonal(i), 0.0));
    }
    if (!lu_.Factor(matrix_.values())) return Singular();
    lu_.Solve(solution_.data());
    double change = 0;
    for (int i = 0; i < system_.motion_count(); ++i) {
      if (!light[i]) continue;
      double& velocity =
          i < bodies ? state->velocity[i / 6][i % 6] : state->modal_velocity[i - bodies];
      velocity += step * solution_[i];
      change = std::max(change, std::abs(step * solution_[i]));
    }
    system_.UpdateNodes(state);
    first = std::max(first, change);
    if (change <= kUpToSpeed * first) break;
  }
  return MakeVelocities(state, history);
}

// What has neither mass nor damping has no acceleration of its own. Where forces on it are out of
// balance it jumps to where they are not, in no time.
void InitialConditions::LetWeightlessRest(double force_size) {
  const double length = system_.length_scale();
  for (int i = 0; i < system_.motion_count(); ++i) {
    if (!weightless_[i]) continue;
    const double arm = system_.IsRotation(i) ? length : 1;
    const double force = kWeightless * system_.mass_scale() * std::abs(solution_[i]) * arm;
    if (force > kCarriesNothing * force_size) solution_[i] = 0;
  }
}

RunStatus InitialConditions::MakeAccelerations(SystemState* state,
                                               const std::vector<double>& history) {
  const double step = system_.model().solver.step;
  // States may have jumped since, as those of wheels that are set rolling, and their rates with them.
  MakeStateRates(state, history);
  if (!SolveAccelerations(kAtOnce * step, state, history)) return Singular();
  const std::vector<double> at_once = solution_;
  mass_ = damped_mass_;
  if (!SolveAccelerations(step, state, history)) return Singular();
  const std::vector<bool> light = FindLight(at_once, solution_);
  std::vector<double> settled;
  if (std::find(light.begin(), light.end(), true) == light.end()) {
    solution_ = at_once;
  } else {
    const RunStatus status = Settle(light, state, history);
    if (!status.ok) return status;
    if (!SolveAccelerations(step, state, history)) return Singular();
    settled = solution_;
    if (!SolveAccelerations(kAtOnce * step, state, history)) return Singular();
    for (int i = 0; i < system_.motion_count(); ++i) {
      if (light[i]) solution_[i] = settled[i];
    }
  }
  LetWeightlessRest(system_.ForceSize(At(*state, history)));
  for (int i = 0; i < system_.body_count(); ++i) {
    state->acceleration[i] = BodyEntry(solution_.data(), i);
  }
  state->modal_acceleration.head(system_.mode_count()) = ModesOfSolution();
  system_.UpdateNodes(state);
  MakeStateAccelerations(state, history);
  const int offset = system_.motion_count();
  for (size_t i = 0; i < active_.size(); ++i) state->multiplier[i] = solution_[offset + i];
  return {};
}

}  // namespace jounce

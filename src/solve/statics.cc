#include "solve/statics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace jounce {
namespace {

constexpr int kMaxIterations = 300;
// Residual relative to the forces at work, and constraints relative to the size of the model.
constexpr double kForceTolerance = 1e-10;
constexpr double kGapTolerance = 1e-12;
// Corrections this small are round-off.
constexpr double kRoundedStep = 1e-15;
// The rates of states are judged by their largest so far, and by this.
constexpr double kSmallStateRow = 1e-3;
constexpr double kLongestMove = 0.5;  // of the size of the model, and rad
// Loads in parts: the smallest, iterations for one, and the corrections at which it has diverged,
// is good enough on the way, and is perhaps no more than round-off.
constexpr double kShortestPart = 1e-5;
constexpr int kMaxPartIterations = 20;
constexpr double kDivergedCorrection = 100;
constexpr double kOnTheWay = 1e-5;
constexpr double kSmall = 1e-9;
// What holds neutral directions, in forces at work per size of the model.
constexpr double kNeutral = 1e-6;
// Corrections to a point of a path; where they are more than the few that Newton needs, the next
// step is shorter.
constexpr int kMaxPathIterations = 12;
constexpr int kEasy = 4;
constexpr double kReach = 0.2;  // of a correction, in steps along the path
// Within this part of the distance asked for lies no other branch, but perhaps a bend, where
// something begins to slide.
constexpr double kNear = 1e-3;
// How far back one looks for what the path is like where it turns, in steps.
constexpr double kBack = 1e-6;
constexpr double kShortestArc = 1e-6;  // of what was asked for
// The growth of the loads over which their rate is taken, as a part of the whole.
constexpr double kLoadDifference = 1e-6;

}  // namespace

Statics::Statics(const System& system, const std::vector<bool>& active)
    : system_(system),
      active_(active),
      matrix_(system, active),
      lu_(matrix_.pattern()),
      history_(system.history_size() + 1),
      next_(history_),
      force_residual_(system.row_count()),
      rows_(system.multiplier_count()),
      solution_(system.unknown_count()),
      state_row_sizes_(system.state_count(), kSmallStateRow),
      has_beams_(!system.model().beams.empty()) {}

Evaluation Statics::At(const SystemState& state) {
  return {state, std::numeric_limits<double>::infinity(), history_.data(), next_.data()};
}

// The largest force, moment and constraint, in units of their tolerances.
double Statics::EvaluateResidual(const SystemState& state) {
  system_.Residual(At(state), force_residual_.data(), rows_.data());
  force_size_ = std::max(system_.ForceSize(At(state)), force_size_);
  const double length = system_.length_scale();
  const double force = kForceTolerance * std::max(force_size_, 1e-9);
  double worst = 0;
  for (int i = 0; i < system_.layout().State(0); ++i) {
    const double size =
        std::abs(force_residual_[i]) / (system_.IsRotation(i) ? force * length : force);
    worst = std::isnan(size) ? HUGE_VAL : std::max(worst, size);
  }
  for (int i = 0; i < system_.state_count(); ++i) {
    double& row_size = state_row_sizes_[i];
    const double row = std::abs(force_residual_[system_.layout().State(i)]);
    row_size = std::max(row_size, row);
    const double size = row / (kForceTolerance * row_size);
    worst = std::isnan(size) ? HUGE_VAL : std::max(worst, size);
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!active_[i]) continue;
    const double size = std::abs(rows_[i]) / (kGapTolerance * length);
    worst = std::isnan(size) ? HUGE_VAL : std::max(worst, size);
  }
  return worst;
}

bool Statics::HoldNeutral(double correction) {
  if (neutral_ > 0 || correction < kDivergedCorrection) return false;
  neutral_ = kNeutral * std::max(first_force_size_, 1e-9) / system_.length_scale();
  return true;
}

bool Statics::Factor(const SystemState& state, double damping) {
  damping = std::max(damping, neutral_);
  matrix_.Assemble(At(state), {.stiffness = 1, .damping = 0, .mass = 0, .constraint = 1});
  const double length = system_.length_scale();
  for (int i = 0; i < system_.layout().State(0); ++i) {
    matrix_.AddToDiagonal(i, system_.IsRotation(i) ? damping * length * length : damping);
  }
  return lu_.Factor(matrix_.values());
}

void Statics::MoveModes(const std::vector<double>& x, double part, SystemState* state) const {
  const int first = system_.layout().Scalar(0);
  for (int i = 0; i < system_.scalar_count(); ++i) state->modal[i] += part * x[first + i];
  system_.UpdateNodes(state);
}

double Statics::Correction() {
  const int offset = system_.motion_count();
  for (int i = 0; i < offset; ++i) solution_[i] = -force_residual_[i];
  for (size_t i = 0; i < rows_.size(); ++i) solution_[offset + i] = active_[i] ? -rows_[i] : 0;
  lu_.Solve(solution_.data());
  const double length = system_.length_scale();
  double largest = 0;
  for (int i = 0; i < system_.layout().State(0); ++i) {
    const double size = std::abs(solution_[i]) / (system_.IsRotation(i) ? 1 : length);
    largest = std::isnan(size) ? HUGE_VAL : std::max(largest, size);
  }
  return largest;
}

// Moves by the solution of the linear equations, shortened to what can be trusted. Returns the
// largest correction.
double Statics::Move(SystemState* state) {
  const double largest = Correction();
  if (!std::isfinite(largest)) return largest;
  const int offset = system_.motion_count();
  const double part = std::min(1.0, kLongestMove / std::max(largest, 1e-300));
  for (int i = 0; i < system_.body_count(); ++i) {
    state->pose[i] = state->pose[i] * ExpPose(part * BodyEntry(solution_.data(), i));
  }
  MoveModes(solution_, part, state);
  for (size_t i = 0; i < rows_.size(); ++i) state->multiplier[i] += part * solution_[offset + i];
  return largest;
}

StaticResult Statics::Begin(const SystemState& start) {
  StaticResult result{{}, start, {}, 0, 0};
  for (Vector6& v : result.state.velocity) v.setZero();
  for (Vector6& a : result.state.acceleration) a.setZero();
  result.state.modal_velocity.setZero();
  result.state.modal_acceleration.setZero();
  neutral_ = 0;
  system_.EvaluateSignals(At(result.state));
  first_force_size_ = force_size_ = system_.ForceSize(At(result.state));
  return result;
}

StaticResult Statics::Solve(const SystemState& start) {
  system_.StartHistory(Begin(start).state, history_.data());
  return SolveOn(start);
}

StaticResult Statics::SolveOn(const SystemState& start) {
  StaticResult result = has_beams_ ? SolveInParts(start) : SolveDamped(start);
  if (!result.status.ok) {
    StaticResult other = has_beams_ ? SolveDamped(start) : SolveInParts(start);
    other.iterations += result.iterations;
    other.factorizations += result.factorizations;
    if (other.status.ok) result = std::move(other);
  }
  system_.Residual(At(result.state), force_residual_.data(), rows_.data());
  result.history = next_;
  return result;
}

StaticResult Statics::SolveInParts(const SystemState& start) {
  StaticResult result = Begin(start);
  EvaluateResidual(result.state);
  first_force_residual_ = force_residual_;
  first_rows_ = rows_;
  double done = 0, part = 1;
  while (done < 1) {
    StaticResult trial = result;
    const double next = std::min(1.0, done + part);
    const bool arrived = SolveFor(1 - next, &trial);
    result.iterations = trial.iterations;
    result.factorizations = trial.factorizations;
    if (arrived) {
      result.state = trial.state;
      done = next;
      part *= 2;
    } else {
      part = 0.25 * std::min(part, 1.0);
      if (part < kShortestPart || result.iterations > kMaxIterations) break;
    }
  }
  if (done < 1) {
    const double residual = EvaluateResidual(result.state);
    result.status = Failure(residual);
  }
  return result;
}

bool Statics::SolveFor(double rest, StaticResult* result) {
  double last = HUGE_VAL;
  for (int i = 0; i < kMaxPartIterations; ++i, ++result->iterations) {
    const double residual = EvaluateResidual(result->state);
    if (rest == 0 && residual <= 1) return true;
    for (size_t k = 0; k < force_residual_.size(); ++k)
      force_residual_[k] -= rest * first_force_residual_[k];
    for (size_t k = 0; k < rows_.size(); ++k) rows_[k] -= rest * first_rows_[k];
    ++result->factorizations;
    const double size = Factor(result->state, 0) ? Move(&result->state) : HUGE_VAL;
    if (!(size < kDivergedCorrection)) {
      // For the next part; later iterations just run away.
      if (i == 0) HoldNeutral(size);
      return false;
    }
    if (size <= kRoundedStep || (rest > 0 && size < kOnTheWay)) return true;
    // All that is left is round-off.
    if (size < kSmall && size > 0.5 * last) return true;
    last = size;
  }
  return false;
}

StaticResult Statics::SolveDamped(const SystemState& start) {
  StaticResult result = Begin(start);
  double residual = EvaluateResidual(result.state);
  double damping = 0;
  const double first_damping = 1e-3 * std::max(force_size_, 1e-9) / system_.length_scale();
  for (; result.iterations < kMaxIterations; ++result.iterations) {
    if (residual <= 1) return result;
    ++result.factorizations;
    SystemState trial = result.state;
    double correction = HUGE_VAL, trial_residual = HUGE_VAL;
    EvaluateResidual(result.state);
    if (Factor(result.state, damping)) {
      correction = Move(&trial);
      if (std::isfinite(correction)) trial_residual = EvaluateResidual(trial);
    }
    if (HoldNeutral(correction)) continue;
    const bool better = trial_residual < residual;
    if (!better && correction <= kRoundedStep) return result;
    // Newton's method may climb for a step or two on its way; a damped one may not.
    const bool acceptable = better || (damping == 0 && trial_residual < 3 * residual);
    if (acceptable) {
      result.state = trial;
      residual = trial_residual;
      damping = damping > first_damping ? damping / 10 : 0;
    } else {
      damping = std::max(damping * 10, first_damping);
      if (damping > 1e15 * first_damping) break;
    }
  }
  result.status = Failure(residual);
  return result;
}

// Metres count in sizes of the model; states and multipliers follow from the rest and do not count.
double Statics::Dot(const Direction& a, const Direction& b) const {
  const double length2 = system_.length_scale() * system_.length_scale();
  double sum = a.load * b.load;
  for (int i = 0; i < system_.layout().State(0); ++i) {
    sum += a.x[i] * b.x[i] / (system_.IsRotation(i) ? 1 : length2);
  }
  return sum;
}

void Statics::MoveAlong(const Direction& direction, double part, double time_range,
                        SystemState* state) const {
  for (int i = 0; i < system_.body_count(); ++i) {
    const Eigen::Map<const Vector6> x(direction.x.data() + 6 * i);
    state->pose[i] = state->pose[i] * ExpPose(part * x);
  }
  MoveModes(direction.x, part, state);
  const int offset = system_.motion_count();
  for (size_t i = 0; i < rows_.size(); ++i) {
    state->multiplier[i] += part * direction.x[offset + i];
  }
  state->time += part * direction.load * time_range;
  system_.PlaceFrames(state);
}

// The unit tangent: K x' = -dr/dt t', with t' > 0. Leaves the factors of K.
bool Statics::FindTangent(const SystemState& state, double time_range, Direction* tangent) {
  if (!Factor(state, 0) && !(HoldNeutral(HUGE_VAL) && Factor(state, 0))) return false;
  const int offset = system_.motion_count();
  tangent->x.assign(solution_.size(), 0);
  tangent->load = 1;
  for (double side : {-0.5, 0.5}) {
    SystemState beside = state;
    beside.time += side * kLoadDifference * time_range;
    system_.PlaceFrames(&beside);
    system_.Residual(At(beside), force_residual_.data(), rows_.data());
    const double sign = side < 0 ? 1 / kLoadDifference : -1 / kLoadDifference;
    for (int i = 0; i < offset; ++i) tangent->x[i] += sign * force_residual_[i];
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (active_[i]) tangent->x[offset + i] += sign * rows_[i];
    }
  }
  lu_.Solve(tangent->x.data());
  const double norm = std::sqrt(Dot(*tangent, *tangent));
  if (HoldNeutral(norm)) return FindTangent(state, time_range, tangent);
  for (double& x : tangent->x) x /= norm;
  tangent->load /= norm;
  return std::isfinite(norm);
}

// Newton's method in the plane across the tangent: along the local tangent of the path is added
// what brings the correction back to that plane. Going further than `reach` would be another
// branch.
bool Statics::CorrectAcross(const Direction& tangent, double reach, double time_range,
                            SystemState* state, int* iterations) {
  const int offset = system_.motion_count();
  double moved = 0, last = HUGE_VAL;
  for (*iterations = 0; *iterations < kMaxPathIterations; ++*iterations) {
    if (EvaluateResidual(*state) <= 1) return true;
    Direction correction{std::vector<double>(solution_.size()), 0}, local;
    for (int i = 0; i < offset; ++i) correction.x[i] = -force_residual_[i];
    for (size_t i = 0; i < rows_.size(); ++i) {
      correction.x[offset + i] = active_[i] ? -rows_[i] : 0;
    }
    if (!FindTangent(*state, time_range, &local)) return false;
    lu_.Solve(correction.x.data());
    const double along = -Dot(correction, tangent) / Dot(local, tangent);
    for (size_t i = 0; i < correction.x.size(); ++i) correction.x[i] += along * local.x[i];
    correction.load = along * local.load;
    const double size = std::sqrt(Dot(correction, correction));
    moved += size;
    if (!(moved < reach)) return false;
    MoveAlong(correction, 1, time_range, state);
    // All that is left is round-off, where the loads are still small beside stiff parts.
    if (size < kSmall && size > 0.5 * last) return true;
    last = size;
  }
  return false;
}

// Along the tangent, and back across it to the path. Laws go on from where they are at the point.
bool Statics::Try(const Direction& tangent, double step, double reach, double time_range,
                  PathPoint* point) {
  StaticResult& result = point->result;
  history_ = result.history;
  SystemState trial = result.state;
  MoveAlong(tangent, step, time_range, &trial);
  int iterations = 0;
  const bool arrived = CorrectAcross(tangent, reach, time_range, &trial, &iterations);
  result.iterations += iterations;
  result.factorizations += iterations + 1;
  if (!arrived) return false;
  system_.Residual(At(trial), force_residual_.data(), rows_.data());
  result.state = std::move(trial);
  point->way = tangent;
  point->before.swap(history_);
  result.history = next_;
  return true;
}

// First as if all went on as before: what slides slides on. Where that leads nowhere, the loads may
// have turned, and what slid sticks.
bool Statics::Proceed(double step, double reach, double time_range, PathPoint* point) {
  const auto reverse = [](Direction* d) {
    for (double& x : d->x) x = -x;
    d->load = -d->load;
  };
  const SystemState& state = point->result.state;
  Direction tangent;
  history_ = point->before;
  if (!FindTangent(state, time_range, &tangent)) return false;
  const bool first = point->way.x.empty();
  // Go on, not back: past a turning point the load falls.
  if (!first && Dot(tangent, point->way) < 0) reverse(&tangent);
  if (Try(tangent, step, reach, time_range, point)) return true;
  if (first) return false;
  history_ = point->result.history;
  SystemState back = state;
  MoveAlong(point->way, -kBack * step, time_range, &back);
  back.time = state.time;
  system_.PlaceFrames(&back);
  if (!FindTangent(back, time_range, &tangent)) return false;
  if (point->way.load < 0) reverse(&tangent);
  return Try(tangent, step, reach, time_range, point);
}

StaticResult Statics::FollowPath(const SystemState& start, double end_time, double arc,
                                 int max_points, const Visit& visit) {
  if (!(arc > 0 && std::isfinite(arc))) {
    return {RunStatus::Failure(fmt::format("the points of a path cannot be {} apart", arc),
                               "give a positive number"),
            start,
            {},
            0,
            0};
  }
  PathPoint now{Solve(start), {}, history_};
  StaticResult& result = now.result;
  if (!result.status.ok) return result;
  visit(result.state, result.history);
  const double range = end_time - start.time;
  double step = arc;
  for (int point = 1; point < max_points;) {
    const PathPoint last = now;
    if (!Proceed(step, std::max(kReach * step, kNear * arc), range, &now)) {
      step *= 0.5;
      if (!(step >= kShortestArc * arc)) break;
      continue;
    }
    const int iterations = result.iterations - last.result.iterations;
    if (result.state.time >= end_time) {
      // The last point, from the one before, at the load asked for.
      SystemState trial = last.result.state;
      trial.time = end_time;
      system_.PlaceFrames(&trial);
      history_ = last.result.history;
      StaticResult final_point = SolveOn(trial);
      final_point.iterations += result.iterations;
      final_point.factorizations += result.factorizations;
      if (final_point.status.ok) visit(final_point.state, final_point.history);
      return final_point;
    }
    visit(result.state, result.history);
    ++point;
    step = iterations <= kEasy ? std::min(arc, 1.5 * step) : 0.7 * step;
  }
  result.status = RunStatus::Failure(
      fmt::format("the path of equilibria was followed to a load of {:.4g} of {:.4g} only",
                  result.state.time, end_time),
      "allow more --points, or another --arc");
  return result;
}

RunStatus Statics::Failure(double residual) const {
  // The body that moves most is the one that nothing holds.
  double most = -1;
  std::string name = "the model";
  for (int i = 0; i < system_.body_count(); ++i) {
    const double size = BodyEntry(const_cast<double*>(force_residual_.data()), i).norm();
    if (!(size <= most)) {
      most = size;
      name = system_.bodies()[i]->name();
    }
  }
  return RunStatus::Failure(
      fmt::format("no static equilibrium was found; {} is out of balance by {:.3g} N or N m "
                  "({:.2g} times the tolerance)",
                  name, most, residual),
      "see that every body is held; where slender parts bend far, let the loads grow with the time "
      "and follow them with `jounce static --path`");
}

}  // namespace jounce

#include "solve/integrator.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace jounce {
namespace {

// A new matrix costs about as much as this many iterations with the old one.
constexpr double kMatrixCost = 8;
// A matrix younger than some steps is hardly the reason for slow iterations.
constexpr double kYoung = 4;
// Residuals within this many roundings that no longer shrink, twice, are as good as they get.
constexpr double kNoise = 8;
constexpr double kShrinking = 0.3;
constexpr int kStalled = 2;
// Corrections below this part of the model's size are round-off: where the residual no longer
// shrinks, nothing better can be had.
constexpr double kRoundOff = 1e-14;
// Corrections that change by less than this part of it teach round-off.
constexpr double kNothingToLearn = 1e-12;
// Constraints are held this much tighter than the forces they would cause, within these parts of
// the size of the model.
constexpr double kConstraintTolerance = 0.1;
constexpr double kTightest = 2e-13;
constexpr double kLoosest = 1e-11;
// A constraint that is off by more than this part of it is open.
constexpr double kOpen = 1e-9;
// The rate of a state counts from this part of its size per step on; states below this have none.
constexpr double kStateRate = 1e-3;
constexpr double kSmallState = 1e-9;
// The size of a state is at least this part of what its kind calls usual.
constexpr double kPartOfUsualState = 0.1;
// What iterations leave may be this part of the error of the step itself, this part of the residual
// with which it began, and at most so many tolerances.
constexpr double kPartOfError = 1e-3;
constexpr double kPartOfStart = 1e-5;
constexpr double kMostLeft = 1000;
// Rotation matrices are made orthonormal again after this many steps.
constexpr int kOrthonormalizeEvery = 16;
// A residual of this many tolerances has diverged.
constexpr double kDiverged = 1e30;
// Where an element switches is found up to this part of a step, by tries that stay this part of what
// is left away from its ends.
constexpr double kSwitchPart = 1e-5;
constexpr double kSwitchInside = 1e-2;
// A step of double length has eight times the error, of which it may have 1.4 times as much; this
// leaves something to spare.
constexpr double kErrorToDouble = 0.11;

// The largest size of n numbers; infinite where one is none.
double Largest(const double* numbers, int n) {
  if (n == 0) return 0;
  const Eigen::Map<const Eigen::VectorXd> all(numbers, n);
  const double largest = all.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
  return std::isnan(largest) ? HUGE_VAL : largest;
}

}  // namespace

Integrator::Integrator(const System& system, const std::vector<bool>& active,
                       const SolverSettings& settings)
    : system_(system),
      settings_(settings),
      coordinates_(system),
      formula_(MakeStepFormula(settings)),
      step_error_(system, &state_sizes_),
      matrix_(system, active),
      lu_(matrix_.pattern()),
      law_changes_(system),
      secants_(system.unknown_count(), kNothingToLearn * system.length_scale()),
      wear_(kMatrixCost),
      history_(system.history_size() + 1),
      next_(history_),
      unused_history_(history_),
      previous_history_(history_),
      force_residual_(system.row_count()),
      rows_(system.multiplier_count()),
      right_side_(system.unknown_count()) {
  variation_.bodies.resize(system.body_count());
  for (size_t i = 0; i < active.size(); ++i) {
    if (!active[i]) idle_rows_.push_back(static_cast<int>(i));
  }
  // All sizes are known from here on, also to whoever asks how much a saved state will take.
  const SystemState drawn = system.StartState();
  system.StartHistory(drawn, history_.data());
  Start(drawn, std::vector<double>(history_));
}

void Integrator::Start(const SystemState& state, const std::vector<double>& history) {
  state_ = trial_ = state;
  nodes_accelerated_ = true;
  motion_ = trial_motion_ = coordinates_.MotionOf(state);
  formula_->Start(motion_);
  step_error_.Start(motion_);
  predictor_.Start(motion_.rate, state.multiplier);
  halvings_ = 0;
  time_left_ = 0;
  last_step_ = 0;
  history_ = next_ = previous_history_ = history;
  has_matrix_ = singular_ = false;
  error_ = 0;
  wear_.Start();
  contraction_.Forget();
  statistics_ = RunStatistics();
  force_size_ = system_.ForceSize({state_, 0, history_.data(), next_.data()});
  state_sizes_ = state_.modal.tail(system_.state_count()).cwiseAbs().cwiseMax(kSmallState);
  // States of elements come first. One that stays near zero, as the carcass of a tyre that rolls
  // freely, is not asked for digits that the motion behind it does not have.
  int number = 0;
  for (const ElementItem& element : system_.model().elements) {
    const auto kind = KindOf(element.settings);  // of a library: lives as long as it is held
    for (const KindScalar& scalar : kind->states) {
      state_sizes_[number] = std::max(state_sizes_[number], kPartOfUsualState * scalar.size);
      ++number;
    }
  }
  BeginEnergies();
}

void Integrator::FindPower() {
  unused_history_ = history_;
  const Evaluation here{state_, 0, history_.data(), unused_history_.data()};
  system_.Residual(here, force_residual_.data(), rows_.data());
  system_.Energy(history_.data())->power = system_.SuppliedPower(here);
}

// Nothing was supplied yet.
void Integrator::BeginEnergies() {
  FindPower();
  System::EnergyMemory& energy = *system_.Energy(history_.data());
  energy.work = energy.at_start = 0;
  *system_.Energy(next_.data()) = energy;
  const Energies now = system_.TotalEnergies({state_, 0, history_.data(), next_.data()});
  energy.work = -now.supplied;
  energy.at_start = now.kinetic + now.potential + now.stored + now.dissipated;
  *system_.Energy(next_.data()) = energy;
}

void Integrator::Prepare(double h) {
  SetStep(h);
  Predict();
  coordinates_.UpdateState(state_, trial_motion_, &trial_);
  EvaluateResidual();
  // Where there is none, the first step says so.
  if (!has_matrix_) MakeMatrix();
  next_ = history_;  // nothing has happened yet
}

void Integrator::Restart(const SystemState& state) {
  if (watcher_) {
    watcher_->BegunAnew({state_, state, previous_history_.data(), history_.data(), h_, switched_});
  }
  state_ = state;
  trial_.multiplier = state.multiplier;
  motion_ = trial_motion_ = coordinates_.MotionOf(state);
  formula_->Start(motion_);
  step_error_.Start(motion_);
  predictor_.Start(motion_.rate, state.multiplier);
  FindPower();
}

bool Integrator::Jumped() const {
  return switched_ || system_.signals().Jumped(previous_history_.data(), history_.data());
}

Evaluation Integrator::Converged() const {
  AccelerateNodes();
  return LastStep();
}

Evaluation Integrator::LastStep() const {
  // Asked again for the same step, a law gives the same answer: `next_` is overwritten with itself.
  return {state_, last_step_, previous_history_.data(), const_cast<double*>(next_.data())};
}

RunStatus Integrator::Advance(double h) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  rest_ = 0;
  if (!AdvanceInParts(h)) return Failure(h);
  statistics_.step_times.Add(std::chrono::duration<double>(Clock::now() - start).count());
  return {};
}

bool Integrator::AdvanceInParts(double h) {
  long long left = 1LL << halvings_;
  while (left > 0) {
    const double part = std::ldexp(h, -halvings_);
    if (!TryStep(part)) {
      if (halvings_ == settings_.max_halvings || settings_.matrix == MatrixMode::kFixed) {
        return false;
      }
      ++halvings_;
      left *= 2;
      ++statistics_.halvings;
      continue;
    }
    --left;
    if (switched_) {
      rest_ = static_cast<double>(left) * part + (part - h_);
      return true;
    }
    if (halvings_ > 0 && left % 2 == 0 && error_ < kErrorToDouble) {
      --halvings_;
      left /= 2;
    }
  }
  return true;
}

bool Integrator::TryStep(double h) {
  switched_ = false;
  if (!Solve(h)) return false;
  if (system_.switches() && system_.SwitchMargin(Trial()) < 0 && !CutAtSwitch()) return false;
  if (h_ == 0) return true;
  if (TooInaccurate()) return false;
  wear_.Count(iterations_);
  Commit();
  return true;
}

bool Integrator::Solve(double h) {
  SetStep(h);
  Predict();
  secants_.BeginStep();
  for (iterations_ = 0;; ++iterations_) {
    coordinates_.UpdateState(state_, trial_motion_, &trial_);
    may_leave_ = MayLeave(iterations_);
    if (IsTrusted(iterations_)) return true;
    EvaluateResidual();
    if (iterations_ > 0) contraction_.Learn(iterations_ - 1, last_residual_, residual_);
    if (HasConverged(iterations_)) {
      contraction_.Verify();
      return true;
    }
    if (GivesUp(iterations_)) return false;
    if (WantsNewMatrix(iterations_) && !MakeMatrix()) return false;
    Correct();
  }
}

// The step that was solved goes beyond a switch. It is repeated up to just after the first one, by
// regula falsi between a step that ends before it and one that ends after it; where the switch is
// at once, nothing moves but the element's side.
bool Integrator::CutAtSwitch() {
  const double least = kSwitchPart * h_;
  double before = 0, after = h_;
  // The sides are those with which the step began.
  double margin_before =
      std::max(0.0, system_.SwitchMargin({state_, 0, history_.data(), next_.data()}));
  double margin_after = system_.SwitchMargin(Trial());
  while (after - before > least) {
    const double span = after - before;
    const double guess = margin_before / (margin_before - margin_after);
    // A little beyond the guess, so that both ends close in.
    const double tried =
        before + span * std::clamp(guess + 0.5 * least / span, kSwitchInside, 1 - kSwitchInside);
    if (!Solve(tried)) return false;
    const double margin = system_.SwitchMargin(Trial());
    if (margin < 0) {
      after = tried;
      margin_after = margin;
      margin_before *= 0.5;
    } else {
      before = tried;
      margin_before = margin;
      margin_after *= 0.5;
    }
  }
  switched_ = true;
  if (before == 0) {
    h_ = 0;
    // The sides of the last try, on which all that moves is as it was.
    system_.Switch(Trial(), history_.data());
    return true;
  }
  if (h_ != after && !Solve(after)) return false;
  system_.Switch(Trial(), next_.data());
  return true;
}

void Integrator::SetStep(double h) {
  h_ = h;
  formula_->SetStep(h);
  scale_ = formula_->rate_slope() * system_.mass_scale();
  // A matrix for another step is another matrix.
  if (matrix_slope_ != formula_->rate_slope()) has_matrix_ = false;
}

void Integrator::Predict() {
  trial_.time = state_.time + (h_ + time_left_);
  system_.MoveFrames(&trial_);
  predictor_.Predict(h_, &trial_motion_.rate, &trial_.multiplier);
  formula_->Predict(motion_, &trial_motion_);
}

void Integrator::EvaluateResidual() {
  system_.Residual(Trial(), force_residual_.data(), rows_.data());
  for (int row : idle_rows_) rows_[row] = 0;
  // In units of the tolerance. Moments are judged as forces at the size of the model.
  const bool absolute = settings_.force_tolerance.has_value();
  const double force =
      absolute ? *settings_.force_tolerance : settings_.tolerance * std::max(force_size_, 1e-12);
  const double arm = absolute ? 1 : system_.length_scale();
  tolerance_ = force;
  // A constraint that is off shakes the accelerations by beta' times as much.
  const double row =
      std::clamp(kConstraintTolerance * force / scale_, kTightest * system_.length_scale(),
                 kLoosest * system_.length_scale());
  double forces = 0, moments = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    const double* r = force_residual_.data() + 6 * i;
    forces = std::max({forces, std::abs(r[0]), std::abs(r[1]), std::abs(r[2])});
    moments = std::max({moments, std::abs(r[3]), std::abs(r[4]), std::abs(r[5])});
    // A maximum hides what is not a number; a sum does not.
    if (std::isnan(r[0] + r[1] + r[2] + r[3] + r[4] + r[5])) forces = HUGE_VAL;
  }
  forces = std::max(
      forces, Largest(force_residual_.data() + system_.layout().Scalar(0), system_.mode_count()));
  const double constraints = Largest(rows_.data(), system_.multiplier_count());
  last_residual_ = residual_;
  residual_ = std::max({forces / force, moments / (force * arm), constraints / row});
  if (system_.state_count() > 0) residual_ = std::max(residual_, StateResidual());
}

// Rows of states, x' - f, in units of their tolerance: a part of the rate, or of the rate by which
// the state would become another in a step.
double Integrator::StateResidual() const {
  const double slope = kStateRate * formula_->velocity_slope();
  double worst = 0;
  for (int i = 0; i < system_.state_count(); ++i) {
    const double rate = std::abs(trial_.modal_velocity[system_.mode_count() + i]);
    const double size = std::abs(force_residual_[system_.layout().State(i)]) /
                        (settings_.tolerance * std::max(rate, slope * state_sizes_[i]));
    worst = std::isnan(size) ? HUGE_VAL : std::max(worst, size);
  }
  return worst;
}

// States of any unit become as large as the model, so that they do not hide bodies from the
// secants, nor bodies them.
void Integrator::ScaleStates(bool back) {
  const int first = system_.layout().State(0);
  for (int i = 0; i < system_.state_count(); ++i) {
    const double scale = system_.length_scale() / state_sizes_[i];
    right_side_[first + i] *= back ? 1 / scale : scale;
  }
}

// The last correction tells what a residual is worth in places and turns. Forces have no error that
// is known; what they change by in the step, beyond what was predicted, stands for it. Whoever
// differentiates the steps, or asks for a tolerance in newtons or a tighter one than usual, wants it.
double Integrator::MayLeave(int iteration) {
  const bool asks = iteration > 0 && settings_.matrix == MatrixMode::kAdaptive &&
                    !settings_.verify && !settings_.force_tolerance && !watcher_ &&
                    settings_.tolerance >= SolverSettings().tolerance;
  if (!asks || !(correction_ > 0)) return 1;
  // Never more than in the iteration before; in the first one, the residual is that of the start.
  const double most = iteration == 1 ? std::min(kMostLeft, kPartOfStart * residual_) : may_leave_;
  if (!(most > 1)) return 1;
  const double error = step_error_.Of(trial_motion_, h_, formula_->error_constant()) *
                       std::min(1.0, system_.length_scale());
  return std::max(1.0, std::min(most, kPartOfError * error * residual_ / correction_));
}

bool Integrator::IsTrusted(int iteration) {
  if (iteration == 0 || settings_.verify || settings_.matrix == MatrixMode::kNewton) return false;
  const double left = contraction_.Bound(iteration - 1, residual_);
  if (!(left <= may_leave_)) return false;
  residual_ = left;
  contraction_.Trust();
  system_.Remember(Trial(), force_residual_.data(), rows_.data());
  return true;
}

bool Integrator::HasConverged(int iteration) {
  if (iteration == 0) correction_ = HUGE_VAL;
  stalls_ = iteration > 0 && residual_ > kShrinking * last_residual_ ? stalls_ + 1 : 0;
  if (residual_ <= may_leave_) return true;
  const bool rounded = correction_ <= kRoundOff * system_.length_scale() &&
                       (stalls_ > 0 || iteration == settings_.max_iterations);
  const bool noise = stalls_ >= kStalled && residual_ * tolerance_ <= kNoise * noise_;
  if (rounded || noise) {
    JudgeByThisStep();
    return true;
  }
  // Real time: the work is bounded, what is left is reported.
  return settings_.matrix == MatrixMode::kFixed && iteration == settings_.max_iterations &&
         std::isfinite(residual_);
}

// Forces may have come into play that were not there before: a run from rest begins without any.
void Integrator::JudgeByThisStep() {
  force_size_ = std::max(force_size_, system_.ForceSize(Trial()));
  EvaluateResidual();
}

bool Integrator::GivesUp(int iteration) const {
  return iteration >= settings_.max_iterations || !(residual_ < kDiverged);
}

bool Integrator::WantsNewMatrix(int iteration) const {
  if (!has_matrix_ || settings_.matrix == MatrixMode::kNewton) return true;
  if (settings_.matrix == MatrixMode::kFixed) return false;
  // To invert a small one takes more than what is saved.
  if (iteration == 0) return !lu_.inverts() && wear_.IsWorn();
  const double rate = residual_ / last_residual_;
  if (rate >= 1) return true;
  const double needed = std::log(residual_) / -std::log(rate);
  const auto age = static_cast<double>(statistics_.steps - matrix_birth_ + 1);
  return needed > std::min(kMatrixCost * (1 + kYoung / age),
                           static_cast<double>(settings_.max_iterations - iteration));
}

bool Integrator::MakeMatrix() {
  for (int i = 0; i < system_.body_count(); ++i) {
    variation_.bodies[i] = coordinates_.Variation(i, *formula_, trial_, trial_motion_);
  }
  variation_.modal_velocity = formula_->velocity_slope();
  variation_.modal_acceleration = formula_->rate_slope();
  matrix_.Assemble(Trial(), scale_, variation_);
  ++statistics_.factorizations;
  secants_.Forget();
  // A newer one of its kind leaves no more than the old one did.
  if (matrix_slope_ != formula_->rate_slope()) contraction_.Forget();
  wear_.Renew();
  has_matrix_ = lu_.Factor(matrix_.values());
  singular_ = !has_matrix_;
  matrix_slope_ = formula_->rate_slope();
  matrix_birth_ = statistics_.steps;
  EstimateNoise();
  law_changes_.Begin(Trial(), formula_->velocity_slope());
  return has_matrix_;
}

// A position p is known to half a unit in its last place, which is between 1/4 and 1/2 epsilon of
// p; a stiffness of k turns that into a force.
void Integrator::EstimateNoise() {
  constexpr double kRelativeRounding = 0.25 * std::numeric_limits<double>::epsilon();
  double stiffest = 0, farthest = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    for (int k = 0; k < 3; ++k)
      stiffest = std::max(stiffest, std::abs(matrix_.Diagonal(6 * i + k)));
    farthest = std::max(farthest, trial_.pose[i].p.lpNorm<Eigen::Infinity>());
  }
  noise_ = kRelativeRounding * stiffest * farthest;
}

void Integrator::Correct() {
  const int motion = system_.motion_count();
  std::copy(force_residual_.begin(), force_residual_.begin() + motion, right_side_.begin());
  for (size_t i = 0; i < rows_.size(); ++i) right_side_[motion + i] = scale_ * rows_[i];
  lu_.SolveRoughly(right_side_.data());
  law_changes_.Improve(Trial(), &lu_, right_side_.data());
  ++statistics_.iterations;
  coordinates_.MakeIncrements(trial_, right_side_.data());
  Eigen::Map<Eigen::VectorXd> all(right_side_.data(), system_.unknown_count());
  ScaleStates(false);
  secants_.Improve(all);
  // Multipliers count with what moves the mean mass as far.
  correction_ = all.size() > 0 ? all.lpNorm<Eigen::Infinity>() : 0;
  ScaleStates(true);
  const Eigen::Map<const Eigen::VectorXd> step(right_side_.data(), motion);
  trial_motion_.increment -= step;
  trial_motion_.velocity -= formula_->velocity_slope() * step;
  trial_motion_.rate -= formula_->rate_slope() * step;
  for (size_t i = 0; i < rows_.size(); ++i) {
    trial_.multiplier[i] -= scale_ * right_side_[motion + i];
  }
}

bool Integrator::TooInaccurate() {
  if (!settings_.error_tolerance) return false;
  // Were every part of a step allowed as much, velocities could be off by the more the shorter the
  // parts are, and the parts together by as many times as there are. Errors of parts add up like
  // random ones, with the root of their number.
  error_ = std::exp2(0.5 * halvings_) *
           step_error_.Of(trial_motion_, h_, formula_->error_constant()) /
           *settings_.error_tolerance;
  return error_ > 1;
}

// By the trapezoidal rule.
System::EnergyMemory Integrator::Supplied() {
  const System::EnergyMemory& before = *system_.Energy(history_.data());
  if (!counts_supply_) return {NAN, NAN, before.at_start};
  const double power = system_.SuppliedPower(Trial());
  return {before.work + 0.5 * h_ * (before.power + power), power, before.at_start};
}

void Integrator::Commit() {
  if (watcher_) watcher_->StepTaken({state_, trial_motion_, Trial(), scale_});
  *system_.Energy(next_.data()) = Supplied();
  time_left_ += h_ - (trial_.time - state_.time);
  predictor_.Commit(h_, trial_motion_.rate, trial_.multiplier);
  formula_->Commit(motion_, trial_motion_);
  step_error_.Commit(trial_motion_, h_);
  std::swap(state_, trial_);
  nodes_accelerated_ = false;
  std::swap(motion_, trial_motion_);
  std::swap(previous_history_, history_);
  std::copy(next_.begin(), next_.end(), history_.begin());
  if (statistics_.steps % kOrthonormalizeEvery == 0) {
    for (Pose& pose : state_.pose) pose.R = Orthonormalized(pose.R);
  }
  ++statistics_.steps;
  last_step_ = h_;
  statistics_.worst_residual = std::max(statistics_.worst_residual, residual_);
  if (residual_ > may_leave_) ++statistics_.steps_above_tolerance;
  state_sizes_ = state_sizes_.cwiseMax(state_.modal.tail(system_.state_count()).cwiseAbs());
  if (!settings_.force_tolerance) {
    force_size_ = std::max(force_size_, system_.ForceSize(LastStep()));
  }
}

RunStatus Integrator::Failure(double h) {
  if (const Element* element = system_.FindNotANumber(Trial())) {
    return RunStatus::Failure(
        fmt::format("{} gives what is no number at t = {:.6g} s", element->name(), trial_.time),
        "look at its formula and data there");
  }
  if (singular_) {
    return RunStatus::Failure(
        fmt::format("the iteration matrix is singular at t = {:.6g} s", state_.time),
        "the model may be locked, or a massless body may be free: see the degrees of freedom");
  }
  if (error_ > 1 && residual_ <= may_leave_) {
    return RunStatus::Failure(
        fmt::format("at t = {:.6g} s steps of {:.3g} s are still too long for the error tolerance",
                    state_.time, h_),
        "a larger error_tolerance, more max_halvings, or look at what jumps there");
  }
  return RunStatus::Failure(
      fmt::format("no convergence at t = {:.6g} s with steps down to {:.3g} s; {}", state_.time,
                  settings_.matrix == MatrixMode::kFixed ? h : h_, WorstResidual()),
      "try a smaller step, the matrix mode newton, or look at what drives it there");
}

// The body farthest out of balance, and the constraint that does not close, if there is one: forces
// run away where it is to blame.
std::string Integrator::WorstResidual() const {
  double worst_gap = 0, worst_force = 0;
  int row = 0;
  std::string body = "the model";
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (std::abs(rows_[i]) <= worst_gap) continue;
    worst_gap = std::abs(rows_[i]);
    row = static_cast<int>(i);
  }
  for (int i = 0; i < system_.body_count(); ++i) {
    const double size = Eigen::Map<const Vector6>(force_residual_.data() + 6 * i).norm();
    if (!(size > worst_force)) continue;
    worst_force = size;
    body = system_.bodies()[i]->name();
  }
  std::string text =
      fmt::format("the largest residual ({:.3g} N or N m) is at {}", worst_force, body);
  if (worst_gap > kOpen * system_.length_scale()) {
    text += fmt::format("; {} does not close, it is off by {:.3g} m or rad",
                        system_.ConstraintOf(row).name(), worst_gap);
  }
  return text;
}

}  // namespace jounce

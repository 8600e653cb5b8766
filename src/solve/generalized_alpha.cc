#include "solve/generalized_alpha.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace jounce {
namespace {

// A new matrix costs about as much as this many iterations with the old one.
constexpr double kMatrixCost = 8;
// Corrections below this part of the model's size are round-off: nothing better can be had.
constexpr double kRoundOff = 1e-14;
// Constraints are held this much tighter than forces, in units of the size of the model.
constexpr double kConstraintTolerance = 1e-2;
// Rotation matrices are made orthonormal again after this many steps.
constexpr int kOrthonormalizeEvery = 16;
// A residual this many tolerances large will not come back.
constexpr double kHopeless = 1e30;

}  // namespace

GeneralizedAlpha::GeneralizedAlpha(const System& system, const std::vector<bool>& active,
                                   const SolverSettings& settings)
    : system_(system),
      active_(active),
      settings_(settings),
      alpha_m_((2 * settings.rho - 1) / (settings.rho + 1)),
      alpha_f_(settings.rho / (settings.rho + 1)),
      gamma_(0.5 + alpha_f_ - alpha_m_),
      beta_(0.25 * (gamma_ + 0.5) * (gamma_ + 0.5)),
      matrix_(system, active),
      lu_(matrix_.pattern()),
      h_dq_(system.body_count()),
      history_(system.history_size() + 1),
      next_(history_),
      previous_history_(history_),
      bodies_(6 * (system.body_count() + 1)),
      rows_(system.multiplier_count()),
      right_side_(system.unknown_count()),
      step_tangents_(system.body_count()) {}

void GeneralizedAlpha::Start(const SystemState& state, const std::vector<double>& history) {
  state_ = trial_ = state;
  a_ = trial_a_ = state.acceleration;
  history_ = next_ = previous_history_ = history;
  has_matrix_ = false;
  statistics_ = RunStatistics();
  force_size_ = system_.ForceSize({state_, 0, history_.data(), next_.data()});
}

Evaluation GeneralizedAlpha::Converged() const {
  // Asked again for the same step, a law gives the same answer: `next_` is overwritten with itself.
  return {state_, last_step_, previous_history_.data(), const_cast<double*>(next_.data())};
}

RunStatus GeneralizedAlpha::Advance(double h) {
  if (AdvanceInHalves(h, 0)) {
    ++statistics_.steps;
    return {};
  }
  return Failure(h);
}

bool GeneralizedAlpha::AdvanceInHalves(double h, int halvings) {
  if (TryStep(h)) return true;
  if (halvings == settings_.max_halvings || settings_.matrix == MatrixMode::kFixed) return false;
  ++statistics_.halvings;
  return AdvanceInHalves(0.5 * h, halvings + 1) && AdvanceInHalves(0.5 * h, halvings + 1);
}

bool GeneralizedAlpha::TryStep(double h) {
  SetStep(h);
  Predict();
  for (int iteration = 0;; ++iteration) {
    UpdatePoses();
    EvaluateResidual();
    if (HasConverged(iteration)) break;
    if (GivesUp(iteration)) return false;
    if (WantsNewMatrix(iteration) && !MakeMatrix()) return false;
    Correct();
  }
  Commit();
  return true;
}

void GeneralizedAlpha::SetStep(double h) {
  h_ = h;
  beta_prime_ = (1 - alpha_m_) / (h * h * beta_ * (1 - alpha_f_));
  gamma_prime_ = gamma_ / (h * beta_);
  scale_ = beta_prime_ * system_.mass_scale();
  // A matrix for another step is another matrix.
  if (matrix_step_ != h) has_matrix_ = false;
}

// The accelerations stay as they were.
void GeneralizedAlpha::Predict() {
  trial_.time = state_.time + h_;
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector6& v_rate = state_.acceleration[i];
    const Vector6 a = (v_rate - alpha_m_ * a_[i]) / (1 - alpha_m_);
    trial_.acceleration[i] = v_rate;
    trial_a_[i] = a;
    h_dq_[i] = h_ * (state_.velocity[i] + h_ * ((0.5 - beta_) * a_[i] + beta_ * a));
    trial_.velocity[i] = state_.velocity[i] + h_ * ((1 - gamma_) * a_[i] + gamma_ * a);
  }
  trial_.multiplier = state_.multiplier;
}

void GeneralizedAlpha::UpdatePoses() {
  for (int i = 0; i < system_.body_count(); ++i) {
    trial_.pose[i] = state_.pose[i] * ExpPose(h_dq_[i]);
  }
}

void GeneralizedAlpha::EvaluateResidual() {
  system_.Residual({trial_, h_, history_.data(), next_.data()}, bodies_.data(), rows_.data());
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!active_[i]) rows_[i] = 0;
  }
  // In units of the tolerance. Moments are judged as forces at the size of the model.
  const bool absolute = settings_.force_tolerance.has_value();
  const double force =
      absolute ? *settings_.force_tolerance : settings_.tolerance * std::max(force_size_, 1e-12);
  const double arm = absolute ? 1 : system_.length_scale();
  const double row = kConstraintTolerance * settings_.tolerance * system_.length_scale();
  double forces = 0, moments = 0, constraints = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    const double* r = bodies_.data() + 6 * i;
    forces = std::max({forces, std::abs(r[0]), std::abs(r[1]), std::abs(r[2])});
    moments = std::max({moments, std::abs(r[3]), std::abs(r[4]), std::abs(r[5])});
    // A maximum hides what is not a number; a sum does not.
    if (std::isnan(r[0] + r[1] + r[2] + r[3] + r[4] + r[5])) forces = HUGE_VAL;
  }
  for (double value : rows_) {
    constraints = std::isnan(value) ? HUGE_VAL : std::max(constraints, std::abs(value));
  }
  last_residual_ = residual_;
  residual_ = std::max({forces / force, moments / (force * arm), constraints / row});
}

bool GeneralizedAlpha::HasConverged(int iteration) {
  if (iteration == 0) correction_ = HUGE_VAL;
  if (residual_ <= 1 || correction_ <= kRoundOff * system_.length_scale()) return true;
  // Real time: the work is bounded, what is left is reported.
  return settings_.matrix == MatrixMode::kFixed && iteration == settings_.max_iterations &&
         std::isfinite(residual_);
}

bool GeneralizedAlpha::GivesUp(int iteration) const {
  return iteration >= settings_.max_iterations || !(residual_ < kHopeless);
}

bool GeneralizedAlpha::WantsNewMatrix(int iteration) const {
  if (!has_matrix_ || settings_.matrix == MatrixMode::kNewton) return true;
  if (settings_.matrix == MatrixMode::kFixed || iteration == 0) return false;
  const double rate = residual_ / last_residual_;
  if (rate >= 1) return true;
  return std::log(residual_) / -std::log(rate) > kMatrixCost;
}

bool GeneralizedAlpha::MakeMatrix() {
  for (int i = 0; i < system_.body_count(); ++i) step_tangents_[i] = PoseTangent(h_dq_[i]);
  matrix_.Assemble(
      {trial_, h_, history_.data(), next_.data()},
      {.stiffness = 1, .damping = gamma_prime_, .mass = beta_prime_, .constraint = scale_},
      &step_tangents_);
  ++statistics_.factorizations;
  has_matrix_ = lu_.Factor(matrix_.values());
  matrix_step_ = h_;
  return has_matrix_;
}

void GeneralizedAlpha::Correct() {
  const int bodies = system_.body_count(), offset = 6 * bodies;
  std::copy(bodies_.begin(), bodies_.begin() + offset, right_side_.begin());
  for (size_t i = 0; i < rows_.size(); ++i) right_side_[offset + i] = scale_ * rows_[i];
  lu_.Solve(right_side_.data());
  ++statistics_.iterations;
  double largest = 0;
  for (int i = 0; i < bodies; ++i) {
    const auto x = BodyEntry(right_side_.data(), i);
    h_dq_[i] -= x;
    trial_.velocity[i] -= gamma_prime_ * x;
    trial_.acceleration[i] -= beta_prime_ * x;
    largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    trial_.multiplier[i] -= scale_ * right_side_[offset + i];
  }
  correction_ = largest;
}

void GeneralizedAlpha::Commit() {
  const double share = (1 - alpha_f_) / (1 - alpha_m_);
  for (int i = 0; i < system_.body_count(); ++i) {
    // The prediction held v' at its old value; the rest of v' goes into a.
    a_[i] = trial_a_[i] + share * (trial_.acceleration[i] - state_.acceleration[i]);
  }
  std::swap(state_, trial_);
  std::swap(previous_history_, history_);
  std::copy(next_.begin(), next_.end(), history_.begin());
  if (statistics_.steps % kOrthonormalizeEvery == 0) {
    for (Pose& pose : state_.pose) pose.R = Orthonormalized(pose.R);
  }
  last_step_ = h_;
  statistics_.worst_residual = std::max(statistics_.worst_residual, residual_);
  if (!settings_.force_tolerance) {
    force_size_ = std::max(force_size_, system_.ForceSize(Converged()));
  }
}

RunStatus GeneralizedAlpha::Failure(double h) const {
  if (!has_matrix_) {
    return RunStatus::Failure(
        fmt::format("the iteration matrix is singular at t = {:.6g} s", state_.time),
        "the model may be locked, or a massless body may be free: see the degrees of freedom");
  }
  // The body or constraint with the largest residual.
  double worst = -1;
  std::string name = "the model";
  for (int i = 0; i < system_.body_count(); ++i) {
    const double size = BodyEntry(const_cast<double*>(bodies_.data()), i).norm();
    if (size > worst || std::isnan(size)) {
      worst = size;
      name = system_.bodies()[i]->name();
    }
  }
  return RunStatus::Failure(
      fmt::format(
          "no convergence at t = {:.6g} s with steps down to {:.3g} s; the largest residual "
          "({:.3g} N or N m) is at {}",
          state_.time, settings_.matrix == MatrixMode::kFixed ? h : h_, worst, name),
      "try a smaller step, the matrix mode newton, or look at what drives it there");
}

}  // namespace jounce

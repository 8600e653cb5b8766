#include "solve/generalized_alpha.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

namespace jounce {
namespace {

using Eigen::Vector3d;

// A new matrix costs about as much as this many iterations with the old one.
constexpr double kMatrixCost = 8;
// Corrections below this part of the model's size are round-off: nothing better can be had.
constexpr double kRoundOff = 1e-14;
// Constraints are held this much tighter than the forces they would cause, within these parts of
// the size of the model.
constexpr double kConstraintTolerance = 0.1;
constexpr double kTightest = 2e-13;
constexpr double kLoosest = 1e-11;
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
      bodies_(system.row_count()),
      rows_(system.multiplier_count()),
      right_side_(system.unknown_count()) {
  variation_.bodies.resize(system.body_count());
}

void GeneralizedAlpha::Start(const SystemState& state, const std::vector<double>& history) {
  state_ = trial_ = state;
  motion_ = trial_motion_ = MotionOf(state);
  earlier_rate_ = motion_.rate;
  earlier_multiplier_ = state.multiplier;
  earlier_modal_ = modal_a_ = modal_a_trial_ = state.modal_acceleration;
  trend_ = 0;
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
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  if (!AdvanceInHalves(h, 0)) return Failure(h);
  ++statistics_.steps;
  statistics_.step_times.Add(std::chrono::duration<double>(Clock::now() - start).count());
  return {};
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
    UpdateMotion();
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

void GeneralizedAlpha::Predict() {
  trial_.time = state_.time + h_;
  const double trend = h_ == last_step_ ? trend_ : 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector6& z = motion_.velocity[i];
    const Vector6& a = motion_.a[i];
    const Vector6 rate = motion_.rate[i] + trend * (motion_.rate[i] - earlier_rate_[i]);
    const Vector6 trial_a =
        ((1 - alpha_f_) * rate + alpha_f_ * motion_.rate[i] - alpha_m_ * a) / (1 - alpha_m_);
    trial_motion_.rate[i] = rate;
    trial_motion_.velocity[i] = z + h_ * ((1 - gamma_) * a + gamma_ * trial_a);
    h_dq_[i] = h_ * (z + h_ * ((0.5 - beta_) * a + beta_ * trial_a));
  }
  trial_.multiplier = state_.multiplier + trend * (state_.multiplier - earlier_multiplier_);
  if (system_.mode_count() > 0) PredictModes(trend);
}

// The same for the modes.
void GeneralizedAlpha::PredictModes(double trend) {
  trial_.modal_acceleration =
      state_.modal_acceleration + trend * (state_.modal_acceleration - earlier_modal_);
  modal_a_trial_ = ((1 - alpha_f_) * trial_.modal_acceleration +
                    alpha_f_ * state_.modal_acceleration - alpha_m_ * modal_a_) /
                   (1 - alpha_m_);
  trial_.modal_velocity =
      state_.modal_velocity + h_ * ((1 - gamma_) * modal_a_ + gamma_ * modal_a_trial_);
  trial_.modal = state_.modal + h_ * (state_.modal_velocity +
                                      h_ * ((0.5 - beta_) * modal_a_ + beta_ * modal_a_trial_));
}

// Which prediction would have come nearer to the step just made.
void GeneralizedAlpha::ChooseTrend() {
  double held = 0, extended = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector6 change = trial_motion_.rate[i] - motion_.rate[i];
    held += change.squaredNorm();
    extended += (change - (motion_.rate[i] - earlier_rate_[i])).squaredNorm();
  }
  trend_ = extended < held ? 1 : 0;
}

// Poses, twists and their rates from the centre's motion and the rotation.
void GeneralizedAlpha::UpdateMotion() {
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const Pose& before = state_.pose[i];
    Pose& pose = trial_.pose[i];
    pose.R.noalias() = before.R * ExpRotation(h_dq_[i].tail<3>());
    pose.p = before * c + h_dq_[i].head<3>() - pose.R * c;
    const Vector6& z = trial_motion_.velocity[i];
    const Vector6& rate = trial_motion_.rate[i];
    const Vector3d U = pose.R.transpose() * z.head<3>(), w = z.tail<3>();
    const Vector3d w_rate = rate.tail<3>();
    trial_.velocity[i] = Join(U - w.cross(c), w);
    trial_.acceleration[i] =
        Join(pose.R.transpose() * rate.head<3>() - w.cross(U) - w_rate.cross(c), w_rate);
  }
  system_.UpdateNodes(&trial_);
}

GeneralizedAlpha::Motion GeneralizedAlpha::MotionOf(const SystemState& state) const {
  Motion motion;
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector3d& c = system_.bodies()[i]->centre();
    const Eigen::Matrix3d& R = state.pose[i].R;
    const Vector3d w = state.velocity[i].tail<3>(), w_rate = state.acceleration[i].tail<3>();
    const Vector3d U = state.velocity[i].head<3>() + w.cross(c);
    motion.velocity.push_back(Join(R * U, w));
    motion.rate.push_back(
        Join(R * (state.acceleration[i].head<3>() + w.cross(U) + w_rate.cross(c)), w_rate));
  }
  motion.a = motion.rate;
  return motion;
}

// With y = x_t - c x x_r and the turn T x_r, T the tangent of the exponential, UpdateMotion()
// differentiated line by line.
BodyVariation GeneralizedAlpha::VariationOf(int body) const {
  const Eigen::Matrix3d I = Eigen::Matrix3d::Identity();
  const Eigen::Matrix3d& R = trial_.pose[body].R;
  const Eigen::Matrix3d T = RotationTangent(h_dq_[body].tail<3>());
  const Eigen::Matrix3d c = Skew(system_.bodies()[body]->centre());
  const Eigen::Matrix3d U = Skew(R.transpose() * trial_motion_.velocity[body].head<3>());
  const Eigen::Matrix3d U_rate = Skew(R.transpose() * trial_motion_.rate[body].head<3>());
  const Eigen::Matrix3d w = Skew(trial_motion_.velocity[body].tail<3>());
  BodyVariation v;
  v.pose = Matrix6::Identity();
  v.pose.topRightCorner<3, 3>() = -c * (I - T);
  v.pose.bottomRightCorner<3, 3>() = T;
  v.velocity = gamma_prime_ * Matrix6::Identity();
  v.velocity.topRightCorner<3, 3>() = U * T;
  v.acceleration = beta_prime_ * Matrix6::Identity();
  v.acceleration.topLeftCorner<3, 3>() -= gamma_prime_ * w;
  v.acceleration.topRightCorner<3, 3>() =
      U_rate * T + gamma_prime_ * U - w * U * T + gamma_prime_ * w * c;
  return v;
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
  // A constraint that is off shakes the accelerations by beta' times as much.
  const double row =
      std::clamp(kConstraintTolerance * force / scale_, kTightest * system_.length_scale(),
                 kLoosest * system_.length_scale());
  double forces = 0, moments = 0, constraints = 0;
  for (int i = 0; i < system_.body_count(); ++i) {
    const double* r = bodies_.data() + 6 * i;
    forces = std::max({forces, std::abs(r[0]), std::abs(r[1]), std::abs(r[2])});
    moments = std::max({moments, std::abs(r[3]), std::abs(r[4]), std::abs(r[5])});
    // A maximum hides what is not a number; a sum does not.
    if (std::isnan(r[0] + r[1] + r[2] + r[3] + r[4] + r[5])) forces = HUGE_VAL;
  }
  for (int i = 6 * system_.body_count(); i < system_.motion_count(); ++i) {
    forces = std::isnan(bodies_[i]) ? HUGE_VAL : std::max(forces, std::abs(bodies_[i]));
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
  for (int i = 0; i < system_.body_count(); ++i) variation_.bodies[i] = VariationOf(i);
  variation_.modal_velocity = gamma_prime_;
  variation_.modal_acceleration = beta_prime_;
  matrix_.Assemble({trial_, h_, history_.data(), next_.data()}, scale_, variation_);
  ++statistics_.factorizations;
  has_matrix_ = lu_.Factor(matrix_.values());
  matrix_step_ = h_;
  return has_matrix_;
}

void GeneralizedAlpha::Correct() {
  const int bodies = system_.body_count(), offset = system_.motion_count();
  std::copy(bodies_.begin(), bodies_.begin() + offset, right_side_.begin());
  for (size_t i = 0; i < rows_.size(); ++i) right_side_[offset + i] = scale_ * rows_[i];
  lu_.Solve(right_side_.data());
  ++statistics_.iterations;
  double largest = 0;
  for (int i = 0; i < bodies; ++i) {
    const auto x = BodyEntry(right_side_.data(), i);
    const Vector3d x_r = x.tail<3>(), y = x.head<3>() - system_.bodies()[i]->centre().cross(x_r);
    const Vector6 step = Join(trial_.pose[i].R * y, x_r);
    h_dq_[i] -= step;
    trial_motion_.velocity[i] -= gamma_prime_ * step;
    trial_motion_.rate[i] -= beta_prime_ * step;
    largest = std::max(largest, x.lpNorm<Eigen::Infinity>());
  }
  for (int i = 0; i < system_.mode_count(); ++i) {
    const double x = right_side_[6 * bodies + i];
    trial_.modal[i] -= x;
    trial_.modal_velocity[i] -= gamma_prime_ * x;
    trial_.modal_acceleration[i] -= beta_prime_ * x;
    largest = std::max(largest, std::abs(x));
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    trial_.multiplier[i] -= scale_ * right_side_[offset + i];
  }
  correction_ = largest;
}

void GeneralizedAlpha::Commit() {
  ChooseTrend();
  for (int i = 0; i < system_.body_count(); ++i) {
    trial_motion_.a[i] = ((1 - alpha_f_) * trial_motion_.rate[i] + alpha_f_ * motion_.rate[i] -
                          alpha_m_ * motion_.a[i]) /
                         (1 - alpha_m_);
  }
  if (system_.mode_count() > 0) {
    modal_a_ = ((1 - alpha_f_) * trial_.modal_acceleration + alpha_f_ * state_.modal_acceleration -
                alpha_m_ * modal_a_) /
               (1 - alpha_m_);
    earlier_modal_ = state_.modal_acceleration;
  }
  std::swap(earlier_rate_, motion_.rate);
  std::swap(earlier_multiplier_, state_.multiplier);
  std::swap(state_, trial_);
  std::swap(motion_, trial_motion_);
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

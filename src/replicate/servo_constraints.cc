#include "replicate/servo_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "math/dense.h"
#include "math/products.h"
#include "replicate/live_drive.h"

namespace jounce {
namespace {

// A step is solved when targets are met to this part of their rms, after at most so many tries; where
// laws have corners and no better drives are found, this much more will do.
constexpr double kMet = 1e-6;
constexpr int kMostTries = 12;
constexpr double kMetAtLast = 1e-3;
// Tried steps of drives, as parts of their sizes; answers to one and to its double must agree to
// this part, or they are noise of the solver.
constexpr double kTriedStep = 1e-2;
constexpr double kAgree = 0.2;
// Rows and columns of J of length one: a smallest singular value below this is none.
constexpr double kSingular = 1e-5;
// Drives this many times as large as what was expected have run away.
constexpr double kRunAway = 100;

// Each row, then each column, of length one.
Eigen::MatrixXd Balanced(Eigen::MatrixXd A) {
  for (Eigen::Index i = 0; i < A.rows(); ++i) A.row(i) /= std::max(A.row(i).norm(), 1e-300);
  for (Eigen::Index j = 0; j < A.cols(); ++j) A.col(j) /= std::max(A.col(j).norm(), 1e-300);
  return A;
}

Eigen::VectorXd At(const Histories& histories, size_t n, const std::vector<double>& sizes) {
  Eigen::VectorXd x(static_cast<Eigen::Index>(histories.size()));
  for (size_t i = 0; i < histories.size(); ++i) {
    x[static_cast<Eigen::Index>(i)] = histories[i][n] / sizes[i];
  }
  return x;
}

double LargestOf(const Eigen::VectorXd& x) { return x.cwiseAbs().maxCoeff<Eigen::PropagateNaN>(); }

}  // namespace

ServoConstraints::ServoConstraints(Model model, const std::vector<DriveItem>& drives,
                                   ServoSettings settings)
    : settings_(std::move(settings)), at_rest_(drives.size()) {
  model.solver.integrator = IntegratorKind::kMultistep;
  model.solver.rho = 0;  // the backward differentiation formula
  model.solver.step = settings_.step;
  model.solver.output_step = 0;
  model.solver.error_tolerance.reset();
  model.solver.tolerance = std::min(model.solver.tolerance, 1e-9);
  model.solver.verify = true;
  live_ = DriveLive(drives, &model);
  for (size_t j = 0; j < drives.size(); ++j) {
    at_rest_[static_cast<Eigen::Index>(j)] = drives[j].at_rest;
  }
  simulation_ = std::make_unique<Simulation>(model);
  simulation_->NeedEnergies(false);
  const ChannelSelection selection = simulation_->SelectChannelsOfRows();
  chosen_ = selection.chosen();
  sensors_ = selection.SensorsIn(simulation_->sensors());
  all_.resize(simulation_->sensors().channels().size());
}

ServoConstraints::Vector ServoConstraints::Answer() const {
  simulation_->ReadSensors(sensors_, all_.data());
  Vector answer(static_cast<Eigen::Index>(chosen_.size()));
  for (size_t i = 0; i < chosen_.size(); ++i) {
    answer[static_cast<Eigen::Index>(i)] =
        all_[chosen_[i].source] * chosen_[i].factor / settings_.target_sizes[i];
  }
  return answer;
}

void ServoConstraints::Begin(double h) {
  const double end = simulation_->time() + h;
  for (const auto& drive : live_) drive->Begin(end, h);
}

// A step from `mark` with drives (in their sizes, about rest) at its end.
RunStatus ServoConstraints::Try(const std::vector<std::byte>& mark, double h, const Vector& drives,
                                Vector* answer) {
  for (Eigen::Index j = 0; j < drives.size(); ++j) {
    live_[j]->Set(at_rest_[j] + drives[j] * settings_.drive_sizes[j]);
  }
  simulation_->Rewind(mark);
  const RunStatus status = simulation_->Advance(h);
  if (status.ok) *answer = Answer() - answer_at_rest_;
  return status;
}

// The formula has two steps: the first one is that of a plant at rest.
void ServoConstraints::StandStill(double h) {
  for (size_t j = 0; j < live_.size(); ++j) live_[j]->Rest(at_rest_[static_cast<Eigen::Index>(j)]);
  simulation_->Rewind(equilibrium_);
  const RunStatus status = simulation_->Advance(h);
  if (!status.ok) throw InputError(status.reason, status.remedy);
}

ServoConstraints::Matrix ServoConstraints::StepResponses(double h, double part) {
  const auto n = static_cast<Eigen::Index>(live_.size());
  Matrix J(n, n);
  for (Eigen::Index j = 0; j < n; ++j) {
    StandStill(h);
    const std::vector<std::byte> mark = simulation_->Mark();
    Begin(h);
    Vector answer;
    const RunStatus status = Try(mark, h, part * Vector::Unit(n, j), &answer);
    if (!status.ok) throw InputError(status.reason, status.remedy);
    J.col(j) = answer / part;
  }
  return J;
}

void ServoConstraints::Start() {
  const RunStatus status = simulation_->StartFromEquilibrium();
  if (!status.ok) throw InputError(status.reason, status.remedy);
  equilibrium_ = simulation_->Mark();
  StandStill(settings_.step);
  answer_at_rest_ = Answer();
  J_ = StepResponses(settings_.step, kTriedStep);
  CheckResponses(J_);
  inverse_ = Inverse(J_);
}

void ServoConstraints::CheckResponses(const Matrix& J) {
  const Matrix twice = StepResponses(settings_.step, 2 * kTriedStep);
  const Matrix half = StepResponses(0.5 * settings_.step, kTriedStep);
  Diagnostics problems;
  degrees_.clear();
  for (Eigen::Index i = 0; i < J.rows(); ++i) {
    const double size = J.row(i).norm(), of_half = half.row(i).norm();
    degrees_.push_back(size > 0 && of_half > 0 ? std::log2(size / of_half) : HUGE_VAL);
    if (size > 0 && (twice.row(i) - J.row(i)).norm() < kAgree * size) continue;
    problems.Error({},
                   fmt::format("servo constraints: target '{}' does not follow a step of {:g} s "
                               "of any drive",
                               settings_.targets[i], settings_.step),
                   "too many integrations lie between: take a probe nearer to a drive, or leave "
                   "out `start: servo`");
  }
  problems.ThrowIfErrors();
  const Matrix balanced = Balanced(J);
  const RealEigen squares = SymmetricEigen(TransposedProduct(balanced, balanced));
  const double smallest = std::sqrt(std::max(0.0, squares.values[0]));
  if (smallest > kSingular) return;
  // The drives that would have to move against each other.
  Eigen::Index first = 0, second = 0;
  const Vector moving = squares.vectors.col(0).cwiseAbs();
  moving.maxCoeff(&first);
  Vector others = moving;
  others[first] = 0;
  others.maxCoeff(&second);
  throw InputError(
      fmt::format("servo constraints: the targets cannot tell drives '{}' and '{}' apart within a "
                  "step (smallest singular value {:.1g})",
                  settings_.drives[first], settings_.drives[second], smallest),
      "name a target for each, or leave out `start: servo`");
}

std::string ServoConstraints::WorstOf(const Vector& residual) const {
  Eigen::Index worst = 0;
  residual.cwiseAbs().maxCoeff(&worst);
  return settings_.targets[worst];
}

RunStatus ServoConstraints::SolveStep(const Vector& wanted, const Vector& pulled_to, Vector* u,
                                      Vector* answer) {
  const double h = settings_.step, pull = settings_.pull * h;
  const std::vector<std::byte> mark = simulation_->Mark();
  Begin(h);
  Vector residual, last, change;
  for (int tries = 0; tries < kMostTries; ++tries) {
    RunStatus status = Try(mark, h, *u, answer);
    if (!status.ok) return status;
    residual = *answer - wanted + pull * Vector(J_ * (*u - pulled_to));
    const double left = LargestOf(residual);
    if (left < (tries + 1 < kMostTries ? kMet : kMetAtLast)) return {};
    if (!std::isfinite(left)) break;
    if (tries > 0) {
      // The inverse takes what the residual changed by to what the drives did.
      const Vector made = inverse_ * (residual - last);
      const double length = change.dot(made);
      if (std::abs(length) > 1e-3 * change.norm() * made.norm()) {
        inverse_ += (change - made) * (change.transpose() * inverse_) / length;
      }
    }
    change = -(inverse_ * residual);
    last = residual;
    *u += change;
  }
  return RunStatus::Failure(
      fmt::format("no drives were found that let target '{}' be met", WorstOf(residual)));
}

ServoRun ServoConstraints::Follow(const Histories& wanted, const Histories& guess,
                                  Progress* progress) {
  ServoRun run;
  const auto n = static_cast<Eigen::Index>(live_.size());
  StandStill(settings_.step);
  inverse_ = Inverse(J_);
  const size_t steps = wanted.front().size();
  run.drives.assign(live_.size(), History(steps, 0.0));
  Vector u = Vector::Zero(n), beside = Vector::Zero(n), beside_before = beside, answer;
  double expected = 1;  // in their sizes
  for (const History& history : guess) {
    const double size = settings_.drive_sizes[&history - guess.data()];
    for (const double x : history) expected = std::max(expected, std::abs(x) / size);
  }
  for (size_t step = 2; step < steps; ++step) {
    if (progress && progress->StopRequested()) {
      run.ok = false;
      run.interrupted = true;
      return run;
    }
    const Vector guessed = At(guess, step, settings_.drive_sizes);
    const Vector pulled_to = guessed + (1 - settings_.pull * settings_.step) * beside;
    u = guessed + 2 * beside - beside_before;
    const RunStatus status =
        SolveStep(At(wanted, step, settings_.target_sizes), pulled_to, &u, &answer);
    const bool ran_away = status.ok && LargestOf(u) > kRunAway * expected;
    if (!status.ok || ran_away) {
      run.ok = false;
      run.reason = fmt::format(
          "servo constraints end at t = {:.4g} s: {}", static_cast<double>(step) * settings_.step,
          ran_away ? "drives grow without end, since internal motions of the plant are unstable "
                     "while its targets are held (not minimum phase)"
                   : status.reason);
      return run;
    }
    beside_before = beside;
    beside = u - guessed;
    for (Eigen::Index j = 0; j < n; ++j) run.drives[j][step] = u[j] * settings_.drive_sizes[j];
  }
  return run;
}

void ServoConstraints::Rehearse(double seconds, Progress* progress) {
  const auto steps = static_cast<size_t>(std::ceil(seconds / settings_.step));
  const size_t pulse = std::max<size_t>(8, steps / 40);
  Histories wanted(live_.size(), History(steps, 0.0)), guess(live_.size(), History(steps, 0.0));
  for (size_t i = 0; i < wanted.size(); ++i) {
    // Of different lengths, so that no motion is missed by chance.
    const size_t length = pulse + i * pulse / wanted.size();
    for (size_t k = 0; k < length && k < steps; ++k) {
      const double s =
          std::sin(std::numbers::pi * static_cast<double>(k) / static_cast<double>(length));
      wanted[i][k] = 0.01 * settings_.target_sizes[i] * s * s;
    }
  }
  const ServoRun run = Follow(wanted, guess, progress);
  if (run.interrupted) return;
  double peaks[4] = {};
  for (size_t j = 0; j < run.drives.size(); ++j) {
    for (size_t k = 0; k < steps; ++k) {
      double& peak = peaks[4 * k / steps];
      peak = std::max(peak, std::abs(run.drives[j][k]) / settings_.drive_sizes[j]);
    }
  }
  const bool grows = peaks[3] > peaks[2] && peaks[2] > peaks[1] && peaks[3] > 3 * peaks[1];
  if (run.ok && !grows) return;
  throw InputError(
      grows ? fmt::format("servo constraints: drives grow {:.3g}-fold in {:.3g} s while targets "
                          "rest: internal motions of the plant are unstable when its targets are "
                          "held (not minimum phase)",
                          peaks[3] / peaks[2], 0.25 * seconds)
            : run.reason,
      "take probes nearer to the drives, or leave out `start: servo`: the response at rest needs "
      "no "
      "stable inverse");
}

}  // namespace jounce

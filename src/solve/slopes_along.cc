#include "solve/slopes_along.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jounce {
namespace {

// All elements are asked again whether they depend on a parameter in the first steps, and then once
// in so many.
constexpr long long kFirstSteps = 4;
constexpr long long kLookEvery = 256;

// How often the slopes of an equilibrium are improved, and what holds what nothing else holds there, as
// a part of the stiffest.
constexpr int kImprovements = 3;
constexpr double kNextToNothing = 1e-10;

}  // namespace

SlopesAlong::SlopesAlong(const Simulation& simulation, Effects* effects)
    : simulation_(simulation),
      system_(simulation.system()),
      effects_(*effects),
      columns_(SlopeColumns(static_cast<int>(effects->size()))),
      coordinates_(system_),
      formula_(MakeStepFormula(system_.model().solver)),
      matrix_(system_, simulation.freedom().active),
      lu_(matrix_.pattern()),
      now_(system_, columns_),
      before_(now_),
      memory_slopes_(system_, columns_),
      rows_(SlopeRows::Zero(system_.row_count(), columns_)),
      constraints_(SlopeRows::Zero(system_.multiplier_count(), columns_)),
      right_sides_(SlopeRows::Zero(system_.unknown_count(), columns_)),
      memory_(SlopeRows::Zero(system_.history_size() + 1, columns_)),
      memory_before_(memory_),
      node_rows_(system_.row_count() + system_.multiplier_count()),
      wrenches_(system_.nodes().size()),
      column_(system_.row_count()) {
  variation_.bodies.resize(system_.body_count());
  // Sensors of which a result holds a channel.
  const ChannelSelection selection = simulation.SelectChannels();
  int first = 0, number = 0;
  for (const auto& probe : simulation.sensors().probes()) {
    const int count = static_cast<int>(probe->channels().size());
    if (std::any_of(selection.chosen().begin(), selection.chosen().end(),
                    [&](const ChosenChannel& c) {
                      return c.source >= first && c.source < first + count;
                    })) {
      wanted_.push_back({number, first, count});
    }
    first += count;
    ++number;
  }
}

void SlopesAlong::Start() {
  if (effects_.empty()) return;
  const int motion = system_.motion_count();
  SlopeRows velocity = SlopeRows::Zero(motion, columns_), rate = velocity;
  for (size_t k = 0; k < effects_.size(); ++k) {
    effects_[k]->StartSlopes(static_cast<int>(k), &now_, &velocity, &rate, &memory_);
  }
  if (IsAtRest()) ImproveRest();
  before_ = now_;
  BeginFormula(velocity, rate);
  memory_before_ = memory_;
}

void SlopesAlong::BeginFormula(const SlopeRows& velocity, const SlopeRows& rate) {
  const Eigen::Index size = velocity.size();
  motion_ = {Eigen::VectorXd::Zero(size), Eigen::Map<const Eigen::VectorXd>(velocity.data(), size),
             Eigen::Map<const Eigen::VectorXd>(rate.data(), size)};
  trial_ = motion_;
  formula_->Start(motion_);
}

void SlopesAlong::StepTaken(const TakenStep& step) {
  if (!status_.ok || effects_.empty()) return;
  if (steps_ < kFirstSteps || steps_ % kLookEvery == 0) LookForMore(step.at);
  ++steps_;
  formula_->SetStep(step.at.h);
  trial_.rate = motion_.rate;
  formula_->Predict(motion_, &trial_);
  std::swap(now_, before_);
  now_.multiplier = before_.multiplier;
  now_.Spread(before_, step.before, step.motion, step.at.state, trial_);
  if (!Solve(step)) return;
  now_.Spread(before_, step.before, step.motion, step.at.state, trial_);
  formula_->Commit(motion_, trial_);
  std::swap(motion_, trial_);
  std::swap(memory_, memory_before_);
  AdvanceMemory(step.at, memory_before_);
}

void SlopesAlong::AdvanceMemory(const Evaluation& at, const SlopeRows& before) {
  memory_slopes_.Advance(at, now_, before, &memory_);
  for (size_t k = 0; k < effects_.size(); ++k) {
    effects_[k]->AdvanceMemory(at, now_, before, static_cast<int>(k), &memory_);
  }
}

void SlopesAlong::End(const std::string& reason, double time) {
  status_ = RunStatus::Failure(fmt::format("{} at t = {:.6g} s: slopes end there", reason, time),
                               "end the run before, or take what switches out of the model");
}

// Where forces jump at a time t(p), what moves at rates x' before and x'' after has slopes that jump,
// dx(after) = dx(before) + (x' - x'') dt, and an acceleration whose slope is another.
void SlopesAlong::BegunAnew(const NewBegin& begin) {
  if (!status_.ok || effects_.empty()) return;
  if (begin.switched && !MoveSwitch(begin)) return;
  const int motion = system_.motion_count();
  SlopeRows velocity = SlopeRows::Zero(motion, columns_), rate = velocity;
  for (size_t k = 0; k < effects_.size(); ++k) {
    const RunStatus status =
        effects_[k]->BeginAnew(begin, memory_, static_cast<int>(k), &now_, &velocity, &rate);
    if (!status.ok) return End(status.reason, begin.after.time);
  }
  now_.SpreadToNodes(begin.after);
  BeginFormula(velocity, rate);
}

// The switching functions know places, velocities and states (frame_element.h), so that their rate
// before the switch follows from coasting on.
bool SlopesAlong::MoveSwitch(const NewBegin& begin) {
  constexpr double kPartOfStep = 1e-3;
  std::vector<double> scratch(begin.memory, begin.memory + system_.history_size() + 1);
  const Evaluation at{begin.before, begin.h, begin.last_memory, scratch.data()};
  int number = -1, crossed = 0;
  double least = HUGE_VAL;
  for (size_t i = 0; i < system_.elements().size(); ++i) {
    const Element& element = *system_.elements()[i];
    if (!element.switches()) continue;
    const double margin = element.SwitchMargin(System::Slice(at, element));
    crossed += margin < 0 ? 1 : 0;
    if (margin >= least) continue;
    least = margin;
    number = static_cast<int>(i);
  }
  const Element& element = *system_.elements()[number];
  if (begin.h == 0 || crossed != 1) {
    End(fmt::format("{} switches together with others, or twice,", element.name()),
        begin.after.time);
    return false;
  }
  const double dt = kPartOfStep * begin.h;
  const auto margin_after = [&](double time) {
    const SystemState there = system_.Coasting(begin.before, time);
    return element.SwitchMargin(
        System::Slice({there, begin.h, begin.last_memory, scratch.data()}, element));
  };
  const double change = margin_after(dt) - margin_after(-dt), margin_rate = change / (2 * dt);
  for (size_t k = 0; k < effects_.size(); ++k) {
    const int column = static_cast<int>(k);
    const double slope = effects_[k]->SwitchSlope(number, at, now_, column);
    // What moves with the least change of a parameter by a whole step cannot be followed.
    if (!(std::abs(slope) * effects_[k]->step() < -margin_rate * begin.h)) {
      End(fmt::format("{} only grazes its switch", element.name()), begin.after.time);
      return false;
    }
    MoveJump(begin, -slope / margin_rate, column);
  }
  return true;
}

void SlopesAlong::MoveJump(const NewBegin& begin, double time_slope, int column) {
  const SystemState &a = begin.before, &b = begin.after;
  for (int i = 0; i < system_.body_count(); ++i) {
    now_.pose.block<6, 1>(6 * i, column) += time_slope * (a.velocity[i] - b.velocity[i]);
    now_.velocity.block<6, 1>(6 * i, column) +=
        time_slope * (a.acceleration[i] - b.acceleration[i]);
  }
  const int scalars = system_.scalar_count();
  now_.pose.col(column).tail(scalars) += time_slope * (a.modal_velocity - b.modal_velocity);
  now_.velocity.col(column).tail(scalars) +=
      time_slope * (a.modal_acceleration - b.modal_acceleration);
}

void SlopesAlong::Read(size_t parameter, double* slopes) {
  effects_[parameter]->ReadSlopes(simulation_.evaluation(), now_, memory_before_, memory_,
                                  static_cast<int>(parameter), wanted_, slopes);
}

void SlopesAlong::LookForMore(const Evaluation& at) {
  for (size_t k = 0; k < effects_.size(); ++k) {
    if (effects_[k]->FindMore(at, memory_, static_cast<int>(k))) found_late_ = true;
  }
}

bool SlopesAlong::IsAtRest() const {
  const SystemState& state = simulation_.state();
  const auto is_zero = [](const Vector6& v) { return v.isZero(0); };
  return system_.open_joints().empty() &&
         std::all_of(state.velocity.begin(), state.velocity.end(), is_zero) &&
         std::all_of(state.acceleration.begin(), state.acceleration.end(), is_zero);
}

// Two equilibria differ by what both were found to. With the way of the laws from where they are
// drawn, K dq = -(dr/dm dm_drawn + dr/dp) is exact; the difference is where its solution begins, so
// that what is free to move, held by next to nothing, stays there.
void SlopesAlong::ImproveRest() {
  std::vector<double> drawn = DrawnMemory(system_), next = drawn;
  SlopeRows drawn_slopes = SlopeRows::Zero(memory_.rows(), columns_);
  for (size_t k = 0; k < effects_.size(); ++k) {
    effects_[k]->DrawnMemorySlopes(static_cast<int>(k), &drawn_slopes);
  }
  const SystemState& state = simulation_.state();
  const Evaluation at{state, HUGE_VAL, drawn.data(), next.data()};
  system_.Residual(at, column_.data(), node_rows_.data());
  for (BodyVariation& v : variation_.bodies) {
    v = {Matrix6::Identity(), Matrix6::Zero(), Matrix6::Zero()};
  }
  variation_.modal_velocity = variation_.modal_acceleration = 0;
  for (int i = 0; i < kImprovements; ++i) {
    MakeRows(at, 1, drawn_slopes);
    double stiffest = 0;
    const int motion = system_.motion_count();
    for (int u = 0; u < motion; ++u) {
      stiffest = std::max(stiffest, std::abs(matrix_.Diagonal(u)));
    }
    for (int u = 0; u < motion; ++u) matrix_.AddToDiagonal(u, kNextToNothing * stiffest);
    if (!lu_.Factor(matrix_.values())) return;
    SolveRightSides(at, 1);
    MoveRest();
    now_.SpreadToNodes(state);
  }
  AdvanceMemory(at, drawn_slopes);
}

void SlopesAlong::MoveRest() {
  const int bodies = 6 * system_.body_count(), scalars = system_.scalar_count();
  const int first_scalar = system_.row_count() - scalars;
  for (int k = 0; k < static_cast<int>(effects_.size()); ++k) {
    for (int i = 0; i < bodies; ++i) now_.pose(i, k) -= right_sides_(i, k);
    for (int i = 0; i < scalars; ++i) {
      now_.pose(first_scalar + i, k) -= right_sides_(bodies + i, k);
    }
    for (int i = 0; i < system_.multiplier_count(); ++i) {
      now_.multiplier(i, k) -= right_sides_(bodies + scalars + i, k);
    }
  }
}

// A dx = -(all that the slopes before and the parameters do); trial_ and the multipliers get it.
bool SlopesAlong::Solve(const TakenStep& step) {
  for (int i = 0; i < system_.body_count(); ++i) {
    variation_.bodies[i] = coordinates_.Variation(i, *formula_, step.at.state, step.motion);
  }
  variation_.modal_velocity = formula_->velocity_slope();
  variation_.modal_acceleration = formula_->rate_slope();
  MakeRows(step.at, step.constraint_weight, memory_);
  if (!lu_.Factor(matrix_.values())) {
    status_ = RunStatus::Failure(
        fmt::format("the matrix of the slopes is singular at t = {:.6g} s", step.at.state.time),
        "slopes have no meaning where the motion is not determined");
    return false;
  }
  SolveRightSides(step.at, step.constraint_weight);
  coordinates_.MakeIncrements(step.at.state, columns_, right_sides_.data());
  const Eigen::Index moving = static_cast<Eigen::Index>(system_.motion_count()) * columns_;
  const Eigen::Map<const Eigen::VectorXd> x(right_sides_.data(), moving);
  trial_.increment -= x;
  trial_.velocity -= formula_->velocity_slope() * x;
  trial_.rate -= formula_->rate_slope() * x;
  now_.multiplier -= step.constraint_weight * right_sides_.bottomRows(system_.multiplier_count());
  return true;
}

// The matrix for `variation_`, and the rows that the slopes at hand and the parameters leave.
void SlopesAlong::MakeRows(const Evaluation& at, double constraint_weight,
                           const SlopeRows& memory) {
  rows_.setZero();
  constraints_.setZero();
  matrix_.Assemble(
      at, constraint_weight, variation_,
      [this](size_t element, const MatrixAssembly::Workspace& work) {
        // Else asked with what it remembers.
        if (system_.elements()[element]->remembers() && !memory_slopes_.Holds(element)) {
          return;
        }
        now_.AddProducts(element, work, &rows_, &constraints_);
      });
  memory_slopes_.AddResidual(at, memory, &rows_);
  for (size_t k = 0; k < effects_.size(); ++k) {
    effects_[k]->AddResidual(at, now_, memory, static_cast<int>(k), &rows_, &constraints_);
  }
  if (system_.nodes().empty()) return;
  system_.NodeWrenches(at, &node_rows_, &wrenches_);
  now_.AddNodeStiffness(at.state, wrenches_, &rows_);
}

void SlopesAlong::SolveRightSides(const Evaluation& at, double constraint_weight) {
  CarryNodeWrenches(at.state);
  const int motion = system_.motion_count();
  const std::vector<bool>& active = simulation_.freedom().active;
  for (int i = 0; i < system_.multiplier_count(); ++i) {
    if (active[i]) {
      right_sides_.row(motion + i) = constraint_weight * constraints_.row(i);
    } else {
      right_sides_.row(motion + i).setZero();
    }
  }
  lu_.SolveRows(columns_, right_sides_.data());
}

void SlopesAlong::CarryNodeWrenches(const SystemState& state) {
  const int bodies = 6 * system_.body_count(), scalars = system_.scalar_count();
  if (system_.nodes().empty()) {
    right_sides_.topRows(bodies) = rows_.topRows(bodies);
    right_sides_.middleRows(bodies, scalars) = rows_.bottomRows(scalars);
    return;
  }
  for (size_t k = 0; k < effects_.size(); ++k) {
    const auto column = static_cast<Eigen::Index>(k);
    Eigen::Map<Eigen::VectorXd>(column_.data(), rows_.rows()) = rows_.col(column);
    system_.CarryNodeWrenches(state, column_.data());
    right_sides_.col(column).head(bodies + scalars) =
        Eigen::Map<const Eigen::VectorXd>(column_.data(), bodies + scalars);
  }
}

std::pair<Evaluation, Evaluation> SlopesAlong::Sides(size_t parameter) {
  return effects_[parameter]->Sides(simulation_.evaluation(), now_, memory_before_, memory_,
                                    static_cast<int>(parameter));
}

}  // namespace jounce

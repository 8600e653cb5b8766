#include "solve/parameter_effects.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <utility>

#include "solve/memory_slopes.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// The difference of two entries of memory, which may be flags or infinite.
double Difference(double a, double b) { return a == b ? 0 : a - b; }

bool Same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

// Where an element's rows are in the arrays of System::Residual().
template <class Visit>
void ForRows(const System& system, const Element& element, const Visit& visit) {
  const int first_scalar = system.row_count() - system.scalar_count();
  for (int slot : element.bodies()) {
    for (int i = 0; i < 6; ++i) visit(6 * slot + i);
  }
  for (int scalar : element.scalars()) visit(first_scalar + scalar);
}

// A state somewhere near: everything moved, turned and moving by random amounts of this size.
SystemState Shaken(const System& system, const SystemState& from, double size,
                   std::mt19937* random) {
  std::uniform_real_distribution<double> uniform(-1, 1);
  const auto draw = [&](double scale) { return scale * uniform(*random); };
  const auto three = [&](double scale) { return Vector3d(draw(scale), draw(scale), draw(scale)); };
  SystemState state = from;
  const double length = size * system.length_scale();
  for (int i = 0; i < system.body_count(); ++i) {
    state.pose[i].R = state.pose[i].R * ExpRotation(three(std::min(size, 0.5)));
    state.pose[i].p += three(length);
    state.velocity[i] += Join(three(30 * length), three(30 * size));
    state.acceleration[i] += Join(three(1e3 * length), three(1e3 * size));
  }
  for (int i = 0; i < system.scalar_count(); ++i) {
    state.modal[i] += draw(length);
    state.modal_velocity[i] += draw(30 * length);
    state.modal_acceleration[i] += draw(1e3 * length);
  }
  for (int i = 0; i < system.multiplier_count(); ++i) state.multiplier[i] += draw(1e4);
  state.time = 0.5 * (1 + uniform(*random)) * system.model().solver.end_time;
  return state;
}

}  // namespace

std::vector<double> DrawnMemory(const System& system) {
  SystemState drawn = system.StartState();
  for (Vector6& v : drawn.velocity) v.setZero();
  for (Vector6& a : drawn.acceleration) a.setZero();
  drawn.modal_velocity.setZero();
  drawn.modal_acceleration.setZero();
  std::vector<double> memory(system.history_size() + 1);
  system.StartHistory(drawn, memory.data());
  return memory;
}

ParameterEffects::ParameterEffects(std::string name, const Simulation& base,
                                   std::unique_ptr<Simulation> plus,
                                   std::unique_ptr<Simulation> minus, double step)
    : name_(std::move(name)),
      base_(base),
      system_(base.system()),
      plus_(std::move(plus)),
      minus_(std::move(minus)),
      step_(step),
      depends_(system_.elements().size()),
      all_bodies_(system_.body_count()) {
  CheckAlike(*plus_);
  CheckAlike(*minus_);
  std::iota(all_bodies_.begin(), all_bodies_.end(), 0);
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    side.simulation = i == 0 ? plus_.get() : minus_.get();
    side.system = &side.simulation->system();
    side.sign = i == 0 ? 1 : -1;
    side.state = base.state();
    side.history.resize(system_.history_size() + 1);
    side.next = side.history;
    side.rows.resize(system_.row_count());
    side.constraints.resize(system_.multiplier_count() + 1);
    values_[i].resize(base.sensors().channels().size());
    std::vector<const ConnectionElement*> remembering;
    for (const ConnectionElement* connection : side.system->connections()) {
      if (connection->remembers() && !HasMemorySlopes(*connection)) {
        remembering.push_back(connection);
      }
    }
    side.groups = std::make_unique<ElementGroups>(
        std::span<const BodyElement* const>(), remembering, std::span<const Constraint* const>());
  }
  std::vector<const Element*> differentiated;
  for (const ConnectionElement* connection : system_.connections()) {
    if (HasMemorySlopes(*connection)) differentiated.push_back(connection);
  }
  std::vector<bool> seen(system_.body_count());
  for (size_t i = 0; i < system_.elements().size(); ++i) {
    const Element& element = *system_.elements()[i];
    if (!element.remembers()) continue;
    remembering_.push_back(static_cast<int>(i));
    if (std::find(differentiated.begin(), differentiated.end(), &element) != differentiated.end()) {
      continue;
    }
    asked_.push_back(static_cast<int>(i));
    if (sides_[0].groups->Holds(*sides_[0].system->elements()[i])) {
      has_groups_ = true;
    } else {
      singles_.push_back(static_cast<int>(i));
    }
    for (int slot : element.bodies()) {
      const FlexibleNode* node = system_.NodeAt(slot);
      const int body = node ? node->body() : slot;
      if (body < system_.body_count()) seen[body] = true;
    }
  }
  for (int i = 0; i < system_.body_count(); ++i) {
    if (seen[i] || system_.signals().follows_motion()) moved_.push_back(i);
  }
}

void ParameterEffects::CheckAlike(const Simulation& other) const {
  const System& system = other.system();
  bool alike = system.unknown_count() == system_.unknown_count() &&
               system.row_count() == system_.row_count() &&
               system.history_size() == system_.history_size() &&
               system.elements().size() == system_.elements().size() &&
               other.sensors().channels().size() == base_.sensors().channels().size() &&
               other.freedom().active == base_.freedom().active;
  for (size_t i = 0; alike && i < system.elements().size(); ++i) {
    const Element &a = *system.elements()[i], &b = *system_.elements()[i];
    alike = a.name() == b.name() && a.bodies() == b.bodies() && a.scalars() == b.scalars() &&
            a.first_multiplier() == b.first_multiplier() && a.first_history() == b.first_history();
  }
  if (alike) return;
  throw InputError(fmt::format("parameter '{}' changes more of the model than numbers: parts, "
                               "joints or what they remember",
                               name_),
                   "choose one that leaves the structure as it is");
}

void ParameterEffects::Place(const Evaluation& at, const SlopeRows& memory, int column) {
  for (Side& side : sides_) {
    std::copy_n(at.history, side.history.size(), side.history.begin());
    std::copy_n(at.next, side.next.size(), side.next.begin());
    ShiftMemory(memory, column, remembering_, &side);
  }
}

// The same of what elements that remember, or follow functions of time, will ask for.
void ParameterEffects::PlaceSome(const Evaluation& at, const SlopeRows& memory, int column) {
  const SignalGraph& signals = system_.signals();
  if (signals.follows_motion() || !signals.blocks().empty()) return Place(at, memory, column);
  for (Side& side : sides_) {
    for (int number : asked_) {
      const Element& element = *system_.elements()[number];
      const int first = element.first_history(), count = element.history_size();
      std::copy_n(at.history + first, count, side.history.begin() + first);
      std::copy_n(at.next + first, count, side.next.begin() + first);
    }
    const int first = signals.first_memory();
    std::copy_n(at.next + first, signals.memory_size(), side.next.begin() + first);
    ShiftMemory(memory, column, asked_, &side);
  }
}

void ParameterEffects::ShiftMemory(const SlopeRows& memory, int column,
                                   const std::vector<int>& elements, Side* side) const {
  const double step = side->sign * step_;
  const auto shift = [&](int first, int count) {
    for (int i = first; i < first + count; ++i) side->history[i] += step * memory(i, column);
  };
  for (int i : elements) {
    const Element& element = *system_.elements()[i];
    shift(element.first_history(), element.history_size());
  }
  if (!system_.signals().blocks().empty()) {
    shift(system_.signals().first_memory(), system_.signals().memory_size());
  }
}

void ParameterEffects::Follow(const SystemState& state) {
  for (Side& side : sides_) {
    side.state.time = state.time;
    side.system->MoveFrames(&side.state);
    side.system->UpdateNodes(&side.state);
  }
}

void ParameterEffects::EvaluateSignals(double h) {
  for (int i = 0; i < 2; ++i) sides_[i].system->EvaluateSignals(At(i, h));
}

void ParameterEffects::Ask(int number, double h, const SystemState& plus, const SystemState& minus,
                           const double* history) {
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    const Evaluation at{i == 0 ? plus : minus, h, history ? history : side.history.data(),
                        side.next.data()};
    const Element& element = *side.system->elements()[number];
    ForRows(system_, element, [&](int row) { side.rows[row] = 0; });
    std::fill_n(side.constraints.begin() + element.first_multiplier(), element.multipliers(), 0.0);
    element.AddResidual(System::Slice(at, element), side.rows.data(), side.constraints.data());
  }
}

bool ParameterEffects::Differs(int number) const {
  const Element& element = *system_.elements()[number];
  bool differs = false;
  ForRows(system_, element,
          [&](int row) { differs = differs || !Same(sides_[0].rows[row], sides_[1].rows[row]); });
  for (int i = 0; i < element.multipliers(); ++i) {
    const int row = element.first_multiplier() + i;
    differs = differs || !Same(sides_[0].constraints[row], sides_[1].constraints[row]);
  }
  for (int i = 0; element.remembers() && i < element.history_size(); ++i) {
    const int entry = element.first_history() + i;
    differs = differs || !Same(sides_[0].next[entry], sides_[1].next[entry]);
  }
  return differs;
}

bool ParameterEffects::AskOthers(double h) {
  bool found = false;
  for (size_t i = 0; i < depends_.size(); ++i) {
    if (depends_[i]) continue;
    Ask(static_cast<int>(i), h);
    if (!Differs(static_cast<int>(i))) continue;
    depends_[i] = found = true;
  }
  return found;
}

void ParameterEffects::FindElements(const Evaluation& at) {
  constexpr int kDraws = 4;
  const SlopeRows unmoved = SlopeRows::Zero(system_.history_size() + 1, 1);
  const double h = system_.model().solver.step;
  const SignalGraph& signals = system_.signals();
  std::mt19937 random(1);
  for (double size : {0.0, 1e-5, 1e-3, 1e-2, 3e-2, 0.1, 0.5}) {
    for (int draw = 0; draw < kDraws; ++draw) {
      const SystemState state = Shaken(system_, at.state, size, &random);
      Place(at, unmoved, 0);
      for (Side& side : sides_) side.state = state;
      Follow(state);
      for (int slot = system_.body_count() + 1; slot < system_.slot_count(); ++slot) {
        const Pose &a = sides_[0].state.pose[slot], &b = sides_[1].state.pose[slot];
        moves_frames_ = moves_frames_ || a.p != b.p || a.R != b.R ||
                        sides_[0].state.velocity[slot] != sides_[1].state.velocity[slot];
      }
      EvaluateSignals(h);
      for (int i = signals.first_memory(); i < signals.first_memory() + signals.memory_size();
           ++i) {
        changes_signals_ = changes_signals_ || !Same(sides_[0].next[i], sides_[1].next[i]);
      }
      AskOthers(h);
    }
  }
  FindDriven(at);
  ListDependent();
}

// What blocks remember changes with the parameter, whether or not an element does: those that follow
// signals are asked with it.
void ParameterEffects::FindDriven(const Evaluation& at) {
  const SignalGraph& signals = system_.signals();
  if (signals.memory_size() == signals.node_count()) return;
  const double h = system_.model().solver.step;
  Place(at, SlopeRows::Zero(system_.history_size() + 1, 1), 0);
  for (Side& side : sides_) side.state = at.state;
  Follow(at.state);
  EvaluateSignals(h);
  for (Side& side : sides_) {
    for (int i = 0; i < signals.node_count(); ++i) {
      double& value = side.next[signals.first_memory() + i];
      value += 0.1 * side.sign * (1 + std::abs(value));
    }
  }
  AskOthers(h);
}

bool ParameterEffects::FindMore(const Evaluation& at, const SlopeRows& memory, int column) {
  // Without what the motion before does to what is remembered.
  const SlopeRows unmoved = SlopeRows::Zero(memory.rows(), column + 1);
  Place(at, unmoved, column);
  for (Side& side : sides_) side.state = at.state;
  Follow(at.state);
  EvaluateSignals(at.h);
  if (!AskOthers(at.h)) return false;
  ListDependent();
  return true;
}

void ParameterEffects::ListDependent() {
  dependent_.clear();
  for (int i = 0; i < static_cast<int>(depends_.size()); ++i) {
    if (depends_[i] && !std::binary_search(asked_.begin(), asked_.end(), i)) {
      dependent_.push_back(i);
    }
  }
}

void ParameterEffects::StartSlopes(int column, MotionSlopes* motion, SlopeRows* velocity,
                                   SlopeRows* rate, SlopeRows* memory) const {
  const double per_step = 0.5 / step_;
  const SystemState &base = base_.state(), &a = plus_->state(), &b = minus_->state();
  for (int i = 0; i < system_.body_count(); ++i) {
    const Eigen::Matrix3d Rt = base.pose[i].R.transpose();
    const Vector3d way = Rt * ((a.pose[i].p - b.pose[i].p) + (a.place_rest[i] - b.place_rest[i]));
    const Vector3d turn = LogRotation(Rt * a.pose[i].R) - LogRotation(Rt * b.pose[i].R);
    const Vector3d centre =
        plus_->system().bodies()[i]->centre() - minus_->system().bodies()[i]->centre();
    motion->pose.block<6, 1>(6 * i, column) = per_step * Join(way, turn);
    motion->centre.block<3, 1>(3 * i, column) = per_step * centre;
  }
  motion->pose.col(column).tail(system_.scalar_count()) = per_step * (a.modal - b.modal);
  DifferentiateMotion(a, b, column, motion, velocity, rate);
  for (int i = 0; i < system_.history_size(); ++i) {
    (*memory)(i, column) = per_step * Difference(plus_->memory()[i], minus_->memory()[i]);
  }
}

void ParameterEffects::DifferentiateMotion(const SystemState& a, const SystemState& b, int column,
                                           MotionSlopes* motion, SlopeRows* velocity,
                                           SlopeRows* rate) const {
  const double per_step = 0.5 / step_;
  for (int i = 0; i < system_.body_count(); ++i) {
    motion->velocity.block<6, 1>(6 * i, column) = per_step * (a.velocity[i] - b.velocity[i]);
    motion->acceleration.block<6, 1>(6 * i, column) =
        per_step * (a.acceleration[i] - b.acceleration[i]);
  }
  const int scalars = system_.scalar_count();
  motion->velocity.col(column).tail(scalars) = per_step * (a.modal_velocity - b.modal_velocity);
  motion->acceleration.col(column).tail(scalars) =
      per_step * (a.modal_acceleration - b.modal_acceleration);
  for (int i = 0; i < system_.multiplier_count(); ++i) {
    motion->multiplier(i, column) = per_step * (a.multiplier[i] - b.multiplier[i]);
  }
  const StepMotion more = BodyCoordinates(plus_->system()).MotionOf(a);
  const StepMotion less = BodyCoordinates(minus_->system()).MotionOf(b);
  velocity->col(column) = per_step * (more.velocity - less.velocity);
  rate->col(column) = per_step * (more.rate - less.rate);
}

double ParameterEffects::SwitchSlope(int number, const Evaluation& at, const MotionSlopes& slopes,
                                     int column) {
  double margin[2];
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    // The sides on which it is are flags: they stay.
    std::copy_n(at.history, side.history.size(), side.history.begin());
    side.state = at.state;
    slopes.Shift(at.state, column, side.sign * step_, all_bodies_, &side.state);
  }
  Follow(at.state);
  for (int i = 0; i < 2; ++i) {
    const Element& element = *sides_[i].system->elements()[number];
    margin[i] = element.SwitchMargin(System::Slice(At(i, at.h), element));
  }
  return 0.5 / step_ * (margin[0] - margin[1]);
}

RunStatus ParameterEffects::BeginAnew(const NewBegin& begin, const SlopeRows& memory, int column,
                                      MotionSlopes* slopes, SlopeRows* velocity, SlopeRows* rate) {
  Place({begin.after, begin.h, begin.memory, const_cast<double*>(begin.memory)}, memory, column);
  for (int i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    side.state = begin.after;
    slopes->Shift(begin.after, column, side.sign * step_, all_bodies_, &side.state);
  }
  Follow(begin.after);
  for (int i = 0; i < 2; ++i) {
    Simulation& simulation = i == 0 ? *plus_ : *minus_;
    const RunStatus status = simulation.MakeAccelerations(&sides_[i].state, sides_[i].history);
    if (!status.ok) return status;
  }
  DifferentiateMotion(sides_[0].state, sides_[1].state, column, slopes, velocity, rate);
  return {};
}

void ParameterEffects::DrawnMemorySlopes(int column, SlopeRows* memory) const {
  std::vector<double> sides[2];
  for (int i = 0; i < 2; ++i) sides[i] = DrawnMemory(*sides_[i].system);
  for (int i = 0; i < system_.history_size(); ++i) {
    (*memory)(i, column) = 0.5 / step_ * Difference(sides[0][i], sides[1][i]);
  }
}

void ParameterEffects::AddResidual(const Evaluation& at, const MotionSlopes& slopes,
                                   const SlopeRows& memory, int column, SlopeRows* motion,
                                   SlopeRows* constraints) {
  own_memory_.clear();
  if (dependent_.empty() && asked_.empty()) return;
  PlaceSome(at, memory, column);
  if (!dependent_.empty()) {
    const bool evaluates = changes_signals_ || !system_.signals().blocks().empty();
    const bool own = moves_frames_ || evaluates;
    if (own) {
      for (Side& side : sides_) side.state = at.state;
    }
    if (moves_frames_) Follow(at.state);
    if (evaluates) EvaluateSignals(at.h);
    // With the memory of the base, whose slopes are not the parameter's own.
    for (int number : dependent_) {
      Ask(number, at.h, own ? sides_[0].state : at.state, own ? sides_[1].state : at.state,
          at.history);
      AddDifference(number, column, motion, constraints);
      if (system_.elements()[number]->remembers()) KeepMemoryDifference(number);
    }
  }
  if (asked_.empty()) return;
  MoveAlong(at, slopes, column, moved_);
  if (has_groups_) {
    AskGroups(at.h);
    const double per_step = 0.5 / step_;
    for (Eigen::Index row = 0; row < motion->rows(); ++row) {
      (*motion)(row, column) += per_step * (sides_[0].rows[row] - sides_[1].rows[row]);
    }
  }
  for (int number : singles_) {
    Ask(number, at.h);
    AddDifference(number, column, motion, constraints);
  }
}

void ParameterEffects::AskGroups(double h) {
  for (int i = 0; i < 2; ++i) {
    std::fill(sides_[i].rows.begin(), sides_[i].rows.end(), 0.0);
    sides_[i].groups->AddResidual(At(i, h), sides_[i].rows.data(), sides_[i].constraints.data());
  }
}

void ParameterEffects::AddDifference(int number, int column, SlopeRows* motion,
                                     SlopeRows* constraints) {
  const double per_step = 0.5 / step_;
  const Element& element = *system_.elements()[number];
  ForRows(system_, element, [&](int row) {
    (*motion)(row, column) += per_step * (sides_[0].rows[row] - sides_[1].rows[row]);
    sides_[0].rows[row] = sides_[1].rows[row] = 0;  // a slot may be there twice
  });
  for (int i = 0; i < element.multipliers(); ++i) {
    const int row = element.first_multiplier() + i;
    (*constraints)(row, column) +=
        per_step * (sides_[0].constraints[row] - sides_[1].constraints[row]);
  }
}

void ParameterEffects::KeepMemoryDifference(int number) {
  const Element& element = *system_.elements()[number];
  for (int i = 0; i < element.history_size(); ++i) {
    const int entry = element.first_history() + i;
    const double difference = Difference(sides_[0].next[entry], sides_[1].next[entry]);
    if (difference != 0) own_memory_.push_back({entry, 0.5 / step_ * difference});
  }
}

void ParameterEffects::MoveAlong(const Evaluation& at, const MotionSlopes& slopes, int column,
                                 const std::vector<int>& bodies) {
  const bool all = moves_frames_ || !system_.nodes().empty() || system_.signals().follows_motion();
  for (Side& side : sides_) {
    if (all) {
      side.state = at.state;
    } else {
      CopyFrames(at.state, &side.state);
    }
    slopes.Shift(at.state, column, side.sign * step_, bodies, &side.state);
  }
  if (moves_frames_ || !system_.nodes().empty()) Follow(at.state);
  const SignalGraph& signals = system_.signals();
  if (changes_signals_ || signals.follows_motion() || !signals.blocks().empty()) {
    EvaluateSignals(at.h);
  }
}

// What Shift() leaves: the time, and frames on the ground.
void ParameterEffects::CopyFrames(const SystemState& from, SystemState* to) const {
  to->time = from.time;
  for (int slot = system_.body_count(); slot < system_.slot_count(); ++slot) {
    to->pose[slot] = from.pose[slot];
    to->velocity[slot] = from.velocity[slot];
    to->acceleration[slot] = from.acceleration[slot];
  }
  to->inputs = from.inputs;
}

void ParameterEffects::AdvanceMemory(const Evaluation& at, const MotionSlopes& slopes,
                                     const SlopeRows& before, int column, SlopeRows* after) {
  const SignalGraph& signals = system_.signals();
  for (const OwnMemory& own : own_memory_) (*after)(own.entry, column) += own.slope;
  if (asked_.empty() && signals.blocks().empty()) return;
  PlaceSome(at, before, column);
  MoveAlong(at, slopes, column, moved_);
  const double per_step = 0.5 / step_;
  const auto differentiate = [&](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      (*after)(i, column) = per_step * Difference(sides_[0].next[i], sides_[1].next[i]);
    }
  };
  if (has_groups_) AskGroups(at.h);
  for (int number : singles_) Ask(number, at.h);
  for (int number : asked_) {
    const Element& element = *system_.elements()[number];
    differentiate(element.first_history(), element.history_size());
  }
  if (!signals.blocks().empty()) differentiate(signals.first_memory(), signals.memory_size());
}

std::pair<Evaluation, Evaluation> ParameterEffects::Sides(const Evaluation& at,
                                                          const MotionSlopes& slopes,
                                                          const SlopeRows& before,
                                                          const SlopeRows& after, int column) {
  Place(at, before, column);
  for (Side& side : sides_) {
    for (int number : remembering_) {
      const Element& element = *system_.elements()[number];
      for (int i = 0; i < element.history_size(); ++i) {
        const int entry = element.first_history() + i;
        side.next[entry] += side.sign * step_ * after(entry, column);
      }
    }
  }
  MoveAlong(at, slopes, column, all_bodies_);
  return {At(0, at.h), At(1, at.h)};
}

void ParameterEffects::ReadSlopes(const Evaluation& at, const MotionSlopes& slopes,
                                  const SlopeRows& before, const SlopeRows& after, int column,
                                  const std::vector<WantedSensor>& wanted,
                                  double* slopes_of_channels) {
  const auto [plus, minus] = Sides(at, slopes, before, after, column);
  const auto& probes = sides_[0].simulation->sensors().probes();
  const auto& probes_of_less = sides_[1].simulation->sensors().probes();
  for (const WantedSensor& sensor : wanted) {
    probes[sensor.number]->Read(plus, &values_[0][sensor.first]);
    probes_of_less[sensor.number]->Read(minus, &values_[1][sensor.first]);
    for (int i = sensor.first; i < sensor.first + sensor.count; ++i) {
      slopes_of_channels[i] = 0.5 / step_ * (values_[0][i] - values_[1][i]);
    }
  }
}

}  // namespace jounce

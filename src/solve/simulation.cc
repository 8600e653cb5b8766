#include "solve/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/names.h"
#include "model/run_schedule.h"
#include "solve/initial_conditions.h"
#include "solve/lower_onto_road.h"
#include "solve/statics.h"

namespace jounce {
namespace {

double SecondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// Changes below this part of what was given, or of the model's size, are not told.
constexpr double kNotTold = 1e-6;

void AddToList(const std::string& item, std::string* list) {
  *list += (list->empty() ? "" : ", ") + item;
}

constexpr std::uint64_t kMostWarnings = 1000;

// More than these in one step come to no end.
constexpr int kMostSwitches = 1000;

// How often progress is told.
constexpr double kProgressSeconds = 0.1;

}  // namespace

int Recording::Find(const std::string& name) const {
  for (size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

ChannelSelection::Row Recording::Appender() {
  return [this](double at, const std::vector<double>& row) {
    time.push_back(at);
    values.insert(values.end(), row.begin(), row.end());
  };
}

Simulation::Simulation(DesignedAssembly designed)
    : design_preloads_(std::move(designed.preloads)),
      system_(std::move(designed.assembly)),
      sensors_(system_),
      freedom_(CountFreedom(system_, system_.StartState())),
      redundant_rows_(system_, freedom_),
      integrator_(system_, freedom_.active, system_.model().solver),
      inputs_(system_.signals().initial_inputs()) {}

int Simulation::FindInput(const std::string& name) const {
  const std::vector<std::string>& names = system_.signals().input_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    throw InputError(fmt::format("the model has no input '{}'", name), SuggestName(name, names));
  }
  return static_cast<int>(found - names.begin());
}

void Simulation::SetInput(const std::string& name, double value) {
  SetInput(FindInput(name), value);
}

void Simulation::SetInput(int input, double value) {
  inputs_[input] = value;
  if (!integrator_.state().inputs.empty()) integrator_.SetInput(input, value);
}

RunStatus Simulation::Initialize() {
  const RunStatus status = FindStart();
  if (status.ok) PrepareSteps();
  return status;
}

RunStatus Simulation::FindStart() {
  SystemState state;
  const RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  // Laws begin where the model is, not where it was drawn.
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(state, history.data());
  return SetInMotion(history, &state);
}

RunStatus Simulation::SetInMotion(const std::vector<double>& at_rest, SystemState* state) {
  InitialConditions conditions(system_, freedom_.active, redundant_rows_);
  std::vector<double> history = at_rest;
  const auto remember_motion = [&] {
    history = at_rest;
    system_.SetMoving(*state, history.data());
  };
  const SystemState given = *state;
  remember_motion();
  RunStatus status = conditions.MakeVelocities(state, history);
  system_.SetStatesMoving(state);
  // What laws remember of rates is that of the consistent velocities, then with accelerations.
  remember_motion();
  if (status.ok) status = conditions.MakeAccelerations(state, history);
  remember_motion();
  if (status.ok) WarnOfVelocities(given, *state);
  integrator_.Start(*state, history);
  return status;
}

void Simulation::PrepareSteps() {
  const RunSchedule schedule = MakeRunSchedule(system_.model().solver);
  if (schedule.step > 0) integrator_.Prepare(schedule.step);
}

RunStatus Simulation::Assemble(SystemState* state) {
  warnings_.clear();
  *state = system_.StartState();
  state->inputs = inputs_;
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(*state, history.data());
  RunStatus status =
      InitialConditions(system_, freedom_.active, redundant_rows_).MakePositions(state, history);
  if (status.ok && !system_.open_joints().empty()) WarnOfMoves(*state);
  system_.SetStartVelocities(state);
  return status;
}

void Simulation::WarnOfMoves(const SystemState& assembled) {
  std::string joints, bodies;
  for (const OpenJoint& open : system_.open_joints()) AddToList(open.ToString(), &joints);
  const SystemState drawn = system_.StartState();
  for (int i = 0; i < system_.body_count(); ++i) {
    const Pose moved = Relative(drawn.pose[i], assembled.pose[i]);
    const double turn = LogRotation(moved.R).norm();
    if (moved.p.norm() > kNotTold * system_.length_scale() || turn > kNotTold) {
      AddToList(fmt::format("{} was moved by {:.3g} m and {:.3g} rad", system_.bodies()[i]->name(),
                            moved.p.norm(), turn),
                &bodies);
    }
  }
  warnings_.push_back(
      fmt::format("open as drawn, and closed: {}{}{}", joints, bodies.empty() ? "" : "; ", bodies));
}

// What was given no velocity follows those that were, and that is what one wants.
void Simulation::WarnOfVelocities(const SystemState& given, const SystemState& made) {
  std::string bodies;
  for (int i = 0; i < system_.body_count(); ++i) {
    const Vector6& before = given.velocity[i];
    const Vector6 change = made.velocity[i] - before;
    const double length = system_.length_scale();
    const double speed = before.head<3>().norm() + length * before.tail<3>().norm();
    const double changed = change.head<3>().norm() + length * change.tail<3>().norm();
    if (speed == 0 || changed <= kNotTold * speed) continue;
    AddToList(fmt::format("{} by {:.3g} m/s and {:.3g} rad/s", system_.bodies()[i]->name(),
                          change.head<3>().norm(), change.tail<3>().norm()),
              &bodies);
  }
  if (bodies.empty()) return;
  warnings_.push_back("start velocities do not fit the joints and motions and were changed: " +
                      bodies);
}

RunStatus Simulation::SolveStatics(StaticResult* result) {
  SystemState state;
  const RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  std::vector<double> start(system_.history_size() + 1);
  system_.StartHistory(state, start.data());
  LowerOntoRoad(system_, &state);
  *result = Statics(system_, freedom_.active).Solve(state);
  integrator_.Start(result->state, result->history);
  return result->status.ok ? redundant_rows_.CheckFrom(start, result->state) : result->status;
}

RunStatus Simulation::FindEquilibrium() {
  StaticResult result;
  return SolveStatics(&result);
}

RunStatus Simulation::StartFromEquilibrium() {
  StaticResult result;
  RunStatus status = SolveStatics(&result);
  if (!status.ok) return status;
  SystemState state = result.state;
  system_.SetStartVelocities(&state);
  if (!IsAtRest(state)) status = SetInMotion(result.history, &state);
  if (status.ok) PrepareSteps();
  return status;
}

// Nothing was given a velocity, and no motion asks for one.
bool Simulation::IsAtRest(const SystemState& state) const {
  std::vector<double> rates(system_.multiplier_count()), unused(rates);
  for (const Constraint* c : system_.constraints()) {
    c->ConstraintRates(state, rates.data(), unused.data());
  }
  const auto is_zero = [](double rate) { return rate == 0; };
  return std::all_of(state.velocity.begin(), state.velocity.end(),
                     [](const Vector6& v) { return v.isZero(0); }) &&
         std::all_of(rates.begin(), rates.end(), is_zero);
}

RunStatus Simulation::FollowPath(double arc, int max_points, Recording* recording) {
  SystemState state;
  RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  ChannelSelection selection = SelectChannelsOfRows();
  const std::vector<int> sensors = selection.SensorsIn(sensors_);
  recording->channels = selection.channels();
  std::vector<double> start(system_.history_size() + 1);
  system_.StartHistory(state, start.data());
  const StaticResult result =
      Statics(system_, freedom_.active)
          .FollowPath(state, system_.model().solver.end_time, arc, max_points,
                      [&](const SystemState& now, const std::vector<double>& history) {
                        if (status.ok) status = redundant_rows_.CheckFrom(start, now);
                        if (!status.ok) return;
                        integrator_.Start(now, history);
                        Record(sensors, &selection, recording);
                      });
  return status.ok ? result.status : status;
}

RunStatus Simulation::Advance(double h) {
  RunStatus status = integrator_.Advance(h);
  if (status.ok && integrator_.Jumped()) status = BeginAnew();
  for (int switches = 1; status.ok && integrator_.rest() > 0; ++switches) {
    if (switches > kMostSwitches) {
      return RunStatus::Failure(fmt::format("elements switch more than {} times in one step at t = "
                                            "{:.6g} s",
                                            kMostSwitches, time()),
                                "they may chatter: look at their switching functions there");
    }
    status = integrator_.Advance(integrator_.rest());
    if (status.ok && integrator_.Jumped()) status = BeginAnew();
  }
  if (!status.ok || redundant_rows_.empty()) return status;
  const Evaluation last = integrator_.Converged();
  return redundant_rows_.Check(last.state, last.next);
}

RunStatus Simulation::MakeAccelerations(SystemState* state, const std::vector<double>& memory) {
  if (!conditions_) {
    conditions_ = std::make_unique<InitialConditions>(system_, freedom_.active, redundant_rows_);
  }
  return conditions_->MakeAccelerations(state, memory);
}

// What samples put out holds until the next, and elements switch: accelerations jump with it.
RunStatus Simulation::BeginAnew() {
  SystemState state = integrator_.state();
  const RunStatus status = MakeAccelerations(&state, integrator_.history());
  if (status.ok) integrator_.Restart(state);
  return status;
}

RunStatus Simulation::Run(Recording* recording, Progress* progress, bool from_equilibrium) {
  ChannelSelection selection = SelectChannels();
  const std::vector<int> sensors = selection.SensorsIn(sensors_);
  recording->channels = selection.channels();
  const RunStatus status =
      Run([&](const Simulation& simulation) { simulation.Record(sensors, &selection, recording); },
          progress, from_equilibrium);
  selection.Finish(recording->Appender());
  return status;
}

RunStatus Simulation::Run(const Output& output, Progress* progress, bool from_equilibrium) {
  const RunStatus status = from_equilibrium ? StartFromEquilibrium() : Initialize();
  if (!status.ok) return status;
  position_ = {};
  wall_seconds_ = 0;
  output(*this);
  return Continue(output, progress);
}

RunStatus Simulation::Continue(const Output& output, Progress* progress) {
  const RunSchedule schedule = MakeRunSchedule(system_.model().solver);
  const long long intervals = schedule.intervals + (schedule.last_steps > 0 ? 1 : 0);
  const double before = wall_seconds_;
  const Clock::time_point start = Clock::now();
  double told = 0;
  RunStatus status;
  while (position_.intervals < intervals && status.ok) {
    const bool last = position_.intervals == schedule.intervals;
    const long long steps = last ? schedule.last_steps : schedule.steps;
    const double h = last ? schedule.last_step : schedule.step;
    for (; position_.steps < steps && status.ok; position_.steps += status.ok) {
      if (progress) status = Report(before + SecondsSince(start), &told, progress);
      if (status.ok) status = Advance(h);
    }
    if (!status.ok) break;
    position_ = {position_.intervals + 1, 0};
    output(*this);
  }
  wall_seconds_ = before + SecondsSince(start);
  return status;
}

// Tells how far the run came, now and then; fails where the user wants it to stop.
RunStatus Simulation::Report(double wall_seconds, double* told, Progress* progress) {
  wall_seconds_ = wall_seconds;
  if (statistics().steps > 0 && wall_seconds_ - *told > kProgressSeconds) {
    *told = wall_seconds_;
    progress->Update(
        time(), system_.model().solver.end_time,
        fmt::format("t = {:.3f} s, {:.3g} x real time, {:.2f} iterations a step, {} factorizations",
                    time(), time() / wall_seconds_,
                    static_cast<double>(statistics().iterations) / statistics().steps,
                    statistics().factorizations));
  }
  if (!progress->StopRequested()) return {};
  RunStatus stopped =
      RunStatus::Failure(fmt::format("stopped by the user at t = {:.6g} s", time()));
  stopped.interrupted = true;
  return stopped;
}

void Simulation::Exchange(StateStream* stream) {
  stream->Value(&position_);
  stream->Value(&wall_seconds_);
  auto warnings = static_cast<std::uint64_t>(warnings_.size());
  stream->Value(&warnings);
  if (stream->reading()) warnings_.assign(std::min<std::uint64_t>(warnings, kMostWarnings), "");
  for (std::string& warning : warnings_) stream->Text(&warning);
  stream->Values(&inputs_);
  integrator_.Exchange(stream);
}

// Names and sizes, and what all elements say of the state in which the model is drawn: no mass,
// stiffness or place can change without it. What lies after the start does not count, so that a
// run may go on with another end.
std::uint64_t Simulation::Fingerprint() const {
  std::uint64_t sum = 0xcbf29ce484222325;  // FNV-1a
  const auto add = [&sum](const void* data, size_t size) {
    const auto* bytes = static_cast<const unsigned char*>(data);
    for (size_t i = 0; i < size; ++i) sum = (sum ^ bytes[i]) * 0x100000001b3;
  };
  for (const auto& element : system_.elements()) {
    add(element->name().data(), element->name().size());
    for (const int size : {element->size(), element->history_size()}) add(&size, sizeof size);
  }
  const SolverSettings& solver = system_.model().solver;
  const double settings[] = {solver.step,
                             solver.output_step,
                             solver.rho,
                             solver.tolerance,
                             solver.force_tolerance.value_or(0),
                             solver.error_tolerance.value_or(0)};
  add(settings, sizeof settings);
  const int modes[] = {static_cast<int>(solver.matrix), static_cast<int>(solver.integrator),
                       solver.max_iterations, solver.max_halvings, static_cast<int>(solver.verify)};
  add(modes, sizeof modes);
  const SystemState state = system_.StartState();
  std::vector<double> history(system_.history_size() + 1), next(history);
  std::vector<double> motion(system_.row_count()), rows(system_.multiplier_count() + 1);
  system_.StartHistory(state, history.data());
  system_.Residual({state, solver.step, history.data(), next.data()}, motion.data(), rows.data());
  add(motion.data(), motion.size() * sizeof(double));
  add(rows.data(), rows.size() * sizeof(double));
  return sum;
}

SavedState Simulation::Save() const {
  StateStream stream;
  const_cast<Simulation*>(this)->Exchange(&stream);  // writing changes nothing
  return {SavedState::kVersion, Fingerprint(), stream.Take()};
}

void Simulation::Restore(const SavedState& saved) {
  if (saved.version != SavedState::kVersion) {
    throw InputError(fmt::format("the state was saved in version {}, this program knows version {}",
                                 saved.version, SavedState::kVersion),
                     "run it from its start");
  }
  if (saved.fingerprint != Fingerprint()) {
    throw InputError("the saved state is that of another model", "run it from its start");
  }
  StateStream stream(saved.bytes);
  Exchange(&stream);
  if (!stream.AtEnd()) throw InputError("the saved state is damaged", "run it from its start");
}

std::vector<std::byte> Simulation::Mark() const {
  StateStream stream;
  const_cast<Integrator&>(integrator_).Exchange(&stream, false);  // writing changes nothing
  return stream.Take();
}

void Simulation::Rewind(const std::vector<std::byte>& mark) {
  StateStream stream(mark);
  integrator_.Exchange(&stream, false);
  // What depends on time alone is kept of the time that it was last asked for, and may be another at
  // that time now: all are asked for the time of the mark.
  std::vector<double> motion(system_.row_count()), rows(system_.multiplier_count() + 1);
  system_.Residual(integrator_.Converged(), motion.data(), rows.data());
}

size_t Simulation::OutputCount() const {
  return MakeRunSchedule(system_.model().solver).OutputCount();
}

void Simulation::Record(const std::vector<int>& sensors, ChannelSelection* selection,
                        Recording* recording) const {
  std::vector<double> all(sensors_.channels().size());
  ReadSensors(sensors, all.data());
  selection->Add(time(), all.data(), recording->Appender());
}

ChannelSelection Simulation::SelectChannelsOfRows() const {
  ChannelSettings settings = system_.model().channels;
  settings.rate.reset();
  return ChannelSelection(settings, sensors_.channels());
}

Pose Simulation::BodyPose(const std::string& name) const {
  const int body = system_.geometry().BodyIndex(name);
  if (body >= 0) return state().pose[body];
  // A body that was welded to another is a frame on it.
  for (const Frame& frame : system_.model().frames) {
    if (frame.name != name) continue;
    const BodyFrame on = system_.geometry().Resolve({.second = name}).second;
    return state().pose[on.body] * on.frame;
  }
  std::vector<std::string> known;
  for (const Body& b : system_.model().bodies) known.push_back(b.name);
  throw InputError(fmt::format("no body is called '{}'", name), SuggestName(name, known));
}

}  // namespace jounce

#include "solve/simulation.h"

#include <fmt/format.h>

#include <chrono>

#include "base/names.h"
#include "solve/initial_conditions.h"
#include "solve/run_schedule.h"
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

Simulation::Simulation(const Model& model)
    : system_(model),
      sensors_(system_),
      freedom_(CountFreedom(system_, system_.StartState())),
      redundant_rows_(system_, freedom_),
      integrator_(system_, freedom_.active, model.solver) {}

RunStatus Simulation::Initialize() {
  SystemState state;
  RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  // Laws begin where the model is, not where it was drawn.
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(state, history.data());
  InitialConditions conditions(system_, freedom_.active, redundant_rows_);
  const SystemState given = state;
  status = conditions.MakeVelocities(&state, history);
  // What laws remember of rates is that of the consistent velocities, then with accelerations.
  system_.StartHistory(state, history.data());
  if (status.ok) status = conditions.MakeAccelerations(&state, history);
  system_.StartHistory(state, history.data());
  if (status.ok) WarnOfVelocities(given, state);
  integrator_.Start(state, history);
  return status;
}

RunStatus Simulation::Assemble(SystemState* state) {
  warnings_.clear();
  *state = system_.StartState();
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(*state, history.data());
  RunStatus status =
      InitialConditions(system_, freedom_.active, redundant_rows_).MakePositions(state, history);
  if (status.ok && !system_.open_joints().empty()) WarnOfMoves(*state);
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

RunStatus Simulation::FindEquilibrium() {
  SystemState state;
  const RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  std::vector<double> start(system_.history_size() + 1);
  system_.StartHistory(state, start.data());
  const StaticResult result = Statics(system_, freedom_.active).Solve(state);
  integrator_.Start(result.state, result.history);
  return result.status.ok ? redundant_rows_.CheckFrom(start, result.state) : result.status;
}

RunStatus Simulation::FollowPath(double arc, int max_points, Recording* recording) {
  SystemState state;
  RunStatus status = Assemble(&state);
  if (!status.ok) return status;
  ChannelSelection selection = SelectChannelsOfRows();
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
                        Record(&selection, recording);
                      });
  return status.ok ? result.status : status;
}

RunStatus Simulation::Advance(double h) {
  RunStatus status = integrator_.Advance(h);
  if (!status.ok || redundant_rows_.empty()) return status;
  const Evaluation last = integrator_.Converged();
  return redundant_rows_.Check(last.state, last.next);
}

RunStatus Simulation::Run(Recording* recording, Progress* progress, bool from_equilibrium) {
  ChannelSelection selection = SelectChannels();
  recording->channels = selection.channels();
  const RunStatus status =
      Run([&](const Simulation& simulation) { simulation.Record(&selection, recording); }, progress,
          from_equilibrium);
  selection.Finish(recording->Appender());
  return status;
}

RunStatus Simulation::Run(const Output& output, Progress* progress, bool from_equilibrium) {
  const SolverSettings& solver = system_.model().solver;
  RunStatus status = from_equilibrium ? FindEquilibrium() : Initialize();
  if (!status.ok) return status;
  output(*this);
  const RunSchedule schedule = MakeRunSchedule(solver);
  const Clock::time_point start = Clock::now();
  double told = 0;
  const auto advance = [&](long long steps, double h) {
    for (long long step = 0; step < steps && status.ok; ++step) {
      status = Advance(h);
      if (status.ok && progress) status = Report(start, &told, progress);
    }
    if (status.ok) output(*this);
  };
  for (long long i = 0; i < schedule.intervals && status.ok; ++i) {
    advance(schedule.steps, schedule.step);
  }
  if (schedule.last_steps > 0 && status.ok) advance(schedule.last_steps, schedule.last_step);
  wall_seconds_ = SecondsSince(start);
  return status;
}

// Tells how far the run came, now and then; fails where the user wants it to stop.
RunStatus Simulation::Report(Clock::time_point start, double* told, Progress* progress) {
  wall_seconds_ = SecondsSince(start);
  if (wall_seconds_ - *told > kProgressSeconds) {
    *told = wall_seconds_;
    progress->Update(
        time(), system_.model().solver.end_time,
        fmt::format("t = {:.3f} s, {:.3g} x real time, {:.2f} iterations a step, {} factorizations",
                    time(), time() / wall_seconds_,
                    static_cast<double>(statistics().iterations) / statistics().steps,
                    statistics().factorizations));
  }
  if (!progress->StopRequested()) return {};
  return RunStatus::Failure(fmt::format("stopped by the user at t = {:.6g} s", time()));
}

size_t Simulation::OutputCount() const {
  return MakeRunSchedule(system_.model().solver).OutputCount();
}

void Simulation::Record(ChannelSelection* selection, Recording* recording) const {
  std::vector<double> all(sensors_.channels().size());
  ReadSensors(all.data());
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

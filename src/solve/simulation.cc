#include "solve/simulation.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/names.h"
#include "solve/initial_conditions.h"
#include "solve/statics.h"

namespace jounce {
namespace {

using Clock = std::chrono::steady_clock;

double SecondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// How often progress is told.
constexpr double kProgressSeconds = 0.1;

long long StepCount(const SolverSettings& solver) {
  return std::max(0LL, std::llround(solver.end_time / solver.step));
}

// Every so many steps there is an output.
long long OutputEvery(const SolverSettings& solver) {
  return std::max(1LL, std::llround(solver.output_step / solver.step));
}

}  // namespace

int Recording::Find(const std::string& name) const {
  for (size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].name == name) return static_cast<int>(i);
  }
  return -1;
}

Simulation::Simulation(const Model& model)
    : system_(model),
      sensors_(system_),
      freedom_(CountFreedom(system_, system_.StartState())),
      redundant_rows_(system_, freedom_),
      integrator_(system_, freedom_.active, model.solver) {}

RunStatus Simulation::Initialize() {
  SystemState state = system_.StartState();
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(state, history.data());
  InitialConditions conditions(system_, freedom_.active, redundant_rows_);
  RunStatus status = conditions.MakePositions(&state, history);
  if (!status.ok) return status;
  // Laws are at rest where the model is, not where it was drawn.
  system_.StartHistory(state, history.data());
  status = conditions.MakeVelocities(&state, history);
  if (status.ok) status = conditions.MakeAccelerations(&state, history);
  integrator_.Start(state, history);
  return status;
}

RunStatus Simulation::FindEquilibrium() {
  SystemState state = system_.StartState();
  std::vector<double> history(system_.history_size() + 1);
  system_.StartHistory(state, history.data());
  RunStatus status =
      InitialConditions(system_, freedom_.active, redundant_rows_).MakePositions(&state, history);
  if (!status.ok) return status;
  const StaticResult result = Statics(system_, freedom_.active).Solve(state);
  status = result.status.ok ? redundant_rows_.CheckFrom(history, result.state) : result.status;
  system_.StartHistory(result.state, history.data());
  integrator_.Start(result.state, history);
  return status;
}

RunStatus Simulation::FollowPath(double arc, int max_points, Recording* recording) {
  RunStatus status = FindEquilibrium();
  if (!status.ok) return status;
  recording->channels = sensors_.channels();
  std::vector<double> history(system_.history_size() + 1);
  const SystemState start = state();
  std::vector<double> first_history(history);
  system_.StartHistory(start, first_history.data());
  Statics statics(system_, freedom_.active);
  const StaticResult result = statics.FollowPath(
      start, system_.model().solver.end_time, arc, max_points, [&](const SystemState& now) {
        if (!status.ok) return;
        status = redundant_rows_.CheckFrom(first_history, now);
        if (!status.ok) return;
        system_.StartHistory(now, history.data());
        integrator_.Start(now, history);
        Record(recording);
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
  recording->channels = sensors_.channels();
  return Run([recording](const Simulation& simulation) { simulation.Record(recording); }, progress,
             from_equilibrium);
}

RunStatus Simulation::Run(const Output& output, Progress* progress, bool from_equilibrium) {
  const SolverSettings& solver = system_.model().solver;
  RunStatus status = from_equilibrium ? FindEquilibrium() : Initialize();
  if (!status.ok) return status;
  output(*this);
  const long long steps = StepCount(solver), every = OutputEvery(solver);
  const Clock::time_point start = Clock::now();
  double told = 0;
  for (long long step = 1; step <= steps; ++step) {
    status = Advance(solver.step);
    if (!status.ok) break;
    if (step % every == 0 || step == steps) output(*this);
    if (!progress) continue;
    wall_seconds_ = SecondsSince(start);
    if (wall_seconds_ - told > kProgressSeconds) {
      told = wall_seconds_;
      progress->Update(time(), solver.end_time,
                       fmt::format("t = {:.3f} s, {:.3g} x real time, {:.2f} iterations a step, {} "
                                   "factorizations",
                                   time(), time() / wall_seconds_,
                                   static_cast<double>(statistics().iterations) / step,
                                   statistics().factorizations));
    }
    if (progress->StopRequested()) {
      status = RunStatus::Failure(fmt::format("stopped by the user at t = {:.6g} s", time()));
      break;
    }
  }
  wall_seconds_ = SecondsSince(start);
  return status;
}

size_t Simulation::OutputCount() const {
  const SolverSettings& solver = system_.model().solver;
  const long long steps = StepCount(solver), every = OutputEvery(solver);
  return static_cast<size_t>(1 + steps / every + (steps % every != 0 ? 1 : 0));
}

void Simulation::Record(Recording* recording) const {
  recording->time.push_back(time());
  const size_t begin = recording->values.size();
  recording->values.resize(begin + recording->channels.size());
  ReadSensors(recording->values.data() + begin);
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

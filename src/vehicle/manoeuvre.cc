#include "vehicle/manoeuvre.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "solve/simulation.h"
#include "vehicle/driver.h"
#include "vehicle/step_response.h"

namespace jounce {
namespace {

constexpr int kMostTrials = 12;
constexpr double kNearEnough = 1e-5;  // of the lateral acceleration

// What a step of steering settles at.
struct Settled {
  double lateral_acceleration, yaw_rate, speed;
};

Settled SettleAt(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre,
                 double steer, Progress* progress) {
  PreparedManoeuvre trial{StandardManoeuvre(ManoeuvreKind::kStepSteer), 0};
  trial.speed = manoeuvre.speed;
  trial.steer = steer;
  trial.start = 0.1;
  trial.duration = 5;
  DrivingRecord record;
  Simulation simulation(PrepareModel(model, facts, trial));
  const RunSummary summary = Drive(&simulation, facts, trial, {}, progress, &record);
  if (!summary.status.ok)
    throw InputError("a trial run failed: " + summary.status.reason, summary.status.remedy);
  const double from = trial.duration - 0.5;
  return {MeanFrom(record.time, record.lateral_acceleration, from),
          MeanFrom(record.time, record.yaw_rate, from), MeanFrom(record.time, record.speed, from)};
}

// By secants, from the steering of a neutral vehicle.
double SteerFor(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre,
                double wanted, Progress* progress) {
  const double neutral =
      facts.steering_ratio * facts.wheelbase * wanted / (manoeuvre.speed * manoeuvre.speed);
  double last = 0, last_ay = 0, steer = neutral != 0 ? neutral : 0.01;
  for (int i = 0; i < kMostTrials; ++i) {
    const double ay = SettleAt(model, facts, manoeuvre, steer, progress).lateral_acceleration;
    if (std::abs(ay - wanted) <= kNearEnough * std::abs(wanted)) return steer;
    const double slope = (ay - last_ay) / (steer - last);
    const double next = steer + (wanted - ay) / slope;
    last = steer;
    last_ay = ay;
    // Beyond twice the steering a vehicle is asked for more than it can.
    steer = std::clamp(next, -2 * std::abs(last), 2 * std::abs(last));
  }
  throw InputError(
      fmt::format("no steering was found for {:.3g} m/s^2 at {:.3g} m/s", wanted, manoeuvre.speed),
      "ask for less: --lateral-acceleration, or give the steering: --steer");
}

bool FollowsPath(ManoeuvreKind kind) {
  return kind == ManoeuvreKind::kLaneChange || kind == ManoeuvreKind::kConstantRadius;
}

}  // namespace

const std::vector<const char*>& ManoeuvreNames() {
  static const std::vector<const char*> names = {
      "step_steer",      "ramp",  "sine",        "sine_with_dwell",
      "constant_radius", "brake", "lane_change", "road"};
  return names;
}

Manoeuvre StandardManoeuvre(ManoeuvreKind kind) {
  Manoeuvre m;
  m.kind = kind;
  switch (kind) {
    case ManoeuvreKind::kStepSteer:
      break;
    case ManoeuvreKind::kRamp:
      m.duration = 15;
      break;
    case ManoeuvreKind::kSine:
      m.duration = 6;
      break;
    case ManoeuvreKind::kSineWithDwell:
      m.frequency = 0.7;
      m.lateral_acceleration = 0.3 * 9.81;
      m.duration = 7;
      break;
    case ManoeuvreKind::kConstantRadius:
      m.speed = 5;
      m.lateral_acceleration = 6;
      m.start = 0;
      m.duration = 60;
      break;
    case ManoeuvreKind::kBrake:
      m.speed = 100 / 3.6;
      m.duration = 10;
      break;
    case ManoeuvreKind::kLaneChange:
      m.start = 0;
      m.duration = 8;
      break;
    case ManoeuvreKind::kRoad:
      m.start = 0;
      m.duration = 10;
      break;
  }
  return m;
}

Model PrepareModel(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre) {
  Model prepared = model;
  prepared.initial = {};
  prepared.initial.velocity = manoeuvre.speed * facts.forward;
  prepared.solver.end_time = manoeuvre.duration;
  prepared.solver.output_step = 0;
  return prepared;
}

PreparedManoeuvre Prepare(const Model& model, const VehicleFacts& facts, const Manoeuvre& manoeuvre,
                          Progress* progress) {
  PreparedManoeuvre prepared{manoeuvre, 0};
  const ManoeuvreKind kind = manoeuvre.kind;
  if (kind == ManoeuvreKind::kBrake && !facts.brakes) {
    throw InputError("the vehicle has no input 'brake'",
                     "signals: {brake: {input: 0, unit: N*m}}, the torque of all brakes");
  }
  if (kind == ManoeuvreKind::kBrake && manoeuvre.brake_torque == 0) {
    prepared.brake_torque = 0.5 * 9.81 * facts.mass * facts.wheel_radius;
  }
  const bool open_loop = kind == ManoeuvreKind::kStepSteer || kind == ManoeuvreKind::kSine ||
                         kind == ManoeuvreKind::kSineWithDwell;
  if (open_loop && manoeuvre.steer == 0) {
    prepared.steer = SteerFor(model, facts, manoeuvre, manoeuvre.lateral_acceleration, progress) *
                     (kind == ManoeuvreKind::kSineWithDwell ? manoeuvre.factor : 1);
  }
  if (FollowsPath(kind)) {
    const double small = 1e-2 * facts.steering_ratio *
                         std::min(1.0, 100 * facts.wheelbase / std::pow(manoeuvre.speed, 2));
    const Settled settled = SettleAt(model, facts, manoeuvre, small, progress);
    prepared.curvature_gain = settled.yaw_rate / (settled.speed * small);
    if (!(std::abs(prepared.curvature_gain) > 0)) {
      throw InputError("the vehicle does not follow its steering");
    }
  }
  return prepared;
}

RunSummary Drive(Simulation* simulation, const VehicleFacts& facts,
                 const PreparedManoeuvre& manoeuvre, const ResultSinks& more, Progress* progress,
                 DrivingRecord* record) {
  StepClock clock;
  Driver driver(simulation, facts, manoeuvre, clock, record);
  ResultSinks sinks = {&driver};
  sinks.insert(sinks.end(), more.begin(), more.end());
  sinks.push_back(&clock);
  return RunInto(simulation, sinks, progress, {.from_equilibrium = true});
}

}  // namespace jounce

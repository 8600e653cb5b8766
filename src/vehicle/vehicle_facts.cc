#include "vehicle/vehicle_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/error.h"
#include "base/names.h"
#include "elements/element_kinds.h"
#include "model/geometry.h"
#include "solve/simulation.h"
#include "vehicle/kc_model.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Steering angles are measured with these inputs [rad], in equilibrium at rest, with the first that
// statics find one for.
constexpr double kSmallSteers[] = {0.02, 0.005, 0.001};
// A wheel steers where it turns by more than this part of the one that turns most.
constexpr double kSteers = 0.3;

struct StandingWheel {
  Vector3d centre, axis;
};

// In the axes that the body had as drawn: closing joints may turn it.
std::vector<StandingWheel> WheelsOf(const Simulation& simulation, const std::string& body) {
  std::vector<StandingWheel> wheels;
  const System& system = simulation.system();
  const ModelGeometry geometry(system.model());
  for (const ElementItem& item : system.model().elements) {
    const ElementKind* kind = FindElementKind(item.settings.kind);
    if (!kind || !kind->on_road) continue;
    const BodyFrame on = geometry.ResolveName(item.frames[0]);
    const BodyFrame carrier = geometry.ResolveName(body);
    const Pose now = simulation.state().pose[on.body] * on.frame;
    const Pose pose =
        geometry.BodyPose(carrier.body) * Relative(simulation.state().pose[carrier.body], now);
    wheels.push_back({pose.p, pose.R.col(1)});
  }
  return wheels;
}

bool HasInput(const Model& model, const char* name) {
  return std::any_of(model.signals.begin(), model.signals.end(),
                     [&](const Signal& s) { return s.name == name && s.input; });
}

// Empty where no equilibrium was found; `status` says why.
std::vector<StandingWheel> SteeredWheels(const Model& model, const std::string& body, double steer,
                                         RunStatus* status) {
  Simulation simulation(model);
  simulation.SetInput(kSteerInput, steer);
  *status = simulation.FindEquilibrium();
  return status->ok ? WheelsOf(simulation, body) : std::vector<StandingWheel>();
}

void FindMass(const Model& model, VehicleFacts* facts) {
  const ModelGeometry geometry(model);
  Vector3d sum = Vector3d::Zero();
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    facts->mass += body.mass;
    sum += body.mass * (geometry.BodyPose(static_cast<int>(i)) * Pose{{}, body.centre}).p;
  }
  if (!(facts->mass > 0)) throw InputError("the vehicle has no mass");
  facts->centre = sum / facts->mass;
}

}  // namespace

VehicleFacts FindVehicleFacts(const Model& model, const std::string& body) {
  VehicleFacts facts;
  facts.body = body.empty() ? GuessKcBody(model) : body;
  std::vector<std::string> bodies;
  for (const Body& b : model.bodies) bodies.push_back(b.name);
  if (std::find(bodies.begin(), bodies.end(), facts.body) == bodies.end()) {
    throw InputError(
        body.empty() ? "no body has half of the vehicle's mass"
                     : fmt::format("no body is called '{}'", body),
        body.empty() ? "name the vehicle's body: --body NAME" : SuggestName(body, bodies));
  }
  if (!HasInput(model, kSteerInput)) {
    throw InputError(fmt::format("the model has no input '{}'", kSteerInput),
                     "signals: {steer: {input: 0, unit: rad}}, the angle of the steering wheel");
  }
  facts.drives = HasInput(model, kDriveInput);
  facts.brakes = HasInput(model, kBrakeInput);
  FindMass(model, &facts);
  RunStatus status;
  const std::vector<StandingWheel> straight = SteeredWheels(model, facts.body, 0, &status);
  if (!status.ok) throw InputError(status.reason, status.remedy);
  if (straight.empty()) {
    throw InputError("the model has no tyre on a road",
                     "elements: {front_left: {element: tyre, frames: [wheel], file: car.tir}}");
  }
  double steer = 0;
  std::vector<StandingWheel> turned;
  for (double small : kSmallSteers) {
    steer = small;
    turned = SteeredWheels(model, facts.body, small, &status);
    if (status.ok) break;
  }
  if (!status.ok) throw InputError("with the wheels turned, " + status.reason, status.remedy);
  Vector3d left = Vector3d::Zero();
  for (const StandingWheel& wheel : straight) {
    left += wheel.axis;
    facts.wheel_radius += wheel.centre.z() / static_cast<double>(straight.size());
  }
  facts.forward = Vector3d(left.y(), -left.x(), 0).normalized();
  if (!facts.forward.allFinite()) throw InputError("the wheels' axes point nowhere together");
  // Axes in front of the others, and those that steer.
  std::vector<double> angles;
  double most = 0, front = -HUGE_VAL, rear = HUGE_VAL, sum = 0;
  int steered = 0;
  for (size_t i = 0; i < straight.size(); ++i) {
    angles.push_back(straight[i].axis.cross(turned[i].axis).z());
    most = std::max(most, std::abs(angles.back()));
    front = std::max(front, facts.forward.dot(straight[i].centre));
    rear = std::min(rear, facts.forward.dot(straight[i].centre));
  }
  for (double angle : angles) {
    if (std::abs(angle) <= kSteers * most) continue;
    sum += angle;
    ++steered;
  }
  if (steered == 0 || sum == 0) throw InputError("no wheel follows the input 'steer'");
  facts.steering_ratio = steer * steered / sum;
  facts.wheelbase = front - rear;
  return facts;
}

}  // namespace jounce

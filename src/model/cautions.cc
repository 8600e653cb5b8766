#include "model/cautions.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "model/geometry.h"

namespace jounce {
namespace {

// Residuals of more than this part of the forces at work can be seen in the results.
constexpr double kLooseTolerance = 1e-4;
// Local errors of more than this part of the model's size, likewise.
constexpr double kLooseError = 1e-2;
// How far a quotient may be from a whole number to be one.
constexpr double kRounding = 1e-9;
// Ends of a bushing further apart than this [m] are not in one place.
constexpr double kApart = 1e-6;

bool HoldsRotation(JointKind kind) {
  return kind != JointKind::kSpherical && kind != JointKind::kInLine &&
         kind != JointKind::kInPlane && kind != JointKind::kDistance && kind != JointKind::kCurve;
}

bool HoldsRotation(ConnectionKind kind) {
  return kind != ConnectionKind::kRod && kind != ConnectionKind::kLinearSpring;
}

// How often each body is held: by what holds its rotation as often as need be, by what holds a
// point of it once.
std::vector<int> CountHolds(const Model& model) {
  const ModelGeometry geometry(model);
  std::vector<int> holds(model.bodies.size() + 1, 0);
  const auto hold = [&](const Ends& ends, bool rotation) {
    const FramePair pair = geometry.Resolve(ends);
    for (int body : {pair.first.body, pair.second.body}) {
      if (body < static_cast<int>(holds.size())) holds[body] += rotation ? 2 : 1;
    }
  };
  for (const Joint& joint : model.joints) hold(joint.ends, HoldsRotation(joint.kind));
  for (const Motion& motion : model.motions) {
    if (motion.joint.empty()) hold(motion.ends, motion.kind == MotionKind::kRotation);
  }
  for (const Connection& c : model.connections) hold(c.ends, HoldsRotation(c.kind));
  for (const SharedInertia& inertia : model.shared_inertias) hold(inertia.ends, true);
  // What an element of a kind holds nobody knows.
  for (const ElementItem& element : model.elements) {
    for (const std::string& frame : element.frames) {
      const int body = geometry.ResolveName(frame).body;
      if (body < static_cast<int>(holds.size())) holds[body] += 2;
    }
  }
  return holds;
}

void WarnOfBodies(const Model& model, Diagnostics* out) {
  std::vector<int> holds;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Body& body = model.bodies[i];
    const bool point = body.mass > 0 && body.inertia.isZero(0) && body.products.isZero(0) &&
                       !body.inertia_point && !body.flexible.part;
    if (!point) continue;
    if (holds.empty()) holds = CountHolds(model);
    if (holds[i] > 1) continue;
    out->Warning(
        body.place,
        fmt::format("body '{}': it has a mass but no inertia and is free to turn", body.name),
        "give its inertia, or a joint that holds its rotation");
  }
}

// Frames have a place of their own: `at` is only for the other end of a bushing, and where the two
// are apart it starts strained by as much.
void WarnOfPlaces(const Model& model, Diagnostics* out) {
  std::set<std::string> frames;
  for (const Frame& frame : model.frames) frames.insert(frame.name);
  if (frames.empty()) return;
  const ModelGeometry geometry(model);
  for (const Connection& c : model.connections) {
    const bool meets =
        c.kind == ConnectionKind::kBushing || c.kind == ConnectionKind::kLinearSpring;
    const bool first = frames.contains(c.ends.first), second = frames.contains(c.ends.second);
    if (!meets || !c.ends.at || c.ends.at_second || first == second) continue;
    const FramePair pair = geometry.Resolve(c.ends);
    const double apart =
        (geometry.FramePose(pair.second).p - geometry.FramePose(pair.first).p).norm();
    if (apart < kApart) continue;
    out->Warning(c.place,
                 fmt::format("connection '{}': `at` is {:.4g} m away from the frame '{}', whose "
                             "place is its own: it starts strained by that",
                             c.name, apart, first ? c.ends.first : c.ends.second),
                 "leave `at` out, or name the body of the frame");
  }
}

bool IsMultiple(double whole, double part) {
  const double quotient = whole / part;
  return std::abs(quotient - std::round(quotient)) <= kRounding * quotient;
}

void WarnOfSolver(const Model& model, Diagnostics* out) {
  const SolverSettings& s = model.solver;
  if (s.tolerance > kLooseTolerance) {
    out->Warning(model.place,
                 fmt::format("solver: tolerance = {} is loose: forces may be wrong by as large a "
                             "part of the largest one",
                             s.tolerance),
                 "1e-9 is the default");
  }
  if (s.error_tolerance && *s.error_tolerance > kLooseError) {
    out->Warning(model.place,
                 fmt::format("solver: error_tolerance = {} is loose: each step may be wrong by as "
                             "large a part of the model's size",
                             *s.error_tolerance),
                 "1e-6 is a usual value");
  }
  if (s.output_step > 0 && s.output_step < s.end_time && !IsMultiple(s.output_step, s.step)) {
    const double steps = std::ceil(s.output_step / s.step * (1 - kRounding));
    out->Warning(model.place,
                 fmt::format("solver: output_step = {} s is no multiple of step = {} s, so that "
                             "steps of {:.6g} s are taken",
                             s.output_step, s.step, s.output_step / steps),
                 "results come exactly when asked for");
  }
}

}  // namespace

void WarnOfModel(const Model& model, Diagnostics* diagnostics) {
  WarnOfBodies(model, diagnostics);
  WarnOfPlaces(model, diagnostics);
  WarnOfSolver(model, diagnostics);
}

}  // namespace jounce

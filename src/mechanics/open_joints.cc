#include "mechanics/open_joints.h"

#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "base/error.h"
#include "mechanics/joints.h"
#include "model/geometry.h"

namespace jounce {
namespace {

constexpr double kWide = 0.02;      // of the size, and rad
constexpr double kRounding = 1e-6;  // the same

OpenJoint Measure(const Joint& joint, const ModelGeometry& geometry) {
  const FramePair frames = geometry.Resolve(joint.ends);
  const Pose first = geometry.FramePose(frames.first);
  const Pose H = Relative(first, geometry.FramePose(frames.second));
  OpenJoint open{fmt::format("joint '{}'", joint.name)};
  const std::unique_ptr<Constraint> constraint = MakeJoint(joint, frames, first);
  for (const ConstraintRow& row : constraint->rows()) {
    if (row.keeps_start) continue;
    const LinkFunction& function = row.terms.front().function;
    double& size = function.is_length() ? open.gap : open.angle;
    size = std::hypot(size, row.terms.front().ratio * function.Value(H) - row.constant);
  }
  return open;
}

}  // namespace

std::string OpenJoint::ToString() const {
  return gap > angle ? fmt::format("{} ({:.3g} m)", name, gap)
                     : fmt::format("{} ({:.3g} rad)", name, angle);
}

std::vector<OpenJoint> FindOpenJoints(const Model& drawn, double size) {
  const ModelGeometry geometry(drawn);
  std::vector<OpenJoint> all;
  Diagnostics diagnostics;
  for (const Joint& joint : drawn.joints) {
    const OpenJoint open = Measure(joint, geometry);
    if (!(open.gap > kRounding * size || open.angle > kRounding)) continue;
    all.push_back(open);
    if (drawn.assemble || !(open.gap > kWide * size || open.angle > kWide)) continue;
    diagnostics.Error(joint.place,
                      fmt::format("{} is open where it is drawn, more than {:.0f} % of the model's "
                                  "size of {:.3g} m or {} rad",
                                  open.ToString(), 100 * kWide, size, kWide),
                      "give it a point with `at`, place the bodies so that its ends meet, or let "
                      "`assemble: true` move them");
  }
  diagnostics.ThrowIfErrors();
  return all;
}

}  // namespace jounce

#include "model/geometry.h"

#include <fmt/format.h>

#include "base/names.h"

namespace jounce {

ModelGeometry::ModelGeometry(const Model& model) {
  for (const Body& body : model.bodies) {
    bodies_.emplace(body.name, static_cast<int>(poses_.size()));
    poses_.push_back({OrientationMatrix(body.orientation, body.position), body.position});
  }
  bodies_.emplace(kGroundName, static_cast<int>(poses_.size()));
  poses_.push_back(Pose());
  for (const Frame& frame : model.frames) {
    const int body = BodyIndex(frame.body);
    if (body < 0) continue;  // reported by the check, under the frame's name
    frames_.emplace(
        frame.name,
        BodyFrame{body, {OrientationMatrix(frame.orientation, frame.position), frame.position}});
  }
}

int ModelGeometry::BodyIndex(const std::string& name) const {
  const auto found = bodies_.find(name);
  return found == bodies_.end() ? -1 : found->second;
}

FramePair ModelGeometry::Resolve(const Ends& ends) const {
  FramePair pair;
  const bool first_is_frame = frames_.contains(ends.first);
  if (first_is_frame) {
    pair.first = ResolveEnd(ends.first, ends, std::nullopt, nullptr);
    const Pose first = FramePose(pair.first);
    pair.second = ResolveEnd(ends.second, ends, ends.at_second ? ends.at_second : ends.at, &first);
    return pair;
  }
  pair.second = ResolveEnd(ends.second, ends, ends.at_second ? ends.at_second : ends.at, nullptr);
  const Pose second = FramePose(pair.second);
  const bool second_is_frame = frames_.contains(ends.second);
  pair.first = ResolveEnd(ends.first, ends, ends.at, second_is_frame ? &second : nullptr);
  return pair;
}

BodyFrame ModelGeometry::ResolveLoad(const Load& load) const {
  BodyFrame frame = ResolveEnd(load.on, Ends(), std::nullopt, nullptr);
  if (load.at) frame.frame.p = Inverse(poses_[frame.body]) * *load.at;
  return frame;
}

// A frame by its name; or, on a body, the given point and axis; or, where nothing is given, the
// place of the other end, or else the body's own frame.
BodyFrame ModelGeometry::ResolveEnd(const std::string& name, const Ends& ends,
                                    const std::optional<Eigen::Vector3d>& point,
                                    const Pose* other) const {
  const auto frame = frames_.find(name);
  if (frame != frames_.end()) return frame->second;
  const int body = BodyIndex(name);
  if (body < 0) {
    std::vector<std::string> known;
    for (const auto& [known_name, unused] : bodies_) known.push_back(known_name);
    for (const auto& [known_name, unused] : frames_) known.push_back(known_name);
    throw InputError(fmt::format("no body or frame is called '{}'", name),
                     SuggestName(name, known));
  }
  if (!point && !ends.axis && !ends.x_axis) {
    return other ? BodyFrame{body, Relative(poses_[body], *other)} : BodyFrame{body, Pose()};
  }
  Pose start;
  start.p = point ? *point : other ? other->p : poses_[body].p;
  start.R = OrientationMatrix(
      {.euler = {}, .z_axis = ends.axis, .x_axis = ends.x_axis, .z_point = {}, .x_point = {}},
      start.p);
  return {body, Relative(poses_[body], start)};
}

}  // namespace jounce

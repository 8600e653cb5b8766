#include "model/geometry.h"

#include <fmt/format.h>

#include "base/names.h"

namespace jounce {

ModelGeometry::ModelGeometry(const Model& model) {
  for (const Body& body : model.bodies) {
    bodies_.emplace(body.name, static_cast<int>(poses_.size()));
    poses_.push_back({OrientationMatrix(body.orientation, body.position), body.position});
  }
  ground_ = static_cast<int>(poses_.size());
  bodies_.emplace(kGroundName, ground_);
  poses_.push_back(Pose());
  for (int i = 0; i < ground_; ++i) AddNodes(model.bodies[i], i);
  AddMovingFrames(model.frames);
  for (const Frame& frame : model.frames) {
    if (frames_.contains(frame.name)) continue;
    const Pose local{OrientationMatrix(frame.orientation, frame.position), frame.position};
    const auto node = interfaces_.find(frame.body);
    const auto moving = frames_.find(frame.body);
    const int body = BodyIndex(frame.body);
    if (moving != frames_.end() && moving->second.body >= first_moving()) {
      frames_.emplace(frame.name, BodyFrame{moving->second.body, moving->second.frame * local});
    } else if (node != interfaces_.end()) {
      frames_.emplace(frame.name, BodyFrame{node->second.body, node->second.frame * local});
    } else if (body >= 0) {  // else reported by the check, under the frame's name
      frames_.emplace(frame.name, BodyFrame{body, local});
    }
  }
}

// On another body they do not move, which the check reports.
void ModelGeometry::AddMovingFrames(const std::vector<Frame>& frames) {
  for (size_t i = 0; i < frames.size(); ++i) {
    const Frame& frame = frames[i];
    if (frame.body != kGroundName || !frame.motion.IsGiven()) continue;
    frames_.emplace(frame.name, BodyFrame{carrier_count(), Pose()});
    poses_.push_back({OrientationMatrix(frame.orientation, frame.position), frame.position});
    moving_frames_.push_back(static_cast<int>(i));
  }
}

// Nodes of a part that does not bend are places on its body.
void ModelGeometry::AddNodes(const Body& body, int index) {
  if (!body.flexible.part) return;
  for (const InterfaceNode& node : body.flexible.part->interfaces) {
    const Pose place{Eigen::Matrix3d::Identity(), node.position};
    const std::string name = body.name + "." + node.name;
    if (body.flexible.bends()) {
      interfaces_.emplace(name, BodyFrame{static_cast<int>(poses_.size()), Pose()});
      poses_.push_back(poses_[index] * place);
      nodes_.push_back({index, &node});
    } else {
      interfaces_.emplace(name, BodyFrame{index, place});
    }
  }
}

int ModelGeometry::BodyIndex(const std::string& name) const {
  const auto found = bodies_.find(name);
  return found == bodies_.end() ? -1 : found->second;
}

FramePair ModelGeometry::Resolve(const Ends& ends) const {
  FramePair pair;
  if (IsPlaced(ends.first)) {
    pair.first = ResolveEnd(ends.first, ends, ends.at, nullptr);
    const Pose first = FramePose(pair.first);
    pair.second = ResolveEnd(ends.second, ends, ends.at_second ? ends.at_second : ends.at, &first);
    return pair;
  }
  pair.second = ResolveEnd(ends.second, ends, ends.at_second ? ends.at_second : ends.at, nullptr);
  const Pose second = FramePose(pair.second);
  pair.first = ResolveEnd(ends.first, ends, ends.at, IsPlaced(ends.second) ? &second : nullptr);
  return pair;
}

FramePair ModelGeometry::ResolveSensor(const Ends& ends) const {
  return {ResolveName(ends.first),
          ResolveEnd(ends.second, ends, ends.at_second ? ends.at_second : ends.at, nullptr)};
}

BodyFrame ModelGeometry::ResolveLoad(const Load& load) const {
  BodyFrame frame = ResolveName(load.on);
  if (load.at) frame.frame.p = Inverse(poses_[frame.body]) * *load.at;
  return frame;
}

// A frame by its name; or, on a body or node, the given point and axis; or, where nothing is given,
// the node, the place of the other end, or else the body's own frame.
BodyFrame ModelGeometry::ResolveEnd(const std::string& name, const Ends& ends,
                                    const std::optional<Eigen::Vector3d>& point,
                                    const Pose* other) const {
  const auto frame = frames_.find(name);
  if (frame != frames_.end()) return frame->second;
  const auto node = interfaces_.find(name);
  const bool on_node = node != interfaces_.end();
  const int body = on_node ? node->second.body : BodyIndex(name);
  if (body < 0) {
    std::vector<std::string> known;
    for (const auto& [known_name, unused] : bodies_) known.push_back(known_name);
    for (const auto& [known_name, unused] : interfaces_) known.push_back(known_name);
    for (const auto& [known_name, unused] : frames_) known.push_back(known_name);
    throw InputError(fmt::format("no body or frame is called '{}'", name),
                     SuggestName(name, known));
  }
  if (!point && !ends.axis && !ends.x_axis) {
    if (on_node) return node->second;
    return other ? BodyFrame{body, Relative(poses_[body], *other)} : BodyFrame{body, Pose()};
  }
  Pose start;
  start.p = point     ? *point
            : on_node ? FramePose(node->second).p
            : other   ? other->p
                      : poses_[body].p;
  start.R = OrientationMatrix(
      {.euler = {}, .z_axis = ends.axis, .x_axis = ends.x_axis, .z_point = {}, .x_point = {}},
      start.p);
  return {body, Relative(poses_[body], start)};
}

}  // namespace jounce

#include "mechanics/rotation_watch.h"

#include <fmt/format.h>

#include <algorithm>

namespace jounce {

bool IsAttachedInRotation(const Connection& connection) {
  const bool turns = connection.kind == ConnectionKind::kAngularSpring ||
                     connection.kind == ConnectionKind::kBushing;
  return turns && connection.attachment != Attachment::kInvariant;
}

double RotationWatch::Part::second() const {
  Eigen::Vector3d sorted = largest;
  std::sort(sorted.begin(), sorted.end());
  return sorted[1];
}

RotationWatch::RotationWatch(const System& system) {
  const std::vector<Connection>& connections = system.model().connections;
  for (size_t i = 0; i < connections.size(); ++i) {
    if (!IsAttachedInRotation(connections[i])) continue;
    parts_.push_back({&connections[i], system.connections()[i]});
  }
}

void RotationWatch::Record(const Evaluation& at) {
  for (Part& part : parts_) {
    const Eigen::Vector3d turn = part.element->Turn(System::Slice(at, *part.element).next);
    part.largest = part.largest.cwiseMax(turn.cwiseAbs());
    part.angle = std::max(part.angle, turn.norm());
  }
}

std::vector<RotationWatch::Part> RotationWatch::TooFar() const {
  std::vector<Part> parts;
  std::copy_if(parts_.begin(), parts_.end(), std::back_inserter(parts),
               [](const Part& part) { return part.second() > kGoodUpTo; });
  return parts;
}

std::string WarningOf(const RotationWatch& watch) {
  const std::vector<RotationWatch::Part> parts = watch.TooFar();
  if (parts.empty()) return "";
  std::string names;
  for (const RotationWatch::Part& part : parts) {
    names +=
        fmt::format("{}{} by up to {:.2g} rad, {:.2g} rad about a second axis",
                    names.empty() ? "" : "; ", part.element->name(), part.angle, part.second());
  }
  return fmt::format(
      "turned further than a law attached to one end is good for, so that energy is made or taken: "
      "{} (take `attached: invariant`, or read on it in docs/model.md)",
      names);
}

}  // namespace jounce

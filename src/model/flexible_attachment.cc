#include "model/flexible_attachment.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace jounce {
namespace {

// A point and a node nearer than this [m] are meant to be the same: hardpoints have four digits.
constexpr double kSameNode = 1e-4;
constexpr size_t kNamed = 3;

// Distance [m] and name of all interface nodes, the nearest first.
std::vector<std::pair<double, std::string>> NodesByDistance(const Body& body,
                                                            const Eigen::Vector3d& point) {
  std::vector<std::pair<double, std::string>> nodes;
  for (const InterfaceNode& node : body.flexible.part->interfaces) {
    nodes.emplace_back((node.position - point).norm(), body.name + "." + node.name);
  }
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

std::string RemedyOf(const std::vector<std::pair<double, std::string>>& nodes) {
  if (nodes.empty()) return "reduce the part with an interface there";
  if (nodes[0].first < kSameNode) return fmt::format("write '{}'", nodes[0].second);
  std::string text;
  for (size_t i = 0; i < std::min(nodes.size(), kNamed); ++i) {
    text += fmt::format("{}'{}' ({:.4g} mm away)", i == 0 ? "" : ", ", nodes[i].second,
                        1e3 * nodes[i].first);
  }
  return fmt::format("attach it to {}, or reduce the part with an interface there", text);
}

}  // namespace

std::optional<MisplacedAttachment> FindMisplaced(const Body& body, const Eigen::Vector3d& point) {
  if (!body.flexible.bends()) return std::nullopt;
  return MisplacedAttachment{
      fmt::format("it is attached to flexible body '{}' at [{:.6g}, {:.6g}, {:.6g}] m of its mesh, "
                  "but to none of its interface nodes",
                  body.name, point.x(), point.y(), point.z()),
      RemedyOf(NodesByDistance(body, point))};
}

}  // namespace jounce

#include "flex/nastran_coordinates.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

namespace jounce::flex {
namespace {

constexpr double kDegree = std::numbers::pi / 180;

}  // namespace

void CoordinateBook::AddByPoints(int id, Kind kind, int reference, const Eigen::Matrix3d& points,
                                 Place place) {
  definitions_[id] = {kind, reference, points, Eigen::Vector3i::Zero(), std::move(place)};
}

void CoordinateBook::AddByNodes(int id, const Eigen::Vector3i& nodes, Place place) {
  definitions_[id] = {Kind::kRectangular, 0, Eigen::Matrix3d::Zero(), nodes, std::move(place)};
}

void CoordinateBook::Resolve(const PositionOf& position_of) {
  // Systems may stand on each other in any order.
  for (bool progress = true; progress;) {
    progress = false;
    for (const auto& [id, definition] : definitions_) {
      if (resolved_.count(id) > 0) continue;
      Eigen::Matrix3d p = definition.points;
      bool ready = definition.nodes(0) > 0 || Knows(definition.reference);
      for (int i = 0; i < 3 && ready; ++i) {
        Eigen::Vector3d point = p.col(i);
        if (definition.nodes(0) > 0) {
          ready = position_of(definition.nodes(i), &point);
        } else {
          point = ToBasic(definition.reference, point);
        }
        p.col(i) = point;
      }
      if (!ready) continue;
      const Eigen::Vector3d z = (p.col(1) - p.col(0)).normalized();
      const Eigen::Vector3d y = z.cross(p.col(2) - p.col(0));
      if (!(y.norm() > 0) || !z.allFinite()) continue;  // points on one line
      System system{definition.kind, p.col(0), {}};
      system.axes << y.normalized().cross(z), y.normalized(), z;
      resolved_[id] = system;
      progress = true;
    }
  }
}

Eigen::Vector3d CoordinateBook::ToBasic(int id, const Eigen::Vector3d& point) const {
  const auto found = resolved_.find(id);
  if (found == resolved_.end()) return point;
  Eigen::Vector3d local = point;
  if (found->second.kind == Kind::kCylindrical) {
    const double angle = point.y() * kDegree;
    local << point.x() * std::cos(angle), point.x() * std::sin(angle), point.z();
  } else if (found->second.kind == Kind::kSpherical) {
    const double theta = point.y() * kDegree, phi = point.z() * kDegree;
    local = point.x() * Eigen::Vector3d(std::sin(theta) * std::cos(phi),
                                        std::sin(theta) * std::sin(phi), std::cos(theta));
  }
  return found->second.origin + found->second.axes * local;
}

Eigen::Matrix3d CoordinateBook::AxesAt(int id, const Eigen::Vector3d& basic) const {
  const auto found = resolved_.find(id);
  if (found == resolved_.end()) return Eigen::Matrix3d::Identity();
  const System& system = found->second;
  if (system.kind == Kind::kRectangular) return system.axes;
  const Eigen::Vector3d local = system.axes.transpose() * (basic - system.origin);
  const double phi = std::atan2(local.y(), local.x());
  const Eigen::Vector3d around(-std::sin(phi), std::cos(phi), 0);
  Eigen::Matrix3d axes;
  if (system.kind == Kind::kCylindrical) {
    axes << Eigen::Vector3d(std::cos(phi), std::sin(phi), 0), around, Eigen::Vector3d::UnitZ();
  } else {
    const double theta = std::atan2(std::hypot(local.x(), local.y()), local.z());
    const Eigen::Vector3d radial(std::sin(theta) * std::cos(phi), std::sin(theta) * std::sin(phi),
                                 std::cos(theta));
    axes << radial, around.cross(radial), around;
  }
  return system.axes * axes;
}

void CoordinateBook::ReportUnresolved(Diagnostics* diagnostics) const {
  for (const auto& [id, definition] : definitions_) {
    if (resolved_.count(id) > 0) continue;
    diagnostics->Error(definition.place,
                       fmt::format("coordinate system {} cannot be worked out", id),
                       "its reference or nodes are missing, or its three points lie on one line");
  }
}

}  // namespace jounce::flex

#include "vehicle/wheel_geometry.h"

#include <Eigen/Geometry>
#include <cmath>
#include <limits>

namespace jounce {

using Eigen::Vector3d;

WheelPlace WheelPlace::Moved(const Vector3d& velocity, const Vector3d& turn, double part) const {
  const double angle = turn.norm() * part;
  const Eigen::Matrix3d R = angle == 0
                                ? Eigen::Matrix3d(Eigen::Matrix3d::Identity())
                                : Eigen::AngleAxisd(angle, turn.normalized()).toRotationMatrix();
  const auto moved = [&](const Vector3d& point) -> Vector3d {
    return centre + velocity * part + R * (point - centre);
  };
  WheelPlace place{
      .centre = moved(centre), .spin = R * spin, .contact = moved(contact), .kingpin = {}};
  if (kingpin) place.kingpin = {moved(kingpin->first), moved(kingpin->second)};
  return place;
}

WheelAngles MeasureWheel(const WheelPlace& place, const WheelSide& side) {
  const Vector3d up = Vector3d::UnitZ(), s = place.spin;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  WheelAngles angles;
  angles.toe = std::atan2(s.dot(side.forwards), s.dot(side.outwards));
  angles.camber = std::asin(-s.z());
  const double level = std::sqrt(1 - s.z() * s.z());
  angles.lowest = place.centre + side.radius / level * (s.z() * s - up);
  angles.caster = angles.kpi = angles.scrub_radius = angles.caster_trail = nan;
  if (!place.kingpin) return angles;
  const auto& [lower, upper] = *place.kingpin;
  const Vector3d k = upper - lower;
  angles.caster = std::atan2(-k.dot(side.forwards), k.z());
  angles.kpi = std::atan2(-k.dot(side.outwards), k.z());
  const Vector3d on_ground = lower + k * ((angles.lowest.z() - lower.z()) / k.z());
  const Vector3d across = Vector3d(s.x(), s.y(), 0) / level;
  Vector3d heading = up.cross(across);
  if (heading.dot(side.forwards) < 0) heading = -heading;
  angles.scrub_radius = (angles.lowest - on_ground).dot(across);
  angles.caster_trail = (on_ground - angles.lowest).dot(heading);
  return angles;
}

}  // namespace jounce

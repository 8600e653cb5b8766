#include "roads/wheel_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

// Forward in the plane of a normal, across the wheel's axis.
Vector3d Forward(const Vector3d& axis, const Vector3d& normal) {
  return axis.cross(normal).normalized();
}

// The wheel over a plane through `through`: its axes there, where it meets the plane, how far.
WheelContact OverPlane(const WheelPose& wheel, const Vector3d& through, const Vector3d& normal,
                       double friction) {
  WheelContact c;
  c.z = normal;
  c.x = Forward(wheel.axis, normal);
  c.y = normal.cross(c.x);
  const Vector3d up = c.x.cross(wheel.axis);  // in the wheel's plane, away from the road
  c.loaded_radius = (wheel.center - through).dot(normal) / up.dot(normal);
  c.point = wheel.center - c.loaded_radius * up;
  c.camber = std::asin(std::clamp(wheel.axis.dot(normal), -1.0, 1.0));
  c.friction = friction;
  if (!std::isfinite(c.loaded_radius)) {
    c.loaded_radius = std::numeric_limits<double>::infinity();
    c.point = wheel.center;
  }
  return c;
}

// The normal of slopes along two horizontal directions at right angles.
Vector3d NormalOf(const Vector2d& forward, double along, double across) {
  const Vector2d left(-forward.y(), forward.x());
  const Vector2d gradient = along * forward + across * left;
  return Vector3d(-gradient.x(), -gradient.y(), 1).normalized();
}

Vector2d Horizontal(const Vector3d& v) { return v.head<2>().normalized(); }

constexpr int kRounds = 3;  // the point moves with the plane, and the plane with the point

}  // namespace

WheelContact PointContact::Meet(const Road& road, const WheelPose& wheel,
                                ContactMemory* memory) const {
  Vector3d normal = Vector3d::UnitZ();
  Vector3d point = wheel.center - radius_ * Forward(wheel.axis, normal).cross(wheel.axis);
  WheelContact contact;
  for (int round = 0; round < kRounds; ++round) {
    const Vector2d forward = Horizontal(Forward(wheel.axis, normal));
    const Vector2d left(-forward.y(), forward.x());
    const auto height = [&](const Vector2d& offset, size_t hint) {
      return road.At(point.x() + offset.x(), point.y() + offset.y(), &memory->hints[hint]).height;
    };
    const double front = height(along_ * forward, 0), rear = height(-along_ * forward, 1);
    const double port = height(across_ * left, 2), starboard = height(-across_ * left, 3);
    const double friction = road.At(point.x(), point.y(), &memory->hints[4]).friction;
    normal = NormalOf(forward, (front - rear) / (2 * along_), (port - starboard) / (2 * across_));
    const Vector3d through(point.x(), point.y(), (front + rear + port + starboard) / 4);
    contact = OverPlane(wheel, through, normal, friction);
    point = contact.point;
  }
  return contact;
}

CamContact::CamContact(const CamSettings& settings) : s_(settings) {
  if (!(s_.radius > 0) || !(s_.length > 0) || !(s_.height > 0) || !(s_.order > 0) ||
      !(s_.distance > 0) || !(s_.step > 0) || s_.rows < 1 || s_.rows > 100 ||
      !(s_.length / s_.step < 1e5)) {
    throw InputError("cams need lengths, an order and a step above zero, and rows");
  }
  // Up to the ends of the cam, evenly: -length to length.
  const int half = std::max(1, static_cast<int>(std::ceil(s_.length / s_.step)));
  for (int i = -half; i <= half; ++i) {
    const double x = std::abs(static_cast<double>(i)) / half;
    rise_.push_back(s_.height *
                    (1 - std::pow(std::max(0.0, 1 - std::pow(x, s_.order)), 1 / s_.order)));
  }
}

ContactMemory CamContact::MakeMemory() const {
  return {std::vector<RoadHint>(2 * static_cast<size_t>(s_.rows) + 1)};
}

double CamContact::Rest(const Road& road, double x, double y, const Vector2d& forward,
                        RoadHint* hint) const {
  double highest = -std::numeric_limits<double>::infinity();
  const size_t middle = rise_.size() / 2;
  const auto half = static_cast<double>(middle);
  for (size_t i = 0; i < rise_.size(); ++i) {
    const double place = s_.length * (static_cast<double>(i) / half - 1);
    const double z = road.At(x + place * forward.x(), y + place * forward.y(), hint).height;
    highest = std::max(highest, z - rise_[i]);
  }
  return highest;
}

WheelContact CamContact::Meet(const Road& road, const WheelPose& wheel,
                              ContactMemory* memory) const {
  // Cams stand under the wheel as on a plain road: that is how their parameters are found.
  const Vector3d level = Forward(wheel.axis, Vector3d::UnitZ());
  const Vector2d forward = Horizontal(level), left(-forward.y(), forward.x());
  const Vector3d below = wheel.center - s_.radius * level.cross(wheel.axis);
  const Vector2d middle = below.head<2>();
  double height = 0, along = 0, across = 0, spread = 0;
  for (int row = 0; row < s_.rows; ++row) {
    const double side =
        s_.rows == 1 ? 0 : s_.width * (static_cast<double>(row) / (s_.rows - 1) - 0.5);
    const Vector2d front = middle + side * left + 0.5 * s_.distance * forward;
    const Vector2d rear = front - s_.distance * forward;
    const auto hint = 2 * static_cast<size_t>(row);
    const double z_front = Rest(road, front.x(), front.y(), forward, &memory->hints[hint]);
    const double z_rear = Rest(road, rear.x(), rear.y(), forward, &memory->hints[hint + 1]);
    height += (z_front + z_rear) / 2;
    along += (z_front - z_rear) / s_.distance;
    across += side * (z_front + z_rear) / 2;
    spread += side * side;
  }
  const Vector3d normal = NormalOf(forward, along / s_.rows, spread > 0 ? across / spread : 0);
  const double friction = road.At(middle.x(), middle.y(), &memory->hints.back()).friction;
  return OverPlane(wheel, {middle.x(), middle.y(), height / s_.rows}, normal, friction);
}

}  // namespace jounce

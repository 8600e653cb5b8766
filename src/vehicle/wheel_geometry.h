// Where a wheel is and how it stands, in the words of suspension engineers.
//
// Vehicle axes have z up and x along the vehicle, forwards or rearwards. With the unit vectors f
// (forwards), o (outwards from the centre plane, other on either side) and e (up), the spin axis s
// of the wheel pointing outwards, its centre W, the steering axis k from its lower to its upper
// point, and the radius r:
//
//   toe      atan2(s f, s o), positive when the front edge of the wheel is inwards
//   camber   asin(-s e), positive when the top leans outwards
//   caster   atan2(-k f, k e), positive when the top leans rearwards
//   kpi      atan2(-k o, k e), kingpin inclination, positive when the top leans inwards
//   C        the lowest point of a circle of radius r about W in the wheel's mid plane: the ground is
//            the horizontal plane through it
//   scrub    (C - P) along the horizontal part of s; P is where the steering axis meets the ground
//   trail    (P - C) along the heading of the wheel
#ifndef JOUNCE_VEHICLE_WHEEL_GEOMETRY_H_
#define JOUNCE_VEHICLE_WHEEL_GEOMETRY_H_

#include <Eigen/Core>
#include <optional>
#include <utility>

namespace jounce {

// What a wheel does not change: on which side it is, where forwards is.
struct WheelSide {
  Eigen::Vector3d outwards = Eigen::Vector3d::UnitY();
  Eigen::Vector3d forwards = -Eigen::Vector3d::UnitX();
  double radius = 0;  // m

  // To the right of whoever looks forwards.
  bool is_right() const { return outwards.dot(forwards.cross(Eigen::Vector3d::UnitZ())) > 0; }
};

// Points of the wheel carrier, in vehicle axes.
struct WheelPlace {
  Eigen::Vector3d centre, spin;
  Eigen::Vector3d contact;  // the point of the carrier that was below the centre as drawn
  std::optional<std::pair<Eigen::Vector3d, Eigen::Vector3d>> kingpin;  // lower, upper

  // Where it is after the small motion of its carrier that has the velocity `velocity` at the
  // centre and the angular velocity `turn`, times `part`.
  WheelPlace Moved(const Eigen::Vector3d& velocity, const Eigen::Vector3d& turn, double part) const;
};

struct WheelAngles {
  double toe = 0, camber = 0;                        // rad
  Eigen::Vector3d lowest = Eigen::Vector3d::Zero();  // C
  double caster = 0, kpi = 0, scrub_radius = 0,
         caster_trail = 0;  // rad, m; NaN without steering axis
};

WheelAngles MeasureWheel(const WheelPlace& place, const WheelSide& side);

}  // namespace jounce

#endif  // JOUNCE_VEHICLE_WHEEL_GEOMETRY_H_

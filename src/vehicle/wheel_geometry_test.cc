#include "vehicle/wheel_geometry.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>

namespace jounce {
namespace {

using Eigen::Vector3d;

// x rearward, y to the right.
WheelSide Right() {
  return {.outwards = Vector3d::UnitY(), .forwards = -Vector3d::UnitX(), .radius = 0.3};
}

WheelPlace Upright() {
  return {.centre = Vector3d(0, 0.7, 0.3),
          .spin = Vector3d::UnitY(),
          .contact = Vector3d(0, 0.7, 0),
          .kingpin = std::pair(Vector3d(0, 0.6, 0.1), Vector3d(0.04, 0.55, 0.5))};
}

TEST(WheelGeometry, AnglesHaveTheSignsOfTheField) {
  WheelPlace place = Upright();
  EXPECT_NEAR(MeasureWheel(place, Right()).toe, 0, 1e-15);
  EXPECT_TRUE(Right().is_right());
  // Turned about z so that the front edge (at -x) goes inwards: the spin axis goes forwards.
  place.spin = Vector3d(-std::sin(0.01), std::cos(0.01), 0);
  EXPECT_NEAR(MeasureWheel(place, Right()).toe, 0.01, 1e-15);
  // The top leans outwards: the spin axis goes down.
  place.spin = Vector3d(0, std::cos(0.02), -std::sin(0.02));
  EXPECT_NEAR(MeasureWheel(place, Right()).camber, 0.02, 1e-15);
  EXPECT_NEAR(MeasureWheel(place, Right()).lowest.y(), 0.7 - 0.3 * std::sin(0.02), 1e-15);
  EXPECT_NEAR(MeasureWheel(place, Right()).lowest.z(), 0.3 - 0.3 * std::cos(0.02), 1e-15);
}

// The axis leans by 0.04 rearwards and 0.05 inwards over 0.4 m; it meets the ground at y = 0.6125,
// x = -0.01, inboard of the contact point and ahead of it.
TEST(WheelGeometry, SteeringAxis) {
  const WheelAngles angles = MeasureWheel(Upright(), Right());
  EXPECT_NEAR(angles.caster, std::atan(0.1), 1e-15);
  EXPECT_NEAR(angles.kpi, std::atan(0.125), 1e-15);
  EXPECT_NEAR(angles.scrub_radius, 0.7 - 0.6125, 1e-15);
  EXPECT_NEAR(angles.caster_trail, 0.01, 1e-15);
}

// The left wheel is the image of the right one; and with x forwards all is the same again.
TEST(WheelGeometry, BothSidesAndBothWaysOfX) {
  WheelPlace place = Upright();
  place.spin = Vector3d(-0.02, 1, -0.03).normalized();
  const WheelAngles right = MeasureWheel(place, Right());
  for (const Vector3d& flip : {Vector3d(1, -1, 1), Vector3d(-1, -1, 1), Vector3d(-1, 1, 1)}) {
    const auto image = [&](const Vector3d& v) -> Vector3d { return v.cwiseProduct(flip); };
    const WheelPlace other{
        .centre = image(place.centre),
        .spin = image(place.spin),
        .contact = image(place.contact),
        .kingpin = std::pair(image(place.kingpin->first), image(place.kingpin->second))};
    const WheelSide side{
        .outwards = image(Vector3d::UnitY()), .forwards = image(-Vector3d::UnitX()), .radius = 0.3};
    // Two flips are half a turn about z, which leaves a right wheel a right wheel.
    EXPECT_EQ(side.is_right(), flip.x() * flip.y() > 0);
    const WheelAngles angles = MeasureWheel(other, side);
    EXPECT_NEAR(angles.toe, right.toe, 1e-15);
    EXPECT_NEAR(angles.camber, right.camber, 1e-15);
    EXPECT_NEAR(angles.caster, right.caster, 1e-15);
    EXPECT_NEAR(angles.kpi, right.kpi, 1e-15);
    EXPECT_NEAR(angles.scrub_radius, right.scrub_radius, 1e-15);
    EXPECT_NEAR(angles.caster_trail, right.caster_trail, 1e-15);
  }
}

}  // namespace
}  // namespace jounce

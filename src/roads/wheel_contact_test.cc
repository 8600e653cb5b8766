#include "roads/wheel_contact.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "roads/made_road.h"

namespace jounce {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

// On an inclined plane everything is plain geometry: the wheel, cambered and steered, meets it at
// the distance along its own plane.
template <class Model>
void ExpectPlane(const Model& model, double tolerance) {
  MadeRoadSettings s;
  s.slope = 0.1;
  s.banking = -0.05;
  s.friction = 0.8;
  const MadeRoad road(s);
  const Vector3d normal = Vector3d(-0.1, 0.05, 1).normalized();
  WheelPose wheel;
  wheel.axis = (AngleAxisd(0.4, Vector3d::UnitZ()) * AngleAxisd(0.06, Vector3d::UnitX())) *
               Vector3d::UnitY();
  wheel.center = Vector3d(3, -2, 0.3 + 0.1 + 0.28);
  ContactMemory memory = model.MakeMemory();
  const WheelContact c = model.Meet(road, wheel, &memory);
  EXPECT_NEAR((c.z - normal).norm(), 0, tolerance);
  EXPECT_NEAR(c.x.dot(wheel.axis), 0, 1e-12);
  EXPECT_NEAR(c.x.dot(c.z), 0, 1e-12);
  EXPECT_NEAR(c.camber, std::asin(wheel.axis.dot(normal)), tolerance);
  EXPECT_NEAR((wheel.center - c.point).dot(wheel.axis), 0, 1e-12);
  EXPECT_NEAR(c.point.z(), 0.1 * c.point.x() - 0.05 * c.point.y(), tolerance);
  EXPECT_NEAR((wheel.center - c.point).norm(), c.loaded_radius, 1e-12);
  EXPECT_EQ(c.friction, 0.8);
}

TEST(WheelContactTest, PointContactIsExactOnAPlane) {
  ExpectPlane(PointContact(0.3, 0.03, 0.06), 1e-12);
}

// A cam rests on a slope beside its lowest point, so its height is that of the rolling contour:
// the plane is right, its height by the cam's curvature.
TEST(WheelContactTest, CamsFollowASlope) {
  CamSettings s;
  s.order = 2;  // circles: on a slope they rest higher by r (sqrt(1 + slope^2) - 1)
  s.step = 1e-3;
  const CamContact contact(s);
  MadeRoadSettings road_settings;
  road_settings.slope = 0.1;
  const MadeRoad road(road_settings);
  RoadHint hint;
  EXPECT_NEAR(contact.Rest(road, 2, 0, {1, 0}, &hint), 0.2 + 0.3 * (std::sqrt(1.01) - 1), 1e-6);
  ContactMemory memory = contact.MakeMemory();
  const WheelContact c = contact.Meet(road, {{2, 0, 0.5}, Vector3d::UnitY()}, &memory);
  EXPECT_NEAR(-c.z.x() / c.z.z(), 0.1, 1e-9);
}

// The quasi-static response to a cleat against the geometric solution: an ellipse that touches the
// upper edge of a step of height h at the distance d stands h - b (1 - (1 - (d/a)^c)^(1/c)) high.
TEST(WheelContactTest, CamsClimbACleatAsTheGeometrySays) {
  CamSettings s;
  s.radius = 0.31;
  s.length = 0.32;
  s.height = 0.3;
  s.order = 1.8;
  s.distance = 0.09;
  s.rows = 1;
  s.step = 2e-4;
  const CamContact contact(s);
  MadeRoadSettings road_settings;
  road_settings.bumps = {{{}, 5, 0.03, 0.015, 0}};  // a cleat of 30 mm x 15 mm
  const MadeRoad road(road_settings);
  const auto rest = [&](double x) {
    const double d = std::max({0.0, 5 - x, x - 5.03}) / s.length;
    const double rise = s.height * (1 - std::pow(1 - std::pow(d, s.order), 1 / s.order));
    return std::max(0.0, 0.015 - rise);
  };
  ContactMemory memory = contact.MakeMemory();
  bool has_climbed = false;
  for (double x = 4.8; x < 5.3; x += 0.0173) {
    const WheelContact c = contact.Meet(road, {{x, 0, 0.31}, Vector3d::UnitY()}, &memory);
    const double front = rest(x + 0.045), rear = rest(x - 0.045);
    // An edge between two samples is found up to one step late: 2e-4 m of a contour this steep.
    const double slope = (front - rear) / 0.09;
    EXPECT_NEAR(c.loaded_radius, (0.31 - (front + rear) / 2) / std::hypot(1, slope), 1e-4) << x;
    EXPECT_NEAR(-c.z.x() / c.z.z(), slope, 2e-3) << x;
    has_climbed = has_climbed || front > 0.014;
  }
  EXPECT_TRUE(has_climbed);
}

// A cleat under the left half leans the plane, one under all does not.
TEST(WheelContactTest, RowsOfCamsLeanOverAnObliqueObstacle) {
  CamSettings s;
  s.rows = 5;
  const CamContact contact(s);
  MadeRoadSettings road_settings;
  road_settings.bumps = {{{0.01, 5}, 4.5, 1, 0.02, 0}};
  const MadeRoad road(road_settings);
  ContactMemory memory = contact.MakeMemory();
  const WheelContact c = contact.Meet(road, {{5, 0, 0.3}, Vector3d::UnitY()}, &memory);
  // Two of five rows are 20 mm up: mean 8 mm; the regression line has the slope
  // sum(v z)/sum(v^2) = 0.02 (0.0375 + 0.075)/(2 (0.0375^2 + 0.075^2)).
  EXPECT_NEAR(-c.z.y() / c.z.z(), 0.02 * 0.1125 / (2 * (0.0375 * 0.0375 + 0.075 * 0.075)), 1e-9);
  EXPECT_NEAR(c.point.z(), 0.008, 1e-3);
}

TEST(WheelContactTest, WithoutRoadThereIsNoContact) {
  class Nothing : public Road {
    RoadSurface At(double, double, RoadHint*) const override { return {std::nan(""), 0, 0, 1}; }
    Extent extent() const override { return {}; }
  };
  const PointContact contact(0.3, 0.03, 0.06);
  ContactMemory memory = contact.MakeMemory();
  const WheelContact c = contact.Meet(Nothing(), {{0, 0, 0.3}, Vector3d::UnitY()}, &memory);
  EXPECT_TRUE(std::isinf(c.loaded_radius));
  EXPECT_THROW(CamContact(CamSettings{.length = 0}), InputError);
}

}  // namespace
}  // namespace jounce

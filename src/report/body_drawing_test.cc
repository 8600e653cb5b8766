#include "report/body_drawing.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <memory>

namespace jounce::report {
namespace {

using Pairs = std::vector<std::pair<int, int>>;

// The two ends of the straight part of a solid of revolution, whose axis is z.
std::pair<Eigen::Vector3d, Eigen::Vector3d> EndsOf(const SceneShape& shape) {
  const auto& [w, x, y, z] = shape.pose.quaternion;
  const Eigen::Vector3d half =
      Eigen::Quaterniond(w, x, y, z) * Eigen::Vector3d(0, 0, shape.size[1] / 2);
  const Eigen::Vector3d middle(shape.pose.position.data());
  return {middle - half, middle + half};
}

TEST(BodyDrawing, LinksAndFrames) {
  EXPECT_EQ(StrutsBetween({{0, 0, 0}, {1, 0, 0}}), (Pairs{{0, 1}}));
  EXPECT_EQ(StrutsBetween({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), (Pairs{{0, 1}, {0, 2}, {1, 2}}));
}

// Two squares far apart: their sides, and one strut between them.
TEST(BodyDrawing, ManyPointsAreOnePiece) {
  std::vector<Eigen::Vector3d> points;
  for (const double x : {0.0, 10.0}) {
    for (const auto& [y, z] : {std::pair(0.0, 0.0), {1.0, 0.0}, {1.0, 1.1}, {0.0, 1.1}}) {
      points.emplace_back(x, y, z);
    }
  }
  const Pairs pairs = StrutsBetween(points);
  EXPECT_EQ(pairs.size(), 9u);
  int between = 0;
  for (const auto& [a, b] : pairs) between += (a < 4) != (b < 4);
  EXPECT_EQ(between, 1);
}

TEST(BodyDrawing, AStrutReachesFromPointToPoint) {
  const std::vector<Eigen::Vector3d> ends = {{0.3, 0.1, 0}, {0.2, -0.4, -0.3}};
  const std::vector<SceneShape> shapes = DrawBody({}, {}, {9, 9, 9}, ends, 1);
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_LT((EndsOf(shapes[0]).first - ends[0]).norm(), 1e-12);
  EXPECT_LT((EndsOf(shapes[0]).second - ends[1]).norm(), 1e-12);
}

TEST(BodyDrawing, OnePointIsJoinedToTheCentre) {
  const std::vector<SceneShape> shapes = DrawBody({}, {}, {0, 0, 1}, {{0, 0, 0}, {0, 0, 1e-5}}, 1);
  ASSERT_EQ(shapes.size(), 2u);
  EXPECT_EQ(shapes[0].kind, ShapeKind::kSphere);
  EXPECT_NEAR(shapes[1].size[1], 1, 1e-12);
  EXPECT_EQ(DrawBody({}, {}, {0, 0, 1}, {}, 1).size(), 1u) << "a ball for what hangs on nothing";
}

// A body turned by 90 degrees about z at (1, 2, 3): what is drawn at (1, 2, 3) + (0, 1, 0) of the
// ground is at (1, 0, 0) of the body.
TEST(BodyDrawing, ADrawingIsInTheAxesOfTheBody) {
  jounce::Pose start;
  start.p = {1, 2, 3};
  start.R = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  Body body;
  body.drawing = {
      {.kind = DrawnTube{.from = {1, 2, 3}, .to = {1, 3, 3}, .diameter = 0.2}},
      {.kind = DrawnWheel{.centre = {1, 3, 3}, .axis = {0, 2, 0}, .diameter = 0.6, .width = 0.2}},
      {.kind = DrawnPlate{.corners = {{1, 2, 3}, {1, 3, 3}, {2, 2, 3}}, .thickness = 0.01}}};
  const std::vector<SceneShape> shapes = DrawBody(body, start, {0, 0, 0}, {}, 1);
  ASSERT_EQ(shapes.size(), 3u);
  EXPECT_LT((EndsOf(shapes[0]).second - Eigen::Vector3d(1, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(shapes[0].size[0], 0.1);
  EXPECT_LT((EndsOf(shapes[1]).first - Eigen::Vector3d(0.9, 0, 0)).norm(), 1e-12);
  EXPECT_EQ(shapes[1].size[0], 0.3);
  EXPECT_EQ(shapes[2].points.size(), 6u);
  EXPECT_EQ(shapes[2].triangles.size(), 8u);
}

// Shapes of mass are drawn where nothing else is: a point cannot be.
TEST(BodyDrawing, ShapesOfMassHaveALook) {
  const auto look =
      LookOf({.kind = CylinderShape{.from = {1, 2, 3}, .to = {1, 3, 3}, .diameter = 0.2}});
  ASSERT_TRUE(look.has_value());
  EXPECT_EQ(std::get<DrawnTube>(look->kind).diameter, 0.2);
  EXPECT_FALSE(LookOf({.kind = PointShape()}).has_value());
}

// Through its points, and for points on a circle never far from it: the middle of a quarter of a
// circle of radius 1 lies 0.293 from its chord, and the curve between chords of 45 degrees 0.01 from it.
TEST(BodyDrawing, ABentBarGoesSmoothlyThroughItsPoints) {
  std::vector<Eigen::Vector3d> points;
  for (int i = 0; i <= 8; ++i)
    points.emplace_back(std::cos(i * M_PI / 4), std::sin(i * M_PI / 4), 0);
  const std::vector<Eigen::Vector3d> curve = SmoothCurve(points);
  EXPECT_GT(curve.size(), 40u);
  for (const Eigen::Vector3d& point : points) {
    const auto near = [&](const Eigen::Vector3d& p) { return (p - point).norm() < 1e-12; };
    EXPECT_TRUE(std::any_of(curve.begin(), curve.end(), near)) << point.transpose();
  }
  const size_t inner = curve.size() / 8;  // the ends are straighter
  for (size_t i = inner; i + inner < curve.size(); ++i) EXPECT_NEAR(curve[i].norm(), 1, 0.02) << i;
  EXPECT_EQ(SmoothCurve({{0, 0, 0}, {0, 0, 0}, {1, 0, 0}}).size(), 2u) << "a line";
}

// The image of a triangle in y = 0 that faces along +z faces along +z.
TEST(BodyDrawing, AMirroredMeshFacesOutward) {
  auto surface = std::make_shared<TriangleSurface>();
  surface->vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  surface->triangles = {{0, 1, 2}};
  Body body;
  body.drawing = {{.kind = DrawnMesh{
                       .centre = Eigen::Vector3d(5, 0, 0), .mirrored = true, .surface = surface}}};
  const std::vector<SceneShape> shapes = DrawBody(body, {}, {0, 0, 0}, {}, 1);
  ASSERT_EQ(shapes.size(), 1u);
  EXPECT_EQ(shapes[0].points[2], (Vec3{0, -1, 0}));
  EXPECT_EQ(shapes[0].triangles[0], (std::array<int, 3>{0, 2, 1}));
  EXPECT_EQ(shapes[0].pose.position, (Vec3{5, 0, 0}));
}

// The axis of a wheel is the y of its frame, here along -x of the body.
TEST(BodyDrawing, AWheelStandsWhereATyreIs) {
  jounce::Pose frame;
  frame.p = {1, 2, 3};
  frame.R = Eigen::AngleAxisd(M_PI / 2, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  ElementItem element;
  element.settings.kind = "linear_tyre";
  element.settings.values.numbers = {{"radius", {0.3}}, {"width", {0.24}}};
  const std::optional<SceneShape> wheel = DrawWheel(element, frame);
  ASSERT_TRUE(wheel.has_value());
  EXPECT_EQ(wheel->kind, ShapeKind::kWheel);
  EXPECT_EQ(wheel->size[0], 0.3);
  EXPECT_LT((EndsOf(*wheel).first - Eigen::Vector3d(1.12, 2, 3)).norm(), 1e-12);
  EXPECT_LT((EndsOf(*wheel).second - Eigen::Vector3d(0.88, 2, 3)).norm(), 1e-12);
  element.settings.kind = "brush_wheel";
  EXPECT_TRUE(DrawWheel(element, frame).has_value()) << "a tyre that spins";
  element.settings.kind = "brake";
  EXPECT_FALSE(DrawWheel(element, frame).has_value()) << "its radius is another one";
}

}  // namespace
}  // namespace jounce::report

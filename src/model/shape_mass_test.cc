// Against the closed forms of handbooks, each written out here with its numbers, and against sums
// over small pieces.
#include "model/shape_mass.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <numbers>
#include <string>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr double kPi = std::numbers::pi;

template <class Shape>
MassSum Of(const Shape& shape) {
  MassShape any;
  any.kind = shape;
  return MassOf(any, Pose());
}

void ExpectInertia(const MassSum& sum, const Vector3d& moments, const Vector3d& products) {
  const Matrix3d J = sum.InertiaAboutCentre();
  EXPECT_LT((J.diagonal() - moments).norm(), 1e-12 * moments.norm()) << J;
  EXPECT_LT((ProductsOf(J) - products).norm(), 1e-12 * moments.norm()) << J;
}

std::string MessageOf(const std::function<void()>& function) {
  try {
    function();
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(ShapeMassTest, ARodAlongADiagonal) {
  // m l^2/12 across; along (1, 1, 0)/sqrt 2 half of it about x and y and the product of -(-1/2).
  const MassSum rod = Of(RodShape{{1, 2, 3}, {1.6, 2.6, 3}, 2});
  const double I = 2 * 0.72 / 12;
  EXPECT_DOUBLE_EQ(rod.mass, 2);
  EXPECT_LT((rod.Centre() - Vector3d(1.3, 2.3, 3)).norm(), 1e-14);
  ExpectInertia(rod, {I / 2, I / 2, I}, {-I / 2, 0, 0});
}

TEST(ShapeMassTest, TubeCylinderAndWheel) {
  // Steel, 30 x 3 mm, 0.4 m: rho pi (R^2 - r^2) l = 7850 pi (0.015^2 - 0.012^2) 0.4 = 0.79903 kg.
  const MassSum tube = Of(TubeShape{{0, 0, 0}, {0, 0, 0.4}, 0.03, 0.003, {{}, 7850}});
  const double m = 7850 * kPi * (0.015 * 0.015 - 0.012 * 0.012) * 0.4;
  EXPECT_NEAR(tube.mass, 0.79903, 1e-5);
  const double radii = 0.015 * 0.015 + 0.012 * 0.012;
  const double across = m * (3 * radii + 0.16) / 12;
  ExpectInertia(tube, {across, across, m * radii / 2}, {0, 0, 0});
  // A full bar: m R^2/2 and m (3 R^2 + l^2)/12.
  const MassSum bar = Of(CylinderShape{{0.1, 0, 0}, {0.3, 0, 0}, 0.05, {3, {}}});
  const double bar_across = 3 * (3 * 0.025 * 0.025 + 0.04) / 12;
  ExpectInertia(bar, {3 * 0.025 * 0.025 / 2, bar_across, bar_across}, {0, 0, 0});
  EXPECT_LT((bar.Centre() - Vector3d(0.2, 0, 0)).norm(), 1e-15);
  // A ring of 24 kg between 0.4 and 0.7 m: 24 (0.35^2 + 0.2^2)/2 = 1.95 kg m2 about its axis.
  const MassSum wheel = Of(WheelShape{{0, 0.7, 0.3}, {0, 2, 0}, 0.7, 0.4, 0.2, {24, {}}});
  const double side = 24 * (3 * (0.35 * 0.35 + 0.2 * 0.2) + 0.04) / 12;
  ExpectInertia(wheel, {side, 1.95, side}, {0, 0, 0});
}

TEST(ShapeMassTest, ABoxThatIsTurned) {
  // A quarter turn about z exchanges x and y.
  BoxShape box;
  box.size = Vector3d(0.1, 0.2, 0.3);
  box.orientation.z_axis = Vector3d(0, 0, 1);
  box.orientation.x_axis = Vector3d(0, 1, 0);
  box.amount.density = 1000;
  const MassSum sum = Of(box);
  EXPECT_DOUBLE_EQ(sum.mass, 6);
  ExpectInertia(sum, Vector3d(0.01 + 0.09, 0.04 + 0.09, 0.01 + 0.04) / 2, {0, 0, 0});
}

TEST(ShapeMassTest, PlatesAreTheirPolygons) {
  // A rectangle a x b in the plane of x and y: m b^2/12, m a^2/12, m (a^2 + b^2)/12, and m t^2/12
  // more across it, which is a box.
  PlateShape plate;
  plate.corners = {{1, 1, 2}, {1.6, 1, 2}, {1.6, 1.4, 2}, {1, 1.4, 2}};
  plate.thickness = 0.01;
  plate.amount.mass = 3;
  ExpectInertia(Of(plate), Vector3d(0.16 + 1e-4, 0.36 + 1e-4, 0.52) / 4, {0, 0, 0});
  // A right triangle with the legs a, b: m b^2/18, m a^2/18, product of -(-m a b/36).
  plate.corners = {{0, 0, 0}, {0.6, 0, 0}, {0, 0.4, 0}};
  plate.thickness = 1e-9;
  const MassSum triangle = Of(plate);
  EXPECT_LT((triangle.Centre() - Vector3d(0.2, 0.4 / 3, 0)).norm(), 1e-15);
  ExpectInertia(triangle, Vector3d(0.16, 0.36, 0.52) / 6, {3 * 0.24 / 36, 0, 0});
  // An L is two rectangles; the fan from its first corner turns back on the way.
  const auto rectangle = [](double x0, double x1, double y0, double y1) {
    PlateShape part;
    part.corners = {{x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0}, {x0, y1, 0}};
    part.thickness = 0.01;
    part.amount.density = 100;
    return Of(part);
  };
  MassSum parts = rectangle(0, 3, 0, 1);
  parts.Add(rectangle(0, 1, 1, 3));
  plate.corners = {{3, 0, 0}, {3, 1, 0}, {1, 1, 0}, {1, 3, 0}, {0, 3, 0}, {0, 0, 0}};
  plate.thickness = 0.01;
  plate.amount = {{}, 100};
  const MassSum whole = Of(plate);
  EXPECT_NEAR(whole.mass, parts.mass, 1e-14);
  EXPECT_LT((whole.Centre() - parts.Centre()).norm(), 1e-14);
  EXPECT_LT((whole.inertia - parts.inertia).norm(), 1e-13 * parts.inertia.norm());
}

TEST(ShapeMassTest, AMeshIsInTheFrameOfItsBody) {
  // 2 kg at (0.1, 0.2, 0) of a body that is turned by a quarter about z and moved.
  MassShape shape;
  MeshShape mesh;
  MassProperties of_file;
  of_file.mass = 2;
  of_file.centre = Vector3d(0.1, 0.2, 0);
  of_file.inertia = Vector3d(1, 2, 2.5);
  of_file.products = Vector3d(0.1, 0.2, 0.3);
  mesh.properties = std::make_shared<MassProperties>(of_file);
  mesh.mirrored = true;
  shape.kind = mesh;
  Pose body;
  body.R << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  body.p = Vector3d(1, 0, 0);
  const MassSum sum = MassOf(shape, body);
  EXPECT_LT((sum.Centre() - Vector3d(1.2, 0.1, 0)).norm(), 1e-15);
  // Image: products xy and yz change their sign; then x of the body is y of the ground, y is -x.
  ExpectInertia(sum, {2, 1, 2.5}, {0.1, 0.3, 0.2});
}

TEST(ShapeMassTest, WhatMakesNoSenseIsRefused) {
  EXPECT_NE(MessageOf([] {
              Of(RodShape{{1, 1, 1}, {1, 1, 1}, 2});
            }).find("same point"),
            std::string::npos);
  EXPECT_EQ(MessageOf([] { Of(RodShape{{1, 1, 1}, {1, 1, 2}, -2}); }), "its mass is -2");
  const Vector3d a(0, 0, 0), b(1, 0, 0);
  EXPECT_EQ(MessageOf([&] {
              Of(CylinderShape{a, b, 0.1, {3, 7850}});
            }),
            "both mass and density are given");
  EXPECT_EQ(MessageOf([&] { Of(CylinderShape{a, b, 0.1, {}}); }), "it has no mass");
  EXPECT_EQ(MessageOf([&] { Of(CylinderShape{a, b, -0.1, {3, {}}}); }), "its diameter is -0.1");
  EXPECT_NE(MessageOf([&] {
              Of(TubeShape{a, b, 0.1, 0.06, {3, {}}});
            }).find("thicker than half"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              Of(WheelShape{a, b, 0.7, 0.8, 0.2, {3, {}}});
            }).find("inner diameter"),
            std::string::npos);
  EXPECT_NE(MessageOf([&] {
              Of(PlateShape{{a, b, 2 * b}, 0.1, {3, {}}});
            }).find("no area"),
            std::string::npos);
  const std::vector<Vector3d> bent = {a, b, {1, 1, 0.1}, {0, 1, 0}};
  EXPECT_NE(MessageOf([&] {
              Of(PlateShape{bent, 0.1, {3, {}}});
            }).find("not in one plane"),
            std::string::npos);
  EXPECT_EQ(MessageOf([&] { Of(BoxShape{a, {1, 0, 1}, {}, {3, {}}}); }), "its size is 0");
}

}  // namespace
}  // namespace jounce

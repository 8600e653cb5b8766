// Against closed forms: a cube m a^2/6, a tetrahedron by its moments [Tonon 2004], a sphere 2/5 m
// R^2 in the limit.
//
// Reference: [Tonon 2004] F. Tonon, Explicit exact formulas for the 3-D tetrahedron inertia tensor
// in terms of its vertex coordinates, J. Math. Stat. 1 (2004) 8-11.
#include "math/solid_integrals.h"

#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

TriangleSurface Cube(double side, const Vector3d& corner) {
  TriangleSurface cube;
  for (int i = 0; i < 8; ++i) {
    cube.vertices.push_back(corner + side * Vector3d(i & 1, (i >> 1) & 1, (i >> 2) & 1));
  }
  const int faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                           {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  for (const auto& f : faces) {
    cube.triangles.push_back({f[0], f[1], f[2]});
    cube.triangles.push_back({f[0], f[2], f[3]});
  }
  return cube;
}

std::string MessageOf(const TriangleSurface& surface) {
  try {
    IntegrateSolid(surface);
  } catch (const InputError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

TEST(SolidIntegralsTest, ACubeFarFromTheOrigin) {
  const SolidIntegrals cube = IntegrateSolid(Cube(0.5, {100, 200, 300}));
  EXPECT_NEAR(cube.volume, 0.125, 1e-13);
  EXPECT_LT((cube.centre - Vector3d(100.25, 200.25, 300.25)).norm(), 1e-12);
  EXPECT_LT((cube.inertia - 0.125 * 0.25 / 6 * Matrix3d::Identity()).norm(), 1e-14);
}

TEST(SolidIntegralsTest, TheExampleOfTonon) {
  // [Tonon 2004, p. 10]: vertices, centre and inertia about it, of density 1,
  // where the products are the integrals of x y, ... themselves.
  TriangleSurface tetrahedron;
  tetrahedron.vertices = {{8.33220, -11.86875, 0.93355},
                          {0.75523, 5.00000, 16.37072},
                          {52.61236, 5.00000, -5.38580},
                          {2.00000, 5.00000, 3.00000}};
  tetrahedron.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}};
  SolidIntegrals solid;
  try {
    solid = IntegrateSolid(tetrahedron);
  } catch (const InputError&) {  // the list of vertices may go round the other way
    for (auto& triangle : tetrahedron.triangles) std::swap(triangle[1], triangle[2]);
    solid = IntegrateSolid(tetrahedron);
  }
  EXPECT_LT((solid.centre - Vector3d(15.92492, 0.78281, 3.72962)).norm(), 5e-5);
  EXPECT_NEAR(solid.inertia(0, 0), 43520.33257, 1);
  EXPECT_NEAR(solid.inertia(1, 1), 194711.28938, 1);
  EXPECT_NEAR(solid.inertia(2, 2), 191168.76173, 1);
  EXPECT_NEAR(solid.inertia(1, 2), -4417.66150, 1);
  EXPECT_NEAR(solid.inertia(0, 2), 46343.16662, 1);
  EXPECT_NEAR(solid.inertia(0, 1), -11996.20119, 1);
}

TEST(SolidIntegralsTest, ASphereOfManyTriangles) {
  // Rings of latitude; the error of inscribed triangles goes with the square of their size.
  constexpr int kRings = 100;
  TriangleSurface sphere;
  for (int i = 0; i <= kRings; ++i) {
    for (int j = 0; j < 2 * kRings; ++j) {
      const double theta = std::numbers::pi * i / kRings, phi = std::numbers::pi * j / kRings;
      const double r = i == 0 || i == kRings ? 0 : std::sin(theta);
      sphere.vertices.emplace_back(2 * r * std::cos(phi), 2 * r * std::sin(phi),
                                   2 * std::cos(theta));
    }
  }
  const auto at = [](int i, int j) { return i * 2 * kRings + j % (2 * kRings); };
  for (int i = 0; i < kRings; ++i) {
    for (int j = 0; j < 2 * kRings; ++j) {
      sphere.triangles.push_back({at(i, j), at(i + 1, j), at(i + 1, j + 1)});
      sphere.triangles.push_back({at(i, j), at(i + 1, j + 1), at(i, j + 1)});
    }
  }
  const SolidIntegrals solid = IntegrateSolid(sphere);
  const double m = 4. / 3 * std::numbers::pi * 8;
  EXPECT_NEAR(solid.volume, m, 1e-3 * m);
  EXPECT_LT((solid.inertia - 0.4 * m * 4 * Matrix3d::Identity()).norm(), 3e-3 * m);
}

TEST(SolidIntegralsTest, WrongSurfacesSayHow) {
  TriangleSurface open = Cube(1, {0, 0, 0});
  open.triangles.pop_back();
  EXPECT_NE(MessageOf(open).find("open: 3 edges have no neighbour"), std::string::npos)
      << MessageOf(open);
  TriangleSurface mixed = Cube(1, {0, 0, 0});
  std::swap(mixed.triangles[4][0], mixed.triangles[4][1]);
  EXPECT_NE(MessageOf(mixed).find("face different ways at 3 edges"), std::string::npos)
      << MessageOf(mixed);
  TriangleSurface inside_out = Cube(1, {0, 0, 0});
  for (auto& triangle : inside_out.triangles) std::swap(triangle[0], triangle[1]);
  EXPECT_NE(MessageOf(inside_out).find("inside out: its volume is -1 m3"), std::string::npos)
      << MessageOf(inside_out);
  TriangleSurface flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 1}};
  EXPECT_EQ(MessageOf(flat), "the surface encloses no volume");
  EXPECT_EQ(MessageOf(TriangleSurface()), "there are no triangles");
}

}  // namespace
}  // namespace jounce

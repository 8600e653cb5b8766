// Problems of MacNeal & Harder (1985, A proposed standard set of problems to test finite element
// accuracy, Finite Elem. Anal. Des. 1, 3-20) in which elements twist: torsion of the straight
// cantilever, regular and distorted, and the beam twisted by a quarter turn.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

using Eigen::Vector3d;
using testing::AddGrid;
using testing::EmptyMesh;
using testing::FillShells;
using testing::FillSolids;
using testing::HeldStatic;
using testing::Hold;
using testing::PickNodes;
using testing::UnitLoad;

void Fill(Mesh* mesh, const std::vector<int>& nodes, int nx, int ny, ElementShape shape) {
  IsShell(shape) ? FillShells(mesh, nodes, nx, ny, shape)
                 : FillSolids(mesh, nodes, nx, ny, 1, shape);
}

enum class Cut { kRegular, kTrapezoids, kParallelograms };

// 6 x 0.2 x 0.1 of six elements, which 45 degree cuts may distort.
Mesh Straight(ElementShape shape, Cut cut) {
  Mesh mesh = EmptyMesh(1e7, 0.3, 0, 0.1);
  const bool shell = IsShell(shape);
  const auto nodes = AddGrid(&mesh, 6, 1, shell ? 0 : 1, [&](double x, double y, double z) {
    const int column = static_cast<int>(std::lround(6 * x));
    double shift = 0;
    if (column > 0 && column < 6 && cut != Cut::kRegular) {
      const double sign = cut == Cut::kTrapezoids && column % 2 == 0 ? -1 : 1;
      shift = sign * 0.2 * (y - 0.5);
    }
    return Vector3d(6 * x + shift, 0.2 * y, shell ? 0 : 0.1 * z);
  });
  Fill(&mesh, nodes, 6, 1, shape);
  return mesh;
}

std::vector<int> At(const Mesh& mesh, double x) {
  return PickNodes(mesh, [x](const Vector3d& p) { return std::abs(p.x() - x) < 1e-9; });
}

// Rotation of the tip under a unit torque, a couple on its edges.
double Twist(const Mesh& mesh) {
  const std::vector<int> tip = At(mesh, 6);
  std::vector<PointLoad> loads;
  double up = 0, down = 0;
  for (const int node : tip) {
    const double side = mesh.nodes[node].position.y() > 0.1 ? 1 : -1;
    loads.push_back({node, {0, 0, side * 5 * 2 / static_cast<double>(tip.size())}, {0, 0, 0}});
  }
  const Eigen::VectorXd u = HeldStatic(mesh, Hold(At(mesh, 0)), loads);
  for (const int node : tip) {
    (mesh.nodes[node].position.y() > 0.1 ? up : down) += u(6 * node + 2) * 2 / tip.size();
  }
  return (up - down) / 0.2;
}

// Published 0.03208 (Saint-Venant's series: 0.03411); for this mesh they give 0.941 of it for their
// own 4-node shell and 0.910 for their brick.
TEST(StraightCantilever, Twists) {
  EXPECT_NEAR(Twist(Straight(ElementShape::kQuad, Cut::kRegular)), 0.941 * 0.03208, 0.01 * 0.03208);
  EXPECT_NEAR(Twist(Straight(ElementShape::kHex8, Cut::kRegular)), 0.910 * 0.03208, 0.03 * 0.03208);
}

// 45 degree cuts: extension stays exact, bending across the plane within what they publish for
// 4-node shells (0.968 for trapezoids, 0.977 for parallelograms). In the plane such elements lock,
// theirs too, and nothing is asked here.
TEST(StraightCantilever, DistortedElementsStretchAndBendOutOfPlane) {
  for (const Cut cut : {Cut::kTrapezoids, Cut::kParallelograms}) {
    for (const ElementShape shape : {ElementShape::kQuad, ElementShape::kHex8}) {
      const Mesh mesh = Straight(shape, cut);
      const auto root = At(mesh, 0), tip = At(mesh, 6);
      EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {1, 0, 0}), 3e-5, 0.01 * 3e-5) << NameOf(shape);
      if (shape == ElementShape::kQuad) {
        EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {0, 0, 1}), 0.4321, 0.04 * 0.4321);
      }
    }
  }
}

// Length 12, section 1.1 x 0.32, turned by 90 degrees from root to tip.
Mesh Twisted(ElementShape shape, int nx, int ny) {
  Mesh mesh = EmptyMesh(29e6, 0.22, 0, 0.32);
  const bool shell = IsShell(shape);
  const auto nodes = AddGrid(&mesh, nx, ny, shell ? 0 : 1, [&](double x, double y, double z) {
    const double angle = std::numbers::pi / 2 * x;
    const double across = 1.1 * (y - 0.5), through = shell ? 0 : 0.32 * (z - 0.5);
    return Vector3d(12 * x, std::cos(angle) * across - std::sin(angle) * through,
                    std::sin(angle) * across + std::cos(angle) * through);
  });
  Fill(&mesh, nodes, nx, ny, shape);
  return mesh;
}

// Published 0.005424 along the thin side of the root, 0.001754 along its wide side. Beam theory:
//   d = P L^3 ((1/6 + 1/pi^2) / E I_root + (1/6 - 1/pi^2) / E I_tip),
// I_root and I_tip those that resist the force at the two ends: 0.005426 and 0.001746.
TEST(TwistedBeam, GivesThePublishedDeflections) {
  struct Case {
    ElementShape shape;
    int nx, ny;
    double tolerance;
  };
  for (const Case& c :
       {Case{ElementShape::kQuad, 12, 2, 0.01}, Case{ElementShape::kQuad, 24, 4, 0.01},
        Case{ElementShape::kTriangle, 24, 4, 0.08}, Case{ElementShape::kHex8, 12, 2, 0.03},
        Case{ElementShape::kTet10, 12, 2, 0.02}}) {
    SCOPED_TRACE(NameOf(c.shape));
    const Mesh mesh = Twisted(c.shape, c.nx, c.ny);
    const auto root = At(mesh, 0), tip = At(mesh, 12);
    EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {0, 0, 1}), 0.005424, c.tolerance * 0.005424);
    EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {0, 1, 0}), 0.001754, c.tolerance * 0.001754);
  }
}

// Quarter ring of radii 4.12 and 4.32, 0.1 thick, finer than in the published mesh, all elements.
// In the plane the exact value is that of elasticity, 0.0885655 (Golovin), and not the published
// 0.08734; across it 0.5022 is published and 0.50056 beam theory.
TEST(CurvedCantilever, FineMeshesOfAllElements) {
  const auto map = [](double s, double r, double z) {
    const double angle = std::numbers::pi / 2 * s, radius = 4.12 + 0.2 * r;
    return Vector3d(radius * std::sin(angle), radius * std::cos(angle), 0.1 * z);
  };
  for (const ElementShape shape :
       {ElementShape::kQuad, ElementShape::kTriangle, ElementShape::kHex8, ElementShape::kTet10}) {
    SCOPED_TRACE(NameOf(shape));
    Mesh mesh = EmptyMesh(1e7, 0.25, 0, 0.1);
    const int ny = shape == ElementShape::kTriangle ? 8 : 2,
              nx = shape == ElementShape::kTriangle ? 240 : 48;
    Fill(&mesh, AddGrid(&mesh, nx, ny, IsShell(shape) ? 0 : 1, map), nx, ny, shape);
    const auto root = At(mesh, 0);
    const auto tip = PickNodes(mesh, [](const Vector3d& x) { return x.y() < 1e-9; });
    // Triangles of constant strain are stiff in their plane.
    const double in_plane = shape == ElementShape::kTriangle ? 0.06 : 0.02;
    EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {1, 0, 0}), 0.0885655, in_plane * 0.0885655);
    EXPECT_NEAR(UnitLoad(mesh, Hold(root), tip, {0, 0, 1}), 0.5022, 0.055 * 0.5022);
  }
}

}  // namespace
}  // namespace jounce::flex

// Problems of MacNeal & Harder (1985) that show locking: a straight and a curved cantilever, a
// cylindrical roof. Published values as in ../shared/benchmarks/macneal_harder.
#include <gtest/gtest.h>

#include <numbers>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

using testing::AddElement;
using testing::AddGrid;
using testing::AddNode;
using testing::EmptyMesh;
using testing::FillShells;
using testing::FillSolids;
using testing::HeldStatic;
using testing::Hold;
using testing::PickNodes;
using testing::UnitLoad;

struct Deflections {
  double extension, in_plane, out_of_plane;
};

Deflections StraightBeam(const Mesh& mesh) {
  const auto root = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.x() < 1e-9; });
  const auto tip = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.x() > 6 - 1e-9; });
  const auto held = Hold(root);
  return {UnitLoad(mesh, held, tip, {1, 0, 0}), UnitLoad(mesh, held, tip, {0, 1, 0}),
          UnitLoad(mesh, held, tip, {0, 0, 1})};
}

void ExpectStraight(const Deflections& d, double tolerance) {
  EXPECT_NEAR(d.extension, 3.0e-5, tolerance * 3.0e-5);
  EXPECT_NEAR(d.in_plane, 0.1081, tolerance * 0.1081);
  EXPECT_NEAR(d.out_of_plane, 0.4321, tolerance * 0.4321);
}

TEST(StraightCantilever, SixQuadsDoNotLock) {
  Mesh mesh = EmptyMesh(1e7, 0.3, 0, 0.1);
  const auto nodes = AddGrid(&mesh, 6, 1, 0, [](double x, double y, double) {
    return Eigen::Vector3d(6 * x, 0.2 * y, 0);
  });
  FillShells(&mesh, nodes, 6, 1, ElementShape::kQuad);
  ExpectStraight(StraightBeam(mesh), 0.03);
}

TEST(StraightCantilever, SixBricksDoNotLock) {
  Mesh mesh = EmptyMesh(1e7, 0.3, 0);
  const auto nodes = AddGrid(&mesh, 6, 1, 1, [](double x, double y, double z) {
    return Eigen::Vector3d(6 * x, 0.2 * y, 0.1 * z);
  });
  FillSolids(&mesh, nodes, 6, 1, 1, ElementShape::kHex8);
  ExpectStraight(StraightBeam(mesh), 0.03);
}

TEST(StraightCantilever, QuadraticTetrahedra) {
  Mesh mesh = EmptyMesh(1e7, 0.3, 0);
  const auto nodes = AddGrid(&mesh, 12, 1, 1, [](double x, double y, double z) {
    return Eigen::Vector3d(6 * x, 0.2 * y, 0.1 * z);
  });
  FillSolids(&mesh, nodes, 12, 1, 1, ElementShape::kTet10);
  ExpectStraight(StraightBeam(mesh), 0.05);
}

TEST(StraightCantilever, BeamsGiveBeamTheory) {
  Mesh mesh = EmptyMesh(1e7, 0.3, 0);
  BeamProperty p;
  p.area = 0.02;
  p.i1 = 0.1 * 0.008 / 12;
  p.i2 = 0.2 * 0.001 / 12;
  p.torsion = 4.577e-5;
  p.k1 = p.k2 = 5. / 6;
  mesh.beam_properties = {p};
  for (int i = 0; i <= 6; ++i) AddNode(&mesh, {double(i), 0, 0});
  for (int i = 0; i < 6; ++i) AddElement(&mesh, ElementShape::kBeam, {i, i + 1});
  const Deflections d = StraightBeam(mesh);
  EXPECT_NEAR(d.extension, 3.0e-5, 1e-10);
  EXPECT_NEAR(d.in_plane, 0.1080936, 1e-5 * 0.108);
  EXPECT_NEAR(d.out_of_plane, 0.4320936, 1e-5 * 0.432);
}

// Quarter ring, inner radius 4.12, outer 4.32; loaded at the free end.
Mesh CurvedBeam(ElementShape shape, int n) {
  Mesh mesh = EmptyMesh(1e7, 0.25, 0, 0.1);
  const auto map = [](double s, double r, double z) {
    const double angle = std::numbers::pi / 2 * s, radius = 4.12 + 0.2 * r;
    // Begins at the root on the y axis and ends at the x axis.
    return Eigen::Vector3d(radius * std::sin(angle), radius * std::cos(angle), 0.1 * z);
  };
  if (IsShell(shape)) {
    FillShells(&mesh, AddGrid(&mesh, n, 1, 0, map), n, 1, shape);
  } else {
    FillSolids(&mesh, AddGrid(&mesh, n, 1, 1, map), n, 1, 1, shape);
  }
  return mesh;
}

TEST(CurvedCantilever, QuadsAndBricks) {
  for (const ElementShape shape : {ElementShape::kQuad, ElementShape::kHex8}) {
    const Mesh mesh = CurvedBeam(shape, 12);
    const auto root = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.x() < 1e-9; });
    const auto tip = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.y() < 1e-9; });
    const auto held = Hold(root);
    EXPECT_NEAR(UnitLoad(mesh, held, tip, {1, 0, 0}), 0.08734, 0.05 * 0.08734) << NameOf(shape);
    // Along the tangent at the tip there is no published value: beam theory.
    EXPECT_NEAR(UnitLoad(mesh, held, tip, {0, 1, 0}), 0.040218, 0.05 * 0.040218) << NameOf(shape);
    EXPECT_NEAR(UnitLoad(mesh, held, tip, {0, 0, 1}), 0.5022, 0.08 * 0.5022) << NameOf(shape);
  }
}

// A quarter of the roof: x along it from the diaphragm, the angle from the crown.
double ScordelisLo(ElementShape shape, int n) {
  Mesh mesh = EmptyMesh(4.32e8, 0, 0, 0.25);
  const auto nodes = AddGrid(&mesh, n, n, 0, [](double s, double t, double) {
    const double angle = 40 * std::numbers::pi / 180 * t;
    return Eigen::Vector3d(25 * s, 25 * std::sin(angle), 25 * std::cos(angle));
  });
  FillShells(&mesh, nodes, n, n, shape);
  std::vector<Support> held;
  const auto hold = [&](const auto& condition, int components) {
    for (const Support& s : Hold(PickNodes(mesh, condition), components)) held.push_back(s);
  };
  using X = const Eigen::Vector3d&;
  hold([](X x) { return x.x() < 1e-9; }, 0b000110);            // diaphragm: y, z
  hold([](X x) { return x.x() > 25 - 1e-9; }, 0b110001);       // middle: x, ry, rz
  hold([](X x) { return std::abs(x.y()) < 1e-9; }, 0b101010);  // crown: y, rx, rz
  std::vector<PointLoad> loads;
  for (const MeshElement& e : mesh.elements) {
    const double area = IsShell(e.shape) && e.shape == ElementShape::kQuad
                            ? 25.0 / n * 25 * 40 * std::numbers::pi / 180 / n
                            : 0.5 * 25.0 / n * 25 * 40 * std::numbers::pi / 180 / n;
    for (int i = 0; i < NodeCount(e.shape); ++i) {
      PointLoad load;
      load.node = e.nodes[i];
      load.force.z() = -90 * area / NodeCount(e.shape);
      loads.push_back(load);
    }
  }
  const Eigen::VectorXd u = HeldStatic(mesh, held, loads);
  return -u(6 * nodes[n + (n + 1) * n] + 2);  // the free edge in the middle
}

TEST(ScordelisLoRoof, ConvergesToThePublishedValue) {
  EXPECT_NEAR(ScordelisLo(ElementShape::kQuad, 8), 0.3024, 0.03 * 0.3024);
  EXPECT_NEAR(ScordelisLo(ElementShape::kQuad, 16), 0.3024, 0.02 * 0.3024);
  EXPECT_NEAR(ScordelisLo(ElementShape::kTriangle, 16), 0.3024, 0.05 * 0.3024);
}

}  // namespace
}  // namespace jounce::flex

// Stress at the centres of elements and at the ends of beams against beam theory.
#include "flex/modal_stress.h"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "flex/flex_testing.h"

namespace jounce::flex {
namespace {

using Eigen::Vector3d;
using testing::EmptyMesh;
using testing::Hold;
using testing::PickNodes;
using testing::ReadDeck;

// A strip of shells, bent at its end by F: s = F (L - x) c / I in the middle of an element at x.
TEST(ModalStress, AtCentresOfShellsIsThatOfABeam) {
  const double length = 2, width = 0.1, t = 0.02, force = 50;
  Mesh mesh = EmptyMesh(2e11, 0, 7800, t);
  const auto nodes = testing::AddGrid(&mesh, 10, 1, 0, [&](double x, double y, double) {
    return Vector3d(length * x, width * (y - 0.5), 0);
  });
  testing::FillShells(&mesh, nodes, 10, 1, ElementShape::kQuad);
  const auto root = PickNodes(mesh, [](const Vector3d& p) { return p.x() == 0; });
  const auto tip = PickNodes(mesh, [&](const Vector3d& p) { return p.x() == length; });
  std::vector<PointLoad> loads;
  for (const int node : tip) loads.push_back({node, {0, 0, force / 2}, Vector3d::Zero()});
  const Eigen::VectorXd u = testing::HeldStatic(mesh, Hold(root), loads);
  FlexiblePart part;
  AddSurfaceAndStress(mesh, u, true, &part);
  int centres = 0;
  for (const StressPoint& point : part.stress_points) {
    EXPECT_EQ(point.young, 2e11);
    if (point.element == 0) continue;
    EXPECT_EQ(point.node, 0);
    ++centres;
    const double exact = force * (length - point.position.x()) * (t / 2) / (width * t * t * t / 12);
    const double sign = point.surface == "top" ? -1 : 1;  // pushed up, the top is pressed
    EXPECT_NEAR(point.stress(0, 0), sign * exact, 1e-6 * exact) << point.element;
  }
  EXPECT_EQ(centres, 20);
  // Each triangle shows the top of its own element.
  ASSERT_EQ(part.surface.triangle_stress.size(), part.surface.triangles.size());
  for (size_t i = 0; i < part.surface.triangles.size(); ++i) {
    const StressPoint& point = part.stress_points[part.surface.triangle_stress[i]];
    EXPECT_EQ(point.surface, "top");
    double x = 0;
    for (const int corner : part.surface.triangles[i]) x += part.surface.position[corner].x() / 3;
    EXPECT_LT(std::abs(point.position.x() - x), 0.5 * length / 10);
  }
}

// Without asking there are none.
TEST(ModalStress, CentresAreAnOption) {
  Mesh mesh = EmptyMesh(2e11, 0, 7800, 0.1);
  const auto nodes = testing::AddGrid(
      &mesh, 2, 2, 2, [](double x, double y, double z) { return Vector3d(x, y, z); });
  testing::FillSolids(&mesh, nodes, 2, 2, 2, ElementShape::kHex8);
  FlexiblePart part;
  AddSurfaceAndStress(mesh, Eigen::VectorXd::Zero(6 * 27), false, &part);
  EXPECT_EQ(part.stress_points.size(), 26u);
  EXPECT_TRUE(part.surface.triangle_stress.empty());
}

constexpr char kBeam[] = R"(BEGIN BULK
MAT1,1,2.+11,,.3,7800.
PBAR,1,1,4.-4,3.-8,1.-8,2.-8,,
,.01,.02,-.01,.02,-.01,-.02,.01,-.02
,,,I12
GRID,1,,0.,0.,0.
GRID,2,,1.,0.,0.
GRID,3,,2.,0.,0.
CBAR,11,1,1,2,0.,1.,0.
CBAR,12,1,2,3,0.,1.,0.
ENDDATA
)";

// N/A - E (y v'' + z w''), where E (I1 v'' + I12 w'') and E (I12 v'' + I2 w'') are the moments of
// the tip's forces: unsymmetrical bending without principal axes.
TEST(ModalStress, OfBeamsAtTheirRecoveryPoints) {
  for (const double i12 : {0.0, 8e-9}) {
    std::string deck = kBeam;
    deck.replace(deck.find("I12"), 3, i12 == 0 ? "" : "8.-9");
    const Mesh mesh = ReadDeck(deck);
    const Vector3d force(1000, 7, -11);
    const Eigen::VectorXd u = testing::HeldStatic(mesh, Hold({mesh.FindNode(1)}),
                                                  {{mesh.FindNode(3), force, Vector3d::Zero()}});
    FlexiblePart part;
    AddSurfaceAndStress(mesh, u, false, &part);
    ASSERT_EQ(part.stress_points.size(), 16u);  // two elements, two ends, C to F
    Eigen::Matrix2d inertia;
    inertia << 3e-8, i12, i12, 1e-8;
    for (const StressPoint& point : part.stress_points) {
      const double y = point.surface == "C" || point.surface == "F" ? 0.01 : -0.01;
      const double z = point.surface == "C" || point.surface == "D" ? 0.02 : -0.02;
      EXPECT_LT((point.position - Vector3d(point.node - 1, y, z)).norm(), 1e-12);
      const Eigen::Vector2d moment =
          (2 - point.position.x()) * Eigen::Vector2d(force.y(), force.z());
      const Eigen::Vector2d bent = inertia.inverse() * moment;
      const double exact = force.x() / 4e-4 - y * bent.x() - z * bent.y();
      EXPECT_NEAR(point.stress(0, 0), exact, 1e-6 * 2.5e6) << point.element << point.surface;
      EXPECT_LT(point.stress.bottomRows(5).norm(), 1e-6 * 2.5e6);
      EXPECT_EQ(point.young, 2e11);
    }
  }
}

}  // namespace
}  // namespace jounce::flex

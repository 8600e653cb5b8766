// Single elements and patches: rigid motion costs nothing, mass is all there, constant strain is
// exact whatever the shape. The patches are those of MacNeal & Harder, "A proposed standard set of
// problems to test finite element accuracy", Finite Elements in Analysis and Design 1 (1985).
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "flex/element_matrices.h"
#include "flex/flex_testing.h"
#include "flex/modal_stress.h"
#include "math/dense.h"

namespace jounce::flex {
namespace {

using testing::AddElement;
using testing::AddGrid;
using testing::AddNode;
using testing::EmptyMesh;
using testing::FillSolids;

constexpr double kYoung = 1e6, kPoisson = 0.25, kDensity = 3;

// One element of each shape, well out of its ideal shape.
Mesh OneElement(ElementShape shape, bool lumped) {
  Mesh mesh = EmptyMesh(kYoung, kPoisson, kDensity, 0.1);
  mesh.lumped_mass = lumped;
  BeamProperty beam;
  beam.area = 0.02;
  beam.i1 = 3e-5;
  beam.i2 = 2e-5;
  beam.i12 = 1e-5;
  beam.torsion = 4e-5;
  beam.k1 = beam.k2 = 0.8;
  mesh.beam_properties = {beam};
  const std::vector<Eigen::Vector3d> places = {{0.1, 0, 0.05}, {1.1, 0.1, -0.1}, {1, 0.9, 0.1},
                                               {-0.1, 1.2, 0}, {0.2, 0.1, 1.1},  {0.9, -0.1, 1},
                                               {1.1, 1, 1.2},  {0, 0.9, 0.9}};
  std::vector<int> nodes;
  if (shape == ElementShape::kTet4 || shape == ElementShape::kTet10) {
    for (const int i : {0, 1, 3, 4}) nodes.push_back(AddNode(&mesh, places[i]));
    for (const auto& [a, b] : {std::pair(0, 1), {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}}) {
      if (shape == ElementShape::kTet4) break;
      nodes.push_back(AddNode(&mesh, 0.5 * (mesh.nodes[a].position + mesh.nodes[b].position) +
                                         Eigen::Vector3d(0.01, -0.02, 0.015)));
    }
  } else if (shape == ElementShape::kPenta6) {
    for (const int i : {0, 1, 2, 4, 5, 6}) nodes.push_back(AddNode(&mesh, places[i]));
  } else {
    for (int i = 0; i < NodeCount(shape); ++i) nodes.push_back(AddNode(&mesh, places[i]));
  }
  AddElement(&mesh, shape, nodes);
  if (IsLine(shape)) mesh.elements[0].offsets = {Eigen::Vector3d(0, 0.1, 0.1), {0, -0.1, 0.2}};
  return mesh;
}

class EveryShape : public ::testing::TestWithParam<ElementShape> {};

TEST_P(EveryShape, RigidMotionIsFreeAndNothingElseIs) {
  const Mesh mesh = OneElement(GetParam(), false);
  const ElementMatrices m = ComputeElement(mesh, mesh.elements[0]);
  const Eigen::Index n = m.stiffness.rows(), per_node = m.freedoms_per_node;
  Eigen::MatrixXd rigid = Eigen::MatrixXd::Zero(n, 6);
  for (Eigen::Index i = 0; i < n / per_node; ++i) {
    const Eigen::Vector3d x = mesh.nodes[mesh.elements[0].nodes[i]].position;
    for (int c = 0; c < 3; ++c) {
      rigid(per_node * i + c, c) = 1;
      rigid.block<3, 1>(per_node * i, 3 + c) = Eigen::Vector3d::Unit(c).cross(x);
      if (per_node == 6) rigid(6 * i + 3 + c, 3 + c) = 1;
    }
  }
  const double scale = m.stiffness.cwiseAbs().maxCoeff();
  EXPECT_LT((m.stiffness * rigid).cwiseAbs().maxCoeff(), 1e-10 * scale);
  EXPECT_LT((m.stiffness - m.stiffness.transpose()).cwiseAbs().maxCoeff(), 1e-12 * scale);
  const RealEigen eigen = SymmetricEigen(m.stiffness);
  int zeros = 0;
  for (const double value : eigen.values) {
    EXPECT_GT(value, -1e-10 * scale);
    zeros += value < 1e-9 * scale;
  }
  // A rod holds two of its twelve freedoms.
  EXPECT_EQ(zeros, GetParam() == ElementShape::kRod ? 10 : 6);
}

TEST_P(EveryShape, MassIsAllThereConsistentOrLumped) {
  for (const bool lumped : {false, true}) {
    const Mesh mesh = OneElement(GetParam(), lumped);
    const MeshElement& element = mesh.elements[0];
    const ElementMatrices m = ComputeElement(mesh, element);
    const Eigen::Index n = m.mass.rows(), per_node = m.freedoms_per_node;
    for (int c = 0; c < 3; ++c) {
      Eigen::VectorXd along = Eigen::VectorXd::Zero(n);
      for (Eigen::Index i = 0; i < n / per_node; ++i) along(per_node * i + c) = 1;
      // The volume by itself: from the mass along x of the consistent matrix of a unit density,
      // or, for lines, from their length.
      const Mesh plain = OneElement(GetParam(), false);
      const double total = along.dot(m.mass * along);
      const Eigen::MatrixXd reference = ComputeElement(plain, element).mass;
      EXPECT_NEAR(total, along.dot(reference * along), 1e-12 * total);
      if (IsLine(GetParam())) {
        EXPECT_NEAR(total, kDensity * 0.02 * ElementSize(mesh, element), 1e-12);
      }
      EXPECT_GT(total, 0);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, EveryShape,
                         ::testing::Values(ElementShape::kTriangle, ElementShape::kQuad,
                                           ElementShape::kTet4, ElementShape::kTet10,
                                           ElementShape::kPenta6, ElementShape::kHex8,
                                           ElementShape::kBeam, ElementShape::kBar,
                                           ElementShape::kRod),
                         [](const auto& shape) {
                           std::string name = NameOf(shape.param);
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name + std::to_string(static_cast<int>(shape.param));
                         });

// Motions of all nodes where some are prescribed (rows of six) and nothing else acts.
template <class Field>
Eigen::VectorXd SolvePatch(const Mesh& mesh, const std::vector<int>& outer, const Field& field) {
  const FeSystem system = MakeFeSystem(mesh, {});
  const Eigen::Index n = system.freedom_count();
  Eigen::VectorXd u = Eigen::VectorXd::Zero(n);
  std::vector<int> inner;
  for (int f = 0; f < n; ++f) {
    const int node = system.main_freedom[f] / 6, c = system.main_freedom[f] % 6;
    if (std::find(outer.begin(), outer.end(), node) == outer.end()) {
      inner.push_back(f);
    } else {
      u(f) = field(mesh.nodes[node].position)(c);
    }
  }
  const Eigen::MatrixXd k = system.stiffness;
  const Eigen::VectorXd load = -(k * u);
  u(inner) = SolveSquare(Eigen::MatrixXd(k(inner, inner)), Eigen::MatrixXd(load(inner))).col(0);
  return system.motion * u;
}

using Vector6 = Eigen::Matrix<double, 6, 1>;

// MacNeal & Harder's patch of five quadrilaterals, 0.24 x 0.12, 1 mm thick.
Mesh PlatePatch(ElementShape shape) {
  Mesh mesh = EmptyMesh(kYoung, kPoisson, 0, 0.001);
  const double places[8][2] = {{0, 0},       {0.24, 0},    {0.24, 0.12}, {0, 0.12},
                               {0.04, 0.02}, {0.18, 0.03}, {0.16, 0.08}, {0.08, 0.08}};
  for (const auto& [x, y] : places) AddNode(&mesh, {x, y, 0});
  const std::vector<std::vector<int>> quads = {
      {0, 1, 5, 4}, {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}, {4, 5, 6, 7}};
  for (const auto& q : quads) {
    if (shape == ElementShape::kQuad) {
      AddElement(&mesh, shape, q);
    } else {
      AddElement(&mesh, shape, {q[0], q[1], q[2]});
      AddElement(&mesh, shape, {q[0], q[2], q[3]});
    }
  }
  return mesh;
}

class PlatePatchTest : public ::testing::TestWithParam<ElementShape> {};

TEST_P(PlatePatchTest, ConstantMembraneStressIsExact) {
  const Mesh mesh = PlatePatch(GetParam());
  const Eigen::VectorXd u = SolvePatch(mesh, {0, 1, 2, 3}, [](const Eigen::Vector3d& x) {
    Vector6 v = Vector6::Zero();
    v(0) = 1e-3 * (x.x() + x.y() / 2);
    v(1) = 1e-3 * (x.y() + x.x() / 2);
    return v;
  });
  FlexiblePart part;
  AddSurfaceAndStress(mesh, u, true, &part);
  // At eight nodes and in the middle of each element, top and bottom.
  ASSERT_EQ(part.stress_points.size(), 16u + 2 * mesh.elements.size());
  for (const StressPoint& point : part.stress_points) {
    EXPECT_NEAR(point.stress(0, 0), 1333.333333, 1e-5);
    EXPECT_NEAR(point.stress(1, 0), 1333.333333, 1e-5);
    EXPECT_NEAR(point.stress(3, 0), 400, 1e-5);
    EXPECT_NEAR(point.stress(2, 0), 0, 1e-6);
  }
}

TEST_P(PlatePatchTest, ConstantBendingIsExact) {
  const Mesh mesh = PlatePatch(GetParam());
  const Eigen::VectorXd u = SolvePatch(mesh, {0, 1, 2, 3}, [](const Eigen::Vector3d& x) {
    Vector6 v = Vector6::Zero();
    v(2) = 1e-3 * (x.x() * x.x() + x.x() * x.y() + x.y() * x.y()) / 2;
    v(3) = 1e-3 * (x.y() + x.x() / 2);
    v(4) = -1e-3 * (x.x() + x.y() / 2);
    return v;
  });
  FlexiblePart part;
  AddSurfaceAndStress(mesh, u, true, &part);
  for (const StressPoint& point : part.stress_points) {
    const double sign = point.surface == "top" ? -1 : 1;  // of z in -z w,xx
    EXPECT_NEAR(point.stress(0, 0), sign * 0.6666666667, 2e-6);
    EXPECT_NEAR(point.stress(1, 0), sign * 0.6666666667, 2e-6);
    EXPECT_NEAR(point.stress(3, 0), sign * 0.2, 2e-6);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, PlatePatchTest,
                         ::testing::Values(ElementShape::kQuad, ElementShape::kTriangle),
                         [](const auto& shape) {
                           return std::string(shape.param == ElementShape::kQuad ? "Quad"
                                                                                 : "Triangle");
                         });

class SolidPatchTest : public ::testing::TestWithParam<ElementShape> {};

// A unit cube of 2 x 2 x 2 cells, the inner nodes out of place.
TEST_P(SolidPatchTest, ConstantStressIsExact) {
  Mesh mesh = EmptyMesh(kYoung, kPoisson, 0);
  const auto nodes = AddGrid(&mesh, 2, 2, 2, [](double x, double y, double z) {
    const bool inside = x == 0.5 && y == 0.5 && z == 0.5;
    const double bump = x * (1 - x) * y * (1 - y) + z * (1 - z) * y * (1 - y);
    return inside ? Eigen::Vector3d(0.6, 0.45, 0.55)
                  : Eigen::Vector3d(x + 0.3 * bump * (x - 1) * x, y, z);
  });
  FillSolids(&mesh, nodes, 2, 2, 2, GetParam());
  const auto field = [](const Eigen::Vector3d& x) {
    Vector6 v = Vector6::Zero();
    v(0) = 1e-3 * (2 * x.x() + x.y() + x.z()) / 2;
    v(1) = 1e-3 * (x.x() + 2 * x.y() + x.z()) / 2;
    v(2) = 1e-3 * (x.x() + x.y() + 2 * x.z()) / 2;
    return v;
  };
  const auto outer = testing::PickNodes(mesh, [](const Eigen::Vector3d& x) {
    for (int c = 0; c < 3; ++c) {
      if (std::abs(x(c)) < 1e-12 || std::abs(x(c) - 1) < 1e-12) return true;
    }
    return false;
  });
  const Eigen::VectorXd u = SolvePatch(mesh, outer, field);
  for (size_t i = 0; i < mesh.nodes.size(); ++i) {
    EXPECT_LT((u.segment<3>(6 * i) - field(mesh.nodes[i].position).head<3>()).norm(), 1e-12);
  }
  FlexiblePart part;
  AddSurfaceAndStress(mesh, u, true, &part);
  ASSERT_FALSE(part.stress_points.empty());
  for (const StressPoint& point : part.stress_points) {
    for (int c = 0; c < 6; ++c) EXPECT_NEAR(point.stress(c, 0), c < 3 ? 2000 : 400, 1e-5);
  }
}

INSTANTIATE_TEST_SUITE_P(Shapes, SolidPatchTest,
                         ::testing::Values(ElementShape::kHex8, ElementShape::kPenta6,
                                           ElementShape::kTet4, ElementShape::kTet10),
                         [](const auto& shape) {
                           std::string name = NameOf(shape.param);
                           std::erase_if(name, [](char c) { return !std::isalnum(c); });
                           return name;
                         });

}  // namespace
}  // namespace jounce::flex

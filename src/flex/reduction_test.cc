#include "flex/reduction.h"

#include <gtest/gtest.h>

#include <numbers>

#include "flex/flex_testing.h"
#include "flex/verify.h"

namespace jounce::flex {
namespace {

using testing::AddGrid;
using testing::AddNode;
using testing::EmptyMesh;
using testing::FillSolids;
using testing::PickNodes;

// A steel bar of solids, 0.3 x 0.03 x 0.02, with a node in the middle of each end face.
Mesh Bar(ElementShape shape, bool mean_at_tip, int nx = 8) {
  Mesh mesh = EmptyMesh(210e9, 0.3, 7850);
  const auto nodes = AddGrid(&mesh, nx, 2, 1, [](double x, double y, double z) {
    return Eigen::Vector3d(0.3 * x, 0.03 * y, 0.02 * z);
  });
  FillSolids(&mesh, nodes, nx, 2, 1, shape);
  const auto root = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.x() < 1e-9; });
  const auto tip = PickNodes(mesh, [](const Eigen::Vector3d& x) { return x.x() > 0.3 - 1e-9; });
  const int a = AddNode(&mesh, {0, 0.015, 0.01}), b = AddNode(&mesh, {0.3, 0.015, 0.01});
  mesh.rigid_links.push_back({1, a, root, 63, {}});
  if (mean_at_tip) {
    MeanLink link;
    link.id = 2;
    link.reference = b;
    for (const int node : tip) link.shares.push_back({node, 1, 7});
    mesh.mean_links.push_back(link);
  } else {
    mesh.rigid_links.push_back({2, b, tip, 63, {}});
  }
  return mesh;
}

ReducedPart ReduceBar(const Mesh& mesh, int modes, bool residual = false) {
  PartOptions options;
  const int last = static_cast<int>(mesh.nodes.size());
  options.interfaces = {{"root", last - 1}, {"tip", last}};
  options.reduction.modes = modes;
  options.reduction.residual = residual;
  NoProgress silent;
  return MakePart(mesh, options, &silent);
}

// A thin strip held at one node of a corner is so soft there that round-off of its rigid motions
// looked like stiffness. Free, its first bending is that of a uniform beam, (beta l)^2 = 22.3733
// [Blevins 1979, table 8-1].
TEST(Reduction, AShellHeldSoftlyByOneNodeIsFree) {
  constexpr double length = 6, thickness = 3e-4, young = 2.1e11, density = 7850;
  Mesh mesh = EmptyMesh(young, 0, density, thickness);
  const auto nodes = AddGrid(&mesh, 40, 4, 0, [](double x, double y, double) {
    return Eigen::Vector3d(length * x, 0.5 * y, 0);
  });
  testing::FillShells(&mesh, nodes, 40, 4, ElementShape::kQuad);
  const double exact = 22.3733 / (2 * std::numbers::pi * length * length) * thickness *
                       std::sqrt(young / (12 * density));
  for (const int corner : {1, 41, 165}) {
    PartOptions options;
    options.interfaces = {{"corner", corner}};
    NoProgress silent;
    const ReducedPart reduced = MakePart(mesh, options, &silent);
    EXPECT_NEAR(reduced.part.frequencies(0), exact, 5e-3 * exact) << corner;
  }
}

TEST(Reduction, MassCentreAndInertiaOfABar) {
  for (const ElementShape shape :
       {ElementShape::kHex8, ElementShape::kTet10, ElementShape::kTet4, ElementShape::kPenta6}) {
    const ReducedPart reduced = ReduceBar(Bar(shape, false), 4);
    const double m = 7850 * 0.3 * 0.03 * 0.02;
    EXPECT_NEAR(reduced.rigid.mass, m, 1e-9);
    EXPECT_NEAR((reduced.rigid.centre - Eigen::Vector3d(0.15, 0.015, 0.01)).norm(), 0, 1e-9);
    const Eigen::Vector3d inertia(m * (0.0009 + 0.0004) / 12, m * (0.09 + 0.0004) / 12,
                                  m * (0.09 + 0.0009) / 12);
    for (int c = 0; c < 3; ++c) {
      // Linear shapes integrate the square of position exactly for consistent mass.
      EXPECT_NEAR(reduced.rigid.inertia_about_centre(c, c), inertia(c), 1e-9) << NameOf(shape);
    }
  }
}

TEST(Reduction, InvariantsAreSumsOverTheNodes) {
  Mesh mesh = Bar(ElementShape::kHex8, false);
  mesh.lumped_mass = true;  // so that the sums of the thesis can be written down
  const ReducedPart reduced = ReduceBar(mesh, 5);
  const InertiaInvariants& inertia = reduced.part.inertia;
  const Eigen::MatrixXd motions = reduced.system.motion * reduced.reduction.shapes;
  const int n = reduced.part.mode_count();
  Eigen::Vector3d i2 = Eigen::Vector3d::Zero();
  Eigen::MatrixXd i4 = Eigen::MatrixXd::Zero(3, n), i5 = i4;
  Eigen::Matrix3d i7 = Eigen::Matrix3d::Zero(), i8 = i7, i9 = i7;
  const auto hat = [](const Eigen::Vector3d& v) {
    Eigen::Matrix3d m;
    m << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
    return m;
  };
  const int j = 2, k = 4;
  for (size_t p = 0; p < mesh.nodes.size(); ++p) {
    const double m = reduced.system.node_mass.coeff(p, p);
    const Eigen::Vector3d s = mesh.nodes[p].position;
    const Eigen::MatrixXd phi = motions.middleRows<3>(6 * p);
    i2 += m * s;
    i4 += m * hat(s) * phi;
    i5 += m * hat(phi.col(j)) * phi;
    i7 += m * hat(s).transpose() * hat(s);
    i8 += m * hat(s) * hat(phi.col(j));
    i9 += m * hat(phi.col(j)) * hat(phi.col(k));
  }
  EXPECT_NEAR((inertia.i2 - i2).norm(), 0, 1e-12);
  EXPECT_NEAR((inertia.i4 - i4).norm(), 0, 1e-9);
  EXPECT_NEAR((inertia.i5[j] - i5).norm(), 0, 1e-9);
  EXPECT_NEAR((inertia.i7 - i7).norm(), 0, 1e-12);
  EXPECT_NEAR((inertia.i8[j] - i8).norm(), 0, 1e-9);
  EXPECT_NEAR((inertia.i9[j][k] - i9).norm(), 0, 1e-9);
  // Free of rigid motion.
  EXPECT_LT(inertia.i3.norm(), 1e-9);
  EXPECT_LT(inertia.i4.norm(), 1e-9);
}

TEST(Reduction, BarHasTheFrequenciesOfABeam) {
  const ReducedPart reduced = ReduceBar(Bar(ElementShape::kTet10, true, 12), 12);
  // Free-free, weak bending, Euler-Bernoulli: 4.73^2 / (2 pi L^2) sqrt(E h^2 / 12 rho).
  const double first = 4.730040744862704 * 4.730040744862704 / (2 * std::numbers::pi * 0.09) *
                       std::sqrt(210e9 * 0.0004 / 12 / 7850);
  EXPECT_NEAR(reduced.part.frequencies(0), first, 0.02 * first);
  EXPECT_LT(reduced.reduction.rigid_frequencies.maxCoeff(), 1e-2);
}

TEST(Reduction, VerifyFindsTheReducedPartNearTheFullMesh) {
  for (const bool mean : {false, true}) {
    const Mesh mesh = Bar(ElementShape::kHex8, mean);
    const ReducedPart reduced = ReduceBar(mesh, 15);
    NoProgress silent;
    const auto comparisons = Verify(mesh, reduced, 4, &silent);
    ASSERT_GE(comparisons.size(), 4u);
    for (const Comparison& c : comparisons) {
      ASSERT_FALSE(c.full.empty()) << c.what;
      ASSERT_EQ(c.full.size(), c.reduced.size()) << c.what;
      // Deflections at interfaces are exact, frequencies come from above.
      EXPECT_LT(LargestDifference(c), c.unit == "Hz" ? 5e-3 : 1e-6) << c.what;
    }
  }
}

TEST(Reduction, MoreModesComeNearerFromAbove) {
  const Mesh mesh = Bar(ElementShape::kHex8, false);
  const double few = ReduceBar(mesh, 2).part.frequencies(3);
  const double more = ReduceBar(mesh, 6).part.frequencies(3);
  const double many = ReduceBar(mesh, 30).part.frequencies(3);
  EXPECT_GE(few, more * (1 - 1e-9));
  EXPECT_GE(more, many * (1 - 1e-9));
  EXPECT_GT(few, many * (1 + 1e-6));
}

TEST(Reduction, ResidualShapesAddAndHelp) {
  const Mesh mesh = Bar(ElementShape::kHex8, false);
  const ReducedPart plain = ReduceBar(mesh, 1), residual = ReduceBar(mesh, 1, true);
  EXPECT_GT(residual.part.mode_count(), plain.part.mode_count());
  EXPECT_LE(residual.part.frequencies(2), plain.part.frequencies(2) * (1 + 1e-9));
}

TEST(Reduction, FrequencyLimitTakesAllBelowIt) {
  const Mesh mesh = Bar(ElementShape::kHex8, false);
  const ReducedPart twenty = ReduceBar(mesh, 20);
  PartOptions options;
  const int last = static_cast<int>(mesh.nodes.size());
  options.interfaces = {{"", last - 1}, {"", last}};
  options.reduction.frequency_limit =
      0.5 * (twenty.reduction.fixed_frequencies(6) + twenty.reduction.fixed_frequencies(7));
  options.damping = 0.03;
  NoProgress silent;
  const ReducedPart limited = MakePart(mesh, options, &silent);
  EXPECT_EQ(limited.reduction.fixed_frequencies.size(), 7);
  EXPECT_EQ(limited.part.interfaces[0].name, std::to_string(last - 1));
  for (const double ratio : limited.part.damping) EXPECT_EQ(ratio, 0.03);
}

TEST(Reduction, EffectiveMassesSumToWhatMoves) {
  const ReducedPart reduced = ReduceBar(Bar(ElementShape::kHex8, false), 60);
  const Eigen::RowVectorXd sum = reduced.reduction.effective_mass.colwise().sum();
  for (int c = 0; c < 3; ++c) {
    EXPECT_GT(sum(c), 0.7 * reduced.rigid.mass);
    EXPECT_LT(sum(c), reduced.rigid.mass);
  }
}

TEST(Reduction, UsualDamping) {
  EXPECT_EQ(UsualDamping(99), 0.01);
  EXPECT_EQ(UsualDamping(100), 0.1);
  EXPECT_EQ(UsualDamping(1000), 1.0);
}

}  // namespace
}  // namespace jounce::flex

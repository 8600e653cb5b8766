// Geometric stiffness against what it must do to turned stress, Euler's buckling load and the
// frequencies of rotating beams.
#include "flex/stiffening.h"

#include <gtest/gtest.h>

#include <cmath>

#include "flex/element_matrices.h"
#include "flex/flex_testing.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;
using testing::AddElement;
using testing::AddGrid;
using testing::AddNode;
using testing::EmptyMesh;
using testing::FillShells;
using testing::FillSolids;
using testing::Hold;
using testing::PickNodes;

constexpr ElementShape kAll[] = {
    ElementShape::kTriangle, ElementShape::kQuad, ElementShape::kTet4, ElementShape::kTet10,
    ElementShape::kPenta6,   ElementShape::kHex8, ElementShape::kBeam, ElementShape::kRod};

// A bar along x of length 1, width (y) b and thickness (z) t, any element; nu = 0.
Mesh StretchedBar(ElementShape shape, int nx, double b, double t) {
  Mesh mesh = EmptyMesh(1e9, 0, 1000, t);
  if (IsLine(shape)) {
    BeamProperty section;
    section.area = b * t;
    section.i1 = t * b * b * b / 12;  // in the plane of x and y
    section.i2 = b * t * t * t / 12;
    section.torsion = b * t * t * t / 3;
    mesh.beam_properties = {section};
    for (int i = 0; i <= nx; ++i) AddNode(&mesh, {double(i) / nx, 0, 0});
    for (int i = 0; i < nx; ++i) AddElement(&mesh, shape, {i, i + 1});
    return mesh;
  }
  const bool shell = IsShell(shape);
  const auto nodes = AddGrid(&mesh, nx, 2, shell ? 0 : 1, [&](double x, double y, double z) {
    return Vector3d(x, b * (y - 0.5), shell ? 0 : t * (z - 0.5));
  });
  shell ? FillShells(&mesh, nodes, nx, 2, shape) : FillSolids(&mesh, nodes, nx, 2, 1, shape);
  return mesh;
}

// Stress that turns with the body: internal forces f = K u become f + theta x f. So for small rigid
// rotations the geometric stiffness of any stress must say theta x f, exactly.
TEST(GeometricStiffness, TurnsStressWithTheBody) {
  const Vector3d theta(0.3, -0.5, 0.7);
  for (const ElementShape shape : kAll) {
    SCOPED_TRACE(NameOf(shape));
    Mesh mesh = StretchedBar(shape, 1, 0.3, 0.2);
    mesh.drilling_factor = 0;
    // Out of square, but in its plane.
    if (!IsLine(shape)) {
      for (size_t i = 0; i < mesh.nodes.size(); ++i) {
        const double s = std::sin(7.0 * i);
        mesh.nodes[i].position += 0.03 * Vector3d(s, std::cos(3.0 * i), IsShell(shape) ? 0 : s);
      }
    }
    for (const MeshElement& element : mesh.elements) {
      const ElementMatrices matrices = ComputeElement(mesh, element);
      const int per_node = matrices.freedoms_per_node, count = NodeCount(shape);
      VectorXd motion = VectorXd::Zero(per_node * count), turn = motion;
      for (int i = 0; i < count; ++i) {
        // Shells carry what lies in their plane, beams what lies along them.
        const Vector3d u(std::sin(1 + 2.0 * i), std::cos(5.0 * i), std::sin(3.0 * i));
        const int carried = IsSolid(shape) ? 3 : IsShell(shape) ? 2 : 1;
        motion.segment(per_node * i, carried) = 1e-3 * u.head(carried);
        turn.segment<3>(per_node * i) = theta.cross(mesh.nodes[element.nodes[i]].position);
        if (per_node == 6) turn.segment<3>(6 * i + 3) = theta;
      }
      const VectorXd force = matrices.stiffness * motion;
      const VectorXd turned = ComputeGeometricStiffness(mesh, element, motion)[0] * turn;
      for (int i = 0; i < count; ++i) {
        const Vector3d expected = theta.cross(force.segment<3>(per_node * i));
        EXPECT_LT((turned.segment<3>(per_node * i) - expected).norm(), 1e-9 * force.norm());
        const double moment = per_node == 6 ? turned.segment<3>(6 * i + 3).norm() : 0;
        EXPECT_LT(moment, 1e-9 * force.norm());
      }
    }
  }
}

MatrixXd AssembleGeometric(const Mesh& mesh, const VectorXd& motion) {
  MatrixXd all = MatrixXd::Zero(motion.size(), motion.size());
  for (const MeshElement& element : mesh.elements) {
    const int count = NodeCount(element.shape), per_node = IsSolid(element.shape) ? 3 : 6;
    std::vector<int> rows;
    for (int i = 0; i < count; ++i) {
      for (int c = 0; c < per_node; ++c) rows.push_back(6 * element.nodes[i] + c);
    }
    all(rows, rows) += ComputeGeometricStiffness(mesh, element, motion(rows))[0];
  }
  return all;
}

// A column, clamped below and free above, buckles at pi^2 E I / 4 L^2.
TEST(GeometricStiffness, BucklesAsEulerSays) {
  for (const ElementShape shape :
       {ElementShape::kBeam, ElementShape::kQuad, ElementShape::kTriangle, ElementShape::kHex8}) {
    SCOPED_TRACE(NameOf(shape));
    const double b = 0.05, t = 0.02;
    const Mesh mesh = StretchedBar(shape, 20, b, t);
    const auto at = [](double x) { return [x](const Vector3d& p) { return p.x() == x; }; };
    const std::vector<Support> held = Hold(PickNodes(mesh, at(0)));
    const std::vector<int> top = PickNodes(mesh, at(1));
    std::vector<PointLoad> loads;
    for (const int node : top) {
      const double edge = top.size() == 1 || mesh.nodes[node].position.y() == 0 ? 2 : 1;
      const double sum = top.size() == 1 ? 2 : top.size() == 3 ? 4 : 8;
      loads.push_back({node, Vector3d(-edge / sum, 0, 0), Vector3d::Zero()});
    }
    const VectorXd motion = testing::HeldStatic(mesh, held, loads);
    const FeSystem system = MakeFeSystem(mesh, {{}, held});
    const MatrixXd geometric =
        system.motion.transpose() * MatrixXd(AssembleGeometric(mesh, motion) * system.motion);
    // Lowest mu of K_g x = mu K x: the load that buckles is -1 / mu.
    const double exact = M_PI * M_PI * 1e9 * (b * t * t * t / 12) / 4;
    const NaturalModes modes = DenseModes(geometric, MatrixXd(system.stiffness), -2 / exact);
    EXPECT_NEAR(-1 / modes.eigenvalues(0), exact, 0.01 * exact);
  }
}

// First frequency of flapping of a uniform beam that turns about an axis through its root, over
// sqrt(E I / rho A L^4), against the speed over the same [Wright, Smith, Thresher & Wang 1982,
// Vibration modes of centrifugally stiffened beams, J. Appl. Mech. 49, 197-202, table for a hub of
// radius 0].
constexpr double kSpeeds[] = {0, 2, 4, 6, 8, 10};
constexpr double kFlap[] = {3.5160, 4.1373, 5.5850, 7.3604, 9.2568, 11.2023};

TEST(Stiffening, FlapOfARotatingBeamIsThatOfTheTable) {
  for (const ElementShape shape :
       {ElementShape::kBeam, ElementShape::kQuad, ElementShape::kTriangle, ElementShape::kHex8}) {
    SCOPED_TRACE(NameOf(shape));
    const double b = 0.04, t = 0.01;
    Mesh mesh = StretchedBar(shape, 40, b, t);
    // The root follows a node of its own.
    const std::vector<int> root = PickNodes(mesh, [](const Vector3d& p) { return p.x() == 0; });
    const int hub = AddNode(&mesh, Vector3d::Zero());
    mesh.rigid_links = {{1, hub, root, IsSolid(shape) ? 7 : 63, {}}};
    const FeSystem free = MakeFeSystem(mesh, {{hub}, {}});
    const FeSystem clamped = MakeFeSystem(mesh, {{}, Hold({hub})});
    const SparseFactor factor(clamped.stiffness);
    NoProgress silent;
    const NaturalModes modes = LowestModes(clamped.stiffness, clamped.mass, factor, 0, 12, &silent);
    const MatrixXd motions = clamped.motion * modes.shapes;
    const std::vector<MatrixXd> G = ComputeStiffening(mesh, free, {hub}, motions);
    ASSERT_EQ(G.size(), 12u);
    const double unit = std::sqrt(1e9 * b * t * t * t / 12 / (1000 * b * t));
    for (int i = 0; i < 6; ++i) {
      const double spin = kSpeeds[i] * unit;
      // About z; what flaps along z stays at its distance from the axis, and is not softened.
      MatrixXd stiffness = spin * spin * G[8];
      stiffness.diagonal() += modes.eigenvalues;
      const NaturalModes turning =
          DenseModes(stiffness, MatrixXd::Identity(stiffness.rows(), stiffness.cols()), 0);
      EXPECT_NEAR(std::sqrt(turning.eigenvalues(0)) / unit, kFlap[i], 0.005 * kFlap[i]) << i;
    }
  }
}

// The loads of unit accelerations add up to those of the rigid body.
TEST(Stiffening, UnitLoadsHaveTheForcesOfARigidBody) {
  Mesh mesh = StretchedBar(ElementShape::kHex8, 6, 0.3, 0.2);
  for (Node& node : mesh.nodes) node.position += Vector3d(0.1, 0.2, -0.4);
  const FeSystem system = MakeFeSystem(mesh, {});
  const MatrixXd loads = UnitInertiaLoads(mesh, system);
  const RigidProperties rigid = ComputeRigidProperties(mesh, system);
  const MatrixXd sums = RigidMotions(mesh, system, Vector3d::Zero()).transpose() * loads;
  const Vector3d a(1, -2, 3), w_rate(0.5, 1.5, -1), w(2, -1, 0.7);
  VectorXd amounts(12);
  amounts << a, w_rate, w.cwiseAbs2(), w.x() * w.y(), w.y() * w.z(), w.z() * w.x();
  // Newton and Euler about the origin of the frame.
  const Vector3d c = rigid.centre;
  const Vector3d force = -rigid.mass * (a + w_rate.cross(c) + w.cross(w.cross(c)));
  const Eigen::Matrix3d J = rigid.inertia_about_origin;
  const Vector3d moment = -(rigid.mass * c.cross(a) + J * w_rate + w.cross(J * w));
  const VectorXd sum = sums * amounts;
  EXPECT_LT((sum.head<3>() - force).norm(), 1e-9 * force.norm());
  EXPECT_LT((sum.tail<3>() - moment).norm(), 1e-9 * moment.norm());
}

TEST(Stiffening, MistakesAreNamed) {
  Mesh mesh = StretchedBar(ElementShape::kBeam, 4, 0.1, 0.1);
  PartOptions options;
  options.interfaces = {{"root", 1}, {"tip", 5}};
  options.reduction.modes = 3;
  options.stiffening_held = {3};
  NoProgress silent;
  try {
    MakePart(mesh, options, &silent);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("node 3, which is no interface"), std::string::npos);
  }
  options.stiffening_held = {1};
  EXPECT_EQ(MakePart(mesh, options, &silent).part.stiffening.size(), 12u);
}

}  // namespace
}  // namespace jounce::flex

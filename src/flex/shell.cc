#include <Eigen/Geometry>

#include "flex/element_matrices.h"
#include "flex/shell_kernels.h"
#include "math/dense.h"
#include "math/products.h"
#include "math/rotation.h"

namespace jounce::flex {
namespace {

// Of the shear stiffness, against the mean drilling rotation of an element. A twisted beam is
// within 0.2 % of its exact deflection from here up to 1; more than this stiffens thin triangles.
constexpr double kMeanDrilling = 0.1;

// The plane of a shell element: axes, corners in them, and the map from the freedoms of its nodes
// to local ones at the corners. Corners of a warped quadrilateral lie off its nodes: rigid arms
// carry the difference, and an offset of the shell likewise.
struct ShellPlane {
  Eigen::Matrix3d axes;  // columns e1, e2, e3
  Eigen::Matrix2Xd corners;
  Eigen::MatrixXd to_local;
};

ShellPlane MakePlane(const Mesh& mesh, const MeshElement& element) {
  const int n = NodeCount(element.shape);
  Eigen::Matrix3Xd x(3, n);
  for (int i = 0; i < n; ++i) x.col(i) = mesh.nodes[element.nodes[i]].position;
  const Eigen::Vector3d centre = x.rowwise().mean();
  Eigen::Vector3d normal, along;
  if (n == 4) {
    normal = (x.col(2) - x.col(0)).cross(x.col(3) - x.col(1)).normalized();
    along = x.col(1) + x.col(2) - x.col(0) - x.col(3);
  } else {
    normal = (x.col(1) - x.col(0)).cross(x.col(2) - x.col(0)).normalized();
    along = x.col(1) - x.col(0);
  }
  ShellPlane plane;
  plane.axes.col(0) = (along - normal * normal.dot(along)).normalized();
  plane.axes.col(1) = normal.cross(plane.axes.col(0));
  plane.axes.col(2) = normal;
  plane.corners = (plane.axes.transpose() * (x.colwise() - centre)).topRows<2>();
  plane.to_local.setZero(6 * n, 6 * n);
  for (int i = 0; i < n; ++i) {
    const Eigen::Vector3d arm = normal * (element.normal_offset - normal.dot(x.col(i) - centre));
    auto block = plane.to_local.block<6, 6>(6 * i, 6 * i);
    block.topLeftCorner<3, 3>() = plane.axes.transpose();
    block.topRightCorner<3, 3>() = -plane.axes.transpose() * Skew(arm);
    block.bottomRightCorner<3, 3>() = plane.axes.transpose();
  }
  return plane;
}

ShellKernel MakeKernel(const ShellPlane& plane, ElementShape shape, const ShellSection& section) {
  return shape == ElementShape::kQuad ? QuadKernel(plane.corners)
                                      : TriangleKernel(plane.corners, section);
}

// Amplitudes of the incompatible modes from the freedoms, and the stiffness they leave.
struct Condensed {
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd amplitudes;  // bubbles x freedoms
};

Condensed Condense(const ShellKernel& kernel, const ShellSection& section) {
  const Eigen::Index n = kernel.points[0].strain.cols(), m = kernel.points[0].bubble.cols();
  Condensed result;
  result.stiffness.setZero(n, n);
  Eigen::MatrixXd coupling = Eigen::MatrixXd::Zero(m, n);
  Eigen::MatrixXd inner = Eigen::MatrixXd::Zero(m, m);
  for (const ShellPoint& point : kernel.points) {
    const Eigen::MatrixXd stress = point.area * Product(section.stiffness, point.strain);
    AddTransposedProduct(point.strain, stress, &result.stiffness);
    if (m == 0) continue;
    AddTransposedProduct(point.bubble, stress, &coupling);
    inner += point.area * Congruence(point.bubble, section.stiffness);
  }
  result.amplitudes.setZero(m, n);
  if (m > 0 && inner.trace() > 0) {
    result.amplitudes = -SolveSquare(inner, coupling);
    AddTransposedProduct(coupling, result.amplitudes, &result.stiffness);
  }
  return result;
}

// Rotation about the normal follows that of the membrane: at each point with a small penalty, so
// that in-plane bending stays free, and in the mean over the element with one of the size of the
// shear stiffness [Hughes & Brezzi 1989], which bending does not feel. Without the mean, moments
// that turn with the normal from element to element of a curved or twisted thick shell would leak
// into rotations that nothing holds: the twisted beam of MacNeal & Harder bent four times too far.
void AddDrilling(const ShellKernel& kernel, double factor, double shear,
                 Eigen::MatrixXd* stiffness) {
  if (!(factor > 0)) return;
  Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(stiffness->cols());
  double area = 0;
  for (const ShellPoint& point : kernel.points) {
    *stiffness += factor * shear * point.area * point.drill.transpose() * point.drill;
    mean += point.area * point.drill;
    area += point.area;
  }
  *stiffness += kMeanDrilling * shear / area * mean.transpose() * mean;
}

Eigen::MatrixXd LocalMass(const ShellKernel& kernel, const ShellSection& section, bool lumped) {
  const Eigen::Index nodes = kernel.points[0].shape.size();
  Eigen::MatrixXd scalar = Eigen::MatrixXd::Zero(nodes, nodes);
  double area = 0;
  for (const ShellPoint& point : kernel.points) {
    scalar += point.area * point.shape * point.shape.transpose();
    area += point.area;
  }
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(6 * nodes, 6 * nodes);
  for (Eigen::Index i = 0; i < nodes; ++i) {
    for (Eigen::Index j = 0; j < nodes; ++j) {
      // Half consistent, half lumped: for linear shapes the errors of the two cancel to the next
      // order [Goudreau & Taylor 1972].
      const double even = i == j ? area / nodes : 0;
      const double share = lumped ? even : 0.5 * (even + scalar(i, j));
      for (int c = 0; c < 3; ++c) mass(6 * i + c, 6 * j + c) = section.mass * share;
      if (lumped) continue;
      for (int c = 3; c < 5; ++c) mass(6 * i + c, 6 * j + c) = section.rotary_inertia * share;
    }
  }
  return mass;
}

// Rows (xx, yy, zz, xy, yz, zx) in the axes of the mesh from (xx, yy, xy) in those of the shell.
Eigen::Matrix<double, 6, 3> StressToMesh(const Eigen::Matrix3d& axes) {
  static const int kPairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
  Eigen::Matrix<double, 6, 3> map;
  for (int r = 0; r < 6; ++r) {
    const auto a = axes.row(kPairs[r][0]), b = axes.row(kPairs[r][1]);
    map(r, 0) = a(0) * b(0);
    map(r, 1) = a(1) * b(1);
    map(r, 2) = a(0) * b(1) + a(1) * b(0);
  }
  return map;
}

// Gradients of the shape functions, which the membrane strains hold.
Eigen::Matrix2Xd GradientsOf(const ShellPoint& point) {
  Eigen::Matrix2Xd gradient(2, point.shape.size());
  for (Eigen::Index i = 0; i < gradient.cols(); ++i) {
    gradient.col(i) << point.strain(0, 6 * i), point.strain(1, 6 * i + 1);
  }
  return gradient;
}

}  // namespace

ElementMatrices ComputeShell(const Mesh& mesh, const MeshElement& element) {
  const ShellSection section = MakeShellSection(mesh, mesh.shell_properties[element.property]);
  const ShellPlane plane = MakePlane(mesh, element);
  const ShellKernel kernel = MakeKernel(plane, element.shape, section);
  Eigen::MatrixXd stiffness = Condense(kernel, section).stiffness;
  AddDrilling(kernel, mesh.drilling_factor, section.in_plane_shear, &stiffness);
  ElementMatrices result;
  result.stiffness = Congruence(plane.to_local, stiffness);
  result.mass = Congruence(plane.to_local, LocalMass(kernel, section, mesh.lumped_mass));
  return result;
}

// The membrane forces work on the slopes of all three displacements.
std::vector<Eigen::MatrixXd> ComputeShellGeometric(const Mesh& mesh, const MeshElement& element,
                                                   const Eigen::MatrixXd& motions) {
  const ShellSection section = MakeShellSection(mesh, mesh.shell_properties[element.property]);
  const ShellPlane plane = MakePlane(mesh, element);
  const ShellKernel kernel = MakeKernel(plane, element.shape, section);
  const Eigen::MatrixXd amplitudes = Condense(kernel, section).amplitudes;
  const Eigen::MatrixXd local = Product(plane.to_local, motions);
  const Eigen::Index nodes = kernel.points[0].shape.size();
  std::vector<Eigen::MatrixXd> result(motions.cols(), Eigen::MatrixXd::Zero(6 * nodes, 6 * nodes));
  for (const ShellPoint& point : kernel.points) {
    Eigen::MatrixXd strain = point.strain;
    if (amplitudes.rows() > 0) strain += Product(point.bubble, amplitudes);
    const Eigen::MatrixXd forces = Product(section.stiffness, Product(strain, local)).topRows<3>();
    const Eigen::Matrix2Xd gradient = GradientsOf(point);
    for (Eigen::Index load = 0; load < motions.cols(); ++load) {
      Eigen::Matrix2d N;
      N << forces(0, load), forces(2, load), forces(2, load), forces(1, load);
      const Eigen::MatrixXd scalar = point.area * Congruence(gradient, N);
      for (int c = 0; c < 3; ++c) {
        result[load](Eigen::seqN(c, nodes, 6), Eigen::seqN(c, nodes, 6)) += scalar;
      }
    }
  }
  for (Eigen::MatrixXd& one : result) one = Congruence(plane.to_local, one);
  return result;
}

ElementStress ComputeShellStress(const Mesh& mesh, const MeshElement& element) {
  const ShellSection section = MakeShellSection(mesh, mesh.shell_properties[element.property]);
  const ShellPlane plane = MakePlane(mesh, element);
  const ShellKernel kernel = MakeKernel(plane, element.shape, section);
  const Eigen::MatrixXd amplitudes = Condense(kernel, section).amplitudes;
  const Eigen::Matrix<double, 6, 3> to_mesh = StressToMesh(plane.axes);
  const Eigen::Index nodes = kernel.to_nodes.rows();
  ElementStress result;
  for (const bool top : {true, false}) {
    const double z = top ? section.top : section.bottom;
    const Eigen::Matrix3d& law = top ? section.plane_stress_top : section.plane_stress_bottom;
    ElementStress::Face face{top ? "top" : "bottom", {}};
    for (Eigen::Index i = 0; i < nodes; ++i) {
      Eigen::MatrixXd strain = Eigen::MatrixXd::Zero(3, 6 * nodes);
      for (size_t p = 0; p < kernel.points.size(); ++p) {
        const ShellPoint& point = kernel.points[p];
        Eigen::MatrixXd full = point.strain;
        if (amplitudes.rows() > 0) full += Product(point.bubble, amplitudes);
        strain += kernel.to_nodes(i, p) * (full.topRows<3>() + z * full.middleRows<3>(3));
      }
      face.at_node.push_back(Product(to_mesh * law, Product(strain, plane.to_local)));
    }
    result.faces.push_back(std::move(face));
  }
  return result;
}

}  // namespace jounce::flex

#include "flex/shell_kernels.h"

#include <Eigen/LU>
#include <array>
#include <cmath>

namespace jounce::flex {
namespace {

using Matrix2 = Eigen::Matrix2d;

ShellPoint EmptyPoint(int nodes, int bubbles) {
  ShellPoint point;
  point.strain.setZero(8, 6 * nodes);
  point.bubble.setZero(8, bubbles);
  point.drill.setZero(6 * nodes);
  point.shape.setZero(nodes);
  return point;
}

// Membrane strains, curvatures of plain interpolation and the drilling row from shape gradients.
void AddGradients(const Eigen::Ref<const Eigen::Matrix2Xd>& gradient, ShellPoint* point) {
  for (int i = 0; i < gradient.cols(); ++i) {
    const double x = gradient(0, i), y = gradient(1, i);
    auto b = point->strain.middleCols<6>(6 * i);
    b(0, 0) = x;
    b(1, 1) = y;
    b(2, 0) = y;
    b(2, 1) = x;
    b(3, 4) = x;   // k_x  =  ry,x
    b(4, 3) = -y;  // k_y  = -rx,y
    b(5, 4) = y;   // k_xy =  ry,y - rx,x
    b(5, 3) = -x;
    point->drill(6 * i) = 0.5 * y;
    point->drill(6 * i + 1) = -0.5 * x;
    point->drill(6 * i + 5) = point->shape(i);
  }
}

struct QuadDerivatives {
  Eigen::Vector4d shape;
  Eigen::Matrix<double, 2, 4> local;
};

QuadDerivatives QuadShape(double xi, double eta) {
  static const double kXi[] = {-1, 1, 1, -1}, kEta[] = {-1, -1, 1, 1};
  QuadDerivatives d;
  for (int i = 0; i < 4; ++i) {
    d.shape(i) = 0.25 * (1 + xi * kXi[i]) * (1 + eta * kEta[i]);
    d.local(0, i) = 0.25 * kXi[i] * (1 + eta * kEta[i]);
    d.local(1, i) = 0.25 * kEta[i] * (1 + xi * kXi[i]);
  }
  return d;
}

using ShearRow = Eigen::Matrix<double, 1, 24>;

// Covariant shear along the edge from node i to node j, taken at its middle: the tying points of
// MITC4. The edge runs over half of the parameter interval.
ShearRow EdgeShear(const Eigen::Matrix<double, 2, 4>& corners, int i, int j) {
  const Eigen::Vector2d half = 0.5 * (corners.col(j) - corners.col(i));
  ShearRow row = ShearRow::Zero();
  row(6 * j + 2) = 0.5;
  row(6 * i + 2) = -0.5;
  for (const int k : {i, j}) {
    row(6 * k + 4) += 0.5 * half.x();
    row(6 * k + 3) -= 0.5 * half.y();
  }
  return row;
}

}  // namespace

ShellKernel QuadKernel(const Eigen::Matrix<double, 2, 4>& corners) {
  const double g = 1 / std::sqrt(3.0);
  const ShearRow xi_low = EdgeShear(corners, 0, 1), xi_high = EdgeShear(corners, 3, 2);
  const ShearRow eta_low = EdgeShear(corners, 0, 3), eta_high = EdgeShear(corners, 1, 2);
  const Matrix2 centre = QuadShape(0, 0).local * corners.transpose();  // rows: d/dxi, d/deta
  const Matrix2 centre_inverse = centre.inverse();
  ShellKernel kernel;
  kernel.to_nodes.resize(4, 4);
  const std::array<std::array<double, 2>, 4> places = {{{-g, -g}, {g, -g}, {g, g}, {-g, g}}};
  for (int p = 0; p < 4; ++p) {
    const auto [xi, eta] = places[p];
    const QuadDerivatives d = QuadShape(xi, eta);
    const Matrix2 jacobian = d.local * corners.transpose();
    const double det = jacobian.determinant();
    const Matrix2 inverse = jacobian.inverse();
    ShellPoint point = EmptyPoint(4, 4);
    point.area = det;
    point.shape = d.shape;
    AddGradients(inverse * d.local, &point);
    Eigen::Matrix<double, 2, 24> covariant;
    covariant.row(0) = 0.5 * (1 - eta) * xi_low + 0.5 * (1 + eta) * xi_high;
    covariant.row(1) = 0.5 * (1 - xi) * eta_low + 0.5 * (1 + xi) * eta_high;
    point.strain.bottomRows<2>() = inverse * covariant;
    // Incompatible modes 1 - xi^2 and 1 - eta^2 with the Jacobian of the centre, so that constant
    // stress does no work on them and the patch test holds for any shape.
    const double scale = centre.determinant() / det;
    const Eigen::Vector2d along_xi = centre_inverse.col(0) * (-2 * xi * scale);
    const Eigen::Vector2d along_eta = centre_inverse.col(1) * (-2 * eta * scale);
    for (int m = 0; m < 2; ++m) {
      const Eigen::Vector2d& grad = m == 0 ? along_xi : along_eta;
      point.bubble(0, 2 * m) = grad.x();
      point.bubble(2, 2 * m) = grad.y();
      point.bubble(1, 2 * m + 1) = grad.y();
      point.bubble(2, 2 * m + 1) = grad.x();
    }
    kernel.points.push_back(point);
    for (int i = 0; i < 4; ++i) {
      kernel.to_nodes(i, p) =
          QuadShape(places[i][0] * 3, places[i][1] * 3).shape(p);  // sqrt(3) = 3 g
    }
  }
  return kernel;
}

ShellKernel TriangleKernel(const Eigen::Matrix<double, 2, 3>& corners,
                           const ShellSection& section) {
  // Sides k from node k to node k + 1.
  std::array<double, 3> c, s, length, phi;
  for (int k = 0; k < 3; ++k) {
    const Eigen::Vector2d side = corners.col((k + 1) % 3) - corners.col(k);
    length[k] = side.norm();
    c[k] = side.x() / length[k];
    s[k] = side.y() / length[k];
    const double shear = section.stiffness(6, 6);
    phi[k] = shear > 0 ? 12 * section.stiffness(3, 3) / (shear * length[k] * length[k]) : 0;
  }
  // Rotation that the middle of each side adds to linear interpolation:
  // -3/(2 (1 + phi)) ((w_j - w_i)/L + (b_i + b_j)/2) with b along the side, b = (ry, -rx).
  Eigen::Matrix<double, 3, 18> middle = Eigen::Matrix<double, 3, 18>::Zero();
  for (int k = 0; k < 3; ++k) {
    const int i = k, j = (k + 1) % 3;
    const double factor = -1.5 / (1 + phi[k]);
    middle(k, 6 * j + 2) = factor / length[k];
    middle(k, 6 * i + 2) = -factor / length[k];
    for (const int n : {i, j}) {
      middle(k, 6 * n + 4) = 0.5 * factor * c[k];
      middle(k, 6 * n + 3) = -0.5 * factor * s[k];
    }
  }
  // Shear along the sides is -2/3 phi times that; at a corner its two sides give both components.
  std::array<Eigen::Matrix<double, 2, 18>, 3> corner_shear;
  for (int n = 0; n < 3; ++n) {
    const int before = (n + 2) % 3;
    Matrix2 directions;
    directions << c[n], s[n], c[before], s[before];
    Eigen::Matrix<double, 2, 18> sides;
    sides.row(0) = -2. / 3 * phi[n] * middle.row(n);
    sides.row(1) = -2. / 3 * phi[before] * middle.row(before);
    corner_shear[n] = directions.inverse() * sides;
  }
  const Eigen::Vector2d a = corners.col(1) - corners.col(0), b = corners.col(2) - corners.col(0);
  const double twice_area = a.x() * b.y() - a.y() * b.x();
  Eigen::Matrix<double, 2, 3> gradient;  // of the area coordinates
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector2d opposite = corners.col((i + 2) % 3) - corners.col((i + 1) % 3);
    gradient.col(i) = Eigen::Vector2d(-opposite.y(), opposite.x()) / twice_area;
  }
  ShellKernel kernel;
  for (int p = 0; p < 3; ++p) {
    ShellPoint point = EmptyPoint(3, 0);
    point.area = twice_area / 6;
    point.shape.setConstant(1. / 6);
    point.shape(p) = 2. / 3;
    AddGradients(gradient, &point);
    for (int k = 0; k < 3; ++k) {
      const int i = k, j = (k + 1) % 3;
      const Eigen::Vector2d bump =
          4 * (point.shape(i) * gradient.col(j) + point.shape(j) * gradient.col(i));
      point.strain.row(3) += bump.x() * c[k] * middle.row(k);
      point.strain.row(4) += bump.y() * s[k] * middle.row(k);
      point.strain.row(5) += (bump.y() * c[k] + bump.x() * s[k]) * middle.row(k);
    }
    for (int n = 0; n < 3; ++n) point.strain.bottomRows<2>() += point.shape(n) * corner_shear[n];
    kernel.points.push_back(point);
  }
  kernel.to_nodes = Eigen::Matrix3d::Constant(-1. / 3) + 2 * Eigen::Matrix3d::Identity();
  return kernel;
}

}  // namespace jounce::flex

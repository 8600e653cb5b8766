#include "mechanics/beam_part_for_test.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "math/dense.h"
#include "math/pose.h"

namespace jounce::testing {
namespace {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

// Stiffness of a beam element along x: 12 freedoms (u, v, w, rx, ry, rz at both ends).
MatrixXd ElementStiffness(const BeamPart& b, double l) {
  MatrixXd K = MatrixXd::Zero(12, 12);
  const auto rod = [&](int i, double k) {
    K(i, i) += k;
    K(i + 6, i + 6) += k;
    K(i, i + 6) -= k;
    K(i + 6, i) -= k;
  };
  rod(0, b.E * b.area / l);
  rod(3, b.G * b.J / l);
  // Bending: deflection i, rotation j with slope = sign * rotation.
  const auto bend = [&](int i, int j, double sign, double EI) {
    const int at[] = {i, j, i + 6, j + 6};
    const double s[] = {1, sign, 1, sign};
    Eigen::Matrix4d k;
    k << 12, 6 * l, -12, 6 * l, 6 * l, 4 * l * l, -6 * l, 2 * l * l, -12, -6 * l, 12, -6 * l, 6 * l,
        2 * l * l, -6 * l, 4 * l * l;
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) K(at[r], at[c]) += s[r] * s[c] * EI / (l * l * l) * k(r, c);
    }
  };
  bend(1, 5, 1, b.E * b.Iz);
  bend(2, 4, -1, b.E * b.Iy);
  return K;
}

// Geometric stiffness of an element under a unit axial force.
MatrixXd ElementStiffening(double l) {
  MatrixXd K = MatrixXd::Zero(12, 12);
  for (const auto& [i, j, sign] : {std::tuple{1, 5, 1.0}, std::tuple{2, 4, -1.0}}) {
    const int at[] = {i, j, i + 6, j + 6};
    const double s[] = {1, sign, 1, sign};
    Eigen::Matrix4d k;
    k << 36, 3 * l, -36, 3 * l, 3 * l, 4 * l * l, -3 * l, -l * l, -36, -3 * l, 36, -3 * l, 3 * l,
        -l * l, -3 * l, 4 * l * l;
    for (int r = 0; r < 4; ++r) {
      for (int c = 0; c < 4; ++c) K(at[r], at[c]) += s[r] * s[c] / (30 * l) * k(r, c);
    }
  }
  return K;
}

// Masses and rotary inertias of the nodes.
VectorXd LumpedMass(const BeamPart& b) {
  const double l = b.length / (b.nodes - 1);
  VectorXd M(6 * b.nodes);
  for (int p = 0; p < b.nodes; ++p) {
    const double share = p == 0 || p == b.nodes - 1 ? 0.5 * l : l;
    const double m = b.density * b.area * share, J = b.density * share;
    const double r = b.rotary_inertia ? 1 : 0;
    M.segment<6>(6 * p) << m, m, m, r * J * (b.Iy + b.Iz), r * J * b.Iy, r * J * b.Iz;
  }
  return M;
}

InertiaInvariants Invariants(const std::vector<Vector3d>& s, const VectorXd& M,
                             const MatrixXd& modes) {
  const int n = static_cast<int>(modes.cols());
  InertiaInvariants I;
  I.i3.setZero(3, n);
  I.i4.setZero(3, n);
  I.i5.assign(n, MatrixXd::Zero(3, n));
  I.i6.setZero(n, n);
  I.i8.assign(n, Matrix3d::Zero());
  I.i9.assign(n, std::vector<Matrix3d>(n, Matrix3d::Zero()));
  for (size_t p = 0; p < s.size(); ++p) {
    const double m = M[6 * p];
    const MatrixXd phi = modes.middleRows(6 * p, 3), psi = modes.middleRows(6 * p + 3, 3);
    const Matrix3d J = M.segment<3>(6 * p + 3).asDiagonal();
    I.i1 += m;
    I.i2 += m * s[p];
    I.i3 += m * phi;
    I.i4 += m * Skew(s[p]) * phi + J * psi;
    I.i6 += m * phi.transpose() * phi + psi.transpose() * J * psi;
    I.i7 += m * Skew(s[p]).transpose() * Skew(s[p]) + J;
    for (int j = 0; j < n; ++j) {
      const Matrix3d hat = Skew(phi.col(j));
      I.i5[j] += m * hat * phi;
      I.i8[j] += m * Skew(s[p]) * hat;
      for (int k = 0; k < n; ++k) I.i9[j][k] += m * hat * Skew(phi.col(k));
    }
  }
  return I;
}

// Of the fibre at z = half_height at the centre of each element: E (u' + z ry').
std::vector<StressPoint> TopStresses(const BeamPart& b, const MatrixXd& modes) {
  const double l = b.length / (b.nodes - 1);
  std::vector<StressPoint> points;
  for (int e = 0; e + 1 < b.nodes; ++e) {
    StressPoint point{e + 1, 0, "top", Vector3d((e + 0.5) * l, 0, b.half_height), {}};
    point.stress.setZero(6, modes.cols());
    point.stress.row(0) = b.E / l *
                          (modes.row(6 * e + 6) - modes.row(6 * e) +
                           b.half_height * (modes.row(6 * e + 10) - modes.row(6 * e + 4)));
    points.push_back(point);
  }
  return points;
}

FlexibleSurface TopStrip(const BeamPart& b, const std::vector<Vector3d>& s, const MatrixXd& modes) {
  FlexibleSurface surface;
  for (int p = 0; p < b.nodes; ++p) {
    for (double side : {-b.half_height, b.half_height}) {
      const Vector3d arm(0, side, b.half_height);
      surface.node.push_back(static_cast<int>(surface.node.size()) + 1);
      surface.position.push_back(s[p] + arm);
      surface.translation.push_back(modes.middleRows(6 * p, 3) -
                                    Skew(arm) * modes.middleRows(6 * p + 3, 3));
      surface.stress_point.push_back(std::min(p, b.nodes - 2));
    }
  }
  for (int p = 0; p + 1 < b.nodes; ++p) {
    surface.triangles.push_back({2 * p, 2 * p + 2, 2 * p + 1});
    surface.triangles.push_back({2 * p + 1, 2 * p + 2, 2 * p + 3});
  }
  return surface;
}

template <class Element>
MatrixXd Assemble(const BeamPart& b, const Element& element) {
  MatrixXd K = MatrixXd::Zero(6 * b.nodes, 6 * b.nodes);
  for (int e = 0; e + 1 < b.nodes; ++e) K.block(6 * e, 6 * e, 12, 12) += element(e);
  return K;
}

}  // namespace

FlexiblePart MakeBeamPart(const BeamPart& b) {
  const double l = b.length / (b.nodes - 1);
  const MatrixXd K = Assemble(b, [&](int) { return ElementStiffness(b, l); });
  const VectorXd M = LumpedMass(b);
  // With rotations that weigh nothing the eigenvalue problem needs a little mass for them.
  const VectorXd weights = M.cwiseMax(1e-9 * M.maxCoeff() * l * l);
  const VectorXd root = weights.cwiseSqrt().cwiseInverse();
  const RealEigen eigen = SymmetricEigen(root.asDiagonal() * K * root.asDiagonal());
  const int available = 6 * b.nodes - 6;
  const int n = b.modes > 0 ? std::min(b.modes, available) : available;
  const MatrixXd modes = root.asDiagonal() * eigen.vectors.middleCols(6, n);

  FlexiblePart part;
  part.name = "beam";
  part.source = "closed form";
  part.frequencies = eigen.values.segment(6, n).cwiseSqrt() / (2 * M_PI);
  part.damping.setConstant(n, b.damping);
  part.origins.assign(static_cast<size_t>(n), "normal");
  std::vector<Vector3d> s;
  for (int p = 0; p < b.nodes; ++p) {
    s.emplace_back(p * l, 0, 0);
    part.interfaces.push_back({"n" + std::to_string(p + 1), p + 1, s.back(),
                               modes.middleRows(6 * p, 3), modes.middleRows(6 * p + 3, 3)});
  }
  part.inertia = Invariants(s, M, modes);
  part.stress_points = TopStresses(b, modes);
  part.surface = TopStrip(b, s, modes);
  if (b.stiffening) {
    // N(x) = rho A w^2 (L^2 - x^2) / 2, at the centres of the elements.
    const MatrixXd G = Assemble(b, [&](int e) {
      const double x = (e + 0.5) * l;
      const double mean = b.length * b.length - x * x - l * l / 12;
      return MatrixXd(0.5 * b.density * b.area * mean * ElementStiffening(l));
    });
    part.stiffening.assign(12, MatrixXd::Zero(n, n));
    part.stiffening[7] = part.stiffening[8] = modes.transpose() * G * modes;
  }
  return part;
}

Body FlexibleBeam(const std::string& name, const BeamPart& beam, FlexibilityLevel level) {
  Body body;
  body.name = name;
  body.flexible.part = std::make_shared<FlexiblePart>(MakeBeamPart(beam));
  body.flexible.level = level;
  return body;
}

}  // namespace jounce::testing

#include <Eigen/LU>
#include <algorithm>
#include <limits>

#include "flex/element_matrices.h"
#include "flex/solid_kernels.h"
#include "math/dense.h"
#include "math/products.h"

namespace jounce::flex {
namespace {

using Matrix6X = Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 30>;
using Corners = Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 10>;

Corners CornersOf(const Mesh& mesh, const MeshElement& element) {
  Corners x(3, NodeCount(element.shape));
  for (int i = 0; i < x.cols(); ++i) x.col(i) = mesh.nodes[element.nodes[i]].position;
  return x;
}

Eigen::Matrix<double, 6, 6> Elasticity(const Material& material) {
  const double nu = material.poisson;
  const double lambda = material.young * nu / ((1 + nu) * (1 - 2 * nu));
  const double shear = material.young / (2 * (1 + nu));
  Eigen::Matrix<double, 6, 6> law = Eigen::Matrix<double, 6, 6>::Zero();
  law.topLeftCorner<3, 3>().setConstant(lambda);
  law.diagonal().head<3>().array() += 2 * shear;
  law.diagonal().tail<3>().setConstant(shear);
  return law;
}

// Strains (xx, yy, zz, xy, yz, zx) of nodes or modes with these gradients.
Matrix6X StrainOperator(const Eigen::Ref<const Eigen::Matrix3Xd>& gradient) {
  Matrix6X b = Matrix6X::Zero(6, 3 * gradient.cols());
  for (Eigen::Index i = 0; i < gradient.cols(); ++i) {
    const double x = gradient(0, i), y = gradient(1, i), z = gradient(2, i);
    b(0, 3 * i) = x;
    b(1, 3 * i + 1) = y;
    b(2, 3 * i + 2) = z;
    b(3, 3 * i) = y;
    b(3, 3 * i + 1) = x;
    b(4, 3 * i + 1) = z;
    b(4, 3 * i + 2) = y;
    b(5, 3 * i) = z;
    b(5, 3 * i + 2) = x;
  }
  return b;
}

struct SolidPoint {
  double volume = 0;
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 10> gradient;  // of the shape functions
  Matrix6X strain;
  Matrix6X bubble;
};

std::vector<SolidPoint> MakePoints(const Corners& x, ElementShape shape) {
  const Eigen::Matrix3d centre = EvaluateShape(shape, CentrePlace(shape)).gradient * x.transpose();
  const Eigen::Matrix3d centre_inverse = centre.inverse();
  std::vector<SolidPoint> points;
  for (const SolidPlace& place : StiffnessPoints(shape)) {
    const SolidShape s = EvaluateShape(shape, place.at);
    const Eigen::Matrix3d jacobian = s.gradient * x.transpose();
    const double det = jacobian.determinant();
    SolidPoint point;
    point.volume = place.weight * det;
    point.gradient = jacobian.inverse() * s.gradient;
    point.strain = StrainOperator(point.gradient);
    // With the Jacobian of the centre: then constant stress does no work on the modes.
    point.bubble = StrainOperator(centre_inverse * BubbleGradients(shape, place.at) *
                                  (centre.determinant() / det));
    points.push_back(std::move(point));
  }
  // A wedge's modes have a mean over a distorted element; without it they pass the patch test.
  if (points[0].bubble.cols() > 0) {
    Matrix6X mean = Matrix6X::Zero(6, points[0].bubble.cols());
    double volume = 0;
    for (const SolidPoint& point : points) {
      mean += point.volume * point.bubble;
      volume += point.volume;
    }
    for (SolidPoint& point : points) point.bubble -= mean / volume;
  }
  return points;
}

struct CondensedSolid {
  Eigen::MatrixXd stiffness;
  Eigen::MatrixXd amplitudes;
};

CondensedSolid CondenseSolid(const std::vector<SolidPoint>& points,
                             const Eigen::Matrix<double, 6, 6>& law) {
  const Eigen::Index n = points[0].strain.cols(), m = points[0].bubble.cols();
  CondensedSolid result;
  result.stiffness.setZero(n, n);
  Eigen::MatrixXd coupling = Eigen::MatrixXd::Zero(m, n), inner = Eigen::MatrixXd::Zero(m, m);
  for (const SolidPoint& point : points) {
    const Eigen::MatrixXd stress = point.volume * Product(law, point.strain);
    AddTransposedProduct(point.strain, stress, &result.stiffness);
    if (m == 0) continue;
    AddTransposedProduct(point.bubble, stress, &coupling);
    inner += point.volume * Congruence(point.bubble, law);
  }
  if (m > 0) {
    result.amplitudes = -SolveSquare(inner, coupling);
    AddTransposedProduct(coupling, result.amplitudes, &result.stiffness);
  }
  return result;
}

Eigen::MatrixXd ScalarMass(const Corners& x, ElementShape shape, bool lumped) {
  Eigen::MatrixXd mass = Eigen::MatrixXd::Zero(x.cols(), x.cols());
  double volume = 0;
  for (const SolidPlace& place : MassPoints(shape)) {
    const SolidShape s = EvaluateShape(shape, place.at);
    const double part = place.weight * (s.gradient * x.transpose()).determinant();
    mass.noalias() += part * s.values * s.values.transpose();
    volume += part;
  }
  if (!lumped) return mass;
  // Diagonal, scaled to the whole [Hinton, Rock & Zienkiewicz 1976].
  const Eigen::VectorXd diagonal = mass.diagonal() * (volume / mass.trace());
  return diagonal.asDiagonal();
}

}  // namespace

ElementMatrices ComputeSolid(const Mesh& mesh, const MeshElement& element) {
  const Material& material = mesh.materials[mesh.solid_properties[element.property].material];
  const Corners x = CornersOf(mesh, element);
  ElementMatrices result;
  result.freedoms_per_node = 3;
  result.stiffness = CondenseSolid(MakePoints(x, element.shape), Elasticity(material)).stiffness;
  const Eigen::MatrixXd mass = material.density * ScalarMass(x, element.shape, mesh.lumped_mass);
  result.mass.setZero(3 * x.cols(), 3 * x.cols());
  for (int c = 0; c < 3; ++c) {
    result.mass(Eigen::seqN(c, x.cols(), 3), Eigen::seqN(c, x.cols(), 3)) = mass;
  }
  return result;
}

ElementStress ComputeSolidStress(const Mesh& mesh, const MeshElement& element) {
  const Material& material = mesh.materials[mesh.solid_properties[element.property].material];
  const auto points = MakePoints(CornersOf(mesh, element), element.shape);
  const Eigen::Matrix<double, 6, 6> law = Elasticity(material);
  const Eigen::MatrixXd amplitudes = CondenseSolid(points, law).amplitudes;
  const Eigen::MatrixXd& to_nodes = PointsToNodes(element.shape);
  ElementStress result;
  result.freedoms_per_node = 3;
  ElementStress::Face face;
  for (Eigen::Index i = 0; i < to_nodes.rows(); ++i) {
    Eigen::MatrixXd strain = Eigen::MatrixXd::Zero(6, points[0].strain.cols());
    for (size_t p = 0; p < points.size(); ++p) {
      strain += to_nodes(i, p) * points[p].strain;
      if (amplitudes.rows() > 0) strain += to_nodes(i, p) * Product(points[p].bubble, amplitudes);
    }
    face.at_node.push_back(Product(law, strain));
  }
  result.faces.push_back(std::move(face));
  return result;
}

std::vector<Eigen::MatrixXd> ComputeSolidGeometric(const Mesh& mesh, const MeshElement& element,
                                                   const Eigen::MatrixXd& motions) {
  const Material& material = mesh.materials[mesh.solid_properties[element.property].material];
  const auto points = MakePoints(CornersOf(mesh, element), element.shape);
  const Eigen::Matrix<double, 6, 6> law = Elasticity(material);
  const Eigen::MatrixXd amplitudes = CondenseSolid(points, law).amplitudes;
  const Eigen::Index nodes = points[0].gradient.cols();
  std::vector<Eigen::MatrixXd> scalar(motions.cols(), Eigen::MatrixXd::Zero(nodes, nodes));
  for (const SolidPoint& point : points) {
    Eigen::MatrixXd strain = point.strain;
    if (amplitudes.rows() > 0) strain += Product(point.bubble, amplitudes);
    const Eigen::MatrixXd stress = Product(law, Product(strain, motions));
    for (Eigen::Index load = 0; load < motions.cols(); ++load) {
      const auto s = stress.col(load);
      Eigen::Matrix3d S;
      S << s(0), s(3), s(5), s(3), s(1), s(4), s(5), s(4), s(2);
      scalar[load] += point.volume * Congruence(point.gradient, S);
    }
  }
  std::vector<Eigen::MatrixXd> result;
  for (const Eigen::MatrixXd& one : scalar) {  // the same for each displacement
    result.push_back(Eigen::MatrixXd::Zero(3 * nodes, 3 * nodes));
    for (int c = 0; c < 3; ++c) {
      result.back()(Eigen::seqN(c, nodes, 3), Eigen::seqN(c, nodes, 3)) = one;
    }
  }
  return result;
}

double SmallestJacobian(const Mesh& mesh, const MeshElement& element) {
  const Corners x = CornersOf(mesh, element);
  double smallest = std::numeric_limits<double>::infinity();
  for (const auto* places : {&StiffnessPoints(element.shape), &MassPoints(element.shape)}) {
    for (const SolidPlace& place : *places) {
      const SolidShape s = EvaluateShape(element.shape, place.at);
      smallest = std::min(smallest, (s.gradient * x.transpose()).determinant());
    }
  }
  return smallest;
}

}  // namespace jounce::flex

#include "flex/solid_kernels.h"

#include <cmath>

#include "math/dense.h"

namespace jounce::flex {
namespace {

using Vector3 = Eigen::Vector3d;

// Nodes of the edges of a 10-node tetrahedron, in the order of its nodes 5 to 10.
constexpr int kTetEdges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};

SolidShape TetShape(bool quadratic, const Vector3& at) {
  const double l[4] = {1 - at.sum(), at.x(), at.y(), at.z()};
  Eigen::Matrix<double, 3, 4> dl;
  dl << -1, 1, 0, 0, -1, 0, 1, 0, -1, 0, 0, 1;
  SolidShape shape;
  shape.values.resize(quadratic ? 10 : 4);
  shape.gradient.resize(3, shape.values.size());
  for (int i = 0; i < 4; ++i) {
    shape.values(i) = quadratic ? l[i] * (2 * l[i] - 1) : l[i];
    shape.gradient.col(i) = quadratic ? Vector3((4 * l[i] - 1) * dl.col(i)) : Vector3(dl.col(i));
  }
  for (int e = 0; quadratic && e < 6; ++e) {
    const auto [i, j] = kTetEdges[e];
    shape.values(4 + e) = 4 * l[i] * l[j];
    shape.gradient.col(4 + e) = 4 * (l[i] * dl.col(j) + l[j] * dl.col(i));
  }
  return shape;
}

SolidShape HexShape(const Vector3& at) {
  SolidShape shape;
  shape.values.resize(8);
  shape.gradient.resize(3, 8);
  const std::vector<Vector3>& corners = NodePlaces(ElementShape::kHex8);
  for (int i = 0; i < 8; ++i) {
    const Vector3 f = Vector3::Ones() + at.cwiseProduct(corners[i]);
    shape.values(i) = f.prod() / 8;
    shape.gradient.col(i) = Vector3(corners[i].x() * f.y() * f.z(), corners[i].y() * f.x() * f.z(),
                                    corners[i].z() * f.x() * f.y()) /
                            8;
  }
  return shape;
}

SolidShape PentaShape(const Vector3& at) {
  const double l[3] = {1 - at.x() - at.y(), at.x(), at.y()};
  const double dx[3] = {-1, 1, 0}, dy[3] = {-1, 0, 1};
  SolidShape shape;
  shape.values.resize(6);
  shape.gradient.resize(3, 6);
  for (int i = 0; i < 6; ++i) {
    const double side = i < 3 ? -1 : 1;
    const double f = 0.5 * (1 + side * at.z());
    shape.values(i) = l[i % 3] * f;
    shape.gradient.col(i) = Vector3(dx[i % 3] * f, dy[i % 3] * f, l[i % 3] * 0.5 * side);
  }
  return shape;
}

// Four points, exact for quadratic integrands.
std::vector<SolidPlace> TetFour() {
  const double a = 0.1381966011250105, b = 0.5854101966249685;
  return {{{a, a, a}, 1. / 24}, {{b, a, a}, 1. / 24}, {{a, b, a}, 1. / 24}, {{a, a, b}, 1. / 24}};
}

// Fourteen points, exact to degree five [Walkington 2000].
std::vector<SolidPlace> TetFourteen() {
  std::vector<SolidPlace> places;
  const double rings[2][2] = {{0.31088591926330060980, 0.018781320953002641800},
                              {0.092735250310891226402, 0.012248840519393658257}};
  for (const auto& [a, w] : rings) {
    const double b = 1 - 3 * a;
    for (const Vector3& at :
         {Vector3(a, a, a), Vector3(b, a, a), Vector3(a, b, a), Vector3(a, a, b)}) {
      places.push_back({at, w});
    }
  }
  const double c = 0.045503704125649649492, d = 0.5 - c, w = 0.0070910034628469110730;
  for (const Vector3& at : {Vector3(c, c, d), Vector3(c, d, c), Vector3(d, c, c), Vector3(c, d, d),
                            Vector3(d, c, d), Vector3(d, d, c)}) {
    places.push_back({at, w});
  }
  return places;
}

std::vector<SolidPlace> HexEight() {
  std::vector<SolidPlace> places;
  for (const Vector3& corner : NodePlaces(ElementShape::kHex8)) {
    places.push_back({corner / std::sqrt(3.0), 1});
  }
  return places;
}

std::vector<SolidPlace> PentaSix() {
  std::vector<SolidPlace> places;
  for (const double z : {-1 / std::sqrt(3.0), 1 / std::sqrt(3.0)}) {
    for (int i = 0; i < 3; ++i) {
      places.push_back({{i == 1 ? 2. / 3 : 1. / 6, i == 2 ? 2. / 3 : 1. / 6, z}, 1. / 6});
    }
  }
  return places;
}

// Least squares: the polynomial of the corner nodes through the values at the points.
Eigen::MatrixXd MakePointsToNodes(ElementShape shape) {
  const ElementShape linear = shape == ElementShape::kTet10 ? ElementShape::kTet4 : shape;
  const auto& points = StiffnessPoints(shape);
  const auto& nodes = NodePlaces(shape);
  if (points.size() == 1) return Eigen::MatrixXd::Ones(nodes.size(), 1);
  Eigen::MatrixXd at_points(points.size(), NodeCount(linear));
  for (size_t p = 0; p < points.size(); ++p) {
    at_points.row(p) = EvaluateShape(linear, points[p].at).values.transpose();
  }
  Eigen::MatrixXd at_nodes(nodes.size(), NodeCount(linear));
  for (size_t i = 0; i < nodes.size(); ++i) {
    at_nodes.row(i) = EvaluateShape(linear, nodes[i]).values.transpose();
  }
  return at_nodes * PseudoInverse(at_points);
}

}  // namespace

SolidShape EvaluateShape(ElementShape shape, const Vector3& at) {
  switch (shape) {
    case ElementShape::kHex8:
      return HexShape(at);
    case ElementShape::kPenta6:
      return PentaShape(at);
    default:
      return TetShape(shape == ElementShape::kTet10, at);
  }
}

const std::vector<SolidPlace>& StiffnessPoints(ElementShape shape) {
  static const std::vector<SolidPlace> one = {{{0.25, 0.25, 0.25}, 1. / 6}}, four = TetFour(),
                                       hex = HexEight(), penta = PentaSix();
  switch (shape) {
    case ElementShape::kHex8:
      return hex;
    case ElementShape::kPenta6:
      return penta;
    case ElementShape::kTet10:
      return four;
    default:
      return one;
  }
}

const std::vector<SolidPlace>& MassPoints(ElementShape shape) {
  static const std::vector<SolidPlace> four = TetFour(), fourteen = TetFourteen();
  if (shape == ElementShape::kTet4) return four;
  if (shape == ElementShape::kTet10) return fourteen;
  return StiffnessPoints(shape);
}

const std::vector<Vector3>& NodePlaces(ElementShape shape) {
  static const std::vector<Vector3> hex = {{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                           {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
  static const std::vector<Vector3> penta = {{0, 0, -1}, {1, 0, -1}, {0, 1, -1},
                                             {0, 0, 1},  {1, 0, 1},  {0, 1, 1}};
  static const std::vector<Vector3> tet4 = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const std::vector<Vector3> tet10 = [] {
    std::vector<Vector3> places = tet4;
    for (const auto& [i, j] : kTetEdges) places.push_back(0.5 * (tet4[i] + tet4[j]));
    return places;
  }();
  switch (shape) {
    case ElementShape::kHex8:
      return hex;
    case ElementShape::kPenta6:
      return penta;
    case ElementShape::kTet10:
      return tet10;
    default:
      return tet4;
  }
}

Vector3 CentrePlace(ElementShape shape) {
  switch (shape) {
    case ElementShape::kHex8:
      return Vector3::Zero();
    case ElementShape::kPenta6:
      return {1. / 3, 1. / 3, 0};
    default:
      return {0.25, 0.25, 0.25};
  }
}

Eigen::Matrix3Xd BubbleGradients(ElementShape shape, const Vector3& at) {
  Eigen::Matrix3Xd gradients;
  if (shape == ElementShape::kHex8) {
    gradients.setZero(3, 3);
    gradients.diagonal() = -2 * at;
  } else if (shape == ElementShape::kPenta6) {
    gradients.setZero(3, 1);
    gradients(2, 0) = -2 * at.z();
  } else {
    gradients.resize(3, 0);
  }
  return gradients;
}

const Eigen::MatrixXd& PointsToNodes(ElementShape shape) {
  static const Eigen::MatrixXd tet4 = MakePointsToNodes(ElementShape::kTet4);
  static const Eigen::MatrixXd tet10 = MakePointsToNodes(ElementShape::kTet10);
  static const Eigen::MatrixXd penta = MakePointsToNodes(ElementShape::kPenta6);
  static const Eigen::MatrixXd hex = MakePointsToNodes(ElementShape::kHex8);
  switch (shape) {
    case ElementShape::kHex8:
      return hex;
    case ElementShape::kPenta6:
      return penta;
    case ElementShape::kTet10:
      return tet10;
    default:
      return tet4;
  }
}

}  // namespace jounce::flex

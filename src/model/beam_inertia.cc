#include "model/beam_inertia.h"

#include <cmath>

#include "math/products.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// The section's X at x is that of the nodes times this.
Eigen::Matrix<double, 8, 4> SectionFromNodes(double x, const Vector3d& u) {
  Eigen::Matrix<double, 8, 4> N = Eigen::Matrix<double, 8, 4>::Zero();
  N.topRows<4>().diagonal().setConstant(1 - x);
  N.bottomRows<4>().diagonal().setConstant(x);
  N.block<3, 1>(0, 3) = 0.5 * x * (1 - x) * u;
  N.block<3, 1>(4, 3) = -0.5 * x * (1 - x) * u;
  return N;
}

}  // namespace

Matrix4 SectionMoments(const SectionProperties& section, const Eigen::Vector2d& centroid) {
  return InertiaMoments(section.mass, Vector3d(0, centroid.x(), centroid.y()),
                        section.inertia.asDiagonal());
}

Matrix8 ElementMoments(const Matrix4& section, const Vector3d& u) {
  // Three points of Gauss: exact for the fourth powers of x in it.
  const double a = 0.5 * std::sqrt(0.6);
  const double points[] = {0.5 - a, 0.5, 0.5 + a}, weights[] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  Matrix8 moments = Matrix8::Zero();
  for (int i = 0; i < 3; ++i) {
    const auto N = SectionFromNodes(points[i], u);
    moments += weights[i] * u.norm() * Congruence(N.transpose(), section);
  }
  return moments;
}

}  // namespace jounce

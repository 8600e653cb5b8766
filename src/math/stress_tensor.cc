#include "math/stress_tensor.h"

#include <algorithm>
#include <cmath>

namespace jounce {

double VonMises(const Vector6& s) {
  const double xy = s[0] - s[1], yz = s[1] - s[2], zx = s[2] - s[0];
  return std::sqrt(0.5 * (xy * xy + yz * yz + zx * zx) + 3 * s.tail<3>().squaredNorm());
}

// The eigenvalues of a symmetric matrix S = p I + q B with tr B = 0, tr B^2 = 6 are
// p + 2 q cos((acos(det B / 2) + 2 pi k) / 3).
Eigen::Vector3d PrincipalStresses(const Vector6& s) {
  const double mean = (s[0] + s[1] + s[2]) / 3;
  const Eigen::Vector3d d = s.head<3>().array() - mean;
  const double q = std::sqrt((d.squaredNorm() + 2 * s.tail<3>().squaredNorm()) / 6);
  if (!(q > 0)) return Eigen::Vector3d::Constant(mean);
  const double det = d[0] * (d[1] * d[2] - s[4] * s[4]) - s[3] * (s[3] * d[2] - s[4] * s[5]) +
                     s[5] * (s[3] * s[4] - d[1] * s[5]);
  const double angle = std::acos(std::clamp(det / (2 * q * q * q), -1.0, 1.0)) / 3;
  const double first = mean + 2 * q * std::cos(angle);
  const double last = mean + 2 * q * std::cos(angle + 2 * M_PI / 3);
  return {first, 3 * mean - first - last, last};
}

double AbsoluteMaximumPrincipal(const Vector6& stress) {
  const Eigen::Vector3d principal = PrincipalStresses(stress);
  return principal[0] >= -principal[2] ? principal[0] : principal[2];
}

double SignedVonMises(const Vector6& stress) {
  return std::copysign(VonMises(stress), AbsoluteMaximumPrincipal(stress));
}

Eigen::Matrix3d MatrixOf(const Vector6& s) {
  Eigen::Matrix3d matrix;
  matrix << s[0], s[3], s[5], s[3], s[1], s[4], s[5], s[4], s[2];
  return matrix;
}

Vector6 TensorOf(const Eigen::Matrix3d& m) {
  Vector6 stress;
  stress << m(0, 0), m(1, 1), m(2, 2), m(0, 1), m(1, 2), m(2, 0);
  return stress;
}

}  // namespace jounce

#include "mechanics/stress.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "mechanics/flexible_body.h"

namespace jounce {
namespace {

std::vector<int> AllPoints(const FlexiblePart& part) {
  std::vector<int> points(part.stress_points.size());
  std::iota(points.begin(), points.end(), 0);
  return points;
}

}  // namespace

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

Vector6 GaugeFactors(const StressPoint& point, const Eigen::Vector3d& direction) {
  const Eigen::Vector3d d = direction.normalized();
  Vector6 factors;
  factors << d.cwiseAbs2(), 2 * d.x() * d.y(), 2 * d.y() * d.z(), 2 * d.z() * d.x();
  factors *= 1 + point.poisson;
  factors.head<3>().array() -= point.poisson;
  return factors / point.young;
}

StressField::StressField(const System& system, int body)
    : StressField(system, body, AllPoints(*system.model().bodies[body].flexible.part)) {}

StressField::StressField(const System& system, int body, std::vector<int> points)
    : points_(std::move(points)),
      first_mode_(system.bodies()[body]->first_mode()),
      modes_(system.bodies()[body]->modes()) {
  const Flexibility& flexible = system.model().bodies[body].flexible;
  const std::vector<int> active = flexible.ActiveModes();
  const double scale = ModalScale(*flexible.part);
  modal_.resize(6, static_cast<Eigen::Index>(points_.size()) * modes_);
  for (size_t i = 0; i < points_.size(); ++i) {
    const Eigen::MatrixXd& stress = flexible.part->stress_points[points_[i]].stress;
    for (int k = 0; k < modes_; ++k) {
      modal_.col(static_cast<Eigen::Index>(i) * modes_ + k) = scale * stress.col(active[k]);
    }
  }
}

Vector6 StressField::At(int i, const SystemState& state) const {
  return modal_.middleCols(static_cast<Eigen::Index>(i) * modes_, modes_) *
         state.modal.segment(first_mode_, modes_);
}

StressPeak StressField::Largest(const SystemState& state) const {
  StressPeak peak{-1, state.time, -1};
  for (int i = 0; i < size(); ++i) {
    const double von_mises = VonMises(At(i, state));
    if (von_mises > peak.von_mises) {
      peak.von_mises = von_mises;
      peak.point = points_[i];
    }
  }
  peak.von_mises = std::max(peak.von_mises, 0.0);
  return peak;
}

}  // namespace jounce

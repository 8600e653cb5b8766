#include "mechanics/stress.h"

#include <algorithm>
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

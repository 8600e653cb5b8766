#include "model/inertia_moments.h"

namespace jounce {

Matrix4 InertiaMoments(double mass, const Eigen::Vector3d& centre, const Eigen::Matrix3d& inertia) {
  // The inertia is trace(S) - S for second moments S.
  const Eigen::Matrix3d S = 0.5 * inertia.trace() * Eigen::Matrix3d::Identity() - inertia;
  Matrix4 moments;
  moments << S + mass * centre * centre.transpose(), mass * centre, mass * centre.transpose(), mass;
  return moments;
}

}  // namespace jounce

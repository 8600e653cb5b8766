#include "model/orientation.h"

#include <Eigen/Geometry>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Shorter than this an axis has no direction; parallel to within this two axes span no plane.
constexpr double kTiny = 1e-10;

Matrix3d MatrixFromAxes(const std::optional<Vector3d>& z, const std::optional<Vector3d>& x) {
  for (const auto& axis : {z, x}) {
    if (axis && !(axis->norm() > kTiny)) {
      throw InputError("an axis of the orientation has no length",
                       "give a direction, such as [0, 0, 1]");
    }
  }
  if (!x) return MatrixFromZ(*z);
  const Vector3d ex = x->normalized();
  const Vector3d ez = z ? z->normalized() : MatrixFromZ(ex).col(0);
  const Vector3d y = ez.cross(ex);
  if (y.norm() < 1e-6) {
    throw InputError("the x and z axes of the orientation are parallel",
                     "x may point anywhere off z");
  }
  Matrix3d R;
  R.col(2) = ez;
  R.col(1) = y.normalized();
  R.col(0) = R.col(1).cross(ez);
  return R;
}

std::optional<Vector3d> Towards(const std::optional<Vector3d>& point, const Vector3d& origin) {
  if (!point) return std::nullopt;
  return *point - origin;
}

}  // namespace

Matrix3d MatrixFromZ(const Vector3d& z) {
  const Vector3d ez = z.normalized();
  // The coordinate axis least aligned with z; for z itself this gives the identity.
  const Vector3d near = std::abs(ez.x()) < 0.9 ? Vector3d::UnitX() : Vector3d::UnitY();
  Matrix3d R;
  R.col(2) = ez;
  R.col(1) = ez.cross(near).normalized();
  R.col(0) = R.col(1).cross(ez);
  return R;
}

Matrix3d MatrixFromEuler313(const Vector3d& angles) {
  using Eigen::AngleAxisd;
  return (AngleAxisd(angles[0], Vector3d::UnitZ()) * AngleAxisd(angles[1], Vector3d::UnitX()) *
          AngleAxisd(angles[2], Vector3d::UnitZ()))
      .toRotationMatrix();
}

Matrix3d OrientationMatrix(const Orientation& orientation, const Vector3d& origin) {
  const bool axes = orientation.z_axis || orientation.x_axis;
  const bool points = orientation.z_point || orientation.x_point;
  if ((orientation.euler ? 1 : 0) + (axes ? 1 : 0) + (points ? 1 : 0) > 1) {
    throw InputError("an orientation is given in more than one way",
                     "use Euler angles, or axes, or points");
  }
  if (orientation.euler) return MatrixFromEuler313(*orientation.euler);
  if (axes) return MatrixFromAxes(orientation.z_axis, orientation.x_axis);
  if (points) {
    return MatrixFromAxes(Towards(orientation.z_point, origin),
                          Towards(orientation.x_point, origin));
  }
  return Matrix3d::Identity();
}

}  // namespace jounce

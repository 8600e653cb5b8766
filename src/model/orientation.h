// How a user may say an orientation: by Euler angles, by axes or by points.
#ifndef JOUNCE_MODEL_ORIENTATION_H_
#define JOUNCE_MODEL_ORIENTATION_H_

#include <Eigen/Core>
#include <optional>

namespace jounce {

// At most one way is used; nothing given means parallel to the parent's axes.
//   euler         three angles [rad], body-fixed about z, x, z (3-1-3)
//   z_axis        direction of z in the parent; x_axis, if given, fixes the rest (it is made
//                 perpendicular to z), otherwise x is chosen
//   z_point       z points from the frame's origin to this point of the parent; x_point likewise
struct Orientation {
  std::optional<Eigen::Vector3d> euler;
  std::optional<Eigen::Vector3d> z_axis, x_axis;
  std::optional<Eigen::Vector3d> z_point, x_point;
};

// The rotation R_PF of the frame in its parent, for a frame whose origin is `origin` in the parent.
// Throws InputError where an axis has no length, two axes are parallel, or two ways are mixed.
Eigen::Matrix3d OrientationMatrix(const Orientation& orientation, const Eigen::Vector3d& origin);

// The same from z alone; x is perpendicular to it, as near to a coordinate axis as can be.
Eigen::Matrix3d MatrixFromZ(const Eigen::Vector3d& z);

// Rz(a) Rx(b) Rz(c).
Eigen::Matrix3d MatrixFromEuler313(const Eigen::Vector3d& angles);

}  // namespace jounce

#endif  // JOUNCE_MODEL_ORIENTATION_H_

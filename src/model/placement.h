// Where a sub-assembly goes: mirrored first, if it is, then turned and moved.
//
//   point        p' = G p + t
//   direction    d' = G d               displacements, velocities, forces
//   axial        w' = det(G) G w        angular velocities, moments
//   frame        R' = G R F,            F = diag(1, -1, 1) where mirrored, else the identity
//
// A mirrored frame keeps the images of its x and z; its y is the opposite of the image of y, so
// that it stays right-handed, whatever the plane. What is given in the axes of a body or frame
// therefore changes the sign of y, or, where it is axial, of x and z: by F and by det(F) F.
#ifndef JOUNCE_MODEL_PLACEMENT_H_
#define JOUNCE_MODEL_PLACEMENT_H_

#include <Eigen/Core>
#include <vector>

#include "math/pose.h"
#include "model/model.h"

namespace jounce {

class Placement {
 public:
  // Leaves everything where it is.
  Placement() = default;
  Placement(MirrorPlane mirror, const Pose& pose);

  bool mirrored() const { return mirrored_; }
  bool IsIdentity() const { return !mirrored_ && G_.isIdentity(0) && t_.isZero(0); }

  // Given in ground axes.
  Eigen::Vector3d Point(const Eigen::Vector3d& p) const { return G_ * p + t_; }
  Eigen::Vector3d Direction(const Eigen::Vector3d& d) const {
    return G_ * d + Eigen::Vector3d::Zero();  // no -0
  }
  Eigen::Vector3d Axial(const Eigen::Vector3d& w) const {
    return (mirrored_ ? -1.0 : 1.0) * (G_ * w) + Eigen::Vector3d::Zero();
  }
  // A symmetric matrix such as an inertia.
  Eigen::Matrix3d Tensor(const Eigen::Matrix3d& J) const { return G_ * J * G_.transpose(); }
  // Where the origin of the ground goes.
  Pose Origin() const;

  // Given in the axes of a body or frame.
  Eigen::Vector3d LocalPoint(const Eigen::Vector3d& p) const;
  Eigen::Vector3d LocalAxial(const Eigen::Vector3d& w) const;
  // Symmetric matrices by their products xy, yz, zx.
  Eigen::Vector3d LocalProducts(const Eigen::Vector3d& p) const;

  // An orientation in ground axes of a frame at `origin`, and one in the axes of a body.
  // Throws InputError where it makes no sense.
  Orientation InGround(const Orientation& o, const Eigen::Vector3d& origin) const;
  Orientation InBody(const Orientation& o, const Eigen::Vector3d& origin) const;

  // What the component of a vector in ground axes becomes: 1 or -1 times itself; 0 where it mixes
  // with others.
  double SignOfDirection(int component) const;
  double SignOfAxial(int component) const {
    return (mirrored_ ? -1.0 : 1.0) * SignOfDirection(component);
  }
  const Eigen::Vector3d& offset() const { return t_; }

  // 1 or -1 for each component of strain of a connection: empty where nothing changes.
  std::vector<double> StrainSigns(ConnectionKind kind) const;

 private:
  bool mirrored_ = false;
  Eigen::Matrix3d G_ = Eigen::Matrix3d::Identity();
  Eigen::Vector3d t_ = Eigen::Vector3d::Zero();
};

// The image of a part in its own plane y = 0: shapes, invariants, stresses, surface.
FlexiblePart MirrorPart(const FlexiblePart& part);

}  // namespace jounce

#endif  // JOUNCE_MODEL_PLACEMENT_H_

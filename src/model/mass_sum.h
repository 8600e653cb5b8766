// Masses add up where their moments are taken about one point, in the axes of one frame: so they do
// for bodies that are welded together, for shapes of a body and for what a whole has besides its
// parts.
#ifndef JOUNCE_MODEL_MASS_SUM_H_
#define JOUNCE_MODEL_MASS_SUM_H_

#include <Eigen/Core>

#include "math/pose.h"
#include "model/model.h"

namespace jounce {

// What a point mass at `arm` adds to the inertia about the origin: -m skew(arm)^2.
Eigen::Matrix3d PointInertia(double mass, const Eigen::Vector3d& arm);

// Moments about x, y, z and products xy, yz, zx as a matrix.
Eigen::Matrix3d InertiaMatrix(const Eigen::Vector3d& moments, const Eigen::Vector3d& products);
Eigen::Vector3d ProductsOf(const Eigen::Matrix3d& inertia);

// About the centre of mass, in the body's axes, from what the user gave.
Eigen::Matrix3d InertiaAboutCentre(const Body& body);

// The principal moments of inertia about the centre of mass of any body are at least 0, and none
// exceeds the sum of the other two. `slack` is what round-off may leave.
bool IsPossibleInertia(const Eigen::Vector3d& principal, double slack);
// In ascending order.
Eigen::Vector3d PrincipalMoments(const Eigen::Matrix3d& inertia);

struct MassSum {
  double mass = 0;
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();   // mass times place
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  // about the origin

  void Add(const MassSum& other);
  void Subtract(const MassSum& other);

  // The origin where there is no mass.
  Eigen::Vector3d Centre() const;
  Eigen::Matrix3d InertiaAboutCentre() const;
  // As the mass of a body with the frame of the sum.
  void Put(Body* body) const;
};

// Of a thing whose frame has the pose H in that of the sum.
MassSum MassOf(const MassProperties& properties, const Pose& H = {});
// The same of a body; what its shapes, payloads and remainder add is not in it.
MassSum MassOf(const Body& body, const Pose& H = {});

}  // namespace jounce

#endif  // JOUNCE_MODEL_MASS_SUM_H_

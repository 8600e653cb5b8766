// Inertia as moments of mass, of one body or shared by two.
//
// With X = [R | p] of each frame, side by side [R_A p_A R_B p_B], a point of matter that follows
// the frames is at X n for a fixed n. Its kinetic energy is a constant quadratic form,
//   T = 1/2 trace(X' moments X'^T),  moments = integral of n n^T dm,
// whatever the shape. On one body n = (place, 1), and the 4 x 4 moments hold its second moments,
// mass times centre, and mass. This is the mass matrix of natural coordinates [Garcia de Jalon
// 1994, chapter 4].
//
// Reference: [Garcia de Jalon 1994] J. Garcia de Jalon, E. Bayo, Kinematic and Dynamic Simulation
// of Multibody Systems, Springer 1994.
#ifndef JOUNCE_MODEL_INERTIA_MOMENTS_H_
#define JOUNCE_MODEL_INERTIA_MOMENTS_H_

#include <Eigen/Core>

namespace jounce {

using Matrix4 = Eigen::Matrix4d;
using Matrix8 = Eigen::Matrix<double, 8, 8>;

// Of one body, from its inertia about its centre of mass.
Matrix4 InertiaMoments(double mass, const Eigen::Vector3d& centre, const Eigen::Matrix3d& inertia);

}  // namespace jounce

#endif  // JOUNCE_MODEL_INERTIA_MOMENTS_H_

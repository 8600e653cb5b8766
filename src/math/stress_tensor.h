// Stress tensors as six numbers (xx, yy, zz, xy, yz, zx), and what strength asks of them.
#ifndef JOUNCE_MATH_STRESS_TENSOR_H_
#define JOUNCE_MATH_STRESS_TENSOR_H_

#include <Eigen/Core>

#include "math/pose.h"

namespace jounce {

double VonMises(const Vector6& stress);
// The largest first.
Eigen::Vector3d PrincipalStresses(const Vector6& stress);
// The principal stress of the largest size, with its sign.
double AbsoluteMaximumPrincipal(const Vector6& stress);
// Von Mises with the sign of that one.
double SignedVonMises(const Vector6& stress);

// The same as a symmetric matrix, and back.
Eigen::Matrix3d MatrixOf(const Vector6& stress);
Vector6 TensorOf(const Eigen::Matrix3d& matrix);

}  // namespace jounce

#endif  // JOUNCE_MATH_STRESS_TENSOR_H_

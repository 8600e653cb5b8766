// Rotations: the exponential map of SO(3), its inverse and their tangents.
//
//   R = Exp(w)                     rotation by |w| about w
//   R' = R skew(T(w) w')           Tangent: the local (right) derivative of the exponential
//   w' = T(w)^-1 omega             InverseTangent: from the local angular velocity to the rate of w
//
// With S = skew(w) and x = |w|, all of them are polynomials in S whose coefficients are smooth
// functions of x^2:
//   Exp = I + a S + b S^2,  T = I - b S + c S^2,  T^-1 = I + S/2 + e S^2,
//   a = sin x/x,  b = (1 - cos x)/x^2,  c = (x - sin x)/x^3,  e = (1 - (x/2) cot(x/2))/x^2.
// Near zero these are 0/0, so series take over; the angle of a matrix comes from atan2, never from
// acos, which loses half of the digits and would leave stiff bushings with a residual floor.
//
// Reference: [Bruls 2012] O. Bruls, A. Cardona, M. Arnold, Lie group generalized-alpha time
// integration of constrained flexible multibody systems, Mechanism and Machine Theory 48 (2012).
#ifndef JOUNCE_MATH_ROTATION_H_
#define JOUNCE_MATH_ROTATION_H_

#include <Eigen/Geometry>

namespace jounce {

// The matrix of a cross product: Skew(a) b = a x b.
inline Eigen::Matrix3d Skew(const Eigen::Vector3d& a) {
  Eigen::Matrix3d s;
  s << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return s;
}

// The coefficients a, b, c above, functions of x^2.
struct ExpCoefficients {
  double a, b, c;
};
ExpCoefficients RotationCoefficients(double x2);

// I + odd Skew(w) + even Skew(w)^2. Skew(w)^2 = w w^T - |w|^2 I, so only products of components are
// needed.
inline Eigen::Matrix3d OfSkew(const Eigen::Vector3d& w, double odd, double even) {
  const Eigen::Vector3d v = odd * w, e = even * w;
  const double xx = e.x() * w.x(), yy = e.y() * w.y(), zz = e.z() * w.z();
  const double xy = e.x() * w.y(), yz = e.y() * w.z(), zx = e.z() * w.x();
  Eigen::Matrix3d R;
  R << 1 - yy - zz, xy - v.z(), zx + v.y(),  //
      xy + v.z(), 1 - xx - zz, yz - v.x(),   //
      zx - v.y(), yz + v.x(), 1 - xx - yy;
  return R;
}

// The coefficient e above, and its slopes e_1 = de/dx / x and e_2 = de_1/dx / x.
struct InverseTangentCoefficients {
  double e, slope, curvature;
};
InverseTangentCoefficients InverseRotationCoefficients(double x2);

inline Eigen::Matrix3d ExpRotation(const Eigen::Vector3d& w, const ExpCoefficients& f) {
  return OfSkew(w, f.a, f.b);
}
inline Eigen::Matrix3d ExpRotation(const Eigen::Vector3d& w) {
  return ExpRotation(w, RotationCoefficients(w.squaredNorm()));
}

// The rotation vector of R with |w| <= pi. At exactly pi either sign of the axis is right.
Eigen::Vector3d LogRotation(const Eigen::Matrix3d& R);

Eigen::Matrix3d RotationTangent(const Eigen::Vector3d& w);
Eigen::Matrix3d InverseRotationTangent(const Eigen::Vector3d& w);
// RotationTangent(w) v with the coefficients of w known.
inline Eigen::Vector3d RotationTangentTimes(const Eigen::Vector3d& w, const ExpCoefficients& f,
                                            const Eigen::Vector3d& v) {
  const Eigen::Vector3d wv = w.cross(v);
  return v - f.b * wv + f.c * w.cross(wv);
}

// Derivatives of RotationTangent(w) and InverseRotationTangent(w) along u.
Eigen::Matrix3d RotationTangentSlope(const Eigen::Vector3d& w, const Eigen::Vector3d& u);
// RotationTangentSlope(w, u) u with the coefficients of w known.
Eigen::Vector3d RotationTangentSlopeTimes(const Eigen::Vector3d& w, const ExpCoefficients& f,
                                          const Eigen::Vector3d& u);
Eigen::Matrix3d InverseRotationTangentSlope(const Eigen::Vector3d& w, const Eigen::Vector3d& u);

// The rotation nearest to a matrix that is one up to round-off (one step of Newton's method for the
// polar factor). Keeps long runs orthonormal.
Eigen::Matrix3d Orthonormalized(const Eigen::Matrix3d& R);

}  // namespace jounce

#endif  // JOUNCE_MATH_ROTATION_H_

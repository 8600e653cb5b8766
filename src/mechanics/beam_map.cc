#include "mechanics/beam_map.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// The derivative of w x (w x f) by w.
Matrix3d DoubleCrossSlope(const Vector3d& w, const Vector3d& f) {
  return w.dot(f) * Matrix3d::Identity() + w * f.transpose() - 2 * f * w.transpose();
}

// G_s(f).
Matrix3d Slope(const BeamPose& at, double s, const Vector3d& f) {
  const Vector3d w = at.w();
  return -0.5 * s * Skew(f) + at.f.e * DoubleCrossSlope(w, f) +
         at.f.slope * w.cross(w.cross(f)) * w.transpose();
}

// H(f, x): the derivative of G_s(f) x by w.
Matrix3d Curvature(const BeamPose& at, const Vector3d& f, const Vector3d& x) {
  const Vector3d w = at.w(), wwf = w.cross(w.cross(f));
  const double wx = w.dot(x);
  const Matrix3d by_e = x * f.transpose() + f.dot(x) * Matrix3d::Identity() - 2 * f * x.transpose();
  return at.f.e * by_e +
         at.f.slope * (DoubleCrossSlope(w, f) * x * w.transpose() + wx * DoubleCrossSlope(w, f) +
                       wwf * x.transpose()) +
         at.f.curvature * wx * wwf * w.transpose();
}

Matrix6 Blocks(const Matrix3d& a, const Matrix3d& b, const Matrix3d& c, const Matrix3d& d) {
  Matrix6 m;
  m << a, b, c, d;
  return m;
}

}  // namespace

BeamPose::BeamPose(const Pose& pose) : H(pose) {
  d.tail<3>() = LogRotation(H.R);
  f = InverseRotationCoefficients(d.tail<3>().squaredNorm());
  d.head<3>() = BeamShape<Vector3d, double>::Turned(w(), f.e, -0.5, H.p);
}

// T^-1(d), as InversePoseTangent() has it, with coefficients that are known here and products of
// skew matrices written out.
Matrix6 BeamMap::StrainSlope(const BeamPose& at) {
  const Vector3d w = at.w(), u = at.u();
  const double wu = w.dot(u);
  const Matrix3d ww = w * w.transpose() - w.squaredNorm() * Matrix3d::Identity();
  const Matrix3d wu_uw = w * u.transpose() + u * w.transpose() - 2 * wu * Matrix3d::Identity();
  const Matrix3d turn = Matrix3d::Identity() + 0.5 * Skew(w) + at.f.e * ww;
  return Blocks(turn, 0.5 * Skew(u) + at.f.e * wu_uw + at.f.slope * wu * ww, Matrix3d::Zero(),
                turn);
}

Vector6 BeamMap::Rate(const BeamPose& at, const Vector6& v) {
  const auto rate = at.shape().Rate(v.head<3>(), v.tail<3>());
  return Join(rate.t, rate.r);
}

Vector6 BeamMap::Wrench(const BeamPose& at, const Vector6& f) {
  const auto wrench = at.shape().Wrench(f.head<3>(), f.tail<3>());
  return Join(wrench.t, wrench.r);
}

Matrix6 BeamMap::RateSlope(const BeamPose& at, const Vector6& v) {
  const Vector3d v_t = v.head<3>(), v_r = v.tail<3>();
  const Matrix3d G = Slope(at, 1, v_r);
  return Blocks(G, Slope(at, 1, v_t) + Curvature(at, v_r, at.u()), Matrix3d::Zero(), G) *
         StrainSlope(at);
}

Matrix6 BeamMap::WrenchSlope(const BeamPose& at, const Vector6& f) {
  const Vector3d f_t = f.head<3>(), f_r = f.tail<3>();
  const Matrix3d G = Slope(at, -1, f_t);
  return Blocks(Matrix3d::Zero(), G, G, Curvature(at, f_t, at.u()) + Slope(at, -1, f_r)) *
         StrainSlope(at);
}

}  // namespace jounce

#include "mechanics/link_function.h"

#include <cmath>

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// s and c of the angle, their gradients and curvatures in dw.
struct SineCosine {
  double s, c;
  Vector3d ds, dc;

  explicit SineCosine(const Matrix3d& R) {
    const Vector3d x = R.row(0), y = R.row(1);  // A's x and y axes in B's axes
    s = y.x() - x.y();
    c = x.x() + y.y();
    ds = Vector3d::UnitX().cross(y) - Vector3d::UnitY().cross(x);
    dc = Vector3d::UnitX().cross(x) + Vector3d::UnitY().cross(y);
  }
};

Vector3d AngleGradient(const Matrix3d& R) {
  const SineCosine f(R);
  return (f.c * f.ds - f.s * f.dc) / (f.s * f.s + f.c * f.c);
}

Matrix3d AngleCurvature(const Matrix3d& R) {
  const SineCosine f(R);
  const Matrix3d X = Skew(R.row(0)), Y = Skew(R.row(1));
  const Matrix3d ex = Skew(Vector3d::UnitX()), ey = Skew(Vector3d::UnitY());
  const Matrix3d dds = ex * Y - ey * X, ddc = ex * X + ey * Y;
  const double n = f.s * f.s + f.c * f.c;
  const Vector3d gradient = (f.c * f.ds - f.s * f.dc) / n;
  const Vector3d dn = 2 * (f.s * f.ds + f.c * f.dc);
  return (f.ds * f.dc.transpose() - f.dc * f.ds.transpose() + f.c * dds - f.s * ddc -
          gradient * dn.transpose()) /
         n;
}

// The point of a curve nearest to d, seen along one of the normals there.
struct CurveGap {
  SpaceCurve::Point at;
  Vector3d e, ds;  // d - c, and the gradient of s
  double value;

  CurveGap(const SpaceCurve& curve, const Vector3d& d, int normal)
      : at(curve.At(curve.Nearest(d))), e(d - at.place) {
    ds = at.tangent / (at.tangent.squaredNorm() - e.dot(at.bend));
    value = at.normal[normal].dot(e);
  }
};

}  // namespace

double LinkFunction::Value(const Pose& H) const {
  switch (kind_) {
    case Kind::kPoint:
      return a_.dot(H.p);
    case Kind::kDistance:
      return H.p.norm();
    case Kind::kDot:
      return a_.dot(H.R * b_);
    case Kind::kAngle: {
      const SineCosine f(H.R);
      return std::atan2(f.s, f.c);
    }
    case Kind::kCurve:
      return CurveGap(*curve_, H.p, normal_).value;
  }
  return 0;
}

Vector6 LinkFunction::Gradient(const Pose& H) const {
  Vector6 g = Vector6::Zero();
  switch (kind_) {
    case Kind::kPoint:
      g.head<3>() = H.R.transpose() * a_;
      break;
    case Kind::kDistance:
      g.head<3>() = H.R.transpose() * H.p.normalized();
      break;
    case Kind::kDot:
      g.tail<3>() = b_.cross(H.R.transpose() * a_);
      break;
    case Kind::kAngle:
      g.tail<3>() = AngleGradient(H.R);
      break;
    case Kind::kCurve: {
      const CurveGap gap(*curve_, H.p, normal_);
      g.head<3>() =
          H.R.transpose() * (gap.at.normal[normal_] + gap.at.turn[normal_].dot(gap.e) * gap.ds);
      break;
    }
  }
  return g;
}

Matrix6 LinkFunction::Curvature(const Pose& H) const {
  Matrix6 k = Matrix6::Zero();
  switch (kind_) {
    case Kind::kPoint:
      k.topRightCorner<3, 3>() = Skew(H.R.transpose() * a_);
      break;
    case Kind::kDistance: {
      const Vector3d n = H.R.transpose() * H.p.normalized();
      k.topLeftCorner<3, 3>() = (Matrix3d::Identity() - n * n.transpose()) / H.p.norm();
      k.topRightCorner<3, 3>() = Skew(n);
      break;
    }
    case Kind::kDot:
      k.bottomRightCorner<3, 3>() = Skew(b_) * Skew(H.R.transpose() * a_);
      break;
    case Kind::kAngle:
      k.bottomRightCorner<3, 3>() = AngleCurvature(H.R);
      break;
    case Kind::kCurve: {
      const CurveGap gap(*curve_, H.p, normal_);
      const Vector3d n = gap.at.normal[normal_], turn = gap.at.turn[normal_];
      const Matrix3d bend = turn * gap.ds.transpose() + gap.ds * turn.transpose() -
                            turn.dot(gap.at.tangent) * gap.ds * gap.ds.transpose();
      k.topLeftCorner<3, 3>() = H.R.transpose() * bend * H.R;
      k.topRightCorner<3, 3>() = Skew(H.R.transpose() * n);
      break;
    }
  }
  return k;
}

}  // namespace jounce

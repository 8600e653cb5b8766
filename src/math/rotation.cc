#include "math/rotation.h"

#include <cmath>

#include "math/rotation_series.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// Below this angle [rad] the closed forms would lose digits to cancellation.
constexpr double kSeriesAngle2 = 0.25 * 0.25;
// The slopes of the coefficients cancel once more, so their series reach further.
constexpr double kSlopeSeriesAngle2 = 1.0;
// Up to here a few terms of the series are exact.
constexpr double kTinyAngle2 = 1e-4;
constexpr double kSmallAngle2 = 0.01;

using series::kArcSine;
using series::kArcSineSeries2;
using series::kArcSineStart2;
using series::kSine;
using series::kThird;
using series::kVersine;
using series::Polynomial;

// The first terms of the series of e and its slopes.
template <int kTerms>
InverseTangentCoefficients InverseTangentSeries(double x2) {
  return {Polynomial<kTerms>(series::kBernoulli, x2),
          Polynomial<kTerms - 1>(series::kBernoulliSlopes.first, x2),
          Polynomial<kTerms - 2>(series::kBernoulliSlopes.second, x2)};
}

struct SlopeCoefficients {
  double b_slope, c_slope;  // db/dx / x and dc/dx / x
};

// b = sum (-x^2)^k / (2k+2)!, c = sum (-x^2)^k / (2k+3)!, differentiated term by term.
constexpr int kSlopeTerms = 9;
struct SlopeSeries {
  double b[kSlopeTerms], c[kSlopeTerms];
};
constexpr SlopeSeries kSlopes = [] {
  SlopeSeries s{};
  double term = -2.0 / 24;
  for (int k = 1; k <= kSlopeTerms; ++k) {
    s.b[k - 1] = term;
    s.c[k - 1] = term / (2 * k + 3);
    term *= -(k + 1) / (k * (2.0 * k + 3) * (2.0 * k + 4));
  }
  return s;
}();

template <int kTerms>
SlopeCoefficients TangentSlopeSeries(double x2) {
  return {Polynomial<kTerms>(kSlopes.b, x2), Polynomial<kTerms>(kSlopes.c, x2)};
}

SlopeCoefficients TangentSlopeCoefficients(double x2) {
  if (x2 < kTinyAngle2) return TangentSlopeSeries<4>(x2);
  if (x2 < kSlopeSeriesAngle2) return TangentSlopeSeries<kSlopeTerms>(x2);
  const ExpCoefficients f = RotationCoefficients(x2);
  return {(f.a - 2 * f.b) / x2, (f.b - 3 * f.c) / x2};
}

// Rotation vector of a matrix more than 120 degrees away from the identity, where the antisymmetric
// part fades: from the largest of the quaternion's vector components.
Vector3d LogOfLargeRotation(const Matrix3d& R) {
  int i = 0;
  if (R(1, 1) > R(0, 0)) i = 1;
  if (R(2, 2) > R(i, i)) i = 2;
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double root = std::sqrt(1 + R(i, i) - R(j, j) - R(k, k));
  Vector3d v;
  v[i] = 0.5 * root;
  v[j] = 0.5 * (R(j, i) + R(i, j)) / root;
  v[k] = 0.5 * (R(k, i) + R(i, k)) / root;
  double q0 = 0.5 * (R(k, j) - R(j, k)) / root;
  if (q0 < 0) {
    q0 = -q0;
    v = -v;
  }
  const double s = v.norm();
  return (2 * std::atan2(s, q0) / s) * v;
}

}  // namespace

ExpCoefficients RotationCoefficients(double x2) {
  // Terms fall by x^2/20 and faster: those of stiff parts and short steps are few.
  if (x2 < kTinyAngle2) {
    return {Polynomial<4>(kSine, x2), Polynomial<4>(kVersine, x2), Polynomial<4>(kThird, x2)};
  }
  if (x2 < kSeriesAngle2) {
    return {Polynomial<6>(kSine, x2), Polynomial<6>(kVersine, x2), Polynomial<6>(kThird, x2)};
  }
  const double x = std::sqrt(x2), sine = std::sin(x), half_sine = std::sin(0.5 * x);
  return {sine / x, 2 * half_sine * half_sine / x2, (x - sine) / (x2 * x)};
}

InverseTangentCoefficients InverseRotationCoefficients(double x2) {
  // Terms fall by x^2/40 each, so few do for the small angles of stiff parts.
  if (x2 < kTinyAngle2) return InverseTangentSeries<4>(x2);
  if (x2 < kSmallAngle2) return InverseTangentSeries<6>(x2);
  if (x2 < kSlopeSeriesAngle2) return InverseTangentSeries<10>(x2);
  // With y = x^2 and g(y) = (x/2) cot(x/2): y e = 1 - g, differentiated by y.
  const double x = std::sqrt(x2), half = 0.5 * x, sine = std::sin(half), cosine = std::cos(half);
  const double g = half * cosine / sine, sine2 = sine * sine;
  const double g_x = 0.5 * cosine / sine - x / (4 * sine2);
  const double g_xx = (x * cosine / (2 * sine) - 1) / (2 * sine2);
  const double e = (1 - g) / x2, e_y = -(g_x / (2 * x) + e) / x2;
  const double g_yy = (g_xx - g_x / x) / (4 * x2), e_yy = -(g_yy + 2 * e_y) / x2;
  return {e, 2 * e_y, 4 * e_yy};
}

Vector3d LogRotation(const Matrix3d& R) {
  const double trace = R.trace();
  if (trace < 0) return LogOfLargeRotation(R);
  const Vector3d sine_axis(0.5 * (R(2, 1) - R(1, 2)), 0.5 * (R(0, 2) - R(2, 0)),
                           0.5 * (R(1, 0) - R(0, 1)));
  const double s2 = sine_axis.squaredNorm();
  if (s2 < kArcSineStart2) return Polynomial<4>(kArcSine, s2) * sine_axis;
  if (s2 < kArcSineSeries2) return Polynomial<8>(kArcSine, s2) * sine_axis;
  const double s = std::sqrt(s2);
  return (std::atan2(s, 0.5 * (trace - 1)) / s) * sine_axis;
}

Matrix3d RotationTangent(const Vector3d& w) {
  const ExpCoefficients f = RotationCoefficients(w.squaredNorm());
  return OfSkew(w, -f.b, f.c);
}

Matrix3d InverseRotationTangent(const Vector3d& w) {
  return OfSkew(w, 0.5, InverseRotationCoefficients(w.squaredNorm()).e);
}

Matrix3d RotationTangentSlope(const Vector3d& w, const Vector3d& u) {
  const double x2 = w.squaredNorm(), wu = w.dot(u);
  const ExpCoefficients f = RotationCoefficients(x2);
  const SlopeCoefficients slope = TangentSlopeCoefficients(x2);
  const Matrix3d S = Skew(w), U = Skew(u);
  return -f.b * U + f.c * (S * U + U * S) - slope.b_slope * wu * S + slope.c_slope * wu * S * S;
}

// As above, where u x u = 0.
Vector3d RotationTangentSlopeTimes(const Vector3d& w, const ExpCoefficients& f, const Vector3d& u) {
  const SlopeCoefficients slope = TangentSlopeCoefficients(w.squaredNorm());
  const Vector3d wu = w.cross(u);
  return f.c * u.cross(wu) + w.dot(u) * (slope.c_slope * w.cross(wu) - slope.b_slope * wu);
}

Matrix3d InverseRotationTangentSlope(const Vector3d& w, const Vector3d& u) {
  const InverseTangentCoefficients f = InverseRotationCoefficients(w.squaredNorm());
  const Matrix3d S = Skew(w), U = Skew(u);
  return 0.5 * U + f.e * (S * U + U * S) + f.slope * w.dot(u) * S * S;
}

Matrix3d Orthonormalized(const Matrix3d& R) { return 1.5 * R - 0.5 * R * (R.transpose() * R); }

}  // namespace jounce

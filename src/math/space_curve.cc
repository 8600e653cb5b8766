#include "math/space_curve.h"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "math/spline.h"

namespace jounce {
namespace {

using Eigen::Vector3d;

// Places looked at between two points, to begin the search for the nearest and to choose k.
constexpr int kSamples = 8;
// The sine of the smallest angle between k and the curve.
constexpr double kLeastAngle = 0.1;
constexpr int kMostIterations = 30;

// The component of a vector across a unit vector.
Vector3d Across(const Vector3d& unit, const Vector3d& v) { return v - unit * unit.dot(v); }

}  // namespace

SpaceCurve::SpaceCurve(const std::vector<Vector3d>& points) : places_(points) {
  if (points.size() < 2) {
    throw InputError("a curve needs at least two points", "two make a line, more a spline");
  }
  knots_ = {0};
  for (size_t i = 1; i < points.size(); ++i) {
    const double chord = (points[i] - points[i - 1]).norm();
    if (!(chord > 0) || !std::isfinite(chord)) {
      throw InputError("two neighbouring points of the curve coincide or are not finite",
                       "each point stands once");
    }
    knots_.push_back(knots_.back() + chord);
  }
  slopes_.resize(points.size());
  for (int k = 0; k < 3; ++k) {
    std::vector<double> values;
    for (const Vector3d& point : points) values.push_back(point[k]);
    const Spline spline(knots_, values, Interpolation::kCubic, Extrapolation::kLinear);
    for (size_t i = 0; i < points.size(); ++i) slopes_[i][k] = spline.Evaluate(knots_[i]).slope;
  }
  ChooseAcross();
}

// Of many directions, the one that keeps farthest from all tangents.
void SpaceCurve::ChooseAcross() {
  std::vector<Vector3d> tangents;
  Point point;
  for (size_t i = 0; i + 1 < knots_.size(); ++i) {
    for (int j = 0; j <= kSamples; ++j) {
      Evaluate(knots_[i] + (knots_[i + 1] - knots_[i]) * j / kSamples, &point);
      tangents.push_back(point.tangent.normalized());
    }
  }
  double best = 0;
  const auto judge = [&](const Vector3d& k) {
    double least = 1;
    for (const Vector3d& tangent : tangents) least = std::min(least, tangent.cross(k).norm());
    if (least > best) {
      best = least;
      across_ = k;
    }
  };
  // Normals of the planes of two tangents, which serve plane curves exactly; then a net.
  for (size_t i = 0; i < tangents.size(); i += kSamples) {
    for (size_t j = 0; j < i; j += kSamples) {
      const Vector3d normal = tangents[i].cross(tangents[j]);
      if (normal.norm() > kLeastAngle) judge(normal.normalized());
    }
  }
  for (int x = -3; x <= 3; ++x) {
    for (int y = -3; y <= 3; ++y) {
      for (int z = 0; z <= 3; ++z) {
        if (x != 0 || y != 0 || z != 0) judge(Vector3d(x, y, z).normalized());
      }
    }
  }
  if (best < kLeastAngle) {
    throw InputError("the curve turns into all directions", "split it, or use fewer loops");
  }
}

// Place and derivatives of the cubic in Hermite's form.
void SpaceCurve::Evaluate(double s, Point* point) const {
  const size_t last = knots_.size() - 1;
  if (s <= 0 || s >= knots_[last]) {
    const size_t end = s <= 0 ? 0 : last;
    point->place = places_[end] + (s - knots_[end]) * slopes_[end];
    point->tangent = slopes_[end];
    point->bend.setZero();
    return;
  }
  const size_t i =
      static_cast<size_t>(std::upper_bound(knots_.begin(), knots_.end(), s) - knots_.begin()) - 1;
  const double w = knots_[i + 1] - knots_[i], t = s - knots_[i];
  const Vector3d secant = (places_[i + 1] - places_[i]) / w;
  const Vector3d c = (3 * secant - 2 * slopes_[i] - slopes_[i + 1]) / w;
  const Vector3d d = (slopes_[i] + slopes_[i + 1] - 2 * secant) / (w * w);
  point->place = places_[i] + t * (slopes_[i] + t * (c + t * d));
  point->tangent = slopes_[i] + t * (2 * c + 3 * t * d);
  point->bend = 2 * c + 6 * t * d;
}

SpaceCurve::Point SpaceCurve::At(double s) const {
  Point point;
  Evaluate(s, &point);
  const double speed = point.tangent.norm();
  const Vector3d e = point.tangent / speed, e_turn = Across(e, point.bend) / speed;
  const Vector3d first = point.tangent.cross(across_);
  point.normal[0] = first.normalized();
  point.turn[0] = Across(point.normal[0], point.bend.cross(across_)) / first.norm();
  point.normal[1] = e.cross(point.normal[0]);
  point.turn[1] = e_turn.cross(point.normal[0]) + e.cross(point.turn[0]);
  return point;
}

double SpaceCurve::Nearest(const Vector3d& place) const {
  Point point;
  double s = 0, least = std::numeric_limits<double>::infinity();
  for (size_t i = 0; i + 1 < knots_.size(); ++i) {
    for (int j = 0; j <= kSamples; ++j) {
      const double candidate = knots_[i] + (knots_[i + 1] - knots_[i]) * j / kSamples;
      Evaluate(candidate, &point);
      const double distance = (place - point.place).squaredNorm();
      if (distance < least) {
        least = distance;
        s = candidate;
      }
    }
  }
  // Newton's method on t . (place - c) = 0, kept to a minimum of the distance.
  for (int i = 0; i < kMostIterations; ++i) {
    Evaluate(s, &point);
    const Vector3d gap = place - point.place;
    const double square = point.tangent.squaredNorm();
    const double step =
        point.tangent.dot(gap) / std::max(square - point.bend.dot(gap), 0.1 * square);
    s += step;
    if (std::abs(step) < 1e-15 * knots_.back()) break;
  }
  return s;
}

}  // namespace jounce

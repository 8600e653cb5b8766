#include "model/beam_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

// A curved line is followed in this many steps between two nodes or points.
constexpr int kFineSteps = 32;
// z is too near to the line to give a direction below this sine.
constexpr double kParallel = 1e-6;

// A place on the line: `at` counts points, 1.5 is half-way between the second and the third.
struct LinePoint {
  Vector3d position, tangent;
  double at;
};

// A line through points with a parameter in which it can be followed.
class Line {
 public:
  explicit Line(const Beam& beam) : beam_(beam) {
    const size_t points = beam.along.size();
    parameter_.push_back(0);
    for (size_t i = 1; i < points; ++i) {
      const double distance = (beam.along[i] - beam.along[i - 1]).norm();
      if (!(distance > 1e-9) || !std::isfinite(distance)) {
        throw InputError(fmt::format("points {} and {} of `along` coincide", i, i + 1),
                         "leave one of them out");
      }
      parameter_.push_back(parameter_.back() + distance);
    }
    if (beam.curve == BeamCurve::kSpline && points > 2) FindSlopes();
  }

  bool curved() const { return !slopes_.empty(); }
  const std::vector<double>& parameter() const { return parameter_; }

  LinePoint At(double s) const {
    const auto after = std::upper_bound(parameter_.begin() + 1, parameter_.end() - 1, s);
    const size_t i = after - parameter_.begin() - 1;
    const double part = (s - parameter_[i]) / (parameter_[i + 1] - parameter_[i]);
    const double at = static_cast<double>(i) + part;
    if (!curved()) {
      const Vector3d way = beam_.along[i + 1] - beam_.along[i];
      return {beam_.along[i] + part * way, way.normalized(), at};
    }
    // Hermite's cubic.
    const double h = parameter_[i + 1] - parameter_[i], x = part, y = 1 - part;
    const Vector3d &p = beam_.along[i], &q = beam_.along[i + 1];
    const Vector3d bend_p = h * slopes_[i] - (q - p), bend_q = (q - p) - h * slopes_[i + 1];
    const Vector3d position = y * p + x * q + x * y * (y * bend_p + x * bend_q);
    const Vector3d slope =
        (q - p) + (y - x) * (y * bend_p + x * bend_q) + x * y * (bend_q - bend_p);
    return {position, slope.normalized(), at};
  }

 private:
  // The slope at point `i` of the polynomial through the points from `first` on, at most four.
  Vector3d PolynomialSlope(size_t first, size_t i) const {
    const size_t end = std::min(first + 4, parameter_.size());
    Vector3d slope = Vector3d::Zero();
    for (size_t j = first; j < end; ++j) {
      double weight = 0, product = 1;  // derivative of Lagrange's polynomial j at point i
      for (size_t k = first; k < end; ++k) {
        if (k == j) continue;
        const double gap = parameter_[j] - parameter_[k];
        if (j == i) weight += 1 / gap;
        if (j != i) product *= (k == i ? 1 : parameter_[i] - parameter_[k]) / gap;
      }
      slope += (j == i ? weight : product) * beam_.along[j];
    }
    return slope;
  }

  // A cubic spline with two continuous derivatives; at its ends the slope of the cubic through the
  // next four points. Thomas' algorithm.
  void FindSlopes() {
    const size_t last = parameter_.size() - 1;
    const auto gap = [&](size_t i) { return parameter_[i + 1] - parameter_[i]; };
    const auto chord = [&](size_t i) -> Vector3d {
      return (beam_.along[i + 1] - beam_.along[i]) / (gap(i) * gap(i));
    };
    slopes_.resize(last + 1);
    slopes_[0] = PolynomialSlope(0, 0);
    slopes_[last] = PolynomialSlope(last < 3 ? 0 : last - 3, last);
    std::vector<double> upper(last + 1);
    for (size_t i = 1; i < last; ++i) {
      const double a = 1 / gap(i - 1), c = 1 / gap(i), pivot = 2 * (a + c) - a * upper[i - 1];
      upper[i] = c / pivot;
      slopes_[i] = (3 * (chord(i - 1) + chord(i)) - a * slopes_[i - 1]) / pivot;
    }
    for (size_t i = last - 1; i > 0; --i) slopes_[i] -= upper[i] * slopes_[i + 1];
  }

  const Beam& beam_;
  std::vector<double> parameter_;  // sum of the distances of the points
  std::vector<Vector3d> slopes_;   // at the points, of a spline
};

// The value at `at` of a list with one entry a point, straight between them.
template <class T>
T Between(const std::vector<T>& values, double at) {
  if (values.size() == 1) return values[0];
  const size_t i = std::min(static_cast<size_t>(at), values.size() - 2);
  const double part = at - static_cast<double>(i);
  return (1 - part) * values[i] + part * values[i + 1];
}

// The smallest rotation that turns unit vector a into b.
Matrix3d SmallestTurn(const Vector3d& a, const Vector3d& b) {
  const Vector3d axis = a.cross(b);
  const double cosine = a.dot(b);
  if (cosine < -1 + 1e-12) {
    throw InputError("the line turns back on itself", "leave out a point, or make two beams");
  }
  return Matrix3d::Identity() + Skew(axis) + Skew(axis) * Skew(axis) / (1 + cosine);
}

// Carries the axes of the section along the line.
class SectionAxes {
 public:
  SectionAxes(const Beam& beam, const LinePoint& first) : beam_(beam), tangent_(first.tangent) {
    // Up where it can be, else sideways.
    const Vector3d rule = std::abs(tangent_.z()) < 0.9 ? Vector3d(0, 0, 1) : Vector3d(0, 1, 0);
    const Vector3d up = beam.z_start.value_or(rule);
    carried_ = up - up.dot(tangent_) * tangent_;
    if (!(carried_.norm() > kParallel * up.norm())) {
      throw InputError("z_start is parallel to the line", "give another direction");
    }
    carried_.normalize();
  }

  void Follow(const LinePoint& p) {
    if (beam_.z_axes.empty()) carried_ = SmallestTurn(tangent_, p.tangent) * carried_;
    tangent_ = p.tangent;
  }

  Matrix3d At(const LinePoint& p) const {
    Vector3d z = carried_;
    if (!beam_.z_axes.empty()) {
      z = Between(beam_.z_axes, p.at);
      const double length = z.norm();
      z -= z.dot(p.tangent) * p.tangent;
      if (!(z.norm() > kParallel * length) || length == 0) {
        throw InputError("the z axis is parallel to the line",
                         "give another z_axis, or z_axes with one for each point");
      }
      z.normalize();
    }
    if (!beam_.twist.empty()) z = ExpRotation(Between(beam_.twist, p.at) * p.tangent) * z;
    Matrix3d R;
    R << p.tangent, z.cross(p.tangent), z;
    return Orthonormalized(R);
  }

 private:
  const Beam& beam_;
  Vector3d tangent_, carried_;
};

// Elements for each leg, in proportion to its length, at least one.
std::vector<int> ElementsOfLegs(const Beam& beam, const std::vector<double>& ends) {
  const int legs = static_cast<int>(ends.size()) - 1;
  if (beam.elements < legs) {
    throw InputError(fmt::format("{} elements for {} legs", beam.elements, legs),
                     fmt::format("at least {}", legs));
  }
  std::vector<int> counts(legs, 1);
  // The next one goes where elements are longest.
  for (int i = legs; i < beam.elements; ++i) {
    int longest = 0;
    for (int leg = 1; leg < legs; ++leg) {
      const auto size = [&](int l) { return (ends[l + 1] - ends[l]) / counts[l]; };
      if (size(leg) > size(longest) * (1 + 1e-12)) longest = leg;
    }
    ++counts[longest];
  }
  return counts;
}

void CheckLists(const Beam& beam) {
  const size_t points = beam.along.size();
  if (points < 2) throw InputError("`along` has fewer than two points", "give at least two");
  for (const Vector3d& p : beam.along) {
    if (!p.allFinite()) throw InputError("a point of `along` is not finite");
  }
  if (beam.z_axes.size() > 1 && beam.z_axes.size() != points) {
    throw InputError(fmt::format("{} z axes for {} points", beam.z_axes.size(), points),
                     "give one, or one for each point");
  }
  if (!beam.twist.empty() && beam.twist.size() != points) {
    throw InputError(fmt::format("{} angles of twist for {} points", beam.twist.size(), points),
                     "give one for each point");
  }
}

// Parameters of the nodes of a curved line, at equal lengths along it, and the length.
std::vector<double> EqualParts(const Line& line, int elements, double* length) {
  const double end = line.parameter().back();
  const int steps = kFineSteps * std::max<int>(elements, static_cast<int>(line.parameter().size()));
  std::vector<double> sum = {0};
  Vector3d last = line.At(0).position;
  for (int i = 1; i <= steps; ++i) {
    const Vector3d next = line.At(end * i / steps).position;
    sum.push_back(sum.back() + (next - last).norm());
    last = next;
  }
  *length = sum.back();
  std::vector<double> nodes;
  for (int k = 0; k <= elements; ++k) {
    const double wanted = *length * k / elements;
    size_t i = std::upper_bound(sum.begin(), sum.end(), wanted) - sum.begin();
    i = std::clamp<size_t>(i, 1, sum.size() - 1);
    const double part = (wanted - sum[i - 1]) / (sum[i] - sum[i - 1]);
    nodes.push_back(end * (static_cast<double>(i - 1) + part) / steps);
  }
  return nodes;
}

std::vector<BeamNode> LayOutCurve(const Beam& beam, const Line& line) {
  double length = 0;
  const std::vector<double> places = EqualParts(line, beam.elements, &length);
  SectionAxes axes(beam, line.At(0));
  std::vector<BeamNode> nodes;
  for (int k = 0; k <= beam.elements; ++k) {
    const double from = k == 0 ? 0 : places[k - 1];
    for (int i = 1; i <= kFineSteps; ++i) {
      axes.Follow(line.At(from + (places[k] - from) * i / kFineSteps));
    }
    const LinePoint p = line.At(places[k]);
    const Pose pose{axes.At(p), p.position};
    nodes.push_back({pose, pose, length * k / beam.elements, 0});
  }
  return nodes;
}

std::vector<BeamNode> LayOutLegs(const Beam& beam, const Line& line) {
  const std::vector<double>& ends = line.parameter();
  const std::vector<int> counts = ElementsOfLegs(beam, ends);
  SectionAxes axes(beam, line.At(0));
  std::vector<BeamNode> nodes;
  for (int leg = 0; leg < static_cast<int>(counts.size()); ++leg) {
    const Vector3d way = beam.along[leg + 1] - beam.along[leg];
    for (int i = 0; i <= counts[leg]; ++i) {
      const double part = static_cast<double>(i) / counts[leg];
      const LinePoint p{beam.along[leg] + part * way, way.normalized(), leg + part};
      axes.Follow(p);
      const Pose pose{axes.At(p), p.position};
      if (i == 0 && leg > 0) {
        nodes.back().after = pose;
      } else {
        nodes.push_back({pose, pose, ends[leg] + part * way.norm(), leg});
      }
    }
  }
  return nodes;
}

}  // namespace

std::vector<BeamNode> LayOutBeam(const Beam& beam) {
  CheckLists(beam);
  if (beam.elements < 1) throw InputError("it has no elements", "at least 1");
  const Line line(beam);
  return line.curved() ? LayOutCurve(beam, line) : LayOutLegs(beam, line);
}

}  // namespace jounce

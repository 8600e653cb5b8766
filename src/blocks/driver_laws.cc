#include "blocks/driver_laws.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

using Eigen::Vector2d;

constexpr double kSpeedTime = 0.3, kSpeedIntegral = 0.8;  // s, T1 and T2
constexpr double kLeastPreview = 3;                       // m

}  // namespace

double SpeedControl::Acceleration(double missing, double h) {
  sum += h * missing;
  return missing / kSpeedTime + sum / (kSpeedIntegral * kSpeedIntegral);
}

double Hands::Follow(double wanted, double h) {
  const double off = angle - wanted, both = rate + off / kHandsTime;
  const double fading = std::exp(-h / kHandsTime);
  angle = wanted + (off + both * h) * fading;
  rate = (rate - both * h / kHandsTime) * fading;
  return angle;
}

PlaneMotion PlaneMotion::AfterHands() const {
  PlaneMotion then = *this;
  then.place += kHandsDelay * speed * Vector2d(std::cos(way), std::sin(way));
  then.way += kHandsDelay * yaw_rate;
  return then;
}

double PlaneMotion::Preview(double preview) const {
  return std::max(kLeastPreview, preview * speed);
}

double PlaneMotion::CurvatureTo(const Vector2d& point) const {
  const Vector2d to = point - place;
  const double left = std::cos(way) * to.y() - std::sin(way) * to.x();
  return to.squaredNorm() > 0 ? 2 * left / to.squaredNorm() : 0;
}

PointPath::PointPath(std::vector<Vector2d> points) : points_(std::move(points)) {
  if (points_.size() < 2) throw InputError("a path has fewer than two points");
  lengths_ = {0};
  for (size_t i = 1; i < points_.size(); ++i) {
    const double length = (points_[i] - points_[i - 1]).norm();
    if (!(length > 0)) {
      throw InputError(fmt::format("points {} and {} of a path are the same", i, i + 1));
    }
    lengths_.push_back(lengths_.back() + length);
  }
}

Vector2d PointPath::Ahead(const Vector2d& from, double distance) const {
  double nearest = HUGE_VAL, along = 0;
  const size_t last = points_.size() - 2;
  for (size_t i = 0; i <= last; ++i) {
    const double length = lengths_[i + 1] - lengths_[i];
    const Vector2d ahead = (points_[i + 1] - points_[i]) / length;
    // The first and the last piece go on for ever.
    const double at = std::clamp(ahead.dot(from - points_[i]), i == 0 ? -HUGE_VAL : 0,
                                 i == last ? HUGE_VAL : length);
    const double off = (points_[i] + at * ahead - from).squaredNorm();
    if (!(off < nearest)) continue;
    nearest = off;
    along = lengths_[i] + at;
  }
  along += distance;
  const auto after = std::upper_bound(lengths_.begin() + 1, lengths_.end() - 1, along);
  const auto i = static_cast<size_t>(after - lengths_.begin()) - 1;
  const double part = (along - lengths_[i]) / (lengths_[i + 1] - lengths_[i]);
  return points_[i] + part * (points_[i + 1] - points_[i]);
}

}  // namespace jounce

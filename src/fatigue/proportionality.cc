#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <vector>

#include "fatigue/critical_plane.h"
#include "math/stress_tensor.h"

namespace jounce {

bool Proportionality::IsUniaxial() const {
  return IsProportional() && std::abs(biaxiality) < 0.1 && mobility < 10;
}

bool Proportionality::IsProportional() const {
  return biaxiality_deviation < 0.15 && mobility < 15;
}

const char* Proportionality::Verdict() const {
  if (IsUniaxial()) return "uniaxial: any method";
  if (IsProportional()) return "proportional: equivalent stresses hold";
  return "not proportional: critical plane";
}

Proportionality AssessProportionality(std::span<const Vector6> history,
                                      const Eigen::Vector3d& surface_normal) {
  const Eigen::Vector3d x = surface_normal.unitOrthogonal();
  const Eigen::Vector3d y = surface_normal.normalized().cross(x);
  struct Instant {
    double size, ratio, angle;
  };
  std::vector<Instant> instants;
  double largest = 0;
  for (const Vector6& stress : history) {
    const Eigen::Matrix3d m = MatrixOf(stress);
    const double sx = x.dot(m * x), sy = y.dot(m * y), txy = x.dot(m * y);
    const double centre = 0.5 * (sx + sy), radius = std::hypot(0.5 * (sx - sy), txy);
    const bool upper = centre >= 0;
    const double first = upper ? centre + radius : centre - radius;
    const double second = upper ? centre - radius : centre + radius;
    double angle = 0.5 * std::atan2(2 * txy, sx - sy);  // of the algebraically larger one
    if (!upper) angle += M_PI / 2;
    instants.push_back({std::abs(first), first != 0 ? second / first : 0, angle});
    largest = std::max(largest, std::abs(first));
  }
  Proportionality result;
  double weight = 0, cosine = 0, sine = 0;
  for (Instant& i : instants) {
    if (i.size < 0.2 * largest || i.size == 0) i.size = 0;
    weight += i.size;
    result.biaxiality += i.size * i.ratio;
    cosine += i.size * std::cos(2 * i.angle);
    sine += i.size * std::sin(2 * i.angle);
  }
  if (!(weight > 0)) return result;
  result.biaxiality /= weight;
  const double main = 0.5 * std::atan2(sine, cosine);
  for (const Instant& i : instants) {
    if (i.size == 0) continue;
    const double off = i.ratio - result.biaxiality;
    result.biaxiality_deviation += i.size * off * off / weight;
    // The angle between two lines, at most a right one; none where both principals are equal.
    const double away = std::abs(std::remainder(i.angle - main, M_PI)) * 180 / M_PI;
    if (i.ratio < 0.99) result.mobility = std::max(result.mobility, away);
  }
  result.biaxiality_deviation = std::sqrt(result.biaxiality_deviation);
  return result;
}

}  // namespace jounce

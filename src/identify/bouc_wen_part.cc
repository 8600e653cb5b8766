#include "identify/bouc_wen_part.h"

#include <algorithm>
#include <cmath>

#include "identify/series_dual.h"

namespace jounce::identify {
namespace {

// Derivatives by Fy/k, n, b and the start.
constexpr int kByYield = 0, kByExponent = 1, kByShare = 2, kByStart = 3;
using BoucWenNumber = Dual<4>;

template <class T>
double ValueOf(const T& x) {
  if constexpr (std::is_same_v<T, double>) {
    return x;
  } else {
    return x.value;
  }
}

template <class T>
struct BoucWen {
  T yield, exponent, share;

  // dy over a change of the displacement in units of the yield displacement.
  T Slope(const T& y, double direction) const {
    constexpr double kNothing = 1e-14;  // its power has no logarithm
    using std::pow;
    const double side = ValueOf(y) < 0 ? -1 : 1;
    if (side * ValueOf(y) < kNothing) return T(1.0);
    const T power = pow(y * side, exponent);
    return side * direction > 0 ? 1.0 - power : 1.0 - power * (1.0 - share - share);
  }

  // Classical Runge-Kutta, in parts of a quarter of the yield displacement or less.
  T Step(T y, double du) const {
    constexpr double kPart = 0.25;
    constexpr double kMostParts = 200;
    const double direction = du < 0 ? -1 : 1;
    const int parts = static_cast<int>(
        std::min(kMostParts, std::ceil(std::abs(du) / (kPart * ValueOf(yield))) + 1));
    const T h = du / (yield * static_cast<double>(parts));
    for (int i = 0; i < parts; ++i) {
      const T k1 = Slope(y, direction), k2 = Slope(y + 0.5 * h * k1, direction),
              k3 = Slope(y + 0.5 * h * k2, direction), k4 = Slope(y + h * k3, direction);
      y = y + h * (1.0 / 6) * (k1 + 2.0 * k2 + 2.0 * k3 + k4);
    }
    return y;
  }
};

// Newton on the start that the period comes back to; slopes of the end by the start are below one,
// and next to one where nothing slides.
template <class Displacement>
double RepeatingForce(const BoucWen<double>& law, int steps, const Displacement& u) {
  constexpr int kMostIterations = 12;
  constexpr double kSteady = 1e-10, kDifference = 1e-6;
  const auto period = [&](double y) {
    for (int i = 0; i < steps; ++i) y = law.Step(y, u(i + 1) - u(i));
    return y;
  };
  double start = 0;
  for (int i = 0; i < kMostIterations; ++i) {
    const double error = period(start) - start;
    if (std::abs(error) < kSteady) break;
    const double slope =
        (period(start + kDifference) - period(start - kDifference)) / (2 * kDifference);
    start = std::clamp(start + error / std::max(1 - slope, 1e-3), -1.0, 1.0);
  }
  return start;
}

}  // namespace

void EvaluateBoucWen(const Group& group, const double* p, GridForce* out) {
  const double stiffness = p[0], most = p[1], yield = most / stiffness;
  const int n = Steps(group);
  const BoucWen<BoucWenNumber> law{BoucWenNumber::Variable(yield, kByYield),
                                   BoucWenNumber::Variable(p[2], kByExponent),
                                   BoucWenNumber::Variable(p[3], kByShare)};
  std::vector<BoucWenNumber> path(n);
  for (int lane = 0; lane < kBatchLanes; ++lane) {
    const auto u = [&](int i) { return group.displacement[i][lane]; };
    const double start = RepeatingForce(BoucWen<double>{yield, p[2], p[3]}, n, u);
    BoucWenNumber y = BoucWenNumber::Variable(start, kByStart);
    for (int i = 0; i < n; ++i) {
      path[i] = y;
      y = law.Step(y, u(i + 1) - u(i));
    }
    // The start moves with the parameters: (1 - d end/d start) d start = d end.
    double start_by[kByStart];
    for (int k = 0; k < kByStart; ++k) start_by[k] = y.d[k] / std::max(1 - y.d[kByStart], 1e-9);
    for (int i = 0; i < n; ++i) {
      const auto by = [&](int k) { return path[i].d[k] + path[i].d[kByStart] * start_by[k]; };
      out->force[i].Set(lane, most * path[i].value);
      out->derivative[0][i].Set(lane, -most * by(kByYield) * yield / stiffness);
      out->derivative[1][i].Set(lane, path[i].value + most * by(kByYield) / stiffness);
      out->derivative[2][i].Set(lane, most * by(kByExponent));
      out->derivative[3][i].Set(lane, most * by(kByShare));
    }
  }
}

}  // namespace jounce::identify

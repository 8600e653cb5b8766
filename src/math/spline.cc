#include "math/spline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace jounce {
namespace {

void Check(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() != y.size()) {
    throw InputError(fmt::format("a table has {} values of x and {} of y", x.size(), y.size()),
                     "give one y for each x");
  }
  if (x.size() < 2) throw InputError("a table has fewer than two points", "give at least two");
  for (size_t i = 0; i < x.size(); ++i) {
    if (!std::isfinite(x[i]) || !std::isfinite(y[i])) {
      throw InputError(fmt::format("point {} of a table is ({}, {})", i + 1, x[i], y[i]),
                       "give finite numbers");
    }
    if (i > 0 && !(x[i] > x[i - 1])) {
      throw InputError(
          fmt::format("point {} of a table has x = {} after x = {}", i + 1, x[i], x[i - 1]),
          "sort the points so that x rises");
    }
  }
}

std::vector<double> Secants(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> s(x.size() - 1);
  for (size_t i = 0; i < s.size(); ++i) s[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
  return s;
}

// Slopes that make the second derivative continuous and zero at both ends (Thomas algorithm).
std::vector<double> CubicSlopes(const std::vector<double>& x, const std::vector<double>& secant) {
  const size_t n = x.size();
  std::vector<double> upper(n), slope(n);
  upper[0] = 0.5;
  slope[0] = 1.5 * secant[0];
  for (size_t i = 1; i < n; ++i) {
    double low = 1, diagonal = 2, high = 0, right = 3 * secant[i - 1];
    if (i + 1 < n) {
      const double left = x[i] - x[i - 1], ahead = x[i + 1] - x[i];
      low = ahead;
      diagonal = 2 * (left + ahead);
      high = left;
      right = 3 * (ahead * secant[i - 1] + left * secant[i]);
    }
    const double pivot = diagonal - low * upper[i - 1];
    upper[i] = high / pivot;
    slope[i] = (right - low * slope[i - 1]) / pivot;
  }
  for (size_t i = n - 1; i-- > 0;) slope[i] -= upper[i] * slope[i + 1];
  return slope;
}

// End slope of a monotone curve: that of the parabola through three points, kept within the sign of
// the first secant and three times its size.
double MonotoneEnd(double near_width, double far_width, double near_secant, double far_secant) {
  const double slope = ((2 * near_width + far_width) * near_secant - near_width * far_secant) /
                       (near_width + far_width);
  if (slope * near_secant <= 0) return 0;
  if (near_secant * far_secant < 0 && std::abs(slope) > 3 * std::abs(near_secant)) {
    return 3 * near_secant;
  }
  return slope;
}

std::vector<double> MonotoneSlopes(const std::vector<double>& x,
                                   const std::vector<double>& secant) {
  const size_t n = x.size();
  if (n == 2) return {secant[0], secant[0]};
  std::vector<double> slope(n, 0.0);
  for (size_t i = 1; i + 1 < n; ++i) {
    if (secant[i - 1] * secant[i] <= 0) continue;  // an extremum stays where it is
    const double left = x[i] - x[i - 1], right = x[i + 1] - x[i];
    const double w1 = 2 * right + left, w2 = right + 2 * left;
    slope[i] = (w1 + w2) / (w1 / secant[i - 1] + w2 / secant[i]);
  }
  slope[0] = MonotoneEnd(x[1] - x[0], x[2] - x[1], secant[0], secant[1]);
  slope[n - 1] =
      MonotoneEnd(x[n - 1] - x[n - 2], x[n - 2] - x[n - 3], secant[n - 2], secant[n - 3]);
  return slope;
}

// The mean of the secants before and after a point, each weighed with the change of slope on the
// other side; beyond the ends secants go on changing as they did.
std::vector<double> AkimaSlopes(const std::vector<double>& secant) {
  const size_t n = secant.size() + 1;
  if (n == 2) return {secant[0], secant[0]};
  std::vector<double> m(n + 3);  // m[i + 2] is secant i
  std::copy(secant.begin(), secant.end(), m.begin() + 2);
  m[1] = 2 * m[2] - m[3];
  m[0] = 2 * m[1] - m[2];
  m[n + 1] = 2 * m[n] - m[n - 1];
  m[n + 2] = 2 * m[n + 1] - m[n];
  std::vector<double> slope(n);
  for (size_t i = 0; i < n; ++i) {
    const double before = std::abs(m[i + 3] - m[i + 2]), after = std::abs(m[i + 1] - m[i]);
    const double sum = before + after;
    slope[i] = sum > 0 ? (before * m[i + 1] + after * m[i + 2]) / sum : 0.5 * (m[i + 1] + m[i + 2]);
  }
  return slope;
}

}  // namespace

Spline::Spline(std::vector<double> x, std::vector<double> y, Interpolation interpolation,
               Extrapolation extrapolation)
    : x_(std::move(x)),
      y_(std::move(y)),
      straight_(interpolation == Interpolation::kLinear),
      extrapolation_(extrapolation) {
  Check(x_, y_);
  const std::vector<double> secant = Secants(x_, y_);
  switch (interpolation) {
    case Interpolation::kLinear:
      slope_ = secant;
      slope_.push_back(secant.back());
      break;
    case Interpolation::kCubic:
      slope_ = CubicSlopes(x_, secant);
      break;
    case Interpolation::kMonotone:
      slope_ = MonotoneSlopes(x_, secant);
      break;
    case Interpolation::kAkima:
      slope_ = AkimaSlopes(secant);
      break;
  }
  integral_.assign(x_.size(), 0.0);
  for (size_t i = 1; i < x_.size(); ++i) {
    const double w = x_[i] - x_[i - 1];
    const double bow = straight_ ? 0 : w * w * (slope_[i - 1] - slope_[i]) / 12;
    integral_[i] = integral_[i - 1] + w * (y_[i - 1] + y_[i]) / 2 + bow;
  }
}

Spline::Point Spline::Outside(double distance, size_t end) const {
  const double slope = extrapolation_ == Extrapolation::kLinear ? slope_[end] : 0;
  return {y_[end] + slope * distance, slope,
          integral_[end] + distance * (y_[end] + slope * distance / 2)};
}

Spline::Point Spline::Evaluate(double x) const {
  const size_t last = x_.size() - 1;
  if (x < x_[0]) return Outside(x - x_[0], 0);
  if (x > x_[last]) return Outside(x - x_[last], last);
  size_t i = static_cast<size_t>(std::upper_bound(x_.begin(), x_.end(), x) - x_.begin());
  i = std::min(i, last) - 1;
  const double w = x_[i + 1] - x_[i], t = x - x_[i];
  const double secant = (y_[i + 1] - y_[i]) / w;
  // y = y_i + b t + c t^2 + d t^3
  const double b = straight_ ? secant : slope_[i];
  const double end = straight_ ? secant : slope_[i + 1];
  const double c = (3 * secant - 2 * b - end) / w, d = (b + end - 2 * secant) / (w * w);
  return {y_[i] + t * (b + t * (c + t * d)), b + t * (2 * c + t * 3 * d),
          integral_[i] + t * (y_[i] + t * (b / 2 + t * (c / 3 + t * d / 4))), 2 * c + 6 * t * d};
}

}  // namespace jounce

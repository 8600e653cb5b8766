#include "identify/waveform.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/dense.h"
#include "testbench/loop.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;
// A shape is accepted when the rows lie this close to it, relative to the amplitude.
constexpr double kAccepted = 0.01;

// Position in the period, in [0, 1).
double Phase(double time, double period) {
  const double p = time / period;
  return p - std::floor(p);
}

// Triangle of unit amplitude from zero upwards.
double Triangle(double phase) {
  if (phase < 0.25) return 4 * phase;
  if (phase < 0.75) return 2 - 4 * phase;
  return 4 * phase - 4;
}

}  // namespace

const char* ToString(WaveKind kind) {
  switch (kind) {
    case WaveKind::kSine:
      return "sine";
    case WaveKind::kTriangle:
      return "triangle";
    case WaveKind::kSpline:
      return "spline";
  }
  return "";
}

Waveform Waveform::Fit(const std::vector<double>& time, const std::vector<double>& displacement,
                       double period) {
  Waveform wave;
  wave.period_ = period;
  if (wave.FitSine(time, displacement) || wave.FitTriangle(time, displacement)) return wave;
  wave.FitSpline(time, displacement);
  return wave;
}

double Waveform::Residual(const std::vector<double>& time, const std::vector<double>& u) const {
  double square = 0;
  for (size_t i = 0; i < time.size(); ++i) {
    const double distance = u[i] - At(time[i]);
    square += distance * distance;
  }
  return std::sqrt(square / time.size());
}

bool Waveform::FitSine(const std::vector<double>& time, const std::vector<double>& u) {
  kind_ = WaveKind::kSine;
  const auto harmonics = testbench::FitHarmonics(time, u, period_, 1);
  mean_ = harmonics[0].real();
  amplitude_ = std::abs(harmonics[1]);
  // a cos(w (t - t0) + arg) passes zero upwards where w (t - t0) + arg = -pi/2.
  origin_ = time[0] - (std::arg(harmonics[1]) + pi / 2) / (2 * pi) * period_;
  residual_ = Residual(time, u);
  return residual_ <= kAccepted * amplitude_;
}

bool Waveform::FitTriangle(const std::vector<double>& time, const std::vector<double>& u) {
  kind_ = WaveKind::kTriangle;
  // Gauss-Newton on mean, amplitude and origin from the first harmonic of a triangle, 8/pi^2.
  amplitude_ *= pi * pi / 8;
  for (int iteration = 0; iteration < 10; ++iteration) {
    Eigen::MatrixXd jacobian(time.size(), 3);
    Eigen::VectorXd distance(time.size());
    for (size_t i = 0; i < time.size(); ++i) {
      const double phase = Phase(time[i] - origin_, period_);
      const double slope = (phase < 0.25 || phase >= 0.75 ? 4 : -4) / period_;
      jacobian.row(i) << 1, Triangle(phase), -amplitude_ * slope;
      distance(i) = u[i] - At(time[i]);
    }
    const Eigen::Vector3d step = SolveLeastSquares(jacobian, distance);
    mean_ += step(0);
    amplitude_ += step(1);
    origin_ += std::clamp(step(2), -period_ / 16, period_ / 16);
  }
  residual_ = Residual(time, u);
  return amplitude_ > 0 && residual_ <= kAccepted * amplitude_;
}

// Periodic natural choice: slopes that make the second derivative continuous, by the cyclic
// tridiagonal system of the spline, solved densely because loops are short.
void Waveform::FitSpline(const std::vector<double>& time, const std::vector<double>& u) {
  kind_ = WaveKind::kSpline;
  const int n = static_cast<int>(time.size()) - 1;
  knots_.assign(time.begin(), time.end());
  values_.assign(u.begin(), u.end());
  values_[n] = values_[0];
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd rhs(n);
  for (int i = 0; i < n; ++i) {
    const int before = (i + n - 1) % n, after = (i + 1) % n;
    const double h0 = knots_[before + 1] - knots_[before], h1 = knots_[i + 1] - knots_[i];
    matrix(i, before) += 1 / h0;
    matrix(i, i) += 2 / h0 + 2 / h1;
    matrix(i, after) += 1 / h1;
    rhs(i) = 3 * ((values_[i] - values_[before]) / (h0 * h0) +
                  (values_[i + 1] - values_[i]) / (h1 * h1));
  }
  const Eigen::VectorXd slopes = SolveSquare(matrix, rhs);
  slopes_.assign(slopes.data(), slopes.data() + n);
  slopes_.push_back(slopes_[0]);
  const auto [low, high] = std::minmax_element(u.begin(), u.end());
  mean_ = 0;
  amplitude_ = (*high - *low) / 2;
  origin_ = time[0];
  residual_ = 0;
}

double Waveform::At(double time) const {
  if (kind_ == WaveKind::kSpline) {
    const double t = knots_.front() + Phase(time - knots_.front(), period_) * period_;
    const size_t i =
        std::clamp<size_t>(std::upper_bound(knots_.begin(), knots_.end(), t) - knots_.begin(), 1,
                           knots_.size() - 1) -
        1;
    const double h = knots_[i + 1] - knots_[i], x = (t - knots_[i]) / h;
    return values_[i] * (1 + 2 * x) * (1 - x) * (1 - x) + values_[i + 1] * x * x * (3 - 2 * x) +
           h * (slopes_[i] * x * (1 - x) * (1 - x) - slopes_[i + 1] * x * x * (1 - x));
  }
  const double phase = Phase(time - origin_, period_);
  if (kind_ == WaveKind::kTriangle) return mean_ + amplitude_ * Triangle(phase);
  return mean_ + amplitude_ * std::sin(2 * pi * phase);
}

double Waveform::RateBefore(double time) const {
  if (kind_ == WaveKind::kSine) {
    const double omega = 2 * pi / period_;
    return amplitude_ * omega * std::cos(omega * (time - origin_));
  }
  const double step = 1e-6 * period_;
  return (At(time) - At(time - step)) / step;
}

}  // namespace jounce::identify

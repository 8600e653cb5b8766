#include "testbench/loop.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/dense.h"

namespace jounce::testbench {
namespace {

constexpr double kPi = std::numbers::pi;
// Enough to keep the corners of friction loops out of the first harmonic of uneven rows.
constexpr int kMostHarmonics = 7;

double HalfRange(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return (*high - *low) / 2;
}

// Area of the polygon, positive when the force leads the displacement.
double PolygonArea(const std::vector<double>& u, const std::vector<double>& f) {
  double area = 0;
  for (size_t i = 0; i + 1 < u.size(); ++i) area += (f[i] + f[i + 1]) / 2 * (u[i + 1] - u[i]);
  return area + (f.back() + f.front()) / 2 * (u.front() - u.back());
}

}  // namespace

std::vector<std::complex<double>> FitHarmonics(const std::vector<double>& time,
                                               const std::vector<double>& values, double period,
                                               int harmonics) {
  const int rows = static_cast<int>(time.size()) - 1;
  const double omega = 2 * kPi / period;
  Eigen::MatrixXd basis(rows, 1 + 2 * harmonics);
  for (int i = 0; i < rows; ++i) {
    basis(i, 0) = 1;
    for (int h = 1; h <= harmonics; ++h) {
      const double angle = h * omega * (time[i] - time[0]);
      basis(i, 2 * h - 1) = std::cos(angle);
      basis(i, 2 * h) = -std::sin(angle);
    }
  }
  const Eigen::Map<const Eigen::VectorXd> rhs(values.data(), rows);
  const Eigen::VectorXd fit = SolveLeastSquares(basis, rhs);
  std::vector<std::complex<double>> coefficients = {fit(0)};
  for (int h = 1; h <= harmonics; ++h) coefficients.emplace_back(fit(2 * h - 1), fit(2 * h));
  return coefficients;
}

LoopProperties MeasureLoop(const std::vector<double>& time, const std::vector<double>& displacement,
                           const std::vector<double>& force) {
  LoopProperties loop;
  loop.displacement_amplitude = HalfRange(displacement);
  loop.force_amplitude = HalfRange(force);
  loop.energy = PolygonArea(displacement, force);
  if (loop.displacement_amplitude > 0) {
    loop.peak_stiffness = loop.force_amplitude / loop.displacement_amplitude;
  }
  const double ellipse = kPi * loop.force_amplitude * loop.displacement_amplitude;
  // A parallelogram is fatter than any ellipse of its height and width: its angle is 90 degrees.
  if (ellipse > 0) loop.peak_loss_angle = std::asin(std::clamp(loop.energy / ellipse, -1.0, 1.0));

  const double period = time.back() - time.front();
  const int harmonics = std::min<int>(kMostHarmonics, (static_cast<int>(time.size()) - 2) / 4);
  if (harmonics < 1 || !(period > 0)) return loop;
  const std::complex<double> u1 = FitHarmonics(time, displacement, period, harmonics)[1];
  const std::complex<double> f1 = FitHarmonics(time, force, period, harmonics)[1];
  if (std::abs(u1) > 0) loop.stiffness = f1 / u1;
  return loop;
}

}  // namespace jounce::testbench

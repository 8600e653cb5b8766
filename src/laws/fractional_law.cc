#include "laws/fractional_law.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "math/nonnegative_least_squares.h"

namespace jounce {

void Validate(const FractionalSettings& s, const ParameterCheck& check) {
  check.NotNegative("stiffness", s.stiffness);
  if (s.form == FractionalForm::kSpringPot) {
    check.NotNegative("coefficient", s.coefficient);
  } else {
    check.Positive("time", s.time);
    if (check.NotNegative("high_stiffness", s.high_stiffness)) {
      check.That(s.high_stiffness >= s.stiffness, "high_stiffness is below stiffness",
                 "rubber stiffens with frequency: give at least stiffness");
    }
  }
  if (check.Finite("exponent", s.exponent)) {
    check.That(s.exponent > 0 && s.exponent < 1, fmt::format("exponent is {}", s.exponent),
               "give a number above 0 and below 1");
  }
  const bool band = check.Positive("min_frequency", s.min_frequency) &&
                    check.Positive("max_frequency", s.max_frequency);
  if (band) {
    check.That(s.max_frequency > s.min_frequency, "max_frequency is not above min_frequency",
               "give the band from low to high");
  }
  check.That(s.branches >= 0 && s.branches <= 60, fmt::format("branches is {}", s.branches),
             "give 1 to 60, or 0 for two a decade");
}

std::complex<double> FractionalStiffness(const FractionalSettings& s, double omega) {
  const std::complex<double> i(0, 1);
  if (s.form == FractionalForm::kSpringPot) {
    return s.stiffness + s.coefficient * std::pow(i * omega, s.exponent);
  }
  const std::complex<double> power = std::pow(i * omega * s.time, s.exponent);
  return (s.stiffness + s.high_stiffness * power) / (1.0 + power);
}

PronyFit FitProny(const std::function<std::complex<double>(double)>& stiffness,
                  double min_frequency, double max_frequency, int branches) {
  const double low = 2 * std::numbers::pi * min_frequency;
  const double high = 2 * std::numbers::pi * max_frequency;
  // Time constants reach half a decade beyond the band at either end, where they still matter.
  const double first = 0.3 / high, last = 3 / low;
  PronyFit fit{};
  for (int i = 0; i < branches; ++i) {
    const double share = branches > 1 ? double(i) / (branches - 1) : 0.5;
    fit.prony.branches.push_back({0, first * std::pow(last / first, share)});
  }
  const int points = 30 + static_cast<int>(30 * std::log10(high / low));
  Eigen::MatrixXd a(2 * points, branches + 1);
  Eigen::VectorXd target(2 * points);
  std::vector<std::complex<double>> wanted(points);
  for (int p = 0; p < points; ++p) {
    const double w = low * std::pow(high / low, double(p) / (points - 1));
    wanted[p] = stiffness(w);
    const double size = std::abs(wanted[p]);
    a(2 * p, 0) = 1 / size;
    a(2 * p + 1, 0) = 0;
    for (int i = 0; i < branches; ++i) {
      const std::complex<double> iwt(0, w * fit.prony.branches[i].time);
      const std::complex<double> unit = iwt / (1.0 + iwt) / size;
      a(2 * p, i + 1) = unit.real();
      a(2 * p + 1, i + 1) = unit.imag();
    }
    target(2 * p) = wanted[p].real() / size;
    target(2 * p + 1) = wanted[p].imag() / size;
  }
  const Eigen::VectorXd k = SolveNonnegativeLeastSquares(a, target);
  fit.prony.stiffness = k(0);
  for (int i = 0; i < branches; ++i) fit.prony.branches[i].stiffness = k(i + 1);
  const Eigen::VectorXd residual = a * k - target;
  for (int p = 0; p < points; ++p) {
    fit.error = std::max(fit.error, std::hypot(residual(2 * p), residual(2 * p + 1)));
  }
  return fit;
}

PronyFit FitProny(const FractionalSettings& s) {
  const double decades = std::log10(s.max_frequency / s.min_frequency);
  const int branches = s.branches > 0 ? s.branches : 2 + static_cast<int>(std::ceil(2 * decades));
  return FitProny([&s](double w) { return FractionalStiffness(s, w); }, s.min_frequency,
                  s.max_frequency, branches);
}

}  // namespace jounce

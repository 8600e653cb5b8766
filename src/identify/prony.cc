#include "identify/prony.h"

#include <ceres/ceres.h>
#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "base/error.h"
#include "math/nonnegative_least_squares.h"

namespace jounce::identify {
namespace {

using std::numbers::pi;
// Terms below this share of the largest modulus are dropped.
constexpr double kNegligible = 1e-9;

void Check(const std::vector<ModulusPoint>& data, const PronyOptions& options) {
  Diagnostics diagnostics;
  if (data.size() < 4) {
    diagnostics.Error({}, fmt::format("{} points of modulus over frequency", data.size()),
                      "a Prony series needs at least four");
  }
  if (options.most_branches < 1) {
    diagnostics.Error({}, "a Prony series without branches", "allow at least one");
  }
  for (size_t i = 0; i < data.size(); ++i) {
    const ModulusPoint& point = data[i];
    const bool good = point.frequency > 0 && std::isfinite(point.frequency) &&
                      point.modulus.real() > 0 && point.modulus.imag() >= 0 &&
                      std::isfinite(std::abs(point.modulus));
    if (good || diagnostics.all().size() >= 5) continue;
    diagnostics.Error({},
                      fmt::format("point {}: frequency {} Hz, modulus {} + {}i", i + 1,
                                  point.frequency, point.modulus.real(), point.modulus.imag()),
                      "frequency and storage modulus must be positive, the loss not negative");
  }
  diagnostics.ThrowIfErrors();
}

std::complex<double> Branch(double frequency, double tau) {
  const std::complex<double> s(0, 2 * pi * frequency * tau);
  return s / (1.0 + s);
}

// Relaxation times that cover the measured frequencies and more, one per branch.
std::vector<double> EvenTimes(const std::vector<ModulusPoint>& data, int count, double faster) {
  double low = HUGE_VAL, high = 0;
  for (const ModulusPoint& point : data) {
    low = std::min(low, point.frequency);
    high = std::max(high, point.frequency);
  }
  const double slowest = 1 / (2 * pi * low),
               fastest = 1 / (2 * pi * high) * std::pow(10.0, -faster);
  std::vector<double> times;
  for (int i = 0; i < count; ++i) {
    const double part = count > 1 ? i / (count - 1.0) : 0.5;
    times.push_back(slowest * std::pow(fastest / slowest, part));
  }
  return times;
}

// Real and imaginary part of each point over |E*|: rows 2i and 2i+1.
ModulusFit SolveModuli(const std::vector<ModulusPoint>& data, const std::vector<double>& times) {
  const int n = static_cast<int>(data.size()), count = static_cast<int>(times.size());
  Eigen::MatrixXd a(2 * n, count + 1);
  Eigen::VectorXd b(2 * n);
  for (int i = 0; i < n; ++i) {
    const double weight = 1 / std::abs(data[i].modulus);
    a(2 * i, 0) = weight;
    a(2 * i + 1, 0) = 0;
    for (int k = 0; k < count; ++k) {
      const std::complex<double> unit = Branch(data[i].frequency, times[k]) * weight;
      a(2 * i, k + 1) = unit.real();
      a(2 * i + 1, k + 1) = unit.imag();
    }
    b(2 * i) = data[i].modulus.real() * weight;
    b(2 * i + 1) = data[i].modulus.imag() * weight;
  }
  const Eigen::VectorXd moduli = SolveNonnegativeLeastSquares(a, b);
  ModulusFit fit;
  fit.relaxed = moduli(0);
  for (int k = 0; k < count; ++k) {
    if (moduli(k + 1) > kNegligible * moduli.maxCoeff()) {
      fit.terms.push_back({moduli(k + 1), times[k]});
    }
  }
  return fit;
}

// Relative error of E* over the logarithms: log E0, then log E_i and log tau_i of each branch.
class PronyCost : public ceres::CostFunction {
 public:
  PronyCost(const std::vector<ModulusPoint>& data, int terms, bool relaxed)
      : data_(data), terms_(terms), relaxed_(relaxed) {
    set_num_residuals(static_cast<int>(2 * data.size()));
    mutable_parameter_block_sizes()->push_back(2 * terms + (relaxed ? 1 : 0));
  }

  bool Evaluate(const double* const* x, double* residuals, double** jacobians) const override {
    const int columns = parameter_block_sizes()[0];
    std::vector<double> moduli(terms_), times(terms_);
    for (int k = 0; k < terms_; ++k) {
      moduli[k] = std::exp(x[0][2 * k]);
      times[k] = std::exp(x[0][2 * k + 1]);
    }
    const double relaxed = relaxed_ ? std::exp(x[0][2 * terms_]) : 0;
    for (size_t i = 0; i < data_.size(); ++i) {
      const double weight = 1 / std::abs(data_[i].modulus);
      std::complex<double> sum = relaxed - data_[i].modulus;
      for (int k = 0; k < terms_; ++k) {
        const std::complex<double> unit = Branch(data_[i].frequency, times[k]);
        sum += moduli[k] * unit;
        if (!jacobians || !jacobians[0]) continue;
        // d/d log tau of s/(1+s) is s/(1+s)^2 = unit (1 - unit).
        Put(jacobians[0], i, columns, 2 * k, weight * moduli[k] * unit);
        Put(jacobians[0], i, columns, 2 * k + 1, weight * moduli[k] * unit * (1.0 - unit));
      }
      if (relaxed_ && jacobians && jacobians[0]) {
        Put(jacobians[0], i, columns, 2 * terms_, weight * relaxed);
      }
      residuals[2 * i] = weight * sum.real();
      residuals[2 * i + 1] = weight * sum.imag();
    }
    return true;
  }

 private:
  static void Put(double* jacobian, size_t point, int columns, int column,
                  std::complex<double> value) {
    jacobian[2 * point * columns + column] = value.real();
    jacobian[(2 * point + 1) * columns + column] = value.imag();
  }

  const std::vector<ModulusPoint>& data_;
  int terms_;
  bool relaxed_;
};

void Refine(const std::vector<ModulusPoint>& data, ModulusFit* fit) {
  const int terms = static_cast<int>(fit->terms.size());
  if (terms == 0) return;
  const bool relaxed = fit->relaxed > 0;
  std::vector<double> x;
  for (const PronyTerm& term : fit->terms) {
    x.push_back(std::log(term.modulus));
    x.push_back(std::log(term.time));
  }
  if (relaxed) x.push_back(std::log(fit->relaxed));
  ceres::Problem problem;
  problem.AddResidualBlock(new PronyCost(data, terms, relaxed), nullptr, x.data());
  ceres::Solver::Options options;
  options.linear_solver_type = ceres::DENSE_NORMAL_CHOLESKY;
  options.max_num_iterations = 25;
  options.function_tolerance = 1e-4;
  options.logging_type = ceres::SILENT;
  ceres::Solver::Summary summary;
  ceres::Solve(options, &problem, &summary);
  for (int k = 0; k < terms; ++k) {
    fit->terms[k] = {std::exp(x[2 * k]), std::exp(x[2 * k + 1])};
  }
  if (relaxed) fit->relaxed = std::exp(x[2 * terms]);
}

void Judge(const std::vector<ModulusPoint>& data, ModulusFit* fit) {
  std::complex<double> mean = 0;
  for (const ModulusPoint& point : data) mean += point.modulus / static_cast<double>(data.size());
  double square = 0, rest[2] = {}, total[2] = {};
  for (const ModulusPoint& point : data) {
    const std::complex<double> error = fit->At(point.frequency) - point.modulus;
    const std::complex<double> spread = point.modulus - mean;
    square += std::norm(error / point.modulus);
    rest[0] += error.real() * error.real();
    rest[1] += error.imag() * error.imag();
    total[0] += spread.real() * spread.real();
    total[1] += spread.imag() * spread.imag();
  }
  fit->rms_error = std::sqrt(square / data.size());
  fit->r_squared_storage = 1 - rest[0] / total[0];
  fit->r_squared_loss = 1 - rest[1] / total[1];
}

}  // namespace

std::complex<double> ModulusFit::At(double frequency) const {
  std::complex<double> sum = relaxed;
  for (const PronyTerm& term : terms) sum += term.modulus * Branch(frequency, term.time);
  return sum;
}

ModulusFit FitProny(const std::vector<ModulusPoint>& data, const PronyOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  Check(data, options);
  ModulusFit fit = SolveModuli(data, EvenTimes(data, options.most_branches, options.faster));
  if (options.refine) Refine(data, &fit);
  std::sort(fit.terms.begin(), fit.terms.end(),
            [](const PronyTerm& a, const PronyTerm& b) { return a.time > b.time; });
  Judge(data, &fit);
  fit.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return fit;
}

}  // namespace jounce::identify

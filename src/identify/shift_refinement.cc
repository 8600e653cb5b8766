#include "identify/shift_refinement.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "math/dense.h"
#include "math/nonnegative_least_squares.h"

namespace jounce::identify {
namespace {

using std::numbers::ln10;
using std::numbers::pi;

constexpr double kExpectedError = 0.01;     // s
constexpr double kExpectedVertical = 0.02;  // v, decades
constexpr double kTimesADecade = 3;
// How far relaxation times reach beyond the measured frequencies, decades: losses that rise towards
// the highest ones are those of faster branches.
constexpr double kSlower = 0.5, kFaster = 1.5;
constexpr double kMostMove = 0.5;  // of a shift in one step, decades
constexpr int kMostSteps = 40, kMostTries = 6;
constexpr double kConverged = 1e-5;

// The curve at some shifts: rows 2i and 2i+1 are the real and imaginary part of point i, over |E*|.
struct Trial {
  SweepShifts shifts;
  Eigen::MatrixXd columns;    // of the relaxed modulus and of each branch
  Eigen::VectorXd fitted;     // their sum
  Eigen::VectorXd slope;      // its derivative by log10 a
  Eigen::VectorXd residual;   // fitted less measured
  std::vector<int> branches;  // columns with a modulus
  double cost = 0;
};

class Refinement {
 public:
  Refinement(const std::vector<Sweep>& sweeps, int fixed) : fixed_(fixed) {
    for (size_t k = 0; k < sweeps.size(); ++k) {
      for (const ModulusPoint& point : sweeps[k].points) {
        points_.push_back(point);
        sweep_.push_back(static_cast<int>(k));
        // Every temperature counts the same.
        weight_.push_back(1 / std::sqrt(static_cast<double>(sweeps[k].points.size())) /
                          kExpectedError);
      }
    }
  }

  Trial At(const SweepShifts& shifts) const {
    Trial trial;
    trial.shifts = shifts;
    const std::vector<double> times = Times(shifts);
    const int rows = 2 * static_cast<int>(points_.size()), count = static_cast<int>(times.size());
    trial.columns.setZero(rows, count + 1);
    Eigen::MatrixXd slopes = Eigen::MatrixXd::Zero(rows, count + 1);
    Eigen::VectorXd measured(rows);
    for (size_t i = 0; i < points_.size(); ++i) {
      const int row = 2 * static_cast<int>(i), k = sweep_[i];
      const double scale = weight_[i] / std::abs(points_[i].modulus);
      const double size = scale * std::pow(10.0, shifts.vertical[k]);
      const double omega = 2 * pi * points_[i].frequency * std::pow(10.0, shifts.horizontal[k]);
      measured(row) = scale * points_[i].modulus.real();
      measured(row + 1) = scale * points_[i].modulus.imag();
      trial.columns(row, 0) = size;
      for (int j = 0; j < count; ++j) {
        const std::complex<double> s(0, omega * times[j]);
        const std::complex<double> unit = s / (1.0 + s), by_log = unit * (1.0 - unit) * ln10;
        trial.columns(row, j + 1) = size * unit.real();
        trial.columns(row + 1, j + 1) = size * unit.imag();
        slopes(row, j + 1) = size * by_log.real();
        slopes(row + 1, j + 1) = size * by_log.imag();
      }
    }
    const Eigen::VectorXd moduli = SolveNonnegativeLeastSquares(trial.columns, measured);
    for (int j = 0; j <= count; ++j) {
      if (moduli(j) > 0) trial.branches.push_back(j);
    }
    trial.fitted = trial.columns * moduli;
    trial.slope = slopes * moduli;
    trial.residual = trial.fitted - measured;
    trial.cost = trial.residual.squaredNorm();
    for (const double v : shifts.vertical) trial.cost += std::pow(v / kExpectedVertical, 2);
    return trial;
  }

  // Gauss-Newton in moduli and shifts together, damped; the moduli are then solved for anew.
  SweepShifts Step(const Trial& at, double damping) const {
    const int moduli = static_cast<int>(at.branches.size());
    const int sweeps = static_cast<int>(at.shifts.horizontal.size());
    const int rows = static_cast<int>(at.residual.size()), unknowns = moduli + 2 * sweeps;
    Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(rows + 2 * sweeps, unknowns);
    Eigen::VectorXd residual = Eigen::VectorXd::Zero(rows + 2 * sweeps);
    residual.head(rows) = at.residual;
    for (int j = 0; j < moduli; ++j) {
      jacobian.col(j).head(rows) = at.columns.col(at.branches[j]);
    }
    for (int row = 0; row < rows; ++row) {
      const int k = sweep_[row / 2];
      if (k == fixed_) continue;
      jacobian(row, moduli + k) = at.slope(row);
      jacobian(row, moduli + sweeps + k) = ln10 * at.fitted(row);
    }
    for (int k = 0; k < sweeps; ++k) {
      jacobian(rows + k, moduli + sweeps + k) = 1 / kExpectedVertical;
      residual(rows + k) = at.shifts.vertical[k] / kExpectedVertical;
    }
    Eigen::MatrixXd matrix = jacobian.transpose() * jacobian;
    const Eigen::VectorXd gradient = jacobian.transpose() * residual;
    // What nothing depends on stays where it is.
    for (int i = 0; i < unknowns; ++i) matrix(i, i) = matrix(i, i) * (1 + damping) + 1e-12;
    const Eigen::VectorXd step = SolveSquare(matrix, -gradient);
    SweepShifts next = at.shifts;
    for (int k = 0; k < sweeps; ++k) {
      if (k == fixed_ || !step.allFinite()) continue;
      next.horizontal[k] += std::clamp(step(moduli + k), -kMostMove, kMostMove);
      next.vertical[k] += std::clamp(step(moduli + sweeps + k), -kMostMove, kMostMove);
    }
    return next;
  }

  double WorstError(const Trial& trial) const {
    std::vector<double> squares(trial.shifts.horizontal.size(), 0.0);
    for (int row = 0; row < trial.residual.size(); ++row) {
      // The weights hold the number of points of the sweep and the error that is expected.
      squares[sweep_[row / 2]] += std::pow(trial.residual(row) * kExpectedError, 2);
    }
    return std::sqrt(*std::max_element(squares.begin(), squares.end()));
  }

 private:
  std::vector<double> Times(const SweepShifts& shifts) const {
    double low = HUGE_VAL, high = -HUGE_VAL;
    for (size_t i = 0; i < points_.size(); ++i) {
      const double at = std::log10(2 * pi * points_[i].frequency) + shifts.horizontal[sweep_[i]];
      low = std::min(low, at);
      high = std::max(high, at);
    }
    const double slowest = kSlower - low, fastest = -high - kFaster;
    const int count = std::max(8, static_cast<int>(kTimesADecade * (slowest - fastest)));
    std::vector<double> times;
    for (int j = 0; j < count; ++j) {
      times.push_back(std::pow(10.0, slowest + (fastest - slowest) * j / (count - 1)));
    }
    return times;
  }

  int fixed_;
  std::vector<ModulusPoint> points_;
  std::vector<int> sweep_;      // of each point
  std::vector<double> weight_;  // of its relative error
};

}  // namespace

RefinedShifts RefineShifts(const std::vector<Sweep>& sweeps, const SweepShifts& start, int fixed) {
  const Refinement refinement(sweeps, fixed);
  Trial best = refinement.At(start);
  const double worst_before = refinement.WorstError(best);
  double damping = 1e-3;
  for (int step = 0; step < kMostSteps; ++step) {
    const double before = best.cost;
    for (int tried = 0; tried < kMostTries; ++tried) {
      Trial next = refinement.At(refinement.Step(best, damping));
      if (next.cost < before) {
        best = std::move(next);
        damping /= 5;
        break;
      }
      damping *= 10;
    }
    if (before - best.cost <= kConverged * before) break;
  }
  return {best.shifts, refinement.WorstError(best), worst_before};
}

}  // namespace jounce::identify

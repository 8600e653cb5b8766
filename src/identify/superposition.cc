#include "identify/superposition.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <optional>

#include "identify/shift_refinement.h"
#include "math/dense.h"

namespace jounce::identify {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kMostShift = 8;              // decades between neighbours
constexpr double kWrongWay = 0.2;             // a colder sweep may seem that much faster
constexpr double kGasConstant = 8.314462618;  // J/(mol K)
// Sweeps lie on one curve where none errs by more than this.
constexpr double kOnOneCurve = 0.02;
// Variance of a logarithm that nothing measured falls below: a tenth of a per cent.
constexpr double kSmooth = 1e-6;

// A sweep in logarithms, one value per frequency, with the variances that it is trusted by.
struct LogSweep {
  std::vector<double> frequency, storage, loss;  // log10 f, ln E', ln E''
  double storage_variance = kSmooth, loss_variance = kSmooth;
};

// Parabola through y over x; with fewer than four points a straight line.
Eigen::VectorXd FitParabola(const std::vector<double>& x, const std::vector<double>& y) {
  const int n = static_cast<int>(x.size()), order = n > 3 ? 3 : 2;
  Eigen::MatrixXd a(n, order);
  Eigen::VectorXd b(n);
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < order; ++k) a(i, k) = std::pow(x[i], k);
    b(i) = y[i];
  }
  Eigen::VectorXd c = Eigen::VectorXd::Zero(3);
  c.head(order) = SolveLeastSquares(a, b);
  return c;
}

double Scatter(const Eigen::VectorXd& parabola, const std::vector<double>& x,
               const std::vector<double>& y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    sum += std::pow(y[i] - parabola(0) - x[i] * (parabola(1) + x[i] * parabola(2)), 2);
  }
  return sum / std::max(1.0, static_cast<double>(x.size()) - 3);
}

// How far the shape of the loss is from that which belongs to the storage, as a variance.
double LossOfAnotherShape(const LogSweep& sweep, const Eigen::VectorXd& storage) {
  constexpr double kNoSlope = 1e-4;
  double sum = 0, squares = 0;
  for (size_t i = 0; i < sweep.frequency.size(); ++i) {
    const double slope =
        (storage(1) + 2 * storage(2) * sweep.frequency[i]) / std::numbers::ln10;  // d lnE'/d lnf
    const double expected =
        sweep.storage[i] + std::log(std::numbers::pi / 2 * std::max(slope, kNoSlope));
    sum += sweep.loss[i] - expected;
    squares += std::pow(sweep.loss[i] - expected, 2);
  }
  const double n = static_cast<double>(sweep.frequency.size());
  return std::max(0.0, squares / n - std::pow(sum / n, 2));
}

LogSweep TakeLogarithms(const Sweep& sweep) {
  LogSweep logs;
  bool lossless = false;
  std::vector<int> merged;  // points of one frequency are averaged
  for (const ModulusPoint& point : sweep.points) {
    const double x = std::log10(point.frequency);
    if (logs.frequency.empty() || x > logs.frequency.back() + 1e-6) {
      logs.frequency.push_back(x);
      logs.storage.push_back(0);
      logs.loss.push_back(0);
      merged.push_back(0);
    }
    logs.storage.back() += std::log(point.modulus.real());
    logs.loss.back() += std::log(std::max(point.modulus.imag(), 1e-300));
    ++merged.back();
    lossless = lossless || !(point.modulus.imag() > 0);
  }
  for (size_t i = 0; i < merged.size(); ++i) {
    logs.storage[i] /= merged[i];
    logs.loss[i] /= merged[i];
  }
  if (logs.frequency.size() >= 3) {
    const Eigen::VectorXd storage = FitParabola(logs.frequency, logs.storage);
    const Eigen::VectorXd loss = FitParabola(logs.frequency, logs.loss);
    logs.storage_variance += Scatter(storage, logs.frequency, logs.storage);
    logs.loss_variance +=
        Scatter(loss, logs.frequency, logs.loss) + LossOfAnotherShape(logs, storage);
  }
  if (lossless) logs.loss_variance = HUGE_VAL;
  return logs;
}

// y over x on straight lines; `x` rises, `at` lies inside.
double Interpolate(const std::vector<double>& x, const std::vector<double>& y, double at) {
  const size_t right = std::clamp<size_t>(
      static_cast<size_t>(std::upper_bound(x.begin(), x.end(), at) - x.begin()), 1, x.size() - 1);
  const double part = (at - x[right - 1]) / (x[right] - x[right - 1]);
  return (1 - part) * y[right - 1] + part * y[right];
}

// Weighed squared distance of `sweep`, moved by `shift` decades, from `fixed`, at its points, and how
// many of them there are.
struct Distance {
  double sum = 0;
  int points = 0;
};

void AddDistance(const LogSweep& fixed, const LogSweep& sweep, double shift, Distance* distance) {
  if (fixed.frequency.size() < 2) return;
  const double storage = fixed.storage_variance + sweep.storage_variance;
  const double loss = fixed.loss_variance + sweep.loss_variance;
  for (size_t i = 0; i < sweep.frequency.size(); ++i) {
    const double at = sweep.frequency[i] + shift;
    if (at < fixed.frequency.front() || at > fixed.frequency.back()) continue;
    ++distance->points;
    distance->sum +=
        std::pow(Interpolate(fixed.frequency, fixed.storage, at) - sweep.storage[i], 2) / storage;
    if (std::isinf(loss)) continue;
    distance->sum +=
        std::pow(Interpolate(fixed.frequency, fixed.loss, at) - sweep.loss[i], 2) / loss;
  }
}

// The mean of it both ways; a fifth of the points at least must overlap.
double Mismatch(const LogSweep& fixed, const LogSweep& sweep, double shift) {
  Distance distance;
  AddDistance(fixed, sweep, shift, &distance);
  AddDistance(sweep, fixed, -shift, &distance);
  const size_t all = fixed.frequency.size() + sweep.frequency.size();
  if (distance.points == 0 || 5 * static_cast<size_t>(distance.points) < all) return HUGE_VAL;
  return distance.sum / distance.points;
}

// Coarse scan, then golden section around the best. Colder sweeps are moved to higher frequencies.
double BestShift(const LogSweep& fixed, const LogSweep& sweep, bool colder) {
  constexpr double kScan = 0.02;
  const double sign = colder ? 1 : -1;
  const auto mismatch = [&](double shift) { return Mismatch(fixed, sweep, sign * shift); };
  double best = 0, least = mismatch(0);
  for (double shift = -kWrongWay; shift <= kMostShift; shift += kScan) {
    const double here = mismatch(shift);
    if (here >= least) continue;
    least = here;
    best = shift;
  }
  double low = best - kScan, high = best + kScan;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 30; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    const bool left = mismatch(a) < mismatch(b);
    (left ? high : low) = left ? b : a;
  }
  return sign * (low + high) / 2;
}

// True where the storage of all sweeps lies within a decade.
bool StaysRubber(const std::vector<Sweep>& sweeps) {
  double least = HUGE_VAL, most = 0;
  for (const Sweep& sweep : sweeps) {
    for (const ModulusPoint& point : sweep.points) {
      least = std::min(least, point.modulus.real());
      most = std::max(most, point.modulus.real());
    }
  }
  return most < 10 * least;
}

struct Wlf {
  double c1 = 0, c2 = 0;
  double At(double above) const { return -c1 * above / (c2 + above); }
};

// d = T - T0, y = log10 a_T of the sweeps from `first` on: y (C2 + d) = -C1 d is linear in C1 and C2;
// Gauss-Newton steps on the shifts themselves follow. Nothing where they do not follow the formula.
std::optional<Wlf> FitWlf(const MasterCurve& curve, int first) {
  const int n = static_cast<int>(curve.temperatures.size()) - first;
  Eigen::MatrixXd a(n, 2);
  Eigen::VectorXd b(n), d(n), y(n);
  for (int i = 0; i < n; ++i) {
    d(i) = curve.temperatures[first + i] - curve.reference;
    y(i) = curve.log_shift[first + i];
    a.row(i) << d(i), y(i);
    b(i) = -y(i) * d(i);
  }
  Eigen::VectorXd c = SolveLeastSquares(a, b);
  for (int iteration = 0; iteration < 20; ++iteration) {
    for (int i = 0; i < n; ++i) {
      const double s = c(1) + d(i);
      a.row(i) << -d(i) / s, c(0) * d(i) / (s * s);
      b(i) = y(i) + c(0) * d(i) / s;
    }
    if (!a.allFinite() || !b.allFinite()) break;
    c += SolveLeastSquares(a, b);
  }
  if (!(c(0) > 0) || !(c(1) > 0) || !(c(1) + d.minCoeff() > 0) || !c.allFinite()) return {};
  return Wlf{c(0), c(1)};
}

double ShiftError(const MasterCurve& curve) {
  double square = 0;
  for (size_t i = 0; i < curve.temperatures.size(); ++i) {
    square += std::pow(curve.log_shift[i] - curve.LogShiftAt(curve.temperatures[i]), 2);
  }
  return std::sqrt(square / static_cast<double>(curve.temperatures.size()));
}

// x of log10 a_T = log10 a_Tg + Ea x.
double ArrheniusVariable(double temperature, double glass) {
  return (1 / (temperature + kZeroCelsius) - 1 / (glass + kZeroCelsius)) /
         (kGasConstant * std::numbers::ln10);
}

// WLF from the sweep `glass` on, Arrhenius below it; false where the shifts do not follow that.
bool SetGlass(int glass, MasterCurve* curve) {
  const std::optional<Wlf> wlf = FitWlf(*curve, glass);
  if (!wlf) return false;
  curve->c1 = wlf->c1;
  curve->c2 = wlf->c2;
  curve->glass = curve->temperatures[glass];
  const double at_glass = wlf->At(curve->glass - curve->reference);
  double xx = 0, xy = 0;
  for (int i = 0; i < glass; ++i) {
    const double x = ArrheniusVariable(curve->temperatures[i], curve->glass);
    xx += x * x;
    xy += x * (curve->log_shift[i] - at_glass);
  }
  curve->activation_energy = xy / xx;
  return curve->activation_energy > 0;
}

// WLF for all sweeps; or, where that is refused or errs twice as much, with Arrhenius below one of
// them, so that three sweeps are left for either at least.
void FitFormulas(int reference, MasterCurve* curve) {
  constexpr int kFewest = 3;
  constexpr double kBetter = 0.5;
  const std::optional<Wlf> wlf = FitWlf(*curve, 0);
  curve->c1 = wlf ? wlf->c1 : kNan;
  curve->c2 = wlf ? wlf->c2 : kNan;
  curve->shift_error = wlf ? ShiftError(*curve) : kNan;
  double least = wlf ? kBetter * curve->shift_error : HUGE_VAL;
  const MasterCurve plain = *curve;
  const int sweeps = static_cast<int>(plain.temperatures.size());
  for (int glass = kFewest; glass <= std::min(reference, sweeps - kFewest - 1); ++glass) {
    MasterCurve with_glass = plain;
    if (!SetGlass(glass, &with_glass)) continue;
    with_glass.shift_error = ShiftError(with_glass);
    if (with_glass.shift_error >= least) continue;
    least = with_glass.shift_error;
    *curve = std::move(with_glass);
  }
}

void CollectPoints(const std::vector<Sweep>& sweeps, MasterCurve* curve) {
  for (size_t i = 0; i < sweeps.size(); ++i) {
    const double faster = std::pow(10.0, curve->log_shift[i]);
    const double larger = std::pow(10.0, curve->log_vertical[i]);
    for (const ModulusPoint& point : sweeps[i].points) {
      curve->points.push_back({point.frequency * faster, point.modulus / larger});
    }
  }
  std::stable_sort(curve->points.begin(), curve->points.end(),
                   [](const auto& a, const auto& b) { return a.frequency < b.frequency; });
}

}  // namespace

double MasterCurve::LogShiftAt(double temperature) const {
  const Wlf wlf{c1, c2};
  if (!(temperature < glass)) return wlf.At(temperature - reference);
  return wlf.At(glass - reference) + activation_energy * ArrheniusVariable(temperature, glass);
}

MasterCurve MakeMasterCurve(const std::vector<Sweep>& sweeps, const SuperpositionOptions& options) {
  if (sweeps.size() < 3) {
    throw InputError(fmt::format("{} temperatures for a master curve", sweeps.size()),
                     "shifts need sweeps at three temperatures at least");
  }
  MasterCurve curve;
  const int n = static_cast<int>(sweeps.size());
  int middle = 0;
  std::vector<LogSweep> logs;
  for (int i = 0; i < n; ++i) {
    curve.temperatures.push_back(sweeps[i].temperature);
    logs.push_back(TakeLogarithms(sweeps[i]));
    if (std::abs(sweeps[i].temperature - options.reference) <
        std::abs(sweeps[middle].temperature - options.reference)) {
      middle = i;
    }
  }
  curve.reference = sweeps[middle].temperature;
  SweepShifts shifts{std::vector<double>(n, 0.0), std::vector<double>(n, 0.0)};
  for (int i = middle + 1; i < n; ++i) {
    shifts.horizontal[i] = shifts.horizontal[i - 1] + BestShift(logs[i - 1], logs[i], false);
  }
  for (int i = middle - 1; i >= 0; --i) {
    shifts.horizontal[i] = shifts.horizontal[i + 1] + BestShift(logs[i + 1], logs[i], true);
  }
  if (options.vertical && StaysRubber(sweeps)) {
    RefinedShifts refined = RefineShifts(sweeps, shifts, middle);
    if (refined.worst_error_before >= kOnOneCurve && refined.worst_error < kOnOneCurve) {
      shifts = std::move(refined.shifts);
    }
  }
  curve.log_shift = shifts.horizontal;
  curve.log_vertical = shifts.vertical;
  CollectPoints(sweeps, &curve);
  FitFormulas(middle, &curve);
  return curve;
}

std::vector<double> SweepErrors(const std::vector<Sweep>& sweeps, const MasterCurve& curve,
                                const ModulusFit& fit) {
  std::vector<double> errors;
  for (size_t i = 0; i < sweeps.size(); ++i) {
    const double faster = std::pow(10.0, curve.log_shift[i]);
    const double larger = std::pow(10.0, curve.log_vertical[i]);
    double square = 0;
    for (const ModulusPoint& point : sweeps[i].points) {
      square += std::norm(larger * fit.At(point.frequency * faster) / point.modulus - 1.0);
    }
    errors.push_back(std::sqrt(square / static_cast<double>(sweeps[i].points.size())));
  }
  return errors;
}

}  // namespace jounce::identify

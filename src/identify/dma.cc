#include "identify/dma.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "math/dense.h"

namespace jounce::identify {
namespace {

// Rows belong to one sweep while their temperature stays within this, K.
constexpr double kSameTemperature = 2;
constexpr double kMostShift = 8;  // decades between neighbours

ColumnChoice Choice(const ReadOptions& options, const char* role) {
  const auto found = options.columns.find(role);
  return found == options.columns.end() ? ColumnChoice{} : found->second;
}

std::optional<int> StorageColumn(const DataTable& table, const ReadOptions& options) {
  return FindColumn(table, {"storage", "g_storage", "e_storage", "e_stor", "g'", "e'"},
                    Choice(options, "storage"));
}

std::optional<int> LossColumn(const DataTable& table, const ReadOptions& options) {
  return FindColumn(table, {"loss", "g_loss", "e_loss", "g''", "e''"}, Choice(options, "loss"));
}

// log |E*| over log f of a sweep, between its points on straight lines; NaN outside.
double LogModulus(const Sweep& sweep, double log_frequency, bool loss) {
  const auto value = [loss](const ModulusPoint& point) {
    return std::log(loss ? point.modulus.imag() : point.modulus.real());
  };
  for (size_t i = 0; i + 1 < sweep.points.size(); ++i) {
    const double a = std::log10(sweep.points[i].frequency),
                 b = std::log10(sweep.points[i + 1].frequency);
    if (log_frequency < a || log_frequency > b) continue;
    const double x = (log_frequency - a) / (b - a);
    return (1 - x) * value(sweep.points[i]) + x * value(sweep.points[i + 1]);
  }
  return std::numeric_limits<double>::quiet_NaN();
}

// What storage and loss count: one over the square of their roughness, the mean second difference of
// their logarithms.
struct ShiftWeights {
  double storage = 1, loss = 1;
};

double Roughness(const Sweep& sweep, bool loss) {
  constexpr double kSmooth = 1e-6;  // nothing measured is smoother than a tenth of a per cent
  double sum = kSmooth;
  int count = 1;
  for (size_t i = 1; i + 1 < sweep.points.size(); ++i) {
    const auto value = [&](size_t at) {
      const std::complex<double>& modulus = sweep.points[at].modulus;
      return std::log(std::max(loss ? modulus.imag() : modulus.real(), 1e-300));
    };
    sum += std::pow(value(i - 1) - 2 * value(i) + value(i + 1), 2);
    ++count;
  }
  return sum / count;
}

ShiftWeights WeightsOf(const Sweep& a, const Sweep& b) {
  return {1 / (Roughness(a, false) + Roughness(b, false)),
          1 / (Roughness(a, true) + Roughness(b, true))};
}

// Mean squared distance of `sweep`, moved by `shift` decades, from `fixed`; the overlap must be a
// fifth of the sweep at least.
double Mismatch(const Sweep& fixed, const Sweep& sweep, double shift, const ShiftWeights& weights) {
  double sum = 0;
  int overlap = 0;
  for (const ModulusPoint& point : sweep.points) {
    const double at = std::log10(point.frequency) + shift;
    const double storage = LogModulus(fixed, at, false), loss = LogModulus(fixed, at, true);
    if (std::isnan(storage)) continue;
    ++overlap;
    sum += weights.storage * std::pow(storage - std::log(point.modulus.real()), 2);
    if (!std::isfinite(loss) || !(point.modulus.imag() > 0)) continue;
    sum += weights.loss * std::pow(loss - std::log(point.modulus.imag()), 2);
  }
  return overlap * 5 < static_cast<int>(sweep.points.size()) ? HUGE_VAL : sum / overlap;
}

// Coarse scan, then golden section around the best.
double BestShift(const Sweep& fixed, const Sweep& sweep) {
  constexpr double kScan = 0.05;
  const ShiftWeights weights = WeightsOf(fixed, sweep);
  const auto mismatch = [&](double shift) { return Mismatch(fixed, sweep, shift, weights); };
  double best = 0;
  for (double shift = -kMostShift; shift <= kMostShift; shift += kScan) {
    if (mismatch(shift) < mismatch(best)) best = shift;
  }
  double low = best - kScan, high = best + kScan;
  const double golden = (std::sqrt(5.0) - 1) / 2;
  for (int i = 0; i < 40; ++i) {
    const double a = high - golden * (high - low), b = low + golden * (high - low);
    const bool left = mismatch(a) < mismatch(b);
    (left ? high : low) = left ? b : a;
  }
  return (low + high) / 2;
}

// Temperatures without a unit: below 120 they are no kelvin, as no polymer is measured there; else
// it has to be said.
std::string EvidentUnit(const DataTable& table, int column, Diagnostics* diagnostics) {
  constexpr double kNoKelvin = 120;
  Diagnostics ignored;
  for (const double t : Numbers(table, column, {}, &ignored)) {
    if (t < kNoKelvin) return "degC";
  }
  diagnostics->Error({table.path, 1, 0},
                     fmt::format("the unit of column '{}' is not said", table.columns[column].name),
                     "write it in the header, as temperature [K], or say --column temperature=:K");
  return "K";
}

// d = T - T0, y = log10 a_T: y (C2 + d) = -C1 d is linear in C1 and C2; two Gauss-Newton steps on
// the shifts themselves follow.
void FitWlf(MasterCurve* curve) {
  const int n = static_cast<int>(curve->temperatures.size());
  Eigen::MatrixXd a(n, 2);
  Eigen::VectorXd b(n);
  for (int i = 0; i < n; ++i) {
    const double d = curve->temperatures[i] - curve->reference, y = curve->log_shift[i];
    a.row(i) << d, y;
    b(i) = -y * d;
  }
  Eigen::VectorXd c = SolveLeastSquares(a, b);
  for (int iteration = 0; iteration < 20; ++iteration) {
    for (int i = 0; i < n; ++i) {
      const double d = curve->temperatures[i] - curve->reference, s = c(1) + d;
      a.row(i) << -d / s, c(0) * d / (s * s);
      b(i) = curve->log_shift[i] + c(0) * d / s;
    }
    const Eigen::VectorXd step = SolveLeastSquares(a, b);
    if (!step.allFinite()) break;
    c += step;
  }
  curve->c1 = c(0);
  curve->c2 = c(1);
  double square = 0;
  for (int i = 0; i < n; ++i) {
    const double d = curve->temperatures[i] - curve->reference;
    square += std::pow(curve->log_shift[i] + c(0) * d / (c(1) + d), 2);
  }
  curve->shift_error = std::sqrt(square / n);
  const double coldest = *std::min_element(curve->temperatures.begin(), curve->temperatures.end());
  if (!(c(0) > 0) || !(c(1) > 0) || !(c(1) + coldest - curve->reference > 0)) {
    curve->c1 = curve->c2 = curve->shift_error = std::numeric_limits<double>::quiet_NaN();
  }
}

}  // namespace

bool IsDmaTable(const DataTable& table, const ReadOptions& options) {
  return StorageColumn(table, options) && LossColumn(table, options);
}

std::vector<Sweep> ReadDma(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const auto frequency_column =
      FindColumn(table, {"frequency", "freq", "f"}, Choice(options, "frequency"));
  const auto storage_column = StorageColumn(table, options),
             loss_column = LossColumn(table, options);
  const auto temperature_column =
      FindColumn(table, {"temperature", "temp", "t"}, Choice(options, "temperature"));
  if (!frequency_column || !storage_column || !loss_column) {
    throw InputError("a DMA table needs a frequency, a storage and a loss modulus",
                     "name them with --column storage=NAME:UNIT and so on");
  }
  const auto read = [&](int column, ColumnQuantity quantity, const char* role) {
    return Numbers(table, column,
                   ScaleOf(table, column, quantity, Choice(options, role), &diagnostics),
                   &diagnostics);
  };
  const auto frequency = read(*frequency_column, ColumnQuantity::kFrequency, "frequency");
  const auto storage = read(*storage_column, ColumnQuantity::kModulus, "storage");
  const auto loss = read(*loss_column, ColumnQuantity::kModulus, "loss");
  std::vector<double> temperature(table.rows(), std::numeric_limits<double>::quiet_NaN());
  if (temperature_column) {
    ColumnChoice choice = Choice(options, "temperature");
    if (choice.unit.empty() && table.columns[*temperature_column].unit.empty()) {
      choice.unit = EvidentUnit(table, *temperature_column, &diagnostics);
    }
    temperature = Numbers(
        table, *temperature_column,
        ScaleOf(table, *temperature_column, ColumnQuantity::kTemperature, choice, &diagnostics),
        &diagnostics);
    for (double& t : temperature) t -= 273.15;
  }
  diagnostics.ThrowIfErrors();
  std::vector<Sweep> sweeps;
  for (int row = 0; row < table.rows(); ++row) {
    const auto same = [&](const Sweep& sweep) {
      return !temperature_column ||
             std::abs(sweep.temperature - temperature[row]) <= kSameTemperature;
    };
    auto found = std::find_if(sweeps.begin(), sweeps.end(), same);
    if (found == sweeps.end()) {
      sweeps.push_back({temperature[row], {}});
      found = sweeps.end() - 1;
    }
    found->points.push_back({frequency[row], {storage[row], loss[row]}});
  }
  for (Sweep& sweep : sweeps) {
    std::stable_sort(sweep.points.begin(), sweep.points.end(),
                     [](const auto& a, const auto& b) { return a.frequency < b.frequency; });
  }
  std::stable_sort(sweeps.begin(), sweeps.end(),
                   [](const Sweep& a, const Sweep& b) { return a.temperature < b.temperature; });
  return sweeps;
}

MasterCurve MakeMasterCurve(const std::vector<Sweep>& sweeps, double reference) {
  if (sweeps.size() < 3) {
    throw InputError(fmt::format("{} temperatures for a master curve", sweeps.size()),
                     "WLF constants need sweeps at three temperatures at least");
  }
  MasterCurve curve;
  const int n = static_cast<int>(sweeps.size());
  int middle = 0;
  for (int i = 0; i < n; ++i) {
    curve.temperatures.push_back(sweeps[i].temperature);
    if (std::abs(sweeps[i].temperature - reference) <
        std::abs(sweeps[middle].temperature - reference)) {
      middle = i;
    }
  }
  curve.reference = sweeps[middle].temperature;
  curve.log_shift.assign(n, 0.0);
  for (int i = middle + 1; i < n; ++i) {
    curve.log_shift[i] = curve.log_shift[i - 1] + BestShift(sweeps[i - 1], sweeps[i]);
  }
  for (int i = middle - 1; i >= 0; --i) {
    curve.log_shift[i] = curve.log_shift[i + 1] + BestShift(sweeps[i + 1], sweeps[i]);
  }
  for (int i = 0; i < n; ++i) {
    for (const ModulusPoint& point : sweeps[i].points) {
      curve.points.push_back({point.frequency * std::pow(10.0, curve.log_shift[i]), point.modulus});
    }
  }
  std::stable_sort(curve.points.begin(), curve.points.end(),
                   [](const auto& a, const auto& b) { return a.frequency < b.frequency; });
  FitWlf(&curve);
  return curve;
}

}  // namespace jounce::identify

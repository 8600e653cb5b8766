#include "identify/prepare.h"

#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "identify/waveform.h"
#include "math/dense.h"
#include "testbench/loop.h"

namespace jounce::identify {
namespace {

constexpr int kMostRowMessages = 3;  // per series
constexpr int kOffsetHarmonics = 9;

double HalfRange(const std::vector<double>& values) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  return (*high - *low) / 2;
}

Place RowPlace(const Series& series, int row) {
  Place place = series.place;
  if (row < static_cast<int>(series.rows.size())) place.line = series.rows[row];
  return place;
}

// Rows that are no numbers or do not follow in time.
bool RowsAreGood(const Series& series, Diagnostics* diagnostics) {
  int found = 0;
  for (int i = 0; i < series.size() && found < kMostRowMessages; ++i) {
    const char* what = !std::isfinite(series.time[i])           ? "time"
                       : !std::isfinite(series.displacement[i]) ? "displacement"
                       : !std::isfinite(series.force[i])        ? "force"
                                                                : nullptr;
    if (what) {
      diagnostics->Error(
          RowPlace(series, i),
          fmt::format("{}: {} at point {} is not a number", Describe(series), what, i + 1),
          "remove the row or repair the value");
      ++found;
    } else if (i > 0 && series.time[i] <= series.time[i - 1]) {
      diagnostics->Error(RowPlace(series, i),
                         fmt::format("{}: time does not increase at point {} ({:.6g} s after "
                                     "{:.6g} s)",
                                     Describe(series), i + 1, series.time[i], series.time[i - 1]),
                         "sort the rows by time and remove repeated ones");
      ++found;
    }
  }
  return found == 0;
}

class Preparation {
 public:
  Preparation(const Series& record, const PrepareOptions& options, Diagnostics* diagnostics)
      : options_(options), diagnostics_(diagnostics), series_(record) {
    series_.notes.clear();
  }

  // False when the series is no loop; the reason is in the diagnostics.
  bool Run() {
    if (series_.size() < options_.least_points) {
      return Fail(fmt::format("has {} points", series_.size()),
                  fmt::format("a loop needs at least {}", options_.least_points));
    }
    if (!RowsAreGood(series_, diagnostics_)) return false;
    if (!(series_.frequency > 0)) {
      return Fail("has no frequency", "give a positive frequency, for static tests too");
    }
    if (!(HalfRange(series_.displacement) > 0)) {
      return Fail("does not move: all displacements are equal", "check the displacement column");
    }
    if (!(HalfRange(series_.force) > 0)) {
      return Fail("has no force: all values are equal", "check the force column");
    }
    return AmplitudeAgrees() && CutLoop() && RemoveDrift() && Centre() && SignIsRight();
  }

  Series Take() { return std::move(series_); }

 private:
  bool Fail(const std::string& what, const std::string& remedy) {
    diagnostics_->Error(RowPlace(series_, 0), fmt::format("{} {}", Describe(series_), what),
                        remedy);
    return false;
  }

  // A factor of a thousand is a unit mistaken, not a test that went astray.
  bool AmplitudeAgrees() {
    if (!(series_.amplitude > 0)) {
      series_.amplitude = HalfRange(series_.displacement);
      Note("amplitude taken from the rows");
      return true;
    }
    const double ratio = HalfRange(series_.displacement) / series_.amplitude;
    if (std::abs(ratio - 1) <= options_.amplitude_error) return true;
    const std::string what =
        fmt::format("moves by {} where {} is stated", Show(HalfRange(series_.displacement)),
                    Show(series_.amplitude));
    const double decades = std::log10(ratio);
    if (std::abs(std::abs(decades) - 3) < 0.15) {
      return Fail(what, "mixed units: the displacement is in m where mm is said, or the other way");
    }
    return Fail(what, "check the amplitude and displacement columns and their units");
  }

  // One period: all of a record that is one, else the last full one, when the part is warm.
  bool CutLoop() {
    const double period = 1 / series_.frequency;
    const double span = series_.time.back() - series_.time.front();
    if (span < 0.97 * period) {
      return Fail(fmt::format("covers {:.3g} s, less than its period of {:.3g} s", span, period),
                  "give one full loop, or correct the frequency");
    }
    if (span > 1.03 * period) {
      const double start = series_.time.back() - period;
      int first = series_.size() - 1;
      while (first > 0 && series_.time[first - 1] >= start - 1e-9 * period) --first;
      KeepFrom(first);
      Note(fmt::format("last loop of {:.3g} periods", span / period));
      CloseLoop(period);
    }
    if (series_.size() < options_.least_points) {
      return Fail(fmt::format("has {} points in its last loop", series_.size()),
                  fmt::format("a loop needs at least {}", options_.least_points));
    }
    return GapsAreSmall();
  }

  void KeepFrom(int first) {
    const auto cut = [first](auto* column) {
      if (static_cast<int>(column->size()) > first) {
        column->erase(column->begin(), column->begin() + first);
      }
    };
    cut(&series_.time);
    cut(&series_.displacement);
    cut(&series_.force);
    cut(&series_.rows);
  }

  // A cut loop ends up to one step before it repeats: its end is the first row a period later.
  void CloseLoop(double period) {
    const double end = series_.time.front() + period;
    if (series_.time.back() >= end - 1e-6 * period) return;
    series_.time.push_back(end);
    series_.displacement.push_back(series_.displacement.front());
    series_.force.push_back(series_.force.front());
    if (!series_.rows.empty()) series_.rows.push_back(series_.rows.front());
  }

  bool GapsAreSmall() {
    const double period = series_.time.back() - series_.time.front();
    for (int i = 1; i < series_.size(); ++i) {
      const double gap = (series_.time[i] - series_.time[i - 1]) / period;
      if (gap <= options_.most_gap) continue;
      diagnostics_->Error(RowPlace(series_, i),
                          fmt::format("{} has no point over {:.0f} % of its loop before point {}",
                                      Describe(series_), 100 * gap, i + 1),
                          "measure the whole loop");
      return false;
    }
    return true;
  }

  // End and start of a steady loop are the same point; a small distance is drift and is removed.
  bool RemoveDrift() {
    return RemoveDrift(&series_.displacement, "displacement") &&
           RemoveDrift(&series_.force, "force");
  }

  bool RemoveDrift(std::vector<double>* values, const char* name) {
    const double drift = values->back() - values->front();
    const double share = std::abs(drift) / HalfRange(*values);
    if (share > options_.closing) {
      return Fail(fmt::format("is not periodic: its {} ends {:.0f} % of the amplitude from where "
                              "it began",
                              name, 100 * share),
                  "give a steady loop of exactly one period, or correct the frequency");
    }
    const double start = series_.time.front(), span = series_.time.back() - start;
    for (size_t i = 0; i < values->size(); ++i) {
      // About the middle, so that the mean stays.
      (*values)[i] -= drift * ((series_.time[i] - start) / span - 0.5);
    }
    if (share > 1e-3) Note(fmt::format("{} drift of {:.2g} % removed", name, 100 * share));
    return true;
  }

  // Mean of a loop with half-wave symmetry: constant and odd harmonics by least squares, which rows
  // that miss a reversal do not mislead as the middle of highest and lowest would.
  double Offset(const std::vector<double>& values) const {
    const int rows = series_.size() - 1;
    const double period = series_.time.back() - series_.time.front();
    const int odd = std::min(kOffsetHarmonics, rows / 4);
    Eigen::MatrixXd basis(rows, 1 + 2 * ((odd + 1) / 2));
    for (int i = 0; i < rows; ++i) {
      basis(i, 0) = 1;
      for (int h = 1, column = 1; h <= odd; h += 2, column += 2) {
        const double angle =
            2 * std::numbers::pi * h * (series_.time[i] - series_.time[0]) / period;
        basis(i, column) = std::cos(angle);
        basis(i, column + 1) = std::sin(angle);
      }
    }
    const Eigen::Map<const Eigen::VectorXd> rhs(values.data(), rows);
    return SolveLeastSquares(basis, rhs)(0);
  }

  bool Centre() {
    const double period = series_.time.back() - series_.time.front();
    const Waveform wave = Waveform::Fit(series_.time, series_.displacement, period);
    Note(fmt::format("displacement: {}", ToString(wave.kind())));
    const double u_mean =
        wave.kind() == WaveKind::kSpline ? Offset(series_.displacement) : wave.mean();
    const double f_mean = Offset(series_.force);
    series_.mean_displacement = u_mean;
    series_.mean_force = f_mean;
    for (double& u : series_.displacement) u -= u_mean;
    for (double& f : series_.force) f -= f_mean;
    Note(fmt::format("centred by {} and {:.3g} {}", Show(-u_mean), -f_mean,
                     series_.rotation ? "Nm" : "N"));
    return true;
  }

  bool SignIsRight() {
    const testbench::LoopProperties loop =
        testbench::MeasureLoop(series_.time, series_.displacement, series_.force);
    if (loop.stiffness.real() > 0 || loop.energy > 0) {
      if (loop.energy < -0.02 * loop.force_amplitude * loop.displacement_amplitude) {
        return Fail("gains energy in its loop: force lags the displacement",
                    "check the sign of the time axis or the order of the rows");
      }
      return true;
    }
    return Fail("has the wrong sign: the force pushes where it should pull",
                "change the sign of the force or of the displacement");
  }

  std::string Show(double displacement) const {
    return ShowDisplacement(displacement, series_.rotation);
  }

  void Note(const std::string& note) { series_.notes.push_back(note); }

  const PrepareOptions& options_;
  Diagnostics* diagnostics_;
  Series series_;
};

}  // namespace

std::vector<Series> Prepare(const std::vector<Series>& records, const PrepareOptions& options) {
  Diagnostics diagnostics;
  if (records.empty()) {
    diagnostics.Error({}, "there are no series in the data", "give at least one measured loop");
  }
  std::vector<Series> prepared;
  for (const Series& record : records) {
    Preparation preparation(record, options, &diagnostics);
    if (preparation.Run()) prepared.push_back(preparation.Take());
  }
  diagnostics.ThrowIfErrors();
  return prepared;
}

}  // namespace jounce::identify

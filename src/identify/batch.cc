#include "identify/batch.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "math/dense.h"

namespace jounce::identify {
namespace {

constexpr int kProjectedHarmonics = 7;

// Cubic through four points where the force is smooth; straight lines where the displacement has
// corners on the grid.
RowReading ReadRow(const Waveform& wave, double time, int steps) {
  RowReading row;
  const double position = (time - wave.origin()) / wave.period() * steps;
  const double wrapped = position - std::floor(position / steps) * steps;
  const int cell = std::min(static_cast<int>(wrapped), steps - 1);
  const double x = wrapped - cell;
  row.first = (cell + steps - 1) % steps;
  if (wave.kind() == WaveKind::kTriangle) {
    row.weight[1] = 1 - x;
    row.weight[2] = x;
  } else {
    row.weight[0] = -x * (x - 1) * (x - 2) / 6;
    row.weight[1] = (x + 1) * (x - 1) * (x - 2) / 2;
    row.weight[2] = -(x + 1) * x * (x - 2) / 2;
    row.weight[3] = (x + 1) * x * (x - 1) / 6;
  }
  row.displacement = wave.At(time);
  row.rate = wave.RateBefore(time);
  return row;
}

// Rows of the pseudo-inverse that give the first harmonic (as testbench::FitHarmonics does).
std::vector<std::complex<double>> HarmonicProjector(const Series& series, double period) {
  const int rows = series.size() - 1;
  const int harmonics = std::min(kProjectedHarmonics, (rows - 1) / 4);
  Eigen::MatrixXd basis(rows, 1 + 2 * harmonics);
  for (int i = 0; i < rows; ++i) {
    basis(i, 0) = 1;
    for (int h = 1; h <= harmonics; ++h) {
      const double angle = 2 * std::numbers::pi * h * (series.time[i] - series.time[0]) / period;
      basis(i, 2 * h - 1) = std::cos(angle);
      basis(i, 2 * h) = -std::sin(angle);
    }
  }
  const Eigen::MatrixXd inverse = PseudoInverse(basis);
  std::vector<std::complex<double>> projector(rows);
  for (int i = 0; i < rows; ++i) projector[i] = {inverse(1, i), inverse(2, i)};
  return projector;
}

void AddHarmonics(const Series& series, double period, SeriesRows* out) {
  out->projector = HarmonicProjector(series, period);
  std::complex<double> u1 = 0;
  for (size_t i = 0; i < out->rows.size(); ++i) u1 += out->projector[i] * out->rows[i].displacement;
  for (size_t i = 0; i < out->rows.size(); ++i) {
    out->projector[i] /= u1;
    out->stiffness += out->projector[i] * out->rows[i].force;
  }
}

}  // namespace

Batch MakeBatch(const std::vector<Series>& data, const std::vector<double>& weights,
                const std::vector<int>& chosen, const BatchOptions& options) {
  Batch batch;
  batch.steps = options.steps;
  batch.series_count = static_cast<int>(chosen.size());
  for (size_t begin = 0; begin < chosen.size(); begin += kBatchLanes) {
    Group group;
    group.displacement.resize(options.steps + 1);
    group.rate.resize(options.steps + 1);
    for (int lane = 0; lane < kBatchLanes; ++lane) {
      const size_t at = std::min(begin + lane, chosen.size() - 1);
      const Series& series = data[chosen[at]];
      const double u_mean = options.absolute ? series.mean_displacement : 0;
      const double period = series.time.back() - series.time.front();
      const Waveform wave = Waveform::Fit(series.time, series.displacement, period);
      group.step.Set(lane, period / options.steps);
      for (int i = 0; i <= options.steps; ++i) {
        const double time = wave.origin() + i * period / options.steps;
        group.displacement[i].Set(lane, u_mean + wave.At(time));
        group.rate[i].Set(lane, wave.RateBefore(time));
      }
      if (begin + lane >= chosen.size()) continue;
      SeriesRows rows;
      rows.series = chosen[at];
      rows.weight = weights.empty() ? 1 : weights[chosen[at]];
      rows.time_weight = options.time_weight;
      rows.harmonic_weight = options.harmonic_weight;
      for (int i = 0; i + 1 < series.size(); ++i) {
        rows.rows.push_back(ReadRow(wave, series.time[i], options.steps));
        rows.rows.back().displacement += u_mean;
        rows.rows.back().force = series.force[i] + (options.absolute ? series.mean_force : 0);
      }
      for (double f : series.force) rows.peak_force = std::max(rows.peak_force, std::abs(f));
      if (options.harmonic_weight > 0) AddHarmonics(series, period, &rows);
      group.series.push_back(std::move(rows));
    }
    batch.groups.push_back(std::move(group));
  }
  return batch;
}

}  // namespace jounce::identify

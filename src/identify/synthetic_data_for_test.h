// Loops of a known law, as a test machine would have measured them: for the tests of
// identification.
#ifndef JOUNCE_IDENTIFY_SYNTHETIC_DATA_FOR_TEST_H_
#define JOUNCE_IDENTIFY_SYNTHETIC_DATA_FOR_TEST_H_

#include <cmath>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include "identify/objective.h"

namespace jounce::identify {

// One sine loop without force, `rows` unevenly spaced rows.
inline Series SineSeries(const std::string& name, SeriesKind kind, double amplitude,
                         double frequency, int rows, std::mt19937* random) {
  std::uniform_real_distribution<double> jitter(-0.3, 0.3);
  Series series;
  series.name = name;
  series.kind = kind;
  series.amplitude = amplitude;
  series.frequency = frequency;
  for (int i = 0; i <= rows; ++i) {
    const double phase = (i + (i % rows ? jitter(*random) : 0)) / rows;
    series.time.push_back(phase / frequency);
    series.displacement.push_back(amplitude * std::sin(2 * std::numbers::pi * phase));
    series.force.push_back(0);
    series.rows.push_back(i + 2);
  }
  return series;
}

// A small test programme.
inline std::vector<Series> Programme(const std::vector<double>& amplitudes,
                                     const std::vector<double>& frequencies, int rows) {
  std::mt19937 random(3);
  std::vector<Series> all;
  for (double amplitude : amplitudes) {
    for (double frequency : frequencies) {
      const SeriesKind kind = frequency < 0.5 ? SeriesKind::kQuasiStatic : SeriesKind::kDynamic;
      all.push_back(
          SineSeries(std::to_string(all.size() + 1), kind, amplitude, frequency, rows, &random));
    }
  }
  return all;
}

inline std::vector<int> AllOf(const std::vector<Series>& data) {
  std::vector<int> all(data.size());
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<int>(i);
  return all;
}

// Fills in the forces of the model, computed with `steps` a period.
inline void MeasureModel(const CandidateLaw& model, int steps, std::vector<Series>* data) {
  for (Series& series : *data) series.force.assign(series.time.size(), 1);
  const Batch batch = MakeBatch(*data, {}, AllOf(*data), {.steps = steps});
  const auto forces = ModelForces(batch, model, model.Values());
  for (size_t i = 0; i < data->size(); ++i) {
    Series& series = (*data)[i];
    std::copy(forces[i].begin(), forces[i].end(), series.force.begin());
    series.force.back() = series.force.front();
  }
}

// Gaussian noise, `share` of the peak of each series.
inline void AddNoise(double share, std::mt19937* random, std::vector<Series>* data) {
  std::normal_distribution<double> normal;
  for (Series& series : *data) {
    double peak = 0;
    for (double f : series.force) peak = std::max(peak, std::abs(f));
    for (double& f : series.force) f += share * peak * normal(*random);
    series.force.back() = series.force.front();
  }
}

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_SYNTHETIC_DATA_FOR_TEST_H_

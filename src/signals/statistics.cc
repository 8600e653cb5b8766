#include "signals/statistics.h"

#include <algorithm>
#include <cmath>

namespace jounce {

double Statistics::AbsoluteMax() const { return std::max(std::abs(min), std::abs(max)); }

size_t Statistics::AbsoluteMaxIndex() const {
  return std::abs(min) > std::abs(max) ? min_index : max_index;
}

double Statistics::CrestFactor() const { return rms > 0 ? AbsoluteMax() / rms : 0; }

Statistics StatisticsOf(std::span<const double> samples) {
  Statistics s;
  s.count = samples.size();
  if (samples.empty()) return s;
  s.min = s.max = samples[0];
  double sum = 0, sum_of_squares = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    const double x = samples[i];
    if (x < s.min) s.min = x, s.min_index = i;
    if (x > s.max) s.max = x, s.max_index = i;
    sum += x;
    sum_of_squares += x * x;
  }
  const double n = static_cast<double>(s.count);
  s.mean = sum / n;
  s.rms = std::sqrt(sum_of_squares / n);
  double m2 = 0, m3 = 0, m4 = 0;
  for (const double x : samples) {
    const double d = x - s.mean;
    m2 += d * d;
    m3 += d * d * d;
    m4 += d * d * d * d;
  }
  if (s.count > 1) s.deviation = std::sqrt(m2 / (n - 1));
  if (s.min < s.max && m2 > 0) {
    s.skewness = (m3 / n) / std::pow(m2 / n, 1.5);
    s.kurtosis = (m4 / n) / ((m2 / n) * (m2 / n));
  }
  return s;
}

size_t UpCrossings(std::span<const double> samples, double level) {
  return LevelCrossings(samples, std::span(&level, 1))[0];
}

std::vector<uint64_t> LevelCrossings(std::span<const double> samples,
                                     std::span<const double> levels) {
  // A rise from a to b crosses the levels in (a, b]: +1 where they begin, -1 where they end.
  std::vector<int64_t> change(levels.size() + 1, 0);
  for (size_t i = 1; i < samples.size(); ++i) {
    if (!(samples[i] > samples[i - 1])) continue;
    const auto first = std::upper_bound(levels.begin(), levels.end(), samples[i - 1]);
    const auto last = std::upper_bound(first, levels.end(), samples[i]);
    ++change[static_cast<size_t>(first - levels.begin())];
    --change[static_cast<size_t>(last - levels.begin())];
  }
  std::vector<uint64_t> crossings(levels.size());
  int64_t running = 0;
  for (size_t l = 0; l < levels.size(); ++l) {
    running += change[l];
    crossings[l] = static_cast<uint64_t>(running);
  }
  return crossings;
}

std::vector<double> EvenLevels(std::span<const double> samples, size_t count) {
  const Statistics s = StatisticsOf(samples);
  std::vector<double> levels(count, s.min);
  for (size_t l = 1; l < count; ++l) {
    levels[l] = s.min + (s.max - s.min) * static_cast<double>(l) / static_cast<double>(count - 1);
  }
  return levels;
}

}  // namespace jounce

// Statistics of a time history.
#ifndef JOUNCE_SIGNALS_STATISTICS_H_
#define JOUNCE_SIGNALS_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace jounce {

struct Statistics {
  size_t count = 0;
  double min = 0;
  double max = 0;
  size_t min_index = 0;  // of the first sample with this value, from 0
  size_t max_index = 0;
  double mean = 0;
  double deviation = 0;  // with N - 1, as nCode's headers have it; 0 for a single sample
  double rms = 0;
  double skewness = 0;  // third and fourth standardized moment; 0 for a constant
  double kurtosis = 0;  // 3 for a normal distribution

  double AbsoluteMax() const;
  // Index of the sample farthest from zero.
  size_t AbsoluteMaxIndex() const;
  // AbsoluteMax / rms; 0 where all samples are 0.
  double CrestFactor() const;
};

// Zeros for no samples. Moments are taken about the mean in a second pass, so a large offset does
// not spoil them.
Statistics StatisticsOf(std::span<const double> samples);

// How often the history crosses `level` upwards: from below it to it or above.
size_t UpCrossings(std::span<const double> samples, double level);

// Up-crossings of each of `levels`, which must ascend, in one pass.
std::vector<uint64_t> LevelCrossings(std::span<const double> samples,
                                     std::span<const double> levels);

// `count` levels evenly spread from the smallest to the largest sample, ends included.
std::vector<double> EvenLevels(std::span<const double> samples, size_t count);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_STATISTICS_H_

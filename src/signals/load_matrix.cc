#include "signals/load_matrix.h"

#include <algorithm>
#include <cmath>

#include "signals/statistics.h"

namespace jounce {
namespace {

Eigen::Index Index(size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

size_t Classes::IndexOf(double value) const {
  const double position = std::floor((value - low) / Width());
  return static_cast<size_t>(std::clamp(position, 0.0, static_cast<double>(count - 1)));
}

Classes ClassesOfSamples(std::span<const double> samples, size_t count) {
  const Statistics s = StatisticsOf(samples);
  // A constant gets classes of some width around it.
  const double margin = s.max > s.min ? 0 : 0.5;
  return {s.min - margin, s.max + margin, count};
}

Classes ClassesOfRanges(std::span<const LoadCycle> cycles, size_t count) {
  double largest = 0;
  for (const LoadCycle& cycle : cycles) largest = std::max(largest, cycle.Range());
  return {0, largest > 0 ? largest : 1, count};
}

Eigen::VectorXd RangePairs(std::span<const LoadCycle> cycles, const Classes& ranges) {
  Eigen::VectorXd counts = Eigen::VectorXd::Zero(Index(ranges.count));
  for (const LoadCycle& cycle : cycles) counts(Index(ranges.IndexOf(cycle.Range()))) += cycle.count;
  return counts;
}

Eigen::MatrixXd RangeMeanMatrix(std::span<const LoadCycle> cycles, const Classes& ranges,
                                const Classes& means) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(Index(ranges.count), Index(means.count));
  for (const LoadCycle& cycle : cycles) {
    counts(Index(ranges.IndexOf(cycle.Range())), Index(means.IndexOf(cycle.Mean()))) += cycle.count;
  }
  return counts;
}

Eigen::MatrixXd FromToMatrix(std::span<const LoadCycle> cycles, const Classes& levels) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(Index(levels.count), Index(levels.count));
  for (const LoadCycle& cycle : cycles) {
    counts(Index(levels.IndexOf(cycle.from)), Index(levels.IndexOf(cycle.to))) += cycle.count;
  }
  return counts;
}

Eigen::MatrixXd MarkovMatrix(std::span<const double> samples, const Classes& levels) {
  Eigen::MatrixXd counts = Eigen::MatrixXd::Zero(Index(levels.count), Index(levels.count));
  const std::vector<double> points = TurningPoints(samples);
  for (size_t i = 1; i < points.size(); ++i) {
    counts(Index(levels.IndexOf(points[i - 1])), Index(levels.IndexOf(points[i]))) += 1;
  }
  return counts;
}

Eigen::VectorXd TimeAtLevel(std::span<const double> samples, const Classes& levels) {
  Eigen::VectorXd part = Eigen::VectorXd::Zero(Index(levels.count));
  for (const double x : samples) part(Index(levels.IndexOf(x))) += 1;
  return samples.empty() ? part : Eigen::VectorXd(part / static_cast<double>(samples.size()));
}

Eigen::VectorXd LevelCrossings(std::span<const double> samples, const Classes& levels) {
  Eigen::VectorXd crossings = Eigen::VectorXd::Zero(Index(levels.count));
  for (size_t i = 1; i < samples.size(); ++i) {
    if (samples[i] <= samples[i - 1]) continue;
    const auto bound = [&](size_t k) {
      return levels.low + levels.Width() * static_cast<double>(k);
    };
    for (size_t k = levels.IndexOf(samples[i - 1]); k < levels.count && bound(k) <= samples[i];
         ++k) {
      if (bound(k) > samples[i - 1]) crossings(Index(k)) += 1;
    }
  }
  return crossings;
}

std::vector<LoadCycle> ExtrapolateCycles(std::span<const LoadCycle> cycles, double factor,
                                         double spread) {
  std::vector<LoadCycle> longer;
  const int points = spread > 0 ? 4 : 1;
  for (const LoadCycle& cycle : cycles) {
    const double range = cycle.to - cycle.from;
    for (int i = 0; i < points * points; ++i) {
      const int column = i % points, row = i / points;
      const double a = points > 1 ? spread * (2.0 * column / (points - 1) - 1) : 0;
      const double b = points > 1 ? spread * (2.0 * row / (points - 1) - 1) : 0;
      const double mean = cycle.Mean() * (1 + b);
      const double half = 0.5 * range * (1 + a);
      longer.push_back({mean - half, mean + half, cycle.count * factor / (points * points)});
    }
  }
  return longer;
}

}  // namespace jounce

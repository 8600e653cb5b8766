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

}  // namespace jounce

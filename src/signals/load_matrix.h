// Load histories in classes: histograms of ranges, range-mean and from-to matrices, Markov
// matrices.
#ifndef JOUNCE_SIGNALS_LOAD_MATRIX_H_
#define JOUNCE_SIGNALS_LOAD_MATRIX_H_

#include <Eigen/Core>
#include <cstddef>
#include <span>
#include <vector>

#include "signals/rainflow.h"

namespace jounce {

// Evenly wide classes from `low` to `high`. Class i holds [low + i w, low + (i + 1) w); values
// outside count in the first and the last one.
struct Classes {
  double low = 0;
  double high = 1;
  size_t count = 64;

  double Width() const { return (high - low) / static_cast<double>(count); }
  double Middle(size_t i) const { return low + Width() * (static_cast<double>(i) + 0.5); }
  size_t IndexOf(double value) const;
};

// `count` classes that hold all samples, or all ranges (from 0 on).
Classes ClassesOfSamples(std::span<const double> samples, size_t count);
Classes ClassesOfRanges(std::span<const LoadCycle> cycles, size_t count);

// Cycles per range class: the range-pair count.
Eigen::VectorXd RangePairs(std::span<const LoadCycle> cycles, const Classes& ranges);

// Cycles by range (rows) and mean (columns).
Eigen::MatrixXd RangeMeanMatrix(std::span<const LoadCycle> cycles, const Classes& ranges,
                                const Classes& means);

// Cycles by the class they start in (rows) and the class they go to (columns).
Eigen::MatrixXd FromToMatrix(std::span<const LoadCycle> cycles, const Classes& levels);

// Steps between successive turning points, by class of the first (rows) and the second (columns).
Eigen::MatrixXd MarkovMatrix(std::span<const double> samples, const Classes& levels);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_LOAD_MATRIX_H_

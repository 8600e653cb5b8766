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

// Samples in each class, as a part of all: the time that the history spends at a level.
Eigen::VectorXd TimeAtLevel(std::span<const double> samples, const Classes& levels);

// How often the history rises through the lower bound of each class [ASTM E1049, 5.1]; a step
// through several levels crosses each of them.
Eigen::VectorXd LevelCrossings(std::span<const double> samples, const Classes& levels);

// The cycles of a duty `factor` times as long as what was counted. Beside more of the same it holds
// larger cycles, which a short record has not seen: each cycle is spread over a neighbourhood of
// the range-mean plane, 4 x 4 evenly spaced points in +-`spread` of its range and of its mean about
// where it was counted [Socie & Pompetzki, J. Test. Eval. 32 (2004), kernel of constant density].
// `spread` 0: more of the same alone.
std::vector<LoadCycle> ExtrapolateCycles(std::span<const LoadCycle> cycles, double factor,
                                         double spread = 0);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_LOAD_MATRIX_H_

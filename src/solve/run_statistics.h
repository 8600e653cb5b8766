// What a run cost: steps, iterations, factorizations, and how long the steps took.
#ifndef JOUNCE_SOLVE_RUN_STATISTICS_H_
#define JOUNCE_SOLVE_RUN_STATISTICS_H_

#include <array>
#include <cstdint>

namespace jounce {

// Durations of steps in bins of 2 %, from 10 ns to hours: quantiles without keeping every value.
class StepTimes {
 public:
  void Add(double seconds);
  // The time that this part of the steps did not exceed, to 2 %.
  double Quantile(double part) const;
  double worst() const { return worst_; }
  std::int64_t count() const { return count_; }

 private:
  static constexpr int kBins = 1400;
  std::array<std::int64_t, kBins> bins_{};
  std::int64_t count_ = 0;
  double worst_ = 0;
};

struct RunStatistics {
  std::int64_t steps = 0;
  std::int64_t iterations = 0;
  std::int64_t factorizations = 0;
  std::int64_t halvings = 0;
  // The largest residual left by a step, in units of the tolerance; where all converged, at most 1,
  // or 100 where that is a small part of the error of the step (integrator.h).
  double worst_residual = 0;
  // Steps that ended where only rounding was left to correct or, with a fixed matrix, with the last
  // iteration.
  std::int64_t steps_above_tolerance = 0;
  StepTimes step_times;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_RUN_STATISTICS_H_

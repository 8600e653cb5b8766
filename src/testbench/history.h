// Displacement histories as a test machine makes them: what the bench drives a law through.
// All values SI. A history is a list of instants; between two of them the displacement is linear.
#ifndef JOUNCE_TESTBENCH_HISTORY_H_
#define JOUNCE_TESTBENCH_HISTORY_H_

#include <vector>

namespace jounce::testbench {

struct History {
  std::vector<double> time;          // s, strictly increasing
  std::vector<double> displacement;  // m (or rad)
  std::vector<double> rate;          // m/s at the end of the step that leads to each instant

  int size() const { return static_cast<int>(time.size()); }
};

// One cycle of a sine from zero upwards, `points` steps, with the exact rate at each instant. The
// last instant repeats the first, one period later.
History SineCycle(double amplitude, double frequency, int points);

// One cycle of a triangle from zero upwards at constant speed [m/s]; `points` is rounded up to a
// multiple of four, so that the corners are instants.
History TriangleCycle(double amplitude, double speed, int points);

// A ramp to `level` in `ramp_time`, then a hold of `hold_time` whose instants are spaced evenly in
// the logarithm of the time since the end of the ramp: relaxation is read on such an axis.
History RampAndHold(double level, double ramp_time, double hold_time, int points);

// A measured record; rates are the slopes of its segments. Throws InputError when the columns
// differ in length, have fewer than two rows, hold non-finite values or times that do not increase;
// all findings name their row (counted from 1).
History MeasuredHistory(const std::vector<double>& time, const std::vector<double>& displacement);

// Instants from 0 to `end` spaced as in RampAndHold, the first step being `first`.
std::vector<double> LogTimes(double first, double end, int points);

}  // namespace jounce::testbench

#endif  // JOUNCE_TESTBENCH_HISTORY_H_

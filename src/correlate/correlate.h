// Numbers of a model from measurements: least squares over all events of a plan, with the
// derivatives of runs (solve/sensitivity.h).
//
// The unknowns are x_k = ln f_k, f_k the factors of what the model says. With the measured numbers m,
// the model's y(x), deviations s and weights w,
//
//   cost = 1/2 sum w (y - m)^2 / s^2 + 1/2 sum (x_k / prior_k)^2
//
// Where the noise of a channel is not given, a first search takes a tenth of its own rms for it; s is
// then what is left of each, and the search goes on with that. What the data say of x is the inverse
// of J^T J, J the derivatives of all terms at the end, or, where that is more, how far x moves where parts
// of the measurement are left out (spread.h): errors of samples are seldom independent of each other. A
// parameter whose logarithm is not known better than kUnknown, or not much better than its prior, is not
// determined.
#ifndef JOUNCE_CORRELATE_CORRELATE_H_
#define JOUNCE_CORRELATE_CORRELATE_H_

#include <Eigen/Core>
#include <string>
#include <vector>

#include "base/progress.h"
#include "correlate/plan.h"
#include "signals/correlation.h"

namespace jounce::correlate {

inline constexpr double kUnknown = 0.5;

struct FoundParameter {
  std::string name, number, unit;
  double before = 0, value = 0;  // what the model said, and what was found
  double lower = 0, upper = 0;   // 95 % interval
  double spread = 0;             // standard deviation of the logarithm
  bool determined = true, at_bound = false;
};

// A measured item beside what the model said of it before and after.
struct ComparedItem {
  std::string event, name, unit;
  bool held_out = false, is_history = false;
  double rms_before = 0, rms_after = 0;                        // of what is left, in the unit
  double measured = 0, before = 0, after = 0;                  // of what is no history
  ChannelCorrelation history_before = {}, history_after = {};  // [Wood 2003, 4.5.3]
};

struct Correlated {
  bool ok = true, converged = true;
  std::string reason;
  std::vector<FoundParameter> parameters;
  Eigen::MatrixXd correlation;  // of the logarithms
  std::vector<ComparedItem> items;
  int iterations = 0, evaluations = 0;
  double first_cost = 0, cost = 0;  // of the last search
  std::vector<std::string> warnings;
  std::vector<std::string> files;  // that were read
};

// Throws InputError or FileError for what is wrong with the plan, its model or its measurements.
Correlated Correlate(const Plan& plan, Progress* progress = nullptr);

}  // namespace jounce::correlate

#endif  // JOUNCE_CORRELATE_CORRELATE_H_

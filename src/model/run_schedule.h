// When a run steps and when it tells its results.
//
// Results come at the multiples of `output_step` (of `step`, where that is 0) and at `end_time`,
// exactly. Steps are all of one length, so that one matrix serves: `step`, or what is a little
// shorter and divides the interval of the results. Only the last interval may be a shorter one.
#ifndef JOUNCE_MODEL_RUN_SCHEDULE_H_
#define JOUNCE_MODEL_RUN_SCHEDULE_H_

#include <cstddef>

#include "model/model.h"

namespace jounce {

struct RunSchedule {
  // This many intervals of this many steps, with a result after each interval.
  long long intervals = 0;
  long long steps = 1;
  double step = 0;  // s
  // Then so many steps to the end, with a result after the last; 0: the end is there already.
  long long last_steps = 0;
  double last_step = 0;  // s

  // Results of the whole run, that of the start among them.
  size_t OutputCount() const { return static_cast<size_t>(1 + intervals + (last_steps > 0)); }
};

RunSchedule MakeRunSchedule(const SolverSettings& solver);

}  // namespace jounce

#endif  // JOUNCE_MODEL_RUN_SCHEDULE_H_

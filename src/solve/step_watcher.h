// Who looks at the steps of a run as they are taken: at all that a step was made of, before the next
// one overwrites it.
#ifndef JOUNCE_SOLVE_STEP_WATCHER_H_
#define JOUNCE_SOLVE_STEP_WATCHER_H_

#include "mechanics/element.h"
#include "solve/step_formula.h"

namespace jounce {

// A step that has converged.
struct TakenStep {
  const SystemState& before;
  const StepMotion& motion;  // from there on (body_coordinates.h)
  Evaluation at;             // its end: state, length, memory before and after
  double constraint_weight;  // s of the iteration matrix (integrator.h)
};

// Forces have jumped: the run begins anew with other accelerations.
struct NewBegin {
  const SystemState &before, &after;
  const double* last_memory;  // where the last step began
  const double* memory;       // now
  double h;                   // of the last step; 0 where an element has switched without one
  bool switched;              // an element has, at a time that depends on the motion
};

class StepWatcher {
 public:
  virtual ~StepWatcher() = default;
  virtual void StepTaken(const TakenStep& step) = 0;
  virtual void BegunAnew(const NewBegin& begin) = 0;
};

}  // namespace jounce

#endif  // JOUNCE_SOLVE_STEP_WATCHER_H_

// A drive whose values become known step by step, for inverse dynamics (servo_constraints.h).
//
// At the end of a step of h its rate is that of the backward differentiation formula of order two,
//
//   D u_n+1 = (3 u_n+1 - 4 u_n + u_n-1) / (2 h),
//
// and its acceleration D D u: what bodies do that are driven through the same formula.
#ifndef JOUNCE_REPLICATE_LIVE_DRIVE_H_
#define JOUNCE_REPLICATE_LIVE_DRIVE_H_

#include <memory>

#include "model/time_function.h"

namespace jounce {

class LiveDrive {
 public:
  explicit LiveDrive(double at_rest) { Rest(at_rest); }

  // At rest with this value.
  void Rest(double value);
  // Goes on to a step that ends at `end` [s]. Its value is that of the last one until it is set.
  void Begin(double end, double h);
  // The value at the end of the step at hand; may be set again.
  void Set(double value);

  double value() const { return values_[0]; }
  Jet At(double t) const;

 private:
  double end_ = 0, h_ = 1;
  double values_[3] = {}, rates_[3] = {};  // at the end of this step and of those before
};

// Functions of time that see the drive as it is when they are asked.
std::shared_ptr<const TimeFunctionSource> AsTimeFunctionSource(
    std::shared_ptr<const LiveDrive> drive);

}  // namespace jounce

#endif  // JOUNCE_REPLICATE_LIVE_DRIVE_H_

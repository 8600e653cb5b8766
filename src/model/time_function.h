// Scalars of time: what drives a motion or a force. A model says them as plain data (a number, a
// formula in t, or a function that someone else supplies, e.g. a measured signal), the run time
// asks for value, rate and acceleration.
#ifndef JOUNCE_MODEL_TIME_FUNCTION_H_
#define JOUNCE_MODEL_TIME_FUNCTION_H_

#include <memory>
#include <optional>
#include <string>

#include "math/jet.h"

namespace jounce {

class TimeFunction {
 public:
  virtual ~TimeFunction() = default;

  // Value, first and second time derivative at time t. Never allocates.
  virtual Jet At(double t) const = 0;
};

// As the user wrote it; exactly one of the three is given.
struct TimeFunctionSettings {
  std::optional<double> constant;
  std::string expression;  // in the variable t [s]
  // Anything else, such as a measured signal: whoever reads the model puts it here.
  std::shared_ptr<const TimeFunction> function;
};

// Throws InputError for a formula that cannot be read, or where not exactly one is given.
std::shared_ptr<const TimeFunction> MakeTimeFunction(const TimeFunctionSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_MODEL_TIME_FUNCTION_H_

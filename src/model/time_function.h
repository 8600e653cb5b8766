// Scalars of time: what drives a motion or a force. A model says them as plain data (a number, a
// formula in t, a table, or a function that someone else supplies, e.g. a measured signal), the run
// time
// asks for value, rate and acceleration.
#ifndef JOUNCE_MODEL_TIME_FUNCTION_H_
#define JOUNCE_MODEL_TIME_FUNCTION_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "math/jet.h"
#include "math/spline.h"

namespace jounce {

class TimeFunction {
 public:
  virtual ~TimeFunction() = default;

  // Value, first and second time derivative at time t. Never allocates.
  virtual Jet At(double t) const = 0;
  // The value alone, which residuals ask for.
  virtual double Value(double t) const { return At(t).value; }
};

// Points (t, value), joined as it says; before the first and after the last the value stays.
struct TimeTable {
  std::vector<double> rows;  // time [s] and value, one after the other
  Interpolation interpolation = Interpolation::kCubic;
};

// As the user wrote it; exactly one of the four is given.
struct TimeFunctionSettings {
  std::optional<double> constant;
  std::string expression;  // in the variable t [s]
  TimeTable table;         // no rows: none
  // Anything else, such as a measured signal: whoever reads the model puts it here.
  std::shared_ptr<const TimeFunction> function;
};

// Throws InputError for a formula that cannot be read, or where not exactly one is given.
std::shared_ptr<const TimeFunction> MakeTimeFunction(const TimeFunctionSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_MODEL_TIME_FUNCTION_H_

// Scalars that drive a motion or a force. A model says them as plain data: a number, a formula, a
// table over time, or a channel of a file. A formula knows the time t and, by their names, the
// signals of the model and the channels of its sensors (mechanics/signal_graph.h). Of what depends
// on time alone, the run time asks for value, rate and acceleration.
#ifndef JOUNCE_MODEL_TIME_FUNCTION_H_
#define JOUNCE_MODEL_TIME_FUNCTION_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
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

// Where functions come from that the engine cannot make by itself. Immutable and shared.
class TimeFunctionSource {
 public:
  virtual ~TimeFunctionSource() = default;

  // A function for one user alone: reading a file moves a cursor.
  virtual std::unique_ptr<TimeFunction> Make() const = 0;
};

// Points (t, value), joined as it says; before the first and after the last the value stays.
struct TimeTable {
  std::vector<double> rows;  // time [s] and value, one after the other
  Interpolation interpolation = Interpolation::kCubic;
};

// What is given over time of something that moves.
enum class MotionQuantity { kPosition, kVelocity, kAcceleration };

// A channel of a file: `signal: {file: road.rsp, channel: "LF Spindle Vert. Disp.", unit: mm}`.
struct SignalSettings {
  std::string file;
  std::string channel;          // name, or number from 1
  std::string unit;             // of the samples; empty: the unit that the file says
  double scale = 1;             // after conversion to SI
  double delay = 0;             // s: the signal begins that much later
  bool subtract_start = false;  // so that the first value is zero
  // What was measured of what the signal stands for: rates are integrated to it without their drift
  // (signals/integration.h).
  MotionQuantity quantity = MotionQuantity::kPosition;
  std::optional<double> high_pass;  // Hz: what is slower is taken out; of rates 0.3 Hz by default
  Place place;
};

// As the user wrote it; exactly one of the four is given.
struct TimeFunctionSettings {
  std::optional<double> constant;
  std::string expression;  // in SI units
  // What names in the formula stand for, where they are not those of signals or channels: a number,
  // or the name of a signal or channel.
  std::vector<std::pair<std::string, std::string>> let;
  TimeTable table;  // no rows: none
  std::optional<SignalSettings> signal;
  // Attached to a signal by whoever reads its file (io/signal_fields.h); a program may put a source
  // of its own here, without a signal.
  std::shared_ptr<const TimeFunctionSource> source;
};

// Whether a meaning of `let` is a number, with or without a unit.
bool IsNumberWithUnit(const std::string& text);
// Its value in SI. Throws InputError for a unit that is not known.
double NumberWithUnit(const std::string& text);

// Whether a formula knows other things than the time.
bool UsesSignals(const TimeFunctionSettings& settings);

// A function of time for one user alone. Throws InputError for a formula that cannot be read or
// that knows other things than the time, a signal whose file was not read, or where not exactly one
// is given.
std::shared_ptr<const TimeFunction> MakeTimeFunction(const TimeFunctionSettings& settings);

}  // namespace jounce

#endif  // JOUNCE_MODEL_TIME_FUNCTION_H_

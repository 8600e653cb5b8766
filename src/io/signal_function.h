// A measured channel as a function of time in a model:
//   signal: {file: road.rsp, channel: "LF Spindle Vert. Disp.", unit: mm, subtract_start: true}
#ifndef JOUNCE_IO_SIGNAL_FUNCTION_H_
#define JOUNCE_IO_SIGNAL_FUNCTION_H_

#include <memory>

#include "io/fields.h"
#include "math/units.h"
#include "model/time_function.h"
#include "signals/streamed_signal.h"

namespace jounce {

void Describe(Fields& fields, SignalSettings& signal);

// Opens the file. Throws InputError if there is no such channel or if it is not of this quantity,
// FileError if the file cannot be read.
std::shared_ptr<const TimeFunction> MakeSignalFunction(const SignalSettings& settings,
                                                       const Quantity& quantity);

}  // namespace jounce

#endif  // JOUNCE_IO_SIGNAL_FUNCTION_H_

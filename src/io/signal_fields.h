// A channel of a file as a function of time in a model:
//
//   signal: {file: road.rsp, channel: "LF Spindle Vert. Disp.", unit: mm, subtract_start: true}
//   signal: {file: road.rsp, channel: LF Spindle Acceleration Z, quantity: acceleration}
#ifndef JOUNCE_IO_SIGNAL_FIELDS_H_
#define JOUNCE_IO_SIGNAL_FIELDS_H_

#include <memory>
#include <optional>

#include "io/fields.h"
#include "math/units.h"
#include "model/time_function.h"
#include "signals/streamed_signal.h"

namespace jounce {

void Describe(Fields& fields, SignalSettings& settings);

// Opens the file, finds the channel and checks that its unit is of this dimension, if it must be of
// one. Signals of one
// file share it as long as one of them lives; each function made of them reads for itself. Throws
// an InputError or FileError that names the file.
std::shared_ptr<const TimeFunctionSource> OpenSignal(const SignalSettings& settings,
                                                     const std::optional<Dimension>& dimension);

// Histories of any origin, each function made of them reading for itself.
std::shared_ptr<const TimeFunctionSource> AsTimeFunctionSource(StreamedSignal signal);

}  // namespace jounce

#endif  // JOUNCE_IO_SIGNAL_FIELDS_H_

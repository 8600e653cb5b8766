// A channel of a file as a function of time in a model:
//
//   signal: {file: road.rsp, channel: "LF Spindle Vert. Disp.", unit: mm, subtract_start: true}
#ifndef JOUNCE_IO_SIGNAL_FIELDS_H_
#define JOUNCE_IO_SIGNAL_FIELDS_H_

#include "io/fields.h"
#include "model/time_function.h"

namespace jounce {

// Describes the key `signal`. Read, it opens the file, finds the channel, checks that its unit is
// one of `quantity`, and puts the function into `settings`; every mistake is reported where it
// stands.
void DescribeSignal(Fields& fields, TimeFunctionSettings& settings, const Quantity& quantity);

}  // namespace jounce

#endif  // JOUNCE_IO_SIGNAL_FIELDS_H_

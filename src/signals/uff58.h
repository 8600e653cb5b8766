// Universal file format, dataset 58: functions at nodal degrees of freedom, as text or binary
// ("58b"). Of a file's datasets those over time become channels; spectra and frequency responses
// are passed over, and so are datasets of other numbers.
//
// Reference: University of Cincinnati SDRL, Universal File Formats for Modal Analysis Testing.
#ifndef JOUNCE_SIGNALS_UFF58_H_
#define JOUNCE_SIGNALS_UFF58_H_

#include <string>
#include <vector>

#include "signals/byte_order.h"
#include "signals/byte_source.h"
#include "signals/channel.h"

namespace jounce {

// Throws an InputError that says line and mistake.
std::vector<Channel> ReadUff58(const ByteSource& file);

struct Uff58WriteSettings {
  bool binary = true;  // exact; as text, numbers keep 13 digits
  ByteOrder order = ByteOrder::kLittle;
};

// One dataset a channel, in double precision.
void WriteUff58(const std::string& path, const SignalSource& source,
                const Uff58WriteSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_UFF58_H_

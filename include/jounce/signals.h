// Time histories in files: RPC III, DAC, CSV, UFF 58, MATLAB and result files (docs/signals.md).
#ifndef JOUNCE_SIGNALS_H_
#define JOUNCE_SIGNALS_H_

#include <string>
#include <vector>

#include "jounce/error.h"
#include "jounce/export.h"

namespace jounce::api {

// Sample i stands at start + i / sample_rate.
struct Signal {
  std::string name;
  std::string description;
  std::string unit;        // as the file spells it
  double sample_rate = 1;  // Hz
  double start = 0;        // s
  std::vector<double> samples;
};

// All channels of a file, whose format is told by its content. Throws FileError where it cannot be
// read, InputError where it is not what it seems.
JOUNCE_EXPORT std::vector<Signal> ReadSignals(const std::string& path);

// Writes them in the format that the ending of the name says: .rsp, .dac, .csv, .uff, .h5 and their
// likes. Returns the files written: several for DAC, which holds one channel a file. Throws
// InputError where the format cannot hold them (one time axis, lengths, rates), FileError where
// they cannot be written.
JOUNCE_EXPORT std::vector<std::string> WriteSignals(const std::string& path,
                                                    const std::vector<Signal>& signals);

}  // namespace jounce::api

#endif  // JOUNCE_SIGNALS_H_

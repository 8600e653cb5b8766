// Files of time histories, whatever their format: opened by what they contain, written by what
// their name says.
#ifndef JOUNCE_SIGNALS_SIGNAL_FILE_H_
#define JOUNCE_SIGNALS_SIGNAL_FILE_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "signals/byte_source.h"
#include "signals/channel.h"
#include "signals/csv.h"
#include "signals/dac.h"
#include "signals/rpc3.h"
#include "signals/uff58.h"

namespace jounce {

enum class SignalFormat { kRpc3, kDac, kCsv, kUff58, kMatlab };

// "RPC III", "DAC", "CSV", "UFF 58", "MATLAB".
std::string NameOf(SignalFormat format);

// By the ending of the name: .rsp .drv .tim .rpc .rpc3, .dac, .csv .txt .tsv .dat, .uff .unv .58,
// .mat. Throws an InputError that lists them for any other.
SignalFormat FormatOfPath(const std::string& path);

// By the first bytes; anything without a mark of its own counts as CSV.
SignalFormat FormatOfContent(const ByteSource& file);

// RPC III and DAC files are read piece by piece; the others are loaded.
std::shared_ptr<const SignalSource> OpenSignals(const std::string& path,
                                                const CsvReadSettings& csv = {});

struct SignalWriteSettings {
  Rpc3WriteSettings rpc3;
  DacWriteSettings dac;
  CsvWriteSettings csv;
  Uff58WriteSettings uff58;
};

// The files that WriteSignals writes for this path: several for DAC, which holds one channel a
// file; `road.dac` becomes road_001.dac, road_002.dac and so on where there are several channels.
std::vector<std::string> SignalFilesOf(const std::string& path, size_t channels);

// Returns the files written.
std::vector<std::string> WriteSignals(const std::string& path, const SignalSource& source,
                                      const SignalWriteSettings& settings = {});

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_SIGNAL_FILE_H_

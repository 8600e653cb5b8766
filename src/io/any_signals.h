// Time histories of any origin: measured files of every format, and results of runs.
#ifndef JOUNCE_IO_ANY_SIGNALS_H_
#define JOUNCE_IO_ANY_SIGNALS_H_

#include <memory>
#include <string>
#include <vector>

#include "signals/channel.h"
#include "signals/csv.h"
#include "signals/signal_file.h"

namespace jounce {

// Opened by its content. Throws FileError or InputError that name the file.
std::shared_ptr<const SignalSource> OpenAnySignals(const std::string& path,
                                                   const CsvReadSettings& csv = {});

// As WriteSignals, and to .h5: a result file with these channels, which need one time axis.
std::vector<std::string> WriteAnySignals(const std::string& path, const SignalSource& source,
                                         const SignalWriteSettings& settings,
                                         const std::string& command_line);

}  // namespace jounce

#endif  // JOUNCE_IO_ANY_SIGNALS_H_

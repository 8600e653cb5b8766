// Time histories of any origin: measured files of every format, and results of runs.
#ifndef JOUNCE_IO_ANY_SIGNALS_H_
#define JOUNCE_IO_ANY_SIGNALS_H_

#include <memory>
#include <string>

#include "signals/channel.h"
#include "signals/csv.h"

namespace jounce {

// Opened by its content. Throws FileError or InputError that name the file.
std::shared_ptr<const SignalSource> OpenAnySignals(const std::string& path,
                                                   const CsvReadSettings& csv = {});

}  // namespace jounce

#endif  // JOUNCE_IO_ANY_SIGNALS_H_

// Time histories on their way out of a command: as text of numbers that read back exactly, or as a
// file by the ending of its name.
#ifndef JOUNCE_CLI_HISTORY_FILE_H_
#define JOUNCE_CLI_HISTORY_FILE_H_

#include <string>
#include <vector>

#include "cli/outputs.h"
#include "signals/channel.h"

namespace jounce {

// One line of names, one of units, then the rows. Times need not be even.
std::string CsvOf(const std::vector<double>& time, const std::vector<Channel>& channels);

// Rates and starts of the channels follow from the times. CSV takes any times, other formats even
// ones only. Returns the files that were written; throws InputError where `outputs` forbids one.
std::vector<std::string> WriteHistory(const std::vector<double>& time,
                                      std::vector<Channel> channels, const std::string& path,
                                      const Outputs& outputs,
                                      const std::vector<std::string>& inputs);

}  // namespace jounce

#endif  // JOUNCE_CLI_HISTORY_FILE_H_

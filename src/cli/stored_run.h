// Runs read from result files, for pages and films.
#ifndef JOUNCE_CLI_STORED_RUN_H_
#define JOUNCE_CLI_STORED_RUN_H_

#include <string>
#include <vector>

#include "math/display_units.h"
#include "report/runs_page.h"

namespace jounce {

// All runs in the same units, called by what differs between them. Throws InputError where one holds
// no rows.
std::vector<report::NamedRun> ReadRuns(const std::vector<std::string>& files,
                                       const DisplayUnits& units);

}  // namespace jounce

#endif  // JOUNCE_CLI_STORED_RUN_H_

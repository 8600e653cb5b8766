// `jounce run --cases`: cases of one model side by side, each a simulation of its own.
#ifndef JOUNCE_CLI_RUN_CASES_H_
#define JOUNCE_CLI_RUN_CASES_H_

#include "cli/run_arguments.h"

namespace jounce {

// Runs options.cases, at most options.jobs at a time, and prints one table of all. The results are
// the same, to the last bit, as those of one run after the other. Returns the worst of their codes.
ExitCode RunCases(const RunArguments& options, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_RUN_CASES_H_

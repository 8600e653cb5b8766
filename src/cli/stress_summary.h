// The largest stresses of flexible bodies, for people.
#ifndef JOUNCE_CLI_STRESS_SUMMARY_H_
#define JOUNCE_CLI_STRESS_SUMMARY_H_

#include <string>
#include <vector>

#include "cli/console.h"
#include "mechanics/system.h"
#include "solve/run_summary.h"

namespace jounce {

void PrintStresses(const std::vector<RunSummary::Stress>& stresses, const Console& console);

// The body that is asked for: by its name, or the only one that bends. `file` names the result.
int FindStressedBody(const std::string& part, const std::string& file, const System& system);

}  // namespace jounce

#endif  // JOUNCE_CLI_STRESS_SUMMARY_H_

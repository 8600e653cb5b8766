// The largest stresses of flexible bodies, for people.
#ifndef JOUNCE_CLI_STRESS_SUMMARY_H_
#define JOUNCE_CLI_STRESS_SUMMARY_H_

#include <vector>

#include "cli/console.h"
#include "solve/run_summary.h"

namespace jounce {

void PrintStresses(const std::vector<RunSummary::Stress>& stresses, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_STRESS_SUMMARY_H_

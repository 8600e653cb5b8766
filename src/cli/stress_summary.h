// What the commands say of the stresses of flexible bodies: the largest, where and when.
#ifndef JOUNCE_CLI_STRESS_SUMMARY_H_
#define JOUNCE_CLI_STRESS_SUMMARY_H_

#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "report/flexible_view.h"

namespace jounce {

nlohmann::json StressSummary(const System& system, const report::StressWatch& watch);

void PrintStresses(const System& system, const report::StressWatch& watch, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_STRESS_SUMMARY_H_

// The summary of a run as JSON, as programs and result files get it.
#ifndef JOUNCE_IO_RUN_SUMMARY_JSON_H_
#define JOUNCE_IO_RUN_SUMMARY_JSON_H_

#include <nlohmann/json.hpp>
#include <string>

#include "solve/run_summary.h"

namespace jounce {

nlohmann::json ToJson(const RunSummary& summary);
nlohmann::json ToJson(const RunSummary::Stress& stress);

// Of a result file; what it does not say keeps its default. `path` is for the message where it is
// no summary.
RunSummary ReadRunSummary(const std::string& json, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_RUN_SUMMARY_JSON_H_

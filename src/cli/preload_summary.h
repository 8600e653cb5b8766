// What the commands say of preloads that hold a model where it is drawn.
#ifndef JOUNCE_CLI_PRELOAD_SUMMARY_H_
#define JOUNCE_CLI_PRELOAD_SUMMARY_H_

#include <nlohmann/json_fwd.hpp>

#include "cli/console.h"
#include "solve/design_position.h"

namespace jounce {

// The preloads by connection [N, N m].
nlohmann::json PreloadSummary(const std::vector<DesignPreload>& preloads);
void PrintPreloads(const std::vector<DesignPreload>& preloads, const Console& console);

}  // namespace jounce

#endif  // JOUNCE_CLI_PRELOAD_SUMMARY_H_

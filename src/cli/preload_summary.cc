#include "cli/preload_summary.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace jounce {

nlohmann::json PreloadSummary(const std::vector<DesignPreload>& preloads) {
  nlohmann::json summary = nlohmann::json::object();
  for (const DesignPreload& one : preloads) summary[one.connection] = one.preload;
  return summary;
}

void PrintPreloads(const std::vector<DesignPreload>& preloads, const Console& console) {
  if (preloads.empty()) return;
  console.Print("  preloads that hold it where it is drawn:");
  for (const DesignPreload& one : preloads) {
    std::string numbers;
    for (size_t i = 0; i < one.preload.size(); ++i) {
      const bool moment = one.kind == ConnectionKind::kAngularSpring || i >= 3;
      numbers += fmt::format(" {:12.6g} {}", one.preload[i], moment ? "N m" : "N");
    }
    console.Print("    {:20}{}", one.connection, numbers);
  }
}

}  // namespace jounce

#include "cli/stress_summary.h"

#include <algorithm>

namespace jounce {

nlohmann::json StressSummary(const System& system, const report::StressWatch& watch) {
  nlohmann::json peaks = nlohmann::json::array();
  for (const report::StressWatch::Body& body : watch.bodies()) {
    const Body& model = system.model().bodies[body.body];
    const StressPoint& point = model.flexible.part->stress_points[std::max(0, body.peak.point)];
    peaks.push_back({{"body", model.name},
                     {"von_mises", body.peak.von_mises},
                     {"time", body.peak.time},
                     {"element", point.element},
                     {"node", point.node},
                     {"surface", point.surface},
                     {"position", {point.position.x(), point.position.y(), point.position.z()}}});
  }
  return peaks;
}

void PrintStresses(const System& system, const report::StressWatch& watch, const Console& console) {
  for (const report::StressWatch::Body& body : watch.bodies()) {
    console.Print("  largest von Mises stress of {}: {:.6g} MPa at t = {:.6g} s, {}",
                  system.model().bodies[body.body].name, 1e-6 * body.peak.von_mises, body.peak.time,
                  watch.PlaceOf(body));
  }
}

}  // namespace jounce

#include "solve/run_summary.h"

#include <fmt/format.h>

namespace jounce {

std::string RunSummary::Stress::Place() const {
  std::string text;
  if (element != 0) text += fmt::format("element {}, ", element);
  if (node != 0) text += fmt::format("node {}, ", node);
  if (!surface.empty()) text += surface + ", ";
  return text + fmt::format("at {:.4g} {:.4g} {:.4g} m", position.x(), position.y(), position.z());
}

RunSummary Summarize(const Simulation& simulation, const RunStatus& status) {
  const RunStatistics& s = simulation.statistics();
  RunSummary summary;
  summary.status = status;
  summary.steps = s.steps;
  summary.iterations = s.iterations;
  summary.factorizations = s.factorizations;
  summary.halvings = s.halvings;
  summary.wall_seconds = simulation.wall_seconds();
  summary.end_time = simulation.time();
  summary.residual_left = s.worst_residual;
  summary.steps_above_tolerance = s.steps_above_tolerance;
  summary.step_median = s.step_times.Quantile(0.5);
  summary.step_p999 = s.step_times.Quantile(0.999);
  summary.step_worst = s.step_times.worst();
  summary.degrees_of_freedom = simulation.freedom().degrees_of_freedom;
  summary.redundant = simulation.freedom().redundant;
  summary.warnings = simulation.warnings();
  return summary;
}

}  // namespace jounce

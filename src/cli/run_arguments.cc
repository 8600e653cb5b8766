#include "cli/run_arguments.h"

#include <fmt/format.h>

#include "cli/stress_summary.h"
#include "version.h"

namespace jounce {
namespace {

// Everything besides the files that changes the result.
std::vector<std::string> SettingsOf(const RunArguments& options) {
  std::vector<std::string> settings;
  if (!options.case_name.empty()) settings.push_back("case " + options.case_name);
  for (const Assignment& assignment : options.assignments) {
    settings.push_back(fmt::format("{}={}", assignment.name, assignment.text));
  }
  settings.push_back(fmt::format("end_time={} step={} matrix={} max_iterations={} equilibrium={}",
                                 options.end_time, options.step, options.matrix,
                                 options.max_iterations, options.from_equilibrium));
  return settings;
}

nlohmann::json NamesOf(const std::vector<RotationWatch::Part>& parts) {
  nlohmann::json names = nlohmann::json::array();
  for (const RotationWatch::Part& part : parts) names.push_back(part.connection->name);
  return names;
}

// Of what ended well, but not as asked for; empty where there is nothing to say.
std::string WarningOfResiduals(const RunStatistics& s, MatrixMode matrix) {
  if (s.steps_above_tolerance == 0) return "";
  return fmt::format(
      "{} of {} steps ended above the tolerance, at most {:.3g} times it: {}",
      s.steps_above_tolerance, s.steps, s.worst_residual,
      matrix == MatrixMode::kFixed
          ? "allow more iterations (--max-iterations), or take shorter steps"
          : "all that was left to correct was rounding, so forces of the stiffest parts are no "
            "better than that; take longer steps or a larger tolerance, or soften those parts");
}

}  // namespace

void ApplyOverrides(const RunArguments& options, SolverSettings* solver) {
  if (options.end_time > 0) solver->end_time = options.end_time;
  if (options.step > 0) solver->step = options.step;
  if (options.max_iterations > 0) solver->max_iterations = options.max_iterations;
  if (options.matrix == "newton") solver->matrix = MatrixMode::kNewton;
  if (options.matrix == "adaptive") solver->matrix = MatrixMode::kAdaptive;
  if (options.matrix == "fixed") solver->matrix = MatrixMode::kFixed;
}

std::unique_ptr<ResultWriter> OpenResult(const RunArguments& options, const LoadedModel& loaded,
                                         const Simulation& simulation, const Console& console) {
  if (options.output.empty()) return nullptr;
  std::vector<ChannelInfo> channels;
  const ChannelSelection selection = simulation.SelectChannels();
  for (const ProbeChannel& channel : selection.channels()) {
    channels.push_back({channel.name, channel.unit, channel.description});
  }
  const double end = simulation.system().model().solver.end_time;
  return std::make_unique<ResultWriter>(
      options.output, channels, selection.CountRows(end, simulation.OutputCount()),
      ResultOrigin{console.command_line, kVersion, loaded.files, SettingsOf(options)},
      options.outputs.force());
}

nlohmann::json RunSummary(const Simulation& simulation, const RunStatus& status,
                          const RotationWatch& rotations, const report::StressWatch& stresses) {
  const RunStatistics& s = simulation.statistics();
  const double wall = simulation.wall_seconds();
  nlohmann::json summary = {{"status", status.ok ? "done" : "failed"},
                            {"steps", s.steps},
                            {"iterations", s.iterations},
                            {"factorizations", s.factorizations},
                            {"halvings", s.halvings},
                            {"wall_seconds", wall},
                            {"real_time_factor", wall > 0 ? simulation.time() / wall : 0.0},
                            {"end_time", simulation.time()},
                            {"residual_left", s.worst_residual},
                            {"steps_above_tolerance", s.steps_above_tolerance},
                            {"warnings", simulation.warnings()},
                            {"degrees_of_freedom", simulation.freedom().degrees_of_freedom},
                            {"step_seconds",
                             {{"median", s.step_times.Quantile(0.5)},
                              {"p99.9", s.step_times.Quantile(0.999)},
                              {"worst", s.step_times.worst()}}}};
  if (!simulation.freedom().redundant.empty()) {
    summary["redundant"] = simulation.freedom().redundant;
  }
  if (!status.ok) {
    summary["reason"] = status.reason;
    summary["remedy"] = status.remedy;
  }
  summary["turned_too_far"] = NamesOf(rotations.TooFar());
  if (!stresses.bodies().empty()) {
    summary["stresses"] = StressSummary(simulation.system(), stresses);
  }
  return summary;
}

std::vector<std::string> RunWarnings(const Simulation& simulation, const RunStatus& status,
                                     MatrixMode matrix, const RotationWatch& rotations) {
  std::vector<std::string> warnings = simulation.warnings();
  const auto add = [&warnings](const std::string& text) {
    if (!text.empty()) warnings.push_back(text);
  };
  add(WarningOfResiduals(simulation.statistics(), matrix));
  add(status.remedy.empty() ? status.reason : fmt::format("{} ({})", status.reason, status.remedy));
  add(WarningOf(rotations));
  return warnings;
}

}  // namespace jounce

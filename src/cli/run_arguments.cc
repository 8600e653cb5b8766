#include "cli/run_arguments.h"

#include <fmt/format.h>

#include "cli/command.h"
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

// Of what ended well, but not as asked for; empty where there is nothing to say.
std::string WarningOfResiduals(const RunSummary& s, MatrixMode matrix) {
  if (s.steps_above_tolerance == 0) return "";
  return fmt::format(
      "{} of {} steps ended above the tolerance, at most {:.3g} times it: {}",
      s.steps_above_tolerance, s.steps, s.residual_left,
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

ResultOrigin OriginOf(const RunArguments& options, const LoadedModel& loaded,
                      const Console& console) {
  ResultOrigin origin;
  origin.command = console.command_line;
  origin.version = kVersion;
  origin.inputs = loaded.files;
  origin.settings = SettingsOf(options);
  origin.source = options.file;
  origin.units = UnitsToShow(options.units, DisplayUnits(loaded.units).ToString()).ToString();
  if (IsResultName(options.output)) origin.flat_model = WriteModel(loaded.model, "/");
  return origin;
}

ExitCode CodeOf(const RunStatus& status) {
  if (status.ok) return ExitCode::kDone;
  return status.interrupted ? kInterrupted : ExitCode::kRunFailed;
}

std::vector<std::string> RunWarnings(const RunSummary& summary, MatrixMode matrix,
                                     const RotationWatch& rotations) {
  std::vector<std::string> warnings = summary.warnings;
  const RunStatus& status = summary.status;
  const auto add = [&warnings](const std::string& text) {
    if (!text.empty()) warnings.push_back(text);
  };
  add(WarningOfResiduals(summary, matrix));
  add(status.remedy.empty() ? status.reason : fmt::format("{} ({})", status.reason, status.remedy));
  add(WarningOf(rotations));
  return warnings;
}

}  // namespace jounce

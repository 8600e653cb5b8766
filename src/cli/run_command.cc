// `jounce run`: simulates a model over time.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/redundant_summary.h"
#include "cli/stress_summary.h"
#include "io/model_file.h"
#include "io/result_file.h"
#include "mechanics/rotation_watch.h"
#include "report/flexible_view.h"
#include "report/simulation_page.h"
#include "report/vtk_output.h"
#include "solve/simulation.h"
#include "version.h"

namespace jounce {
namespace {

struct RunArguments {
  std::string file;
  Assignments assignments;
  std::string output;
  std::string page;
  std::string vtk;
  std::vector<double> vtk_times;
  Outputs outputs;
  bool from_equilibrium = false;
  double end_time = 0, step = 0;  // 0: as the model says
  std::string matrix;
  int max_iterations = 0;
};

void ApplyOverrides(const RunArguments& options, SolverSettings* solver) {
  if (options.end_time > 0) solver->end_time = options.end_time;
  if (options.step > 0) solver->step = options.step;
  if (options.max_iterations > 0) solver->max_iterations = options.max_iterations;
  if (options.matrix == "newton") solver->matrix = MatrixMode::kNewton;
  if (options.matrix == "adaptive") solver->matrix = MatrixMode::kAdaptive;
  if (options.matrix == "fixed") solver->matrix = MatrixMode::kFixed;
}

nlohmann::json Summary(const Simulation& simulation, const RunStatus& status) {
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
  return summary;
}

// Everything besides the files that changes the result.
std::vector<std::string> SettingsOf(const RunArguments& options) {
  std::vector<std::string> settings;
  for (const auto& [name, value] : options.assignments) {
    settings.push_back(fmt::format("{}={}", name, value));
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

// Opens the result file before anything is computed, so that a name that cannot be written is told
// at once.
std::unique_ptr<ResultWriter> OpenResult(const RunArguments& options, const LoadedModel& loaded,
                                         const Simulation& simulation, const Console& console) {
  if (options.output.empty()) return nullptr;
  std::vector<ChannelInfo> channels;
  for (const SensorChannel& channel : simulation.sensors().channels()) {
    channels.push_back({channel.name, channel.unit, ""});
  }
  return std::make_unique<ResultWriter>(
      options.output, channels, simulation.OutputCount(),
      ResultOrigin{console.command_line, kVersion, loaded.files, SettingsOf(options)},
      options.outputs.force());
}

void PrintSummary(const RunArguments& options, const Simulation& simulation,
                  const RunStatus& status, const Console& console) {
  const RunStatistics& s = simulation.statistics();
  const double steps = std::max<double>(1, static_cast<double>(s.steps));
  console.Print("{}: {} at t = {:.6g} s", options.file, status.ok ? "done" : "failed",
                simulation.time());
  console.Print("  {}", simulation.freedom().ToString());
  PrintRedundant(simulation.freedom(), console);
  console.Print("  {} steps, {:.2f} iterations a step, {} factorizations, {} halvings", s.steps,
                s.iterations / steps, s.factorizations, s.halvings);
  console.Print("  {:.3g} s, {:.3g} times real time", simulation.wall_seconds(),
                simulation.time() / std::max(simulation.wall_seconds(), 1e-9));
  console.Print("  time of a step: median {:.3g} us, 99.9 % {:.3g} us, worst {:.3g} us",
                1e6 * s.step_times.Quantile(0.5), 1e6 * s.step_times.Quantile(0.999),
                1e6 * s.step_times.worst());
  console.Print("  residual left: at most {:.3g} of the tolerance", s.worst_residual);
}

// What ended well, but not as asked for.
void WarnOfResiduals(const RunStatistics& s, MatrixMode matrix, const Console& console) {
  if (s.steps_above_tolerance == 0) return;
  console.Warn(fmt::format(
      "{} of {} steps ended above the tolerance, at most {:.3g} times it: {}",
      s.steps_above_tolerance, s.steps, s.worst_residual,
      matrix == MatrixMode::kFixed
          ? "allow more iterations (--max-iterations), or take shorter steps"
          : "all that was left to correct was rounding, so forces of the stiffest parts are no "
            "better than that; take longer steps or a larger tolerance, or soften those parts"));
}

ExitCode Run(const RunArguments& options, const Console& console) {
  LoadedModel loaded = LoadModel(options.file, options.assignments);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  if (!options.vtk.empty()) options.outputs.CheckMade(options.vtk + ".pvd", loaded.files);
  ApplyOverrides(options, &loaded.model.solver);
  Simulation simulation(loaded.model);
  const std::unique_ptr<ResultWriter> writer = OpenResult(options, loaded, simulation, console);
  const std::unique_ptr<Progress> progress = console.StartProgress("run");
  report::RunRecorder recorder(simulation);  // fills memory for the page alone
  report::StressWatch stresses(simulation.system());
  RotationWatch rotations(simulation.system());
  report::VtkOutput vtk(options.vtk, options.vtk_times, simulation.system());
  std::vector<double> row(simulation.sensors().channels().size());
  bool started = false;
  const auto output = [&](const Simulation& now) {
    if (!started) CatchInterrupts();  // while it is put together, there is nothing to keep
    started = true;
    now.ReadSensors(row.data());
    if (writer) writer->Append(now.time(), row);
    stresses.Record(now.state());
    rotations.Record(now.evaluation());
    vtk.Record(now.state());
    if (!options.page.empty()) recorder.Record();
  };
  const RunStatus status = simulation.Run(output, progress.get(), options.from_equilibrium);
  nlohmann::json summary = Summary(simulation, status);
  summary["turned_too_far"] = NamesOf(rotations.TooFar());
  if (!stresses.bodies().empty())
    summary["stresses"] = StressSummary(simulation.system(), stresses);
  if (writer) {
    writer->SetSummary(summary.dump(2));
    writer->Close();
  }
  console.PrintJson(summary);
  console.Warn(simulation.warnings());
  WarnOfResiduals(simulation.statistics(), loaded.model.solver.matrix, console);
  if (!status.ok) {
    console.Warn(status.remedy.empty() ? status.reason
                                       : fmt::format("{} ({})", status.reason, status.remedy));
  }
  PrintSummary(options, simulation, status, console);
  PrintStresses(simulation.system(), stresses, console);
  const std::string too_far = WarningOf(rotations);
  if (!too_far.empty()) console.Warn(too_far);
  vtk.AddPeaks(stresses);
  if (vtk.Finish() > 0) console.Print("  fields: {}.pvd", options.vtk);
  if (!options.output.empty()) console.Print("  results: {}", options.output);
  // Where not even the start was reached, there is nothing to show.
  if (!options.page.empty() && started) {
    report::RunPageInput page = report::DescribeRun(options.file, simulation, recorder, status);
    report::AddStressPeaks(stresses, &page);
    report::WritePage(report::MakeRunPage(page), options.page);
    console.Print("  page: {}", options.page);
  }
  return status.ok ? ExitCode::kDone : ExitCode::kRunFailed;
}

std::function<ExitCode(const Console&)> DeclareRun(CLI::App& app) {
  auto options = std::make_shared<RunArguments>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  options->outputs.AddResult(app, "-o,--output", &options->output, "Result file (HDF5)");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): motion, sensors, spectra");
  app.add_option("--vtk", options->vtk,
                 "Write stress fields of flexible bodies for ParaView: NAME.pvd, NAME_1.vtu ...");
  app.add_option("--vtk-times", options->vtk_times,
                 "Times of these fields [s]; that of the largest stress is always among them")
      ->check(NumberFrom(0, 1e9))
      ->delimiter(',');
  options->outputs.Declare(app);
  app.add_flag("--equilibrium", options->from_equilibrium,
               "Start at rest in static equilibrium; what rubs "
               "got there straight from where it is drawn");
  app.add_option("--end-time", options->end_time, "End of the run [s]")
      ->check(NumberFrom(1e-12, 1e9));
  app.add_option("--step", options->step, "Time step [s]")->check(NumberFrom(1e-12, 1e9));
  app.add_option("--matrix", options->matrix, "When the iteration matrix is made anew")
      ->check(CLI::IsMember({"newton", "adaptive", "fixed"}));
  app.add_option("--max-iterations", options->max_iterations, "Most iterations of a step")
      ->check(CLI::Range(1, 1000));
  AddSetOption(app, &options->assignments);
  return [options](const Console& console) { return Run(*options, console); };
}

}  // namespace

extern const Command kRunCommand;
const Command kRunCommand = {"run", "Simulate a model over time",
                             "  jounce run car.yaml -o car.h5 --page car.html\n"
                             "  jounce run car.yaml --matrix fixed --max-iterations 4 --json\n"
                             "  jounce run car.yaml --equilibrium --set speed=20\n"
                             "  jounce run arm.yaml --vtk arm --vtk-times 0.1,0.2\n",
                             &DeclareRun};

}  // namespace jounce

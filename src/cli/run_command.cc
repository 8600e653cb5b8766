// `jounce run`: simulates a model over time.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/redundant_summary.h"
#include "cli/run_arguments.h"
#include "cli/run_cases.h"
#include "cli/stress_summary.h"
#include "report/simulation_page.h"
#include "report/vtk_output.h"

namespace jounce {
namespace {

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

ExitCode Run(const RunArguments& options, const Console& console) {
  LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
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
  ChannelSelection selection = simulation.SelectChannels();
  std::vector<double> row(simulation.sensors().channels().size());
  const auto write = [&](double time, const std::vector<double>& values) {
    writer->Append(time, values);
  };
  bool started = false;
  const auto output = [&](const Simulation& now) {
    if (!started) CatchInterrupts();  // while it is put together, there is nothing to keep
    started = true;
    now.ReadSensors(row.data());
    if (writer) selection.Add(now.time(), row.data(), write);
    stresses.Record(now.state());
    rotations.Record(now.evaluation());
    vtk.Record(now.state());
    if (!options.page.empty()) recorder.Record();
  };
  const RunStatus status = simulation.Run(output, progress.get(), options.from_equilibrium);
  const nlohmann::json summary = RunSummary(simulation, status, rotations, stresses);
  if (writer) {
    selection.Finish(write);
    writer->SetSummary(summary.dump(2));
    writer->Close();
  }
  console.PrintJson(summary);
  console.Warn(RunWarnings(simulation, status, loaded.model.solver.matrix, rotations));
  PrintSummary(options, simulation, status, console);
  PrintStresses(simulation.system(), stresses, console);
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
  CLI::Option* page = options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                                               "Page to write (HTML): motion, sensors, spectra");
  CLI::Option* vtk = app.add_option(
      "--vtk", options->vtk,
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
  CLI::Option* one = AddCaseOption(app, &options->case_name);
  CLI::Option* several =
      app.add_option("--cases", options->cases,
                     "Run these cases of the model side by side, or all: --cases all; results are "
                     "NAME_CASE.h5 for -o NAME.h5")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->excludes(one)
          ->excludes(page)
          ->excludes(vtk);
  app.add_option("-j,--jobs", options->jobs, "Most cases at a time; one a core where not said")
      ->check(CLI::Range(1, 1024))
      ->needs(several);
  return [options](const Console& console) {
    return options->cases.empty() ? Run(*options, console) : RunCases(*options, console);
  };
}

}  // namespace

extern const Command kRunCommand;
const Command kRunCommand = {"run", "Simulate a model over time",
                             "  jounce run car.yaml -o car.h5 --page car.html\n"
                             "  jounce run car.yaml --matrix fixed --max-iterations 4 --json\n"
                             "  jounce run car.yaml --equilibrium --set speed=20\n"
                             "  jounce run car.yaml --case laden_rough\n"
                             "  jounce run car.yaml --cases all -j 4 -o car.h5\n"
                             "  jounce run arm.yaml --vtk arm --vtk-times 0.1,0.2\n",
                             &DeclareRun};

}  // namespace jounce

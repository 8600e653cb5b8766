// `jounce run`: simulates a model over time.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/real_time.h"
#include "cli/redundant_summary.h"
#include "cli/run_arguments.h"
#include "cli/run_cases.h"
#include "cli/run_sinks.h"
#include "cli/stress_summary.h"
#include "io/run_summary_json.h"
#include "io/stored_result.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

// What is run: a model from its files, or one that was stopped.
struct RunInput {
  Model model;
  ResultOrigin origin;
  std::vector<std::string> files;
  std::unique_ptr<StoredResult> earlier = nullptr;
  ResultState state = {};
};

RunInput LoadRunInput(const RunArguments& options, const Console& console) {
  LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
  console.Warn(loaded.diagnostics);
  ApplyOverrides(options, &loaded.model.solver);
  ResultOrigin origin = OriginOf(options, loaded, console);
  return {std::move(loaded.model), std::move(origin), loaded.files};
}

RunInput LoadStopped(const RunArguments& options) {
  RunInput input;
  input.earlier = std::make_unique<StoredResult>(options.resume, StoredResult::Purpose::kRun);
  const std::optional<ResultState> state = input.earlier->reader().ReadState();
  if (!state) {
    throw InputError(fmt::format("'{}' holds no state to go on from", options.resume),
                     "a run leaves one when it is stopped by Ctrl-C or SIGTERM, or with "
                     "--checkpoint; one that is finished has none");
  }
  input.state = *state;
  input.model = input.earlier->model();
  input.origin = input.earlier->ReadOrigin();
  input.origin.units = UnitsToShow(options.units, input.origin.units).ToString();
  input.files = input.earlier->files();
  return input;
}

// Nothing that exists is replaced unasked, but for the result of the run that goes on.
void CheckOutputs(const RunArguments& options, const RunInput& input) {
  std::vector<std::string> inputs = input.files;
  if (!options.resume.empty() && options.output != options.resume) inputs.push_back(options.resume);
  options.outputs.Check(inputs);
  options.outputs.CheckFields(options.vtk, inputs);
}

// Files whose names are made up once the channels are known.
void CheckSignalFiles(const RunArguments& options, const RunInput& input, size_t channels) {
  if (options.output.empty() || IsResultName(options.output)) return;
  for (const std::string& path : SignalFilesOf(options.output, channels)) {
    if (path != options.output) options.outputs.CheckMade(path, input.files);
  }
}

void PrintSummary(const RunArguments& options, const Simulation& simulation, const RunSummary& s,
                  const Console& console) {
  const double steps = std::max<double>(1, static_cast<double>(s.steps));
  const char* word = s.status.ok ? "done" : s.status.interrupted ? "interrupted" : "failed";
  console.Print("{}: {} at t = {:.6g} s", options.file, word, s.end_time);
  console.Print("  {}", simulation.freedom().ToString());
  PrintRedundant(simulation.freedom(), console);
  console.Print("  {} steps, {:.2f} iterations a step, {} factorizations, {} halvings", s.steps,
                static_cast<double>(s.iterations) / steps, s.factorizations, s.halvings);
  console.Print("  {:.3g} s, {:.3g} times real time", s.wall_seconds,
                s.end_time / std::max(s.wall_seconds, 1e-9));
  console.Print("  time of a step: median {:.3g} us, 99.9 % {:.3g} us, worst {:.3g} us",
                1e6 * s.step_median, 1e6 * s.step_p999, 1e6 * s.step_worst);
  const bool within_error = s.residual_left > 1 && s.steps_above_tolerance == 0;
  console.Print("  residual left: at most {:.3g} of the tolerance{}", s.residual_left,
                within_error ? ", less than a thousandth of the error of its step" : "");
  PrintStresses(s.stresses, console);
}

// From the first row on there is something to keep.
class InterruptSink : public ResultSink {
 public:
  void Row(const ResultRow&) override {
    if (!caught_) CatchInterrupts();
    caught_ = true;
  }

 private:
  bool caught_ = false;
};

ExitCode Run(RunArguments options, const Console& console) {
  const bool resumes = !options.resume.empty();
  if (resumes && options.output.empty()) options.output = options.resume;
  const RunInput input = resumes ? LoadStopped(options) : LoadRunInput(options, console);
  if (resumes) options.file = input.origin.source;
  CheckOutputs(options, input);
  Simulation simulation(input.model);
  CheckSignalFiles(options, input, simulation.SelectChannelsOfRows().channels().size());
  RunStart start{.from_equilibrium = options.from_equilibrium};
  if (resumes) {
    simulation.Restore(FromBytes(input.state.bytes, options.resume));
    start.earlier = [&](const auto& give) { input.earlier->Replay(input.state.rows, give); };
  }
  RunSinks sinks(options, input.origin, resumes ? input.state.rows : 0, simulation);
  InterruptSink interrupts;
  sinks.Add(&interrupts);
  std::unique_ptr<RealTimeSink> clock;
  if (options.real_time) {
    clock = std::make_unique<RealTimeSink>(&simulation, options.port);
    sinks.Add(clock.get());
    if (sinks.page()) sinks.page()->AmendBy([&](report::Page* page) { clock->AddTo(page); });
  }
  const std::unique_ptr<Progress> progress = console.StartProgress("run");
  const RunSummary summary = RunInto(&simulation, sinks.all(), progress.get(), start);
  nlohmann::json json = ToJson(summary);
  if (clock) json["real_time"] = clock->ToJson();
  console.PrintJson(json);
  console.Warn(RunWarnings(summary, input.model.solver.matrix, sinks.rotations()));
  PrintSummary(options, simulation, summary, console);
  if (clock) clock->Print(console);
  for (const std::string& line : sinks.Written()) console.Print("  {}", line);
  if (summary.status.interrupted && IsResultName(options.output)) {
    console.Print("  go on with: jounce run --resume {}", options.output);
  }
  return CodeOf(summary.status);
}

std::function<ExitCode(const Console&)> DeclareRun(CLI::App& app) {
  auto options = std::make_shared<RunArguments>();
  CLI::Option* file = app.add_option("file", options->file, "Model file (YAML)");
  CLI::Option* resume = app.add_option(
      "--resume", options->resume,
      "Go on with a run that was stopped, from its result; into it, where -o names no other");
  file->excludes(resume);
  options->outputs.AddResult(app, "-o,--output", &options->output, SignalEndings(),
                             "Result file (.h5), or the sensors alone (.rsp .dac .csv .uff .mat)");
  app.add_flag("--float32", options->float32, "Result file with numbers of single precision");
  app.add_flag("--all-motion", options->all_motion,
               "Keep where the bodies are at every output, not at sixty frames a second only");
  app.add_option("--checkpoint", options->checkpoint_seconds,
                 "Save the state every so often, e.g. 60s, so that a run that is killed can go on")
      ->transform(
          CLI::AsNumberWithUnit(std::map<std::string, double>{{"s", 1}, {"min", 60}, {"h", 3600}}))
      ->type_name("TIME")
      ->check(NumberFrom(1e-3, 1e9));
  CLI::Option* page = options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                                               "Page to write (HTML): motion, sensors, spectra");
  CLI::Option* vtk = app.add_option(
      "--vtk", options->vtk,
      "Write stress fields of flexible bodies for ParaView: NAME.pvd, NAME_1.vtu ...");
  app.add_option("--vtk-times", options->vtk_times,
                 "Times of these fields [s]; that of the largest stress is always among them")
      ->check(NumberFrom(0, 1e9))
      ->delimiter(',');
  AddUnitsOption(app, &options->units);
  options->outputs.Declare(app);
  app.add_flag("--equilibrium", options->from_equilibrium,
               "Start in static equilibrium, with the velocities that the model gives; what rubs "
               "got there straight from where it is drawn")
      ->excludes(resume);
  app.add_option("--end-time", options->end_time, "End of the run [s]")
      ->check(NumberFrom(1e-12, 1e9))
      ->excludes(resume);
  app.add_option("--step", options->step, "Time step [s]")
      ->check(NumberFrom(1e-12, 1e9))
      ->excludes(resume);
  app.add_option("--matrix", options->matrix, "When the iteration matrix is made anew")
      ->check(CLI::IsMember({"newton", "adaptive", "fixed"}))
      ->excludes(resume);
  app.add_option("--max-iterations", options->max_iterations, "Most iterations of a step")
      ->check(CLI::Range(1, 1000))
      ->excludes(resume);
  CLI::Option* real_time =
      app.add_flag("--real-time", options->real_time,
                   "Keep pace with the clock: each output waits for its time; deadlines that were "
                   "missed are counted")
          ->excludes(resume);
  app.add_option("--udp", options->port,
                 "Take inputs at this port of 127.0.0.1: packets of lines 'name value', SI units")
      ->check(CLI::Range(1, 65535))
      ->needs(real_time);
  AddSetOption(app, &options->assignments);
  CLI::Option* one = AddCaseOption(app, &options->case_name)->excludes(resume);
  CLI::Option* several =
      app.add_option("--cases", options->cases,
                     "Run these cases of the model side by side, or all: --cases all; results are "
                     "NAME_CASE.h5 for -o NAME.h5")
          ->delimiter(',')
          ->allow_extra_args(false)
          ->excludes(one)
          ->excludes(resume)
          ->excludes(real_time)
          ->excludes(page)
          ->excludes(vtk);
  app.add_option("-j,--jobs", options->jobs, "Most cases at a time; one a core where not said")
      ->check(CLI::Range(1, 1024))
      ->needs(several);
  return [options](const Console& console) {
    if (options->file.empty() && options->resume.empty()) {
      throw InputError("there is nothing to run", "name a model file, or a result with --resume");
    }
    if (!options->units.empty() && options->output.empty() && options->page.empty()) {
      throw InputError("--units is for what is written", "name it with -o or --page");
    }
    if (!options->resume.empty() && !options->assignments.empty()) {
      throw InputError("--set cannot change a run that goes on", "leave it out, or run anew");
    }
    return options->cases.empty() ? Run(*options, console) : RunCases(*options, console);
  };
}

}  // namespace

extern const Command kRunCommand;
const Command kRunCommand = {"run", "Simulate a model over time",
                             "  jounce run car.yaml -o car.h5 --page car.html --units mm-kN-deg\n"
                             "  jounce run car.yaml --matrix fixed --max-iterations 4 --json\n"
                             "  jounce run car.yaml --equilibrium --set speed=20\n"
                             "  jounce run car.yaml --case laden_rough\n"
                             "  jounce run car.yaml --cases all -j 4 -o car.h5\n"
                             "  jounce run arm.yaml --vtk arm --vtk-times 0.1,0.2\n"
                             "  jounce run car.yaml -o car.rsp\n"
                             "  jounce run car.yaml -o car.h5 --checkpoint 60s\n"
                             "  jounce run --resume car.h5\n",
                             &DeclareRun};

}  // namespace jounce

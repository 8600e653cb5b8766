// `jounce bench`: a law on the virtual test bench.
#include <fmt/format.h>

#include <filesystem>

#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/bench_files.h"
#include "cli/command.h"
#include "cli/outputs.h"
#include "io/law_file.h"
#include "io/text_file.h"
#include "laws/make_law.h"
#include "report/bench_page.h"
#include "signals/signal_file.h"
#include "testbench/loop_table.h"
#include "testbench/program.h"
#include "version.h"

namespace jounce {
namespace {

struct BenchArguments {
  std::string law;
  Assignments assignments;
  std::string page, csv, h5, loops;
  double noise = 0;  // %
  Outputs outputs;
  int axis = 1;
  std::vector<double> direction, origin;
  std::vector<double> amplitudes, frequencies, static_amplitudes,
      quasi_static_amplitudes;           // mm, Hz
  double static_speed = 0.05;            // mm/s
  double quasi_static_frequency = 0.03;  // Hz
  double relaxation = 1;                 // mm
  double creep = 0;                      // N
  std::string history;
  int points = 512;
};

std::vector<double> Millimetres(std::vector<double> values) {
  for (double& value : values) value *= 1e-3;
  return values;
}

// A measured record (CSV, RPC III, DAC): its first channel, in its unit or in m.
testbench::History ReadHistory(const std::string& path) {
  const std::vector<Channel> channels = OpenSignals(path)->ReadAll();
  if (channels.empty()) throw InputError(path + " has no column besides the time");
  const Channel& channel = channels[0];
  const double scale = channel.unit.empty() ? 1 : ConvertUnit(1, channel.unit, "m");
  std::vector<double> time, displacement;
  for (size_t i = 0; i < channel.samples.size(); ++i) {
    time.push_back(channel.TimeOf(i));
    displacement.push_back(scale * channel.samples[i]);
  }
  return testbench::MeasuredHistory(time, displacement);
}

testbench::Program MakeProgram(const BenchArguments& options, const Law& law) {
  testbench::Program program;
  program.line = options.direction.empty() ? testbench::AxisLine(law.dimension(), options.axis - 1)
                                           : testbench::Line{options.direction, {}};
  program.line.origin = options.origin;
  const auto take = [](const std::vector<double>& given, std::vector<double>* values) {
    if (!given.empty()) *values = Millimetres(given);
  };
  take(options.amplitudes, &program.dynamic_amplitudes);
  take(options.static_amplitudes, &program.static_amplitudes);
  take(options.quasi_static_amplitudes, &program.quasi_static_amplitudes);
  if (!options.frequencies.empty()) program.frequencies = options.frequencies;
  program.static_speed = options.static_speed * 1e-3;
  program.quasi_static_frequency = options.quasi_static_frequency;
  program.relaxation->level = options.relaxation * 1e-3;
  if (options.relaxation == 0) program.relaxation.reset();
  if (options.creep != 0) program.creep = testbench::CreepSettings{.force = options.creep};
  if (!options.history.empty()) program.history = ReadHistory(options.history);
  program.points_per_cycle = options.points;
  return program;
}

void PrintTable(const testbench::ProgramResult& result, const Console& console) {
  console.Print("{:>12} {:>9} {:>9} {:>11} {:>8} {:>11} {:>8}", "test", "mm", "Hz", "F0/d0 N/mm",
                "deg", "|K*| N/mm", "deg");
  const auto print = [&console](const char* name, const std::vector<testbench::TestLoop>& loops) {
    for (const testbench::TestLoop& test : loops) {
      const testbench::LoopProperties& loop = test.loop.properties;
      const double degrees = 180 / std::numbers::pi;
      console.Print("{:>12} {:9.4g} {:9.4g} {:11.5g} {:8.2f} {:11.5g} {:8.2f}{}", name,
                    test.amplitude * 1e3, test.frequency, loop.peak_stiffness * 1e-3,
                    loop.peak_loss_angle * degrees, loop.harmonic_stiffness() * 1e-3,
                    loop.harmonic_loss_angle() * degrees, test.loop.steady ? "" : "  not steady");
    }
  };
  print("static", result.static_loops);
  print("quasi-static", result.quasi_static_loops);
  print("dynamic", result.dynamic_loops);
}

ExitCode Bench(const BenchArguments& options, const Console& console) {
  std::vector<std::string> inputs;
  Diagnostics warnings;
  const LawSettings settings = LoadLaw(options.law, options.assignments, &inputs, &warnings);
  console.Warn(warnings);
  if (!options.history.empty()) inputs.push_back(options.history);
  options.outputs.Check(inputs);
  // Every option may change the loops.
  const ResultOrigin origin = {console.command_line, kVersion, inputs, {console.command_line}};
  if (!options.h5.empty()) RequireReplaceable(options.h5, origin, options.outputs.force());
  const std::unique_ptr<Law> law = MakeLaw(settings, options.law);
  const testbench::Program program = MakeProgram(options, *law);
  const auto progress = console.StartProgress("bench");
  CatchInterrupts();  // the tests that are done are kept
  const testbench::ProgramResult result = RunProgram(*law, program, progress.get());
  console.PrintJson(ToJson(result));
  PrintTable(result, console);
  if (!options.csv.empty()) {
    WriteTextFile(options.csv, PropertiesCsv(result));
    console.Print("table: {}", options.csv);
  }
  if (!options.loops.empty()) {
    WriteTextFile(options.loops, testbench::LoopTable(result, {.noise = options.noise / 100}));
    console.Print("loops: {}", options.loops);
  }
  if (!options.h5.empty()) {
    WriteLoops(result, options.h5, origin);
    console.Print("loops: {}", options.h5);
  }
  if (!options.page.empty()) {
    report::WritePage(
        report::MakeBenchPage({.title = std::filesystem::path(options.law).stem().string(),
                               .facts = {{"law", options.law}},
                               .result = &result}),
        options.page);
    console.Print("page: {}", options.page);
  }
  const bool creep_failed = result.creep && !result.creep->complete;
  if (creep_failed) console.Warn(result.creep->reason);
  return creep_failed || progress->StopRequested() ? ExitCode::kRunFailed : ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareBench(CLI::App& app) {
  auto o = std::make_shared<BenchArguments>();
  app.add_option("law", o->law, "Law file (YAML)")->required();
  AddSetOption(app, &o->assignments);
  o->outputs.AddFile(app, "-o,-p,--page", &o->page, {".html"}, "Write a page of plots (HTML)");
  o->outputs.AddFile(app, "--csv", &o->csv, {".csv"},
                     "Write the table of stiffness and loss angle");
  o->outputs.AddResult(app, "--h5", &o->h5, {}, "Write all loops as an HDF5 result file");
  o->outputs.AddFile(app, "--loops", &o->loops, {".csv"},
                     "Write the loops as a test machine does, for jounce identify");
  o->outputs.Declare(app);
  app.add_option("--noise", o->noise, "On the forces of --loops, % of the peak force")
      ->check(CLI::Range(0.0, 100.0));
  app.add_option("--axis", o->axis, "Direction to drive, 1 to the dimension of the law");
  app.add_option("--direction", o->direction, "Any direction, one number per component")
      ->delimiter(',');
  app.add_option("--origin", o->origin, "Working point in SI, one number per component")
      ->delimiter(',');
  app.add_option("--amplitudes", o->amplitudes, "Of the dynamic tests, mm (mrad)")->delimiter(',');
  app.add_option("--frequencies", o->frequencies, "Of the dynamic tests, Hz")->delimiter(',');
  app.add_option("--static", o->static_amplitudes, "Amplitudes of the static tests, mm")
      ->delimiter(',');
  app.add_option("--speed", o->static_speed, "Of the static tests, mm/s");
  app.add_option("--quasi-static", o->quasi_static_amplitudes,
                 "Amplitudes of the quasi-static tests, mm")
      ->delimiter(',');
  app.add_option("--quasi-static-frequency", o->quasi_static_frequency, "Hz");
  app.add_option("--relaxation", o->relaxation, "Level of the relaxation test, mm; 0: none");
  app.add_option("--creep", o->creep, "Force of a creep test, N");
  app.add_option("--history", o->history,
                 "Measured displacement over time (CSV, RPC III, DAC) to drive");
  app.add_option("--points", o->points, "Points per cycle");
  return [o](const Console& console) { return Bench(*o, console); };
}

}  // namespace

extern const Command kBenchCommand;
const Command kBenchCommand = {
    "bench", "Drive a law through the tests of a rubber laboratory",
    "  jounce bench hydrobushing.yaml -o bench.html\n"
    "  jounce bench bushing6d.yaml --axis 3 --amplitudes 0.1,0.5,2 --frequencies 1,5,10,20,40\n"
    "  jounce bench law.yaml --loops loops.csv --noise 0.4\n"
    "  jounce bench law.yaml --creep 500 --history stroke.csv --csv table.csv --json\n",
    &DeclareBench};

}  // namespace jounce

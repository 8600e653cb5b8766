// `jounce drive`: a manoeuvre with a vehicle.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/run_arguments.h"
#include "io/model_file.h"
#include "io/run_summary_json.h"
#include "io/text_file.h"
#include "report/drive_page.h"
#include "report/page_sink.h"
#include "report/road_strip.h"
#include "vehicle/manoeuvre.h"

namespace jounce {
namespace {

struct DriveArguments {
  std::string file, body;
  std::string manoeuvre = "step_steer";
  Assignments assignments;
  std::string case_name;
  // What was said of the manoeuvre; nothing: as the standard has it.
  std::map<std::string, double> said;
  RunArguments run;  // step and matrix alone
  std::string csv, step_times, page;
  Outputs outputs;
};

struct DriveOption {
  const char* name;
  double Manoeuvre::*member;
  const char* help;
  std::map<std::string, double> units;
  double least;
};

const std::vector<DriveOption>& DriveOptions() {
  static const std::map<std::string, double> none;
  static const std::map<std::string, double> speeds = {{"kmh", 1 / 3.6}, {"mph", 0.44704}};
  static const std::map<std::string, double> angles = {{"rad", 1}, {"deg", std::numbers::pi / 180}};
  static const std::vector<DriveOption> options = {
      {"--speed", &Manoeuvre::speed, "At the start [m/s], or with its unit: 100kmh", speeds, 0.1},
      {"--lateral-acceleration", &Manoeuvre::lateral_acceleration,
       "That the steering is found for, steady [m/s^2]", none, 1e-3},
      {"--steer", &Manoeuvre::steer, "Of the steering wheel instead [rad], or 60deg", angles, -1e3},
      {"--start", &Manoeuvre::start, "When steering or braking begins [s]", none, 0},
      {"--ramp-time", &Manoeuvre::ramp_time, "Of a step of steering [s]", none, 1e-6},
      {"--frequency", &Manoeuvre::frequency, "Of a sine [Hz]", none, 1e-3},
      {"--dwell", &Manoeuvre::dwell, "At the second peak of the sine [s]", none, 0},
      {"--factor", &Manoeuvre::factor, "Sine with dwell: times the steering found", none, 0.1},
      {"--steer-rate", &Manoeuvre::steer_rate, "Of a ramp [rad/s], or 13.5deg", angles, 1e-6},
      {"--radius", &Manoeuvre::radius, "Of the circle [m]", none, 1},
      {"--acceleration", &Manoeuvre::acceleration, "Along the circle [m/s^2]", none, 1e-3},
      {"--brake-torque", &Manoeuvre::brake_torque, "Of all wheels [N m]", none, 0},
      {"--preview", &Manoeuvre::preview, "How far ahead the driver looks [s]", none, 0.05},
      {"--duration", &Manoeuvre::duration, "Of the whole [s]", none, 0.1}};
  return options;
}

Manoeuvre ManoeuvreOf(const DriveArguments& arguments) {
  int kind = 0;
  for (const char* name : ManoeuvreNames()) {
    if (arguments.manoeuvre == name) break;
    ++kind;
  }
  Manoeuvre manoeuvre = StandardManoeuvre(static_cast<ManoeuvreKind>(kind));
  for (const DriveOption& option : DriveOptions()) {
    const auto said = arguments.said.find(option.name);
    if (said != arguments.said.end()) manoeuvre.*option.member = said->second;
  }
  if (manoeuvre.duration <= manoeuvre.start) {
    throw InputError("the manoeuvre ends before it begins", "--duration must be after --start");
  }
  return manoeuvre;
}

std::string DriveCsv(const DrivingRecord& r) {
  std::string text =
      "time [s],steer [rad],drive [N*m],brake [N*m],speed [m/s],sideslip [rad],yaw_rate [rad/s],"
      "longitudinal_acceleration [m/s^2],lateral_acceleration [m/s^2],roll [rad],pitch [rad],"
      "x [m],y [m],heading [rad]\n";
  for (size_t i = 0; i < r.time.size(); ++i) {
    text += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},", r.time[i], r.steer[i],
                        r.drive[i], r.brake[i], r.speed[i], r.sideslip[i], r.yaw_rate[i]);
    text += fmt::format("{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g},{:.9g}\n",
                        r.longitudinal_acceleration[i], r.lateral_acceleration[i], r.roll[i],
                        r.pitch[i], r.x[i], r.y[i], r.heading[i]);
  }
  return text;
}

std::string StepTimesCsv(const DrivingRecord& r) {
  std::string text = "time [s],time of a step [s]\n";
  for (size_t i = 1; i < r.time.size(); ++i) {
    text += fmt::format("{:.9g},{:.4g}\n", r.time[i], r.step_seconds[i]);
  }
  return text;
}

// What the model lacks is said with the name of its file.
VehicleFacts FactsOf(const LoadedModel& loaded, const DriveArguments& arguments) {
  try {
    return FindVehicleFacts(loaded.model, arguments.body);
  } catch (const InputError& error) {
    std::vector<Diagnostic> said = error.diagnostics();
    for (Diagnostic& d : said) {
      if (d.place.file.empty()) d.place.file = arguments.file;
    }
    throw InputError(std::move(said));
  }
}

ExitCode DriveVehicle(const DriveArguments& arguments, const Console& console) {
  LoadedModel loaded = LoadModel(arguments.file, arguments.assignments, arguments.case_name);
  ApplyOverrides(arguments.run, &loaded.model.solver);
  console.Warn(loaded.diagnostics);
  arguments.outputs.Check(loaded.files);
  const VehicleFacts facts = FactsOf(loaded, arguments);
  const std::unique_ptr<Progress> progress = console.StartProgress("drive");
  const PreparedManoeuvre manoeuvre =
      Prepare(loaded.model, facts, ManoeuvreOf(arguments), progress.get());
  Simulation simulation(PrepareModel(loaded.model, facts, manoeuvre));
  ResultSinks sinks;
  std::unique_ptr<report::PageSink> page;
  std::unique_ptr<report::RoadStrip> road;
  if (!arguments.page.empty()) {
    page = std::make_unique<report::PageSink>(arguments.page, arguments.file, simulation.system(),
                                              DisplayUnits(loaded.units));
    road = std::make_unique<report::RoadStrip>(simulation);
    sinks = {road.get(), page.get()};
  }
  DrivingRecord record;
  if (page) {
    page->AmendBy([&](report::Page* made) {
      for (report::Section& section : made->sections) {
        for (report::Item& item : section.items) {
          if (auto* scene = std::get_if<report::Scene>(&item)) road->AddTo(scene);
        }
      }
      AddManoeuvre(arguments.manoeuvre, record, DrivingValues(record, facts, manoeuvre), made);
    });
  }
  const RunSummary summary = Drive(&simulation, facts, manoeuvre, sinks, progress.get(), &record);
  if (!facts.drives) {
    console.Warn(std::string("the vehicle has no input 'drive': its speed was not held"));
  }
  console.Print("{}: {} at {:.4g} km/h, {}", arguments.file, arguments.manoeuvre,
                3.6 * manoeuvre.speed, summary.status.ok ? "done" : summary.status.reason);
  console.Print("  body '{}', {:.6g} kg, wheelbase {:.6g} m, steering ratio {:.6g}", facts.body,
                facts.mass, facts.wheelbase, facts.steering_ratio);
  nlohmann::json json = {{"status", summary.status.ok ? "done" : "failed"},
                         {"manoeuvre", arguments.manoeuvre},
                         {"body", facts.body},
                         {"mass", facts.mass},
                         {"wheelbase", facts.wheelbase},
                         {"steering_ratio", facts.steering_ratio},
                         {"values", nlohmann::json::object()},
                         {"run", ToJson(summary)}};
  for (const DrivingValue& value : DrivingValues(record, facts, manoeuvre)) {
    const bool none = std::isnan(value.value);
    json["values"][value.name] = none ? nlohmann::json() : nlohmann::json(value.value);
    console.Print("  {:34} {:>12}   {}", value.name,
                  none ? "none" : fmt::format("{:.6g}", value.value), value.meaning);
  }
  console.Print("  {} steps, {:.2f} iterations a step, {} factorizations, {:.3g} times real time",
                summary.steps,
                static_cast<double>(summary.iterations) / static_cast<double>(summary.steps + 1),
                summary.factorizations, summary.end_time / std::max(summary.wall_seconds, 1e-9));
  console.Print("  time of a step: median {:.3g} us, 99.9 % {:.3g} us", 1e6 * summary.step_median,
                1e6 * summary.step_p999);
  if (!arguments.csv.empty()) {
    WriteTextFile(arguments.csv, DriveCsv(record));
    console.Print("  time histories: {}", arguments.csv);
  }
  if (!arguments.step_times.empty()) {
    WriteTextFile(arguments.step_times, StepTimesCsv(record));
    console.Print("  times of steps: {}", arguments.step_times);
  }
  if (page && page->is_written()) console.Print("  page: {}", arguments.page);
  console.PrintJson(json);
  return CodeOf(summary.status);
}

std::function<ExitCode(const Console&)> DeclareDrive(CLI::App& app) {
  auto arguments = std::make_shared<DriveArguments>();
  app.add_option("file", arguments->file, "Vehicle: a model file (YAML) with the input steer")
      ->required();
  app.add_option("-m,--manoeuvre", arguments->manoeuvre,
                 "step_steer and sine (ISO 7401), ramp and constant_radius (ISO 4138), "
                 "sine_with_dwell (ISO 19365), lane_change (ISO 3888-1), brake, road")
      ->check(CLI::IsMember(
          std::vector<std::string>(ManoeuvreNames().begin(), ManoeuvreNames().end())));
  app.add_option("--body", arguments->body,
                 "Whose motion counts; the one with half of all mass by default");
  for (const DriveOption& option : DriveOptions()) {
    DriveArguments* said = arguments.get();
    const char* name = option.name;
    CLI::Option* added =
        app.add_option_function<double>(
               name, [said, name](double value) { said->said[name] = value; }, option.help)
            ->check(NumberFrom(option.least, 1e6));
    if (!option.units.empty()) {
      added->transform(CLI::AsNumberWithUnit(option.units, CLI::AsNumberWithUnit::CASE_SENSITIVE));
    }
  }
  app.add_option("--step", arguments->run.step, "Time step [s]")->check(NumberFrom(1e-12, 1e9));
  app.add_option("--matrix", arguments->run.matrix, "When the iteration matrix is made anew")
      ->check(CLI::IsMember({"newton", "adaptive", "fixed"}));
  app.add_option("--max-iterations", arguments->run.max_iterations, "Most iterations of a step")
      ->check(CLI::Range(1, 1000));
  arguments->outputs.AddFile(app, "-o,--output", &arguments->csv, {".csv"},
                             "Time histories to write (CSV)");
  arguments->outputs.AddFile(app, "--step-times", &arguments->step_times, {".csv"},
                             "How long each step took by the clock, to write (CSV)");
  arguments->outputs.AddFile(
      app, "-p,--page", &arguments->page, {".html"},
      "Page to write (HTML): values, handling diagram, path, the vehicle driving, its sensors");
  arguments->outputs.Declare(app);
  AddSetOption(app, &arguments->assignments);
  AddCaseOption(app, &arguments->case_name);
  return [arguments](const Console& console) { return DriveVehicle(*arguments, console); };
}

}  // namespace

extern const Command kDriveCommand;
const Command kDriveCommand = {
    "drive", "A manoeuvre with a vehicle: step steer, lane change, braking, ...",
    "  jounce drive car.yaml\n"
    "  jounce drive car.yaml --manoeuvre step_steer --speed 100kmh -o step.csv --page step.html\n"
    "  jounce drive car.yaml -m constant_radius --radius 40 --json\n"
    "  jounce drive car.yaml -m brake --brake-torque 4000\n",
    &DeclareDrive};

}  // namespace jounce

// `jounce static`: finds the static equilibrium of a model, or follows it while its loads grow.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/preload_summary.h"
#include "cli/stress_summary.h"
#include "io/model_file.h"
#include "io/run_summary_json.h"
#include "report/path_page.h"
#include "report/vtk_output.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct StaticArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  bool path = false;
  double arc = 0.02;
  int points = 2000;
  std::string page, vtk, units;
  Outputs outputs;
};

// Numbers for scripts stay SI; what people read is in their units.
void ShowIn(const DisplayUnits& units, Recording* recording) {
  const size_t count = recording->channels.size();
  for (size_t i = 0; i < count; ++i) {
    std::string& unit = recording->channels[i].unit;
    for (size_t row = 0; row < recording->time.size(); ++row) {
      double& value = recording->values[row * count + i];
      value = units.Show(value, unit);
    }
    unit = units.NameOf(unit);
  }
}

ExitCode Fail(const RunStatus& status, nlohmann::json result, const Console& console) {
  result["status"] = "failed";
  result["reason"] = status.reason;
  console.PrintJson(result);
  console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
  return ExitCode::kRunFailed;
}

ExitCode FindEquilibrium(const StaticArguments& options, const Model& model,
                         const DisplayUnits& units, Simulation* simulation,
                         const Console& console) {
  report::VtkOutput vtk(options.vtk, {simulation->time()}, simulation->system());
  const RunStatus status = simulation->FindEquilibrium();
  console.Warn(simulation->warnings());
  nlohmann::json result = {{"status", "done"},
                           {"degrees_of_freedom", simulation->freedom().degrees_of_freedom},
                           {"design_preloads", PreloadSummary(simulation->design_preloads())},
                           {"warnings", simulation->warnings()}};
  if (!status.ok) return Fail(status, result, console);
  console.Print("{}: equilibrium found", options.file);
  console.Print("  {}", simulation->freedom().ToString());
  PrintPreloads(simulation->design_preloads(), console);
  for (const Body& body : model.bodies) {
    const Pose& pose = simulation->BodyPose(body.name);
    const Eigen::Vector3d turn = LogRotation(pose.R);
    result["bodies"][body.name] = {{"position", {pose.p.x(), pose.p.y(), pose.p.z()}},
                                   {"rotation_vector", {turn.x(), turn.y(), turn.z()}}};
    const Eigen::Vector3d place = pose.p * units.Show(1, "m"), shown = turn * units.Show(1, "rad");
    console.Print("  {:20} at {:12.6g} {:12.6g} {:12.6g} {}, turned {:10.4g} {:10.4g} {:10.4g} {}",
                  body.name, place.x(), place.y(), place.z(), units.NameOf("m"), shown.x(),
                  shown.y(), shown.z(), units.NameOf("rad"));
  }
  const ChannelSelection selection = simulation->SelectChannelsOfRows();
  const std::vector<ProbeChannel>& channels = selection.channels();
  std::vector<double> all(simulation->sensors().channels().size()), values(channels.size());
  simulation->ReadSensors(all.data());
  selection.Choose(all.data(), values.data());
  for (size_t i = 0; i < channels.size(); ++i) {
    result["sensors"][channels[i].name] = values[i];
    console.Print("  {:32} {:14.6g} {}", channels[i].name, units.Show(values[i], channels[i].unit),
                  units.NameOf(channels[i].unit));
  }
  report::StressWatch stresses(simulation->system());
  stresses.Record(simulation->state());
  for (const RunSummary::Stress& stress : stresses.Peaks()) {
    result["stresses"].push_back(ToJson(stress));
  }
  PrintStresses(stresses.Peaks(), console);
  vtk.Record(simulation->state());
  vtk.Finish();
  if (vtk.count() > 0) console.Print("  fields: {}.pvd", options.vtk);
  console.PrintJson(result);
  return ExitCode::kDone;
}

ExitCode FollowPath(const StaticArguments& options, const Model& model, const DisplayUnits& units,
                    Simulation* simulation, const Console& console) {
  Recording recording;
  const RunStatus status = simulation->FollowPath(options.arc, options.points, &recording);
  console.Warn(simulation->warnings());
  nlohmann::json result = {
      {"status", "done"}, {"time", recording.time}, {"warnings", simulation->warnings()}};
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    std::vector<double> values;
    for (size_t row = 0; row < recording.time.size(); ++row) {
      values.push_back(recording.Value(row, i));
    }
    result["sensors"][recording.channels[i].name] = std::move(values);
  }
  ShowIn(units, &recording);
  if (!options.page.empty()) {
    const std::string title = model.name.empty() ? options.file : model.name;
    report::WritePage(report::MakePathPage({title, options.file, recording, status}), options.page);
    console.Print("page: {}", options.page);
  }
  if (!status.ok) return Fail(status, result, console);
  console.Print("{}: {} equilibria up to t = {:.6g}", options.file, recording.time.size(),
                simulation->time());
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    console.Print("  {:32} {:14.6g} {}", recording.channels[i].name,
                  recording.Value(recording.time.size() - 1, i), recording.channels[i].unit);
  }
  console.PrintJson(result);
  return ExitCode::kDone;
}

ExitCode Solve(const StaticArguments& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  options.outputs.CheckFields(options.vtk, loaded.files);
  Simulation simulation(loaded.model);
  const DisplayUnits units = UnitsToShow(options.units, DisplayUnits(loaded.units).ToString());
  return options.path ? FollowPath(options, loaded.model, units, &simulation, console)
                      : FindEquilibrium(options, loaded.model, units, &simulation, console);
}

std::function<ExitCode(const Console&)> DeclareStatic(CLI::App& app) {
  auto options = std::make_shared<StaticArguments>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  CLI::Option* path = app.add_flag(
      "--path", options->path,
      "Follow the equilibrium, through turning points, while the time of loads and motions runs "
      "from 0 to the model's end_time; what rubs goes from point to point, without it straight "
      "from "
      "where it is drawn");
  app.add_option("--arc", options->arc,
                 "Distance of the points of a path, where the whole growth of the loads, the size "
                 "of the model and 1 rad each count as 1")
      ->check(NumberFrom(1e-6, 10))
      ->needs(path);
  app.add_option("--points", options->points, "Most points of a path")
      ->check(CLI::Range(2, 1000000))
      ->needs(path);
  options->outputs
      .AddFile(app, "-p,--page", &options->page, {".html"},
               "Page to write (HTML): the sensors along the path")
      ->needs(path);
  options->outputs.Declare(app);
  app.add_option(
         "--vtk", options->vtk,
         "Write the stress fields of flexible bodies for ParaView: NAME.pvd, NAME_1.vtu ...")
      ->excludes(path);
  AddUnitsOption(app, &options->units);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Solve(*options, console); };
}

}  // namespace

extern const Command kStaticCommand;
const Command kStaticCommand = {"static",
                                "Find the static equilibrium of a model, or a path of equilibria",
                                "  jounce static car.yaml\n"
                                "  jounce static arm.yaml --vtk arm\n"
                                "  jounce static node.yaml --path --page path.html\n"
                                "  jounce static node.yaml --path --set attached=node --json\n",
                                &DeclareStatic};

}  // namespace jounce

// `jounce static`: finds the static equilibrium of a model.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "io/model_file.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct Options {
  std::string file;
  Assignments assignments;
};

ExitCode Solve(const Options& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments);
  console.Warn(loaded.diagnostics);
  Simulation simulation(loaded.model);
  const RunStatus status = simulation.FindEquilibrium();
  nlohmann::json result = {{"status", status.ok ? "done" : "failed"},
                           {"degrees_of_freedom", simulation.freedom().degrees_of_freedom}};
  if (!status.ok) {
    result["reason"] = status.reason;
    console.PrintJson(result);
    console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
    return ExitCode::kRunFailed;
  }
  console.Print("{}: equilibrium found", options.file);
  console.Print("  {}", simulation.freedom().ToString());
  for (const Body& body : loaded.model.bodies) {
    const Pose& pose = simulation.BodyPose(body.name);
    const Eigen::Vector3d turn = LogRotation(pose.R);
    result["bodies"][body.name] = {{"position", {pose.p.x(), pose.p.y(), pose.p.z()}},
                                   {"rotation_vector", {turn.x(), turn.y(), turn.z()}}};
    console.Print("  {:20} at {:12.6g} {:12.6g} {:12.6g} m, turned {:10.4g} {:10.4g} {:10.4g} rad",
                  body.name, pose.p.x(), pose.p.y(), pose.p.z(), turn.x(), turn.y(), turn.z());
  }
  const std::vector<SensorChannel>& channels = simulation.sensors().channels();
  std::vector<double> values(channels.size());
  simulation.ReadSensors(values.data());
  for (size_t i = 0; i < channels.size(); ++i) {
    result["sensors"][channels[i].name] = values[i];
    console.Print("  {:32} {:14.6g} {}", channels[i].name, values[i], channels[i].unit);
  }
  console.PrintJson(result);
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> Declare(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  AddSetOption(app, &options->assignments);
  return [options](const Console& console) { return Solve(*options, console); };
}

}  // namespace

extern const Command kStaticCommand;
const Command kStaticCommand = {"static", "Find the static equilibrium of a model",
                                "  jounce static car.yaml\n"
                                "  jounce static car.yaml --json\n",
                                &Declare};

}  // namespace jounce

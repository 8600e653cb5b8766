// `jounce modes`: natural modes of a model about its static equilibrium.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "report/simulation_page.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct ModesArguments {
  std::string file;
  Assignments assignments;
  int count = 20;
  bool undamped = false;
  std::string page;
  Outputs outputs;
};

// "upper arm rz 71 %, knuckle y 20 %": where the kinetic energy is, largest first.
std::string NameOf(const Mode& mode, const Model& model) {
  const char* const kDirections[] = {"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::pair<double, std::string>> parts;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    for (int k = 0; k < 6; ++k) {
      const double share = mode.direction_shares(static_cast<int>(i), k);
      if (share < 0.1) continue;
      parts.emplace_back(
          share, fmt::format("{} {} {:.0f} %", model.bodies[i].name, kDirections[k], 100 * share));
    }
  }
  std::sort(parts.rbegin(), parts.rend());
  std::string text;
  for (const auto& [share, part] : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

ExitCode Compute(const ModesArguments& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  Simulation simulation(loaded.model);
  const RunStatus status = simulation.FindEquilibrium();
  console.Warn(simulation.warnings());
  if (!status.ok) {
    console.PrintJson({{"status", "failed"}, {"reason", status.reason}});
    console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
    return ExitCode::kRunFailed;
  }
  const LinearSystem linear(simulation.system(), simulation.evaluation());
  const std::vector<Mode> modes =
      options.undamped ? UndampedModes(linear, options.count) : ComplexModes(linear, options.count);
  nlohmann::json result = {{"status", "done"}, {"modes", nlohmann::json::array()}};
  console.Print("{:>4} {:>14} {:>10}  where the energy is", "mode", "frequency/Hz", "damping/%");
  for (size_t i = 0; i < modes.size(); ++i) {
    const Mode& mode = modes[i];
    const std::string name = NameOf(mode, simulation.system().model());
    result["modes"].push_back({{"frequency", mode.frequency},
                               {"damping", mode.damping},
                               {"stable", mode.stable},
                               {"shares", mode.body_shares},
                               {"name", name}});
    console.Print("{:>4} {:>14.6g} {:>10.4g}  {}{}", i + 1, mode.frequency, 100 * mode.damping,
                  name, mode.stable ? "" : " (unstable)");
  }
  console.PrintJson(result);
  if (!options.page.empty()) {
    report::WritePage(report::MakeModesPage(report::DescribeModes(options.file, simulation, modes)),
                      options.page);
    console.Print("page: {}", options.page);
  }
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareModes(CLI::App& app) {
  auto options = std::make_shared<ModesArguments>();
  app.add_option("file", options->file, "Model file (YAML)")->required();
  app.add_option("-n,--count", options->count, "Most modes to show")->check(CLI::Range(1, 100000));
  app.add_flag("--undamped", options->undamped, "Relaxed stiffness, no damping");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): table and swinging shapes");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  return [options](const Console& console) { return Compute(*options, console); };
}

}  // namespace

extern const Command kModesCommand;
const Command kModesCommand = {"modes", "Natural frequencies and modes about equilibrium",
                               "  jounce modes car.yaml --page modes.html\n"
                               "  jounce modes car.yaml --undamped --count 6 --json\n",
                               &DeclareModes};

}  // namespace jounce

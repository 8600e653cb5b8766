// `jounce check`: reads a model or law file and says all that is wrong, or what is in it.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "io/law_file.h"
#include "io/model_file.h"
#include "laws/make_law.h"
#include "mechanics/rotation_watch.h"
#include "report/simulation_page.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct CheckArguments {
  std::string file, page;
  Assignments assignments;
};

// Laws that do not keep energy in large rotations about several axes.
std::vector<std::string> AttachedToOneEnd(const Model& model) {
  std::vector<std::string> names;
  for (const Connection& connection : model.connections) {
    if (IsAttachedInRotation(connection)) names.push_back(connection.name);
  }
  return names;
}

nlohmann::json Summary(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  double mass = 0;
  for (const Body& body : model.bodies) {
    mass += body.flexible.part ? body.flexible.part->inertia.i1 : body.mass;
  }
  return {{"status", "fine"},
          {"name", model.name},
          {"files", loaded.files},
          {"variants", loaded.choices},
          {"mass", mass},
          {"bodies", model.bodies.size()},
          {"frames", model.frames.size()},
          {"joints", model.joints.size()},
          {"motions", model.motions.size()},
          {"couplers", model.couplers.size()},
          {"connections", model.connections.size()},
          {"attached_to_one_end", AttachedToOneEnd(model)},
          {"loads", model.loads.size()},
          {"sensors", model.sensors.size()}};
}

ExitCode CheckLaw(const CheckArguments& options, const Console& console) {
  const LawSettings law = LoadLaw(options.file, options.assignments);
  console.PrintJson({{"status", "fine"},
                     {"law", KindName(law)},
                     {"dimension", DimensionOf(law)},
                     {"files", {options.file}}});
  console.Print("{}: fine", options.file);
  console.Print("  {:12} {}", "law", KindName(law));
  console.Print("  {:12} {}", "dimension", DimensionOf(law));
  return ExitCode::kDone;
}

ExitCode CheckModelFile(const CheckArguments& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments);
  console.Warn(loaded.diagnostics);
  nlohmann::json summary = Summary(loaded);
  Simulation simulation(loaded.model);
  const Freedom& freedom = simulation.freedom();
  summary["degrees_of_freedom"] = freedom.degrees_of_freedom;
  summary["redundant"] = freedom.redundant;
  console.PrintJson(summary);
  console.Print("{}: fine", options.file);
  console.Print("  {}", freedom.ToString());
  for (const std::string& name : freedom.redundant) console.Print("  redundant: {}", name);
  if (!options.page.empty()) {
    simulation.Initialize();  // where it stands; as placed, if it cannot be assembled
    report::WritePage(report::MakeModelPage(report::DescribeModel(options.file, simulation)),
                      options.page);
    console.Print("  {:12} {}", "page", options.page);
  }
  const std::vector<std::string> attached = AttachedToOneEnd(loaded.model);
  if (!attached.empty()) {
    console.Print("  attached to one end, energy kept in small rotations only: {}",
                  fmt::join(attached, ", "));
  }
  for (const auto& [key, value] : loaded.choices) console.Print("  {:12} {}", key, value);
  for (const char* key :
       {"bodies", "frames", "joints", "motions", "couplers", "connections", "loads", "sensors"}) {
    if (summary[key] != 0) console.Print("  {:12} {}", key, summary[key].get<size_t>());
  }
  console.Print("  {:12} {:.6g} kg", "mass", summary["mass"].get<double>());
  return ExitCode::kDone;
}

ExitCode Check(const CheckArguments& options, const Console& console) {
  Diagnostics ignored;  // reported by the reader of the file's kind
  const Document document = Document::Load(options.file, options.assignments, &ignored);
  return KindOf(document) == FileKind::kLaw ? CheckLaw(options, console)
                                            : CheckModelFile(options, console);
}

std::function<ExitCode(const Console&)> DeclareCheck(CLI::App& app) {
  auto options = std::make_shared<CheckArguments>();
  app.add_option("file", options->file, "Model or law file (YAML)")->required();
  app.add_option("-p,--page", options->page, "Page of what is in a model (HTML)");
  AddSetOption(app, &options->assignments);
  return [options](const Console& console) { return Check(*options, console); };
}

}  // namespace

extern const Command kCheckCommand;
const Command kCheckCommand = {"check", "Validate a model or law file without running it",
                               "  jounce check car.yaml --page model.html\n"
                               "  jounce check car.yaml --set rear=four_link --json\n",
                               &DeclareCheck};

}  // namespace jounce

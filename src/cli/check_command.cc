// `jounce check`: reads a model, law, study or plan and says all that is wrong, or what is in it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/preload_summary.h"
#include "cli/redundant_summary.h"
#include "correlate/plan.h"
#include "io/law_file.h"
#include "io/model_file.h"
#include "io/model_memory.h"
#include "io/text_file.h"
#include "laws/make_law.h"
#include "mechanics/rotation_watch.h"
#include "model/expand_beams.h"
#include "replicate/plan_file.h"
#include "report/simulation_page.h"
#include "solve/simulation.h"
#include "study/evaluation.h"
#include "study/plan.h"
#include "study/study_file.h"
#include "version.h"

namespace jounce {
namespace {

struct CheckArguments {
  std::string file, page, write, case_name, units;
  bool with_subsystems = false;
  Assignments assignments;
  Outputs outputs;
};

std::map<JointKind, size_t> JointsByKind(const Model& model) {
  std::map<JointKind, size_t> counts;
  for (const Joint& joint : model.joints) ++counts[joint.kind];
  return counts;
}

std::map<ConnectionKind, size_t> ConnectionsByKind(const Model& model) {
  std::map<ConnectionKind, size_t> counts;
  for (const Connection& connection : model.connections) ++counts[connection.kind];
  return counts;
}

// ": 61 bushings, 1 rod".
std::string KindsOfConnections(const Model& model) {
  std::string kinds;
  for (const auto& [kind, count] : ConnectionsByKind(model)) {
    kinds += fmt::format("{}{} {}{}", kinds.empty() ? ": " : ", ", count, ToString(kind),
                         count == 1 ? "" : "s");
  }
  return kinds;
}

// What the user wrote, before welded bodies are merged, the way models are listed in the trade
// [Wood 2003, table 4.2]: "63 parts, 37 fixed, 2 revolute, 3 motions, 82 degrees of freedom".
std::string PartsLine(const Model& model, int degrees_of_freedom) {
  const auto counted = [](size_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
  };
  std::string line = counted(model.bodies.size(), "part", "parts");
  if (!model.beams.empty()) line += ", " + counted(model.beams.size(), "beam", "beams");
  for (const auto& [kind, count] : JointsByKind(model)) {
    line += fmt::format(", {} {}", count, ToString(kind));
  }
  if (!model.motions.empty()) line += ", " + counted(model.motions.size(), "motion", "motions");
  if (!model.couplers.empty()) line += ", " + counted(model.couplers.size(), "coupler", "couplers");
  return line + ", " + counted(degrees_of_freedom, "degree of freedom", "degrees of freedom");
}

// What the engine computes with: nodes that move, beam elements, what joins them, and equations in
// the count of programs that write them in first order, twelve a node and one a constraint row.
nlohmann::json EngineCounts(const System& system) {
  const Model& model = system.model();
  const auto beam_elements = static_cast<size_t>(
      std::count_if(model.connections.begin(), model.connections.end(),
                    [](const Connection& c) { return c.kind == ConnectionKind::kBeam; }));
  return {{"nodes", system.body_count()},
          {"beam_elements", beam_elements},
          {"joints", model.joints.size() + model.motions.size() + model.couplers.size() +
                         model.connections.size() - beam_elements},
          {"unknowns", system.unknown_count()},
          {"first_order_equations",
           system.unknown_count() + 6 * system.body_count() + system.mode_count()}};
}

void PrintEngineCounts(const nlohmann::json& counts, const Console& console) {
  const auto count = [&](const char* key) { return counts[key].get<size_t>(); };
  console.Print(
      "  {} nodes, {} beam elements, {} joints (with motions, springs and bushings), {} unknowns, "
      "{} equations of first order",
      count("nodes"), count("beam_elements"), count("joints"), count("unknowns"),
      count("first_order_equations"));
}

// The bodies that the engine moves, and which of the user's are one of them.
nlohmann::json MergedGroups(const System& system) {
  nlohmann::json groups = nlohmann::json::array();
  for (const WeldedGroup& group : system.welded_groups()) {
    groups.push_back({{"body", group.body}, {"parts", group.parts}});
  }
  return groups;
}

void PrintMergedGroups(const System& system, const Console& console) {
  if (system.welded_groups().empty()) return;
  console.Print("  {} moving {} when welded ones are merged:", system.body_count(),
                system.body_count() == 1 ? "body" : "bodies");
  for (const WeldedGroup& group : system.welded_groups()) {
    console.Print("    {} with {}", group.body, fmt::join(group.parts, ", "));
  }
}

// Laws that do not keep energy in large rotations about several axes.
std::vector<std::string> AttachedToOneEnd(const Model& model) {
  std::vector<std::string> names;
  for (const Connection& connection : model.connections) {
    if (IsAttachedInRotation(connection)) names.push_back(connection.name);
  }
  return names;
}

// Masses that nobody typed: those of shapes, payloads and a remainder.
nlohmann::json ComputedMasses(const LoadedModel& loaded) {
  const auto list = [](const Eigen::Vector3d& v) {
    return std::vector<double>(v.begin(), v.end());
  };
  nlohmann::json masses = nlohmann::json::array();
  for (const Body& body : loaded.model.bodies) {
    if (std::count(loaded.computed.begin(), loaded.computed.end(), body.name) == 0) continue;
    masses.push_back({{"body", body.name},
                      {"mass", body.mass},
                      {"centre", list(body.centre)},
                      {"inertia", list(body.inertia)},
                      {"products", list(body.products)}});
  }
  return masses;
}

void PrintComputedMasses(const nlohmann::json& masses, const Console& console) {
  const auto shown = [](const nlohmann::json& numbers) {
    return fmt::format("{:.6g}", fmt::join(numbers.get<std::vector<double>>(), ", "));
  };
  if (!masses.empty()) console.Print("  computed masses, in the frames of the bodies:");
  for (const nlohmann::json& m : masses) {
    console.Print("    {}: {:.6g} kg at [{}] m, inertia [{}], products [{}] kg m2",
                  m["body"].get<std::string>(), m["mass"].get<double>(), shown(m["centre"]),
                  shown(m["inertia"]), shown(m["products"]));
  }
}

nlohmann::json Summary(const LoadedModel& loaded) {
  const Model& model = loaded.model;
  double mass = 0;
  // Beams are bodies, too, once they are expanded.
  for (const Body& body : ExpandBeams(model).bodies) {
    mass += body.flexible.part ? body.flexible.part->inertia.i1 : body.mass;
  }
  nlohmann::json joints_by_kind = nlohmann::json::object();
  for (const auto& [kind, count] : JointsByKind(model)) joints_by_kind[ToString(kind)] = count;
  nlohmann::json connections_by_kind = nlohmann::json::object();
  for (const auto& [kind, count] : ConnectionsByKind(model)) {
    connections_by_kind[ToString(kind)] = count;
  }
  return {{"status", "fine"},
          {"name", model.name},
          {"files", loaded.files},
          {"variants", loaded.choices},
          {"cases", loaded.cases},
          {"mass", mass},
          {"computed_masses", ComputedMasses(loaded)},
          {"bodies", model.bodies.size()},
          {"frames", model.frames.size()},
          {"beams", model.beams.size()},
          {"joints", model.joints.size()},
          {"joints_by_kind", joints_by_kind},
          {"motions", model.motions.size()},
          {"couplers", model.couplers.size()},
          {"connections", model.connections.size()},
          {"connections_by_kind", connections_by_kind},
          {"attached_to_one_end", AttachedToOneEnd(model)},
          {"loads", model.loads.size()},
          {"elements", model.elements.size()},
          {"signals", model.signals.size()},
          {"sensors", model.sensors.size()}};
}

ExitCode CheckLaw(const CheckArguments& options, const Console& console) {
  std::vector<std::string> files;
  Diagnostics warnings;
  const LawSettings law = LoadLaw(options.file, options.assignments, &files, &warnings);
  console.Warn(warnings);
  MakeLaw(law, options.file);  // only this tries a library and what it says of its parameters
  console.PrintJson({{"status", "fine"},
                     {"law", KindName(law)},
                     {"dimension", DimensionOf(law)},
                     {"files", files}});
  console.Print("{}: fine", options.file);
  console.Print("  {:12} {}", "law", KindName(law));
  console.Print("  {:12} {}", "dimension", DimensionOf(law));
  return ExitCode::kDone;
}

ExitCode CheckStudy(const CheckArguments& options, const Console& console) {
  const study::Study study = study::LoadStudy(options.file, options.assignments);
  std::vector<std::string> inputs, outputs;
  for (const study::Factor& factor : study.factors) inputs.push_back(factor.name);
  for (const study::Output& output : study.outputs) outputs.push_back(output.name);
  const study::Planner planner(study);
  const std::vector<study::Run> sampled =
      study.optimize ? std::vector<study::Run>{} : planner.Sampled();
  const size_t runs = study.optimize ? study.optimize->runs : sampled.size();
  // The names of parameters and channels are those of the model: the first run shows them.
  const std::vector<double> middle(study.factors.size(), 0.5);
  study::CheckRun(study, sampled.empty() ? planner.RunAt(middle.data()) : sampled.front());
  console.PrintJson({{"status", "fine"},
                     {"kind", "study"},
                     {"runs", runs},
                     {"inputs", inputs},
                     {"outputs", outputs}});
  console.Print("{}: fine", options.file);
  console.Print("  {:12} {}{}", "runs", study.optimize ? "at most " : "", runs);
  console.Print("  {:12} {}", "vary", fmt::join(inputs, ", "));
  console.Print("  {:12} {}", "outputs", fmt::join(outputs, ", "));
  return ExitCode::kDone;
}

ExitCode CheckCorrelation(const CheckArguments& options, const Console& console) {
  const correlate::Plan plan = correlate::LoadPlan(options.file);
  console.PrintJson({{"status", "fine"},
                     {"kind", "correlation"},
                     {"parameters", plan.parameters.size()},
                     {"events", plan.events.size()}});
  console.Print("{}: fine", options.file);
  console.Print("  {:12} {}", "find", plan.parameters.size());
  console.Print("  {:12} {}", "events", plan.events.size());
  return ExitCode::kDone;
}

ExitCode CheckReplication(const CheckArguments& options, const Console& console) {
  std::vector<std::string> files;
  const ReplicatePlan plan = LoadPlan(options.file, options.assignments, &files);
  console.PrintJson({{"status", "fine"},
                     {"kind", "plan"},
                     {"drives", plan.drives.size()},
                     {"targets", plan.targets.size()},
                     {"events", plan.events.size()}});
  console.Print("{}: fine", options.file);
  console.Print("  {:12} {}", "drives", plan.drives.size());
  console.Print("  {:12} {}", "targets", plan.targets.size());
  console.Print("  {:12} {}", "events", plan.events.size());
  return ExitCode::kDone;
}

// The model in SI units with all parameters, variants and includes resolved.
void WriteUnderstood(const CheckArguments& options, const LoadedModel& loaded) {
  const std::filesystem::path path(options.write);
  const Model& model = options.with_subsystems ? loaded.written : loaded.model;
  WriteTextFile(options.write,
                WriteModel(model, std::filesystem::absolute(path).parent_path().string(),
                           fmt::format("{} as jounce {} understood it", options.file, kVersion)));
}

// The model as asked for, with the mistakes of all its cases.
LoadedModel LoadWithCases(const CheckArguments& options, const std::vector<std::string>& cases,
                          ModelMemory* memory) {
  std::vector<std::string> names = {options.case_name};
  for (const std::string& name : cases) {
    if (name != options.case_name) names.push_back(name);
  }
  return std::move(LoadCases(options.file, options.assignments, names, memory).front());
}

ExitCode CheckModelFile(const CheckArguments& options, const std::vector<std::string>& cases,
                        ModelMemory* memory, const Console& console) {
  const LoadedModel loaded = LoadWithCases(options, cases, memory);
  console.Warn(loaded.diagnostics);
  options.outputs.Check(loaded.files);
  nlohmann::json summary = Summary(loaded);
  Simulation simulation(loaded.model);
  const Freedom& freedom = simulation.freedom();
  summary["degrees_of_freedom"] = freedom.degrees_of_freedom;
  summary["redundant"] = freedom.redundant;
  const RunStatus status = simulation.FindStart();  // as placed, if it cannot be assembled
  console.Warn(simulation.warnings());
  if (!status.ok) {
    summary["status"] = "failed";
    summary["reason"] = status.reason;
    console.Warn(fmt::format("{} ({})", status.reason, status.remedy));
  }
  summary["moving_bodies"] = simulation.system().body_count();
  summary["engine"] = EngineCounts(simulation.system());
  summary["merged"] = MergedGroups(simulation.system());
  summary["design_preloads"] = PreloadSummary(simulation.design_preloads());
  console.PrintJson(summary);
  console.Print("{}: {}", options.file, status.ok ? "fine" : "cannot start");
  console.Print("  {}", PartsLine(loaded.model, freedom.degrees_of_freedom));
  PrintMergedGroups(simulation.system(), console);
  console.Print("  {}", freedom.ToString());
  PrintEngineCounts(summary["engine"], console);
  PrintRedundant(freedom, console);
  PrintPreloads(simulation.design_preloads(), console);
  if (!options.page.empty()) {
    const DisplayUnits units = UnitsToShow(options.units, DisplayUnits(loaded.units).ToString());
    report::WritePage(report::MakeModelPage(report::DescribeModel(options.file, simulation, units)),
                      options.page);
    console.Print("  {:12} {}", "page", options.page);
  }
  if (!options.write.empty()) {
    WriteUnderstood(options, loaded);
    console.Print("  {:12} {}", "written", options.write);
  }
  const std::vector<std::string> attached = AttachedToOneEnd(loaded.model);
  if (!attached.empty()) {
    console.Print("  attached to one end, energy kept in small rotations only: {}",
                  fmt::join(attached, ", "));
  }
  for (const auto& [key, value] : loaded.choices) console.Print("  {:12} {}", key, value);
  if (!cases.empty()) console.Print("  {:12} {}", "cases", fmt::join(cases, ", "));
  for (const char* key : {"bodies", "frames", "beams", "joints", "motions", "couplers",
                          "connections", "loads", "elements", "signals", "sensors"}) {
    if (summary[key] == 0) continue;
    const std::string kinds =
        std::string_view(key) == "connections" ? KindsOfConnections(loaded.model) : "";
    console.Print("  {:12} {}{}", key, summary[key].get<size_t>(), kinds);
  }
  console.Print("  {:12} {:.6g} kg", "mass", summary["mass"].get<double>());
  PrintComputedMasses(summary["computed_masses"], console);
  return status.ok ? ExitCode::kDone : ExitCode::kRunFailed;
}

ExitCode Check(const CheckArguments& options, const Console& console) {
  Diagnostics ignored;  // reported by the reader of the file's kind
  ModelMemory memory;
  const Document document =
      Document::Load(options.file, options.assignments, &ignored, {}, "", &memory.parsed());
  const YamlNode& root = document.root();
  const bool is_law = KindOf(document) == FileKind::kLaw;
  const bool is_study = root.Find("vary") || root.Find("outputs");
  const bool is_correlation = root.Find("find") != nullptr;
  const bool is_replication = root.Find("plant") != nullptr;
  if (!is_law && !is_study && !is_correlation && !is_replication) {
    return CheckModelFile(options, document.cases(), &memory, console);
  }
  if (!options.case_name.empty()) {
    throw InputError("only a model has cases", "leave --case out");
  }
  if (is_law) return CheckLaw(options, console);
  if (is_study) return CheckStudy(options, console);
  return is_correlation ? CheckCorrelation(options, console) : CheckReplication(options, console);
}

std::function<ExitCode(const Console&)> DeclareCheck(CLI::App& app) {
  auto options = std::make_shared<CheckArguments>();
  app.add_option("file", options->file, "Model, law, study or plan (YAML)")->required();
  CLI::Option* page = options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                                               "Page of what is in a model (HTML)");
  AddUnitsOption(app, &options->units)->needs(page);
  CLI::Option* write =
      options->outputs.AddFile(app, "-w,--write", &options->write, {".yaml", ".yml"},
                               "Write the model as understood, in SI units and flat");
  app.add_flag("--with-subsystems", options->with_subsystems,
               "Of what is written, keep sub-assemblies as such")
      ->needs(write);
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Check(*options, console); };
}

}  // namespace

extern const Command kCheckCommand;
const Command kCheckCommand = {"check", "Validate a model, law, study or plan without running it",
                               "  jounce check car.yaml --page model.html\n"
                               "  jounce check car.yaml --set rear=four_link --json\n"
                               "  jounce check car.yaml --write flat.yaml\n",
                               &DeclareCheck};

}  // namespace jounce

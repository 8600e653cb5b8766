// `jounce modes`: natural modes of a model about its static equilibrium.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "io/model_file.h"
#include "io/modes_file.h"
#include "io/text_file.h"
#include "report/simulation_page.h"
#include "solve/modes.h"
#include "solve/simulation.h"

namespace jounce {
namespace {

struct ModesArguments {
  std::string file;
  Assignments assignments;
  std::string case_name;
  int count = 20;
  bool undamped = false;
  std::string compare;
  std::string page, output;
  Outputs outputs;
};

// "left knuckle +z 45 %, right knuckle -z 45 %": where the kinetic energy is, largest first, with
// the signs of what moves at the same time, so that hop and tramp tell themselves apart.
std::string NameOf(const Mode& mode, const Model& model) {
  const char* const kDirections[] = {"x", "y", "z", "rx", "ry", "rz"};
  std::vector<std::pair<double, std::string>> parts;
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    for (int k = 0; k < 6; ++k) {
      const double share = mode.direction_shares(static_cast<int>(i), k);
      if (share < 0.1) continue;
      const char sign = mode.direction_motion(static_cast<int>(i), k) < 0 ? '-' : '+';
      parts.emplace_back(share, fmt::format("{} {}{} {:.0f} %", model.bodies[i].name, sign,
                                            kDirections[k], 100 * share));
    }
  }
  for (size_t i = 0; i < model.connections.size(); ++i) {
    const double share = mode.connection_shares[i];
    if (share < 0.1) continue;
    parts.emplace_back(share,
                       fmt::format("inside {} {:.0f} %", model.connections[i].name, 100 * share));
  }
  std::sort(parts.rbegin(), parts.rend());
  std::string text;
  for (const auto& [share, part] : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

// Six numbers a body: its centre of mass along x, y, z and its turning about them.
nlohmann::json ModeShapeOf(const Mode& mode, const Model& model) {
  nlohmann::json shape = nlohmann::json::object();
  for (size_t i = 0; i < model.bodies.size(); ++i) {
    const Eigen::VectorXd row = mode.direction_motion.row(static_cast<int>(i));
    shape[model.bodies[i].name] = std::vector<double>(row.begin(), row.end());
  }
  return shape;
}

nlohmann::json ToJson(const std::vector<Mode>& modes, const Model& model) {
  nlohmann::json result = {{"status", "done"}, {"modes", nlohmann::json::array()}};
  for (const Mode& mode : modes) {
    nlohmann::json one = {
        {"frequency", mode.frequency},      {"damped_frequency", mode.damped_frequency},
        {"damping", mode.damping},          {"stable", mode.stable},
        {"shares", mode.body_shares},       {"name", NameOf(mode, model)},
        {"shape", ModeShapeOf(mode, model)}};
    if (!mode.swings()) one["time_constant"] = mode.time_constant;
    result["modes"].push_back(std::move(one));
  }
  return result;
}

// Modal assurance |a b|^2 / (a a)(b b) of two shapes over the bodies that both have, in metres and
// radians [Allemang 2003].
double Assurance(const nlohmann::json& a, const nlohmann::json& b) {
  double aa = 0, bb = 0, ab = 0;
  for (const auto& [name, motion] : a.items()) {
    const auto other = b.find(name);
    if (other == b.end() || other->size() != motion.size()) continue;
    for (size_t k = 0; k < motion.size(); ++k) {
      const double x = motion[k], y = (*other)[k];
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  return aa > 0 && bb > 0 ? ab * ab / (aa * bb) : 0;
}

// The modes of another run, as `modes --json` prints them.
nlohmann::json ReadModes(const std::string& path) {
  const nlohmann::json read = nlohmann::json::parse(ReadTextFile(path), nullptr, false);
  const bool right = read.is_object() && read.contains("modes") && read["modes"].is_array() &&
                     std::all_of(read["modes"].begin(), read["modes"].end(), [](const auto& mode) {
                       return mode.is_object() && mode.contains("shape") &&
                              mode["shape"].is_object() && mode.contains("frequency") &&
                              mode["frequency"].is_number();
                     });
  if (!right) {
    throw InputError(fmt::format("{} does not hold modes with shapes", path),
                     "write it by `jounce modes MODEL --json > FILE`");
  }
  return read["modes"];
}

// For each mode the one of the other run that is most like it.
void CompareModes(const nlohmann::json& others, nlohmann::json* result, const Console& console) {
  console.Print("{:>4} {:>14} {:>6} {:>14} {:>10}", "mode", "frequency/Hz", "other", "frequency/Hz",
                "assurance");
  for (size_t i = 0; i < (*result)["modes"].size(); ++i) {
    nlohmann::json& mode = (*result)["modes"][i];
    std::vector<double> row;
    for (const auto& other : others) row.push_back(Assurance(mode["shape"], other["shape"]));
    if (row.empty()) return;
    const auto best = static_cast<size_t>(std::max_element(row.begin(), row.end()) - row.begin());
    mode["assurance"] = row;
    mode["most_like"] = best + 1;
    console.Print("{:>4} {:>14.6g} {:>6} {:>14.6g} {:>10.4f}", i + 1,
                  mode["frequency"].get<double>(), best + 1,
                  others[best]["frequency"].get<double>(), row[best]);
  }
}

const char* Warning(const Mode& mode) { return mode.stable ? "" : " (unstable)"; }

void PrintSwinging(const std::vector<Mode>& modes, const Model& model, const Console& console) {
  if (modes.empty() || !modes[0].swings()) return;
  console.Print("{:>4} {:>14} {:>14} {:>10}  where the energy is", "mode", "frequency/Hz",
                "damped/Hz", "damping/%");
  for (size_t i = 0; i < modes.size() && modes[i].swings(); ++i) {
    const Mode& mode = modes[i];
    console.Print("{:>4} {:>14.6g} {:>14.6g} {:>10.4g}  {}{}", i + 1, mode.frequency,
                  mode.damped_frequency, 100 * mode.damping, NameOf(mode, model), Warning(mode));
  }
}

// What dies away (or grows) without swinging has a time constant in the place of a frequency.
void PrintStill(const std::vector<Mode>& modes, const Model& model, const Console& console) {
  bool first = true;
  for (size_t i = 0; i < modes.size(); ++i) {
    if (modes[i].swings()) continue;
    if (first) console.Print("{:>4} {:>14}  does not swing", "mode", "time const./s");
    first = false;
    console.Print("{:>4} {:>14.6g}  {}{}", i + 1, modes[i].time_constant, NameOf(modes[i], model),
                  Warning(modes[i]));
  }
}

ExitCode Compute(const ModesArguments& options, const Console& console) {
  const LoadedModel loaded = LoadModel(options.file, options.assignments, options.case_name);
  console.Warn(loaded.diagnostics);
  std::vector<std::string> inputs = loaded.files;
  if (!options.compare.empty()) inputs.push_back(options.compare);
  options.outputs.Check(inputs);
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
  const Model& model = simulation.system().model();
  PrintSwinging(modes, model, console);
  PrintStill(modes, model, console);
  nlohmann::json result = ToJson(modes, model);
  if (!options.compare.empty()) CompareModes(ReadModes(options.compare), &result, console);
  console.PrintJson(result);
  if (!options.output.empty()) {
    std::vector<std::string> names;
    for (const Mode& mode : modes) names.push_back(NameOf(mode, model));
    WriteModes(options.output, modes, names, model);
    console.Print("modes: {}", options.output);
  }
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
  app.add_option("-n,--count", options->count,
                 "Most modes to show, of those that swing and of those that do not")
      ->check(CLI::Range(1, 100000));
  app.add_flag("--undamped", options->undamped, "Relaxed stiffness, no damping");
  app.add_option(
      "--compare", options->compare,
      "Modes of another run (JSON of `modes --json`): modal assurance of the shapes over "
      "bodies of the same names");
  options->outputs.AddFile(app, "-o,--output", &options->output, {".h5"},
                           "File to write (HDF5): frequencies, damping, shapes of all bodies");
  options->outputs.AddFile(app, "-p,--page", &options->page, {".html"},
                           "Page to write (HTML): table and swinging shapes");
  options->outputs.Declare(app);
  AddSetOption(app, &options->assignments);
  AddCaseOption(app, &options->case_name);
  return [options](const Console& console) { return Compute(*options, console); };
}

}  // namespace

extern const Command kModesCommand;
const Command kModesCommand = {"modes", "Natural frequencies and modes about equilibrium",
                               "  jounce modes car.yaml --page modes.html\n"
                               "  jounce modes car.yaml --undamped --count 6 --json\n"
                               "  jounce modes other.yaml --compare modes.json\n",
                               &DeclareModes};

}  // namespace jounce

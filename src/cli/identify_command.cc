// `jounce identify`: from measured loops or DMA tables to a law.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/command.h"
#include "cli/outputs.h"
#include "identify/directions.h"
#include "identify/identify.h"
#include "identify/prepare.h"
#include "identify/read_loops.h"
#include "identify/superposition.h"
#include "identify/to_law.h"
#include "identify/uncertainty.h"
#include "io/law_file.h"
#include "io/text_file.h"
#include "math/units.h"
#include "report/identify_page.h"

namespace jounce {
namespace identify {
namespace {

struct IdentifyArguments {
  std::string data, output, page, uncertainty;
  ReadOptions read;
  IdentifyOptions identify;
  std::string loss = "absolute", domain = "time";
  std::vector<std::string> directions, statics, columns, select, weights, start, fix, tie, bound;
  int branches = 0;  // 0: as many as suit the frequencies
  double shape_factor = 1;
  double temperature = std::nan("");
  bool master_curve = false, no_vertical = false;
  Outputs outputs;
};

// "name=rest" -> {name, rest}.
std::pair<std::string, std::string> SplitAssignment(const std::string& text, const char* option) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    throw InputError(fmt::format("{} '{}' is not name=value", option, text));
  }
  return {text.substr(0, equals), text.substr(equals + 1)};
}

double ParseDouble(const std::string& text, const char* option) {
  size_t end = 0;
  double value = 0;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
    end = 0;
  }
  if (end == 0 || end != text.size()) {
    throw InputError(fmt::format("{}: '{}' is not a number", option, text));
  }
  return value;
}

// "0.1:0.2,1:41,3": amplitudes in mm, frequencies in Hz, factor.
WeightRange ParseWeight(const std::string& text) {
  WeightRange range;
  char extra = 0;
  const int read = std::sscanf(text.c_str(), "%lf:%lf,%lf:%lf,%lf%c", &range.least_amplitude,
                               &range.most_amplitude, &range.least_frequency, &range.most_frequency,
                               &range.factor, &extra);
  if ((read != 4 && read != 5) || !(range.factor > 0)) {
    throw InputError(fmt::format("--weight '{}' is not a range", text),
                     "write least:most amplitude in mm, least:most frequency in Hz and, if not 3, "
                     "the factor: 0.1:0.2,1:41,3");
  }
  range.least_amplitude *= 1e-3;
  range.most_amplitude *= 1e-3;
  return range;
}

void ParseTexts(IdentifyArguments* o) {
  for (const std::string& text : o->columns) {
    const auto [role, rest] = SplitAssignment(text, "--column");
    const size_t colon = rest.find(':');
    o->read.columns[role] = {rest.substr(0, colon),
                             colon == std::string::npos ? "" : rest.substr(colon + 1)};
  }
  for (const std::string& text : o->select) {
    o->read.select.insert(SplitAssignment(text, "--select"));
  }
  for (const std::string& text : o->weights) o->identify.weights.push_back(ParseWeight(text));
  for (const std::string& text : o->start) {
    const auto [name, value] = SplitAssignment(text, "--start");
    o->identify.start[name] = ParseDouble(value, "--start");
  }
  for (const std::string& text : o->fix) {
    const auto [name, value] = SplitAssignment(text, "--fix");
    o->identify.fixed[name] = ParseDouble(value, "--fix");
  }
  for (const std::string& text : o->tie) o->identify.tied.insert(SplitAssignment(text, "--tie"));
  for (const std::string& text : o->bound) {
    const auto [name, range] = SplitAssignment(text, "--bound");
    const size_t colon = range.find(':');
    if (colon == std::string::npos) throw InputError("--bound '" + text + "' is not name=low:high");
    o->identify.bounds[name] = {ParseDouble(range.substr(0, colon), "--bound"),
                                ParseDouble(range.substr(colon + 1), "--bound")};
  }
  o->identify.search.loss = o->loss == "squares"  ? LossKind::kLeastSquares
                            : o->loss == "robust" ? LossKind::kRobust
                                                  : LossKind::kAbsolute;
  o->identify.domain = o->domain == "stiffness" ? FitDomain::kStiffness
                       : o->domain == "both"    ? FitDomain::kBoth
                                                : FitDomain::kTime;
}

nlohmann::json OrNull(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

nlohmann::json ToJson(const Identification& found, const std::vector<Series>& data) {
  nlohmann::json parameters = nlohmann::json::object(), trust = parameters;
  for (size_t i = 0; i < found.model.parameters.size(); ++i) {
    const Parameter& parameter = found.model.parameters[i];
    const ParameterTrust& one = found.trust.parameters[i];
    parameters[parameter.name] = parameter.Shown();
    trust[parameter.name] = {{"unit", parameter.unit},
                             {"lower", OrNull(one.lower * parameter.shown)},
                             {"upper", OrNull(one.upper * parameter.shown)},
                             {"determined", one.determined},
                             {"at_bound", one.at_bound},
                             {"fixed", parameter.fixed}};
  }
  nlohmann::json series = nlohmann::json::array(), ladder = series, correlations = series;
  for (const SeriesError& error : found.series) {
    series.push_back({{"series", data[error.series].name},
                      {"amplitude", data[error.series].amplitude},
                      {"frequency", data[error.series].frequency},
                      {"phi", error.phi},
                      {"phi_held_out", OrNull(error.phi_held_out)},
                      {"preparation", data[error.series].notes}});
  }
  for (const Rung& rung : found.ladder) {
    ladder.push_back({{"law", rung.shape.Name()},
                      {"parameters", rung.parameters},
                      {"phi", rung.phi_fitted},
                      {"phi_held_out", OrNull(rung.phi_held_out)},
                      {"phi_of_all_parameters", rung.phi},
                      {"determined", rung.determined},
                      {"left_out", rung.left_out},
                      {"seconds", rung.seconds},
                      {"chosen", rung.chosen}});
  }
  for (const Correlation& pair : found.trust.strong) {
    correlations.push_back({found.model.parameters[pair.first].name,
                            found.model.parameters[pair.second].name, pair.value});
  }
  return {{"phi", found.phi},
          {"phi_unweighted", found.phi_unweighted},
          {"phi_held_out", OrNull(found.phi_held_out)},
          {"phi_fitted", found.phi_fitted},
          {"phi_start", found.phi_start},
          {"seconds", found.seconds},
          {"evaluations", found.evaluations},
          {"law", found.model.name},
          {"parameters", parameters},
          {"confidence", trust},
          {"correlations", correlations},
          {"series", series},
          {"ladder", ladder},
          {"left_out", found.left_out},
          {"experiments", found.experiments},
          {"warnings", found.warnings}};
}

// ", series not seen 0.01234", where some were held out.
std::string ShowHeldOut(const char* what, double phi) {
  return std::isfinite(phi) ? fmt::format("{} {:.5f}", what, phi) : "";
}

void Print(const Identification& found, const Console& console) {
  for (const Rung& rung : found.ladder) {
    console.Print("  {:18} {:3} parameters  phi {:.5f}{}{}{}", rung.shape.Name(), rung.parameters,
                  rung.phi_fitted, ShowHeldOut("  not seen", rung.phi_held_out),
                  rung.determined ? "" : "  not determined", rung.chosen ? "  <- chosen" : "");
  }
  console.Print("law {}: phi {:.5f} (start {:.4f}){}, {:.3f} s", found.model.name, found.phi,
                found.phi_start, ShowHeldOut(", series not seen", found.phi_held_out),
                found.seconds);
  for (size_t i = 0; i < found.model.parameters.size(); ++i) {
    const Parameter& parameter = found.model.parameters[i];
    const ParameterTrust& trust = found.trust.parameters[i];
    if (parameter.fixed && parameter.value == 0) continue;  // a term that is left out
    if (parameter.fixed) {
      console.Print("  {:14} {:12.6g} {:10} fixed", parameter.name, parameter.Shown(),
                    parameter.unit);
    } else if (!trust.determined) {
      console.Print("  {:14} {:12.6g} {:10} {}", parameter.name, parameter.Shown(), parameter.unit,
                    trust.at_bound ? "at its bound" : "not determined");
    } else {
      console.Print("  {:14} {:12.6g} {:10} {:.4g} to {:.4g}", parameter.name, parameter.Shown(),
                    parameter.unit, trust.lower * parameter.shown, trust.upper * parameter.shown);
    }
  }
}

// What the data do not tell, and what would.
void PrintDoubts(const Identification& found, const Console& console) {
  if (!found.left_out.empty()) {
    console.Print("  left out, as these tests do not determine it: {}",
                  fmt::join(found.left_out, ", "));
  }
  for (const std::string& experiment : found.experiments) console.Print("  {}", experiment);
}

UnitSystem FileUnits() {
  UnitSystem units;
  units.length = "mm";
  return units;
}

void WriteLawFile(const LawSettings& law, const std::string& comment,
                  const IdentifyArguments& options, const Console& console) {
  if (options.output.empty()) return;
  WriteTextFile(options.output, WriteLaw(law, FileUnits(), comment));
  console.Print("law: {}", options.output);
}

void WriteUncertaintyFile(const Identification& found, const IdentifyArguments& options,
                          const Console& console) {
  if (options.uncertainty.empty()) return;
  const std::string data = std::filesystem::path(options.data).filename().string();
  WriteTextFile(
      options.uncertainty,
      WriteUncertainty(UncertaintyOf(found), "Parameters identified from " + data +
                                                 " and the covariance of their logarithms."));
  console.Print("uncertainty: {}", options.uncertainty);
}

void WritePageFile(const report::Page& page, const IdentifyArguments& options,
                   const Console& console) {
  if (options.page.empty()) return;
  report::WritePage(page, options.page);
  console.Print("page: {}", options.page);
}

// What was read of a file, and the law that was found for it.
struct FoundLaw {
  std::vector<Series> data;
  Identification found;
};

// The outputs are checked against the files that are read before the search begins.
FoundLaw FindLaw(const IdentifyArguments& options, const Console& console) {
  const std::vector<Series> loops = ReadLoops(options.data, options.read);
  std::vector<std::string> inputs = {options.data};
  for (const Series& series : loops) inputs.push_back(series.place.file);
  options.outputs.Check(inputs);
  FoundLaw law{Prepare(loops), {}};
  const auto progress = console.StartProgress("identify");
  if (options.identify.law == "auto") CatchInterrupts();  // the best law so far is kept
  law.found = Identify(law.data, options.identify, progress.get());
  return law;
}

ExitCode IdentifyLoops(const IdentifyArguments& options, const Console& console) {
  const auto [data, found] = FindLaw(options, console);
  console.PrintJson(ToJson(found, data));
  Print(found, console);
  PrintDoubts(found, console);
  for (const std::string& warning : found.warnings) console.Warn(warning);
  WriteLawFile(
      ToLaw(found.model),
      fmt::format("Identified from {}: {}, {} series, phi = {:.5f}{}.",
                  std::filesystem::path(options.data).filename().string(), found.model.name,
                  data.size(), found.phi, ShowHeldOut(", on series not seen", found.phi_held_out)),
      options, console);
  WriteUncertaintyFile(found, options, console);
  WritePageFile(report::MakeIdentifyPage(
                    {.title = found.model.name,
                     .facts = {{"data", options.data}, {"series", fmt::format("{}", data.size())}},
                     .data = &data,
                     .result = &found}),
                options, console);
  return ExitCode::kDone;
}

const Sweep& NearestSweep(const std::vector<Sweep>& sweeps, double temperature) {
  const Sweep* nearest = &sweeps[0];
  for (const Sweep& sweep : sweeps) {
    if (std::abs(sweep.temperature - temperature) < std::abs(nearest->temperature - temperature)) {
      nearest = &sweep;
    }
  }
  return *nearest;
}

// Of a sweep eight branches at most, of a master curve three a decade, with faster ones for losses
// that rise towards its end.
PronyOptions BranchesFor(const std::vector<ModulusPoint>& points, bool master, int wanted) {
  constexpr double kFaster = 1.5, kADecade = 3;
  constexpr int kOfASweep = 8;
  PronyOptions prony{.most_branches = wanted > 0 ? wanted : kOfASweep};
  if (!master || points.empty()) return prony;
  prony.faster = kFaster;
  const double decades = std::log10(points.back().frequency / points.front().frequency) + kFaster;
  if (wanted <= 0 && std::isfinite(decades)) {
    prony.most_branches = std::max(kOfASweep, static_cast<int>(kADecade * decades));
  }
  return prony;
}

nlohmann::json ShiftsToJson(const MasterCurve& curve, const std::vector<double>& errors) {
  return {{"c1", OrNull(curve.c1)},
          {"c2", OrNull(curve.c2)},
          {"reference", curve.reference},
          {"temperatures", curve.temperatures},
          {"log_shift", curve.log_shift},
          {"log_vertical_shift", curve.log_vertical},
          {"errors", errors},
          {"shift_error", OrNull(curve.shift_error)},
          {"arrhenius_below", OrNull(curve.glass)},
          {"activation_energy", OrNull(curve.activation_energy)}};
}

void PrintShifts(const MasterCurve& curve, const std::vector<double>& errors,
                 const Console& console) {
  console.Print("  {:>12} {:>10} {:>15} {:>8}", "degC", "log10 a_T", "vertical factor", "error");
  for (size_t i = 0; i < errors.size(); ++i) {
    console.Print("  {:12.4g} {:10.3f} {:15.3f} {:6.2f} %", curve.temperatures[i],
                  curve.log_shift[i], std::pow(10.0, curve.log_vertical[i]), 100 * errors[i]);
  }
  if (!std::isfinite(curve.c2)) {
    console.Warn(
        fmt::format("the shifts do not follow Williams, Landel and Ferry: the law holds at "
                    "{:.3g} degC alone; "
                    "sweeps below the glass transition do not obey it",
                    curve.reference));
    return;
  }
  console.Print("WLF at {:.3g} degC: C1 = {:.4g}, C2 = {:.4g} K; shifts lie within {:.2g} decades",
                curve.reference, curve.c1, curve.c2, curve.shift_error);
  if (std::isfinite(curve.glass)) {
    console.Print("  below {:.3g} degC Arrhenius, {:.4g} kJ/mol: the law is not to be used there",
                  curve.glass, 1e-3 * curve.activation_energy);
  }
}

ExitCode IdentifyDma(const DataTable& table, const IdentifyArguments& options,
                     const Console& console) {
  options.outputs.Check({options.data});
  if (!options.uncertainty.empty()) {
    throw InputError("--uncertainty is of laws that are found from loops or stiffness tables",
                     "leave it out for DMA data");
  }
  const std::vector<Sweep> sweeps = ReadDma(table, options.read);
  const bool shift =
      options.master_curve || (std::isnan(options.temperature) && sweeps.size() >= 3);
  const double wanted = std::isnan(options.temperature) ? 20 : options.temperature;
  MasterCurve curve;
  if (shift) {
    curve = MakeMasterCurve(sweeps, {.reference = wanted, .vertical = !options.no_vertical});
  }
  const std::vector<ModulusPoint>& points =
      shift ? curve.points : NearestSweep(sweeps, wanted).points;
  const ModulusFit fit = FitProny(points, BranchesFor(points, shift, options.branches));
  nlohmann::json terms = nlohmann::json::array();
  for (const PronyTerm& term : fit.terms) terms.push_back({term.modulus, term.time});
  nlohmann::json json = {{"law", "prony"},
                         {"rms_error", fit.rms_error},
                         {"r_squared_storage", fit.r_squared_storage},
                         {"r_squared_loss", fit.r_squared_loss},
                         {"seconds", fit.seconds},
                         {"parameters", {{"relaxed", fit.relaxed}, {"terms", terms}}}};
  console.Print("Prony series of {} branches: rms error of E* {:.3f} %, R2 of E' {:.6f}, {:.1f} ms",
                fit.terms.size(), 100 * fit.rms_error, fit.r_squared_storage, 1e3 * fit.seconds);
  if (shift) {
    const std::vector<double> errors = SweepErrors(sweeps, curve, fit);
    json["wlf"] = ShiftsToJson(curve, errors);
    PrintShifts(curve, errors, console);
  }
  console.PrintJson(json);
  WriteLawFile(
      ToLaw(fit, options.shape_factor, shift ? &curve : nullptr),
      fmt::format("Prony series from {}, rms error of the modulus {:.3f} %.",
                  std::filesystem::path(options.data).filename().string(), 100 * fit.rms_error),
      options, console);
  WritePageFile(
      report::MakeDmaPage(
          {.title = options.data, .data = &points, .fit = &fit, .curve = shift ? &curve : nullptr}),
      options, console);
  return ExitCode::kDone;
}

// An evaluation of a simple law takes half a millisecond: threads do not pay.
int ThreadsFor(const std::string& law) {
  const bool heavy = law == "auto" || law.rfind("hydropath", 0) == 0;
  return heavy ? std::clamp<int>(std::thread::hardware_concurrency(), 1, 4) : 1;
}

// "1200:N/mm" -> N/m, of a rotation N m/rad.
double ParseRate(const std::string& text, int direction) {
  const size_t colon = text.find(':');
  if (colon == std::string::npos) {
    throw InputError(fmt::format("--static {} has no unit", text),
                     "write it behind the number: 1200:N/mm, 35:Nm/rad");
  }
  const double rate = ConvertUnit(ParseDouble(text.substr(0, colon), "--static"),
                                  text.substr(colon + 1), direction < 3 ? "N/m" : "Nm/rad");
  if (!(rate > 0)) throw InputError(fmt::format("--static {} is not positive", text));
  return rate;
}

// Tests in several directions: one law of six.
ExitCode IdentifyBushing(const IdentifyArguments& options, const Console& console) {
  if (!options.data.empty() || !options.page.empty() || !options.uncertainty.empty()) {
    throw InputError("a table, --page and --uncertainty belong to a single direction",
                     "identify that direction by itself");
  }
  std::array<DirectionSource, 6> sources;
  for (const std::string& text : options.statics) {
    const auto [name, rate] = SplitAssignment(text, "--static");
    const int direction = DirectionOf(name);
    sources[direction].static_rate = ParseRate(rate, direction);
  }
  nlohmann::json json = nlohmann::json::object();
  for (const std::string& text : options.directions) {
    const auto [name, file] = SplitAssignment(text, "--direction");
    const int direction = DirectionOf(name);
    if (direction >= 3) {
      throw InputError(fmt::format("tests of rotations ({}) are not read", name),
                       "give its static rate: --static " + name + "=35:Nm/rad");
    }
    IdentifyArguments one = options;
    one.data = file;
    if (!std::filesystem::is_directory(file) &&
        IsStiffnessTable(ReadSelected(file, options.read), options.read)) {
      one.identify.domain = FitDomain::kStiffness;
    }
    const auto [data, found] = FindLaw(one, console);
    json["directions"][name] = ToJson(found, data);
    console.Print("direction {}: {}", name, file);
    Print(found, console);
    for (const std::string& warning : found.warnings) console.Warn(name + ": " + warning);
    DirectionSource& source = sources[direction];
    source.measured = ToLaw(found.model);
    source.data = std::filesystem::path(file).filename().string();
    for (const Series& series : data) {
      source.amplitude = std::max(source.amplitude, series.amplitude);
    }
  }
  const BushingLaw bushing = MakeBushingLaw(sources);
  json["origins"] = bushing.origins;
  console.PrintJson(json);
  std::string comment = "A bushing of six directions:";
  for (const std::string& origin : bushing.origins) {
    console.Print("  {}", origin);
    comment += "\n  " + origin;
  }
  WriteLawFile(bushing.law, comment, options, console);
  return ExitCode::kDone;
}

ExitCode Run(IdentifyArguments options, const Console& console) {
  ParseTexts(&options);
  int& threads = options.identify.search.threads;
  if (threads <= 0) threads = ThreadsFor(options.identify.law);
  if (!options.directions.empty()) return IdentifyBushing(options, console);
  if (options.data.empty()) {
    throw InputError("nothing to identify", "name a table or folder, or give --direction x=FILE");
  }
  if (!std::filesystem::is_directory(options.data)) {
    const DataTable table = ReadSelected(options.data, options.read);
    if (IsDmaTable(table, options.read)) return IdentifyDma(table, options, console);
    if (IsStiffnessTable(table, options.read)) options.identify.domain = FitDomain::kStiffness;
  }
  return IdentifyLoops(options, console);
}

}  // namespace

std::function<ExitCode(const Console&)> DeclareIdentify(CLI::App& app) {
  auto o = std::make_shared<IdentifyArguments>();
  o->identify.search.threads = 0;
  app.add_option("data", o->data, "Table of loops, of |K*|, of moduli (CSV), or folder of loops");
  app.add_option("--direction", o->directions, "Tests in one direction of a whole bushing")
      ->type_name("x|y|z=FILE");
  app.add_option("--static", o->statics, "Static rate of a direction of a whole bushing")
      ->type_name("DIR=RATE:UNIT");
  app.add_option("--law", o->identify.law,
                 "auto, kelvin, maxwell:m, friction:m/n, berg:m, hydrobushing:m/n, network:m/n, "
                 "hydropath:m/n, hydromount:m/n, pipkin-rogers:m/n");
  o->outputs.AddFile(app, "-o,--output", &o->output, {".yaml", ".yml"}, "Write the law (YAML)");
  o->outputs.AddFile(app, "-p,--page", &o->page, {".html"},
                     "Write a page with loops, errors and parameters (HTML)");
  o->outputs.AddFile(app, "--uncertainty", &o->uncertainty, {".yaml", ".yml"},
                     "Write the parameters with their covariance, to draw from (YAML)");
  o->outputs.Declare(app);
  app.add_option("--column", o->columns, "Column of a role: displacement=weg:mm")
      ->type_name("ROLE=NAME:UNIT");
  app.add_option("--select", o->select, "Rows with this value in a column alone: temperature=23")
      ->type_name("COLUMN=VALUE");
  app.add_option("--weight", o->weights, "Weigh series: amplitudes mm, frequencies Hz, factor")
      ->type_name("A:B,F:G,W");
  app.add_option("--loss", o->loss, "What is lowered: absolute (phi), robust or squares")
      ->check(CLI::IsMember({"absolute", "robust", "squares"}));
  app.add_option("--domain", o->domain, "Fit forces in time, complex stiffness, or both")
      ->check(CLI::IsMember({"time", "stiffness", "both"}));
  app.add_option("--start", o->start, "Start value, SI")->type_name("NAME=VALUE");
  app.add_option("--fix", o->fix, "Value that is not searched, SI")->type_name("NAME=VALUE");
  app.add_option("--tie", o->tie, "Keep the ratio of two start values")->type_name("NAME=NAME");
  app.add_option("--bound", o->bound, "Range of a parameter, SI")->type_name("NAME=LOW:HIGH");
  app.add_option("--starts", o->identify.search.starts, "Number of start points");
  app.add_option("--seed", o->identify.search.seed, "Of the random start points");
  app.add_option("--threads", o->identify.search.threads,
                 "0: as many as pay; the result is the same for any number");
  app.add_option("--hold-out", o->identify.held_out,
                 "Leave every so many-th series out to test the law; 0: none");
  app.add_option("--branches", o->branches,
                 "Most branches of a Prony series (DMA tables); 0: as many as suit");
  app.add_option("--temperature", o->temperature, "Of the sweep, or of the master curve, degC");
  app.add_flag("--master-curve", o->master_curve, "Shift all sweeps to one temperature (DMA)");
  app.add_flag("--no-vertical-shifts", o->no_vertical,
               "Move sweeps along the frequency alone (master curves)");
  app.add_option("--shape-factor", o->shape_factor, "Stiffness over modulus, m (DMA)");
  return [o](const Console& console) { return Run(*o, console); };
}

}  // namespace identify

extern const Command kIdentifyCommand;
const Command kIdentifyCommand = {
    "identify", "Find a law from measured loops, stiffness tables or DMA data",
    "  jounce identify loops.csv --law hydrobushing -o law.yaml\n"
    "  jounce identify loops.csv --law auto -o law.yaml --page fit.html\n"
    "  jounce identify loops.csv --law hydrobushing --weight 0.1:0.2,1:41,3 --fix M1=12\n"
    "  jounce identify --direction x=radial.csv --direction z=axial.csv --static y=1200:N/mm\n"
    "                  --static rx=35:Nm/rad --static ry=60:Nm/rad --static rz=60:Nm/rad -o "
    "b.yaml\n"
    "  jounce identify dma.csv --temperature 25 --branches 8 -o rubber.yaml\n",
    &identify::DeclareIdentify};

}  // namespace jounce

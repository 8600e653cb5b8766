// Loops and stiffness tables: one law.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/identify_arguments.h"
#include "identify/prepare.h"
#include "identify/temperatures.h"
#include "identify/to_law.h"
#include "identify/uncertainty.h"
#include "io/text_file.h"
#include "report/identify_page.h"

namespace jounce::identify {
namespace {

// ", series not seen 0.01234", where some were held out.
std::string ShowHeldOut(const char* what, double phi) {
  return std::isfinite(phi) ? fmt::format("{} {:.5f}", what, phi) : "";
}

// What the data do not tell, and what would.
void PrintDoubts(const Identification& found, const Console& console) {
  if (!found.left_out.empty()) {
    console.Print("  left out, as these tests do not determine it: {}",
                  fmt::join(found.left_out, ", "));
  }
  for (const std::string& experiment : found.experiments) console.Print("  {}", experiment);
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

}  // namespace

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

std::vector<Series> ReadTests(const IdentifyArguments& options) {
  const std::vector<Series> loops = ReadLoops(options.data, options.read);
  std::vector<std::string> inputs = {options.data};
  for (const Series& series : loops) inputs.push_back(series.place.file);
  options.outputs.Check(inputs);
  return Prepare(loops);
}

FoundLaw FindLaw(std::vector<Series> tests, const IdentifyArguments& options,
                 const Console& console) {
  FoundLaw law{std::move(tests), {}};
  const auto progress = console.StartProgress("identify");
  if (options.identify.law == "auto") CatchInterrupts();  // the best law so far is kept
  law.found = Identify(law.data, options.identify, progress.get());
  return law;
}

ExitCode IdentifyLoops(const IdentifyArguments& options, const Console& console) {
  std::vector<Series> tests = ReadTests(options);
  const std::string& law = options.identify.law;
  if (HaveSeveralTemperatures(tests) && (law == "auto" || law.rfind("maxwell", 0) == 0)) {
    return IdentifyTemperatures(tests, options, console);
  }
  const auto [data, found] = FindLaw(std::move(tests), options, console);
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

}  // namespace jounce::identify

#include "cli/identify_arguments.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "io/law_file.h"
#include "io/text_file.h"

namespace jounce::identify {
namespace {

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

UnitSystem FileUnits() {
  UnitSystem units;
  units.length = "mm";
  return units;
}

}  // namespace

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

void WriteLawFile(const LawSettings& law, const std::string& comment,
                  const IdentifyArguments& options, const Console& console) {
  if (options.output.empty()) return;
  WriteTextFile(options.output, WriteLaw(law, FileUnits(), comment));
  console.Print("law: {}", options.output);
}

void WritePageFile(const report::Page& page, const IdentifyArguments& options,
                   const Console& console) {
  if (options.page.empty()) return;
  report::WritePage(page, options.page);
  console.Print("page: {}", options.page);
}

nlohmann::json OrNull(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json();
}

}  // namespace jounce::identify

// Tests in several directions: one law of six.
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/identify_arguments.h"
#include "identify/directions.h"
#include "identify/to_law.h"
#include "math/units.h"

namespace jounce::identify {
namespace {

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

}  // namespace

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
    IdentifyArguments one = options;
    one.data = file;
    if (!std::filesystem::is_directory(file) &&
        IsStiffnessTable(ReadSelected(file, options.read), options.read)) {
      one.identify.domain = FitDomain::kStiffness;
    }
    std::vector<Series> tests = ReadTests(one);
    if (tests.front().rotation != (direction >= 3)) {
      throw InputError(fmt::format("{}: its tests are not those of direction {}", file, name),
                       "x, y and z take displacements and forces, rx, ry and rz angles and moments "
                       "(units deg or rad, and Nm)");
    }
    const auto [data, found] = FindLaw(std::move(tests), one, console);
    json["directions"][name] = ToJson(found, data);
    console.Print("direction {}: {}", name, file);
    Print(found, console);
    for (const std::string& warning : found.warnings)
      console.Warn(fmt::format("{}: {}", name, warning));
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

}  // namespace jounce::identify

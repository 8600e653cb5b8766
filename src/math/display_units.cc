#include "math/display_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

// Joules are newton metres, but no torque.
bool IsEnergy(std::string_view unit) { return unit.ends_with('J') || unit.ends_with('W'); }

bool IsTime(const Dimension& dimension) {
  return dimension == Dimension{.time = dimension.time} && dimension.time != 0;
}

std::optional<Quantity> QuantityOf(const std::string& si_unit) {
  try {
    return SiQuantity(si_unit);
  } catch (const InputError&) {
    return std::nullopt;
  }
}

// "MPa" rather than "N/mm^2".
std::string StressName(double scale) {
  constexpr std::array<std::pair<const char*, double>, 4> kNames = {
      {{"Pa", 1}, {"kPa", 1e3}, {"MPa", 1e6}, {"GPa", 1e9}}};
  for (const auto& [name, size] : kNames) {
    if (std::abs(scale - size) < 1e-9 * size) return name;
  }
  return "";
}

// "N*m/rad" with the names of the system: "N*mm/deg".
std::string Renamed(const std::string& si_unit, const UnitSystem& units) {
  const std::array<std::pair<std::string_view, const std::string*>, 5> names = {
      {{"m", &units.length},
       {"N", &units.force},
       {"kg", &units.mass},
       {"rad", &units.angle},
       {"K", &units.temperature}}};
  std::string renamed;
  for (size_t i = 0; i < si_unit.size();) {
    size_t end = i;
    while (end < si_unit.size() && std::isalpha(static_cast<unsigned char>(si_unit[end]))) ++end;
    std::string word = si_unit.substr(i, end - i);
    for (const auto& [symbol, name] : names) {
      if (word == symbol) {
        word = *name;
        break;
      }
    }
    renamed += word;
    if (end < si_unit.size()) renamed += si_unit[end];
    i = end + 1;
  }
  return renamed;
}

}  // namespace

DisplayUnits::DisplayUnits(const UnitSystem& units) : base_(units) { base_.time = "s"; }

DisplayUnits DisplayUnits::Parse(std::string_view text) {
  DisplayUnits units;
  if (text == "SI") return units;
  std::vector<std::string> seen;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find('-', begin), text.size());
    units.Add(std::string(text.substr(begin, end - begin)), &seen);
    begin = end + 1;
  }
  return units;
}

void DisplayUnits::Add(const std::string& name, std::vector<std::string>* seen) {
  const char* example = "join units by hyphens: mm-N-deg, mm-kN-deg-g, or SI";
  if (name.empty()) throw InputError("a unit to show values in is missing", example);
  const Unit unit = ParseUnit(name);
  if (unit.dimension.IsNone() || IsTime(unit.dimension)) {
    throw InputError(fmt::format("'{}' cannot be chosen to show values in", name),
                     "times are shown in s, numbers as they are; " + std::string(example));
  }
  for (const std::string& first : *seen) {
    if (ParseUnit(first).dimension == unit.dimension && IsEnergy(first) == IsEnergy(name)) {
      throw InputError(fmt::format("'{}' and '{}' are units of the same kind", first, name),
                       example);
    }
  }
  seen->push_back(name);
  const std::array<std::pair<std::string UnitSystem::*, Quantity>, 5> bases = {
      {{&UnitSystem::length, quantity::kLength},
       {&UnitSystem::force, quantity::kForce},
       {&UnitSystem::mass, quantity::kMass},
       {&UnitSystem::angle, quantity::kAngle},
       {&UnitSystem::temperature, quantity::kTemperature}}};
  for (const auto& [member, meaning] : bases) {
    if (unit.dimension != meaning.ToDimension()) continue;
    base_.*member = name;
    return;
  }
  said_.push_back({name, unit});
}

std::string DisplayUnits::ToString() const {
  const UnitSystem si;
  std::string text;
  const auto add = [&text](const std::string& name) { text += (text.empty() ? "" : "-") + name; };
  for (const auto member : {&UnitSystem::length, &UnitSystem::force, &UnitSystem::mass,
                            &UnitSystem::angle, &UnitSystem::temperature}) {
    if (base_.*member != si.*member) add(base_.*member);
  }
  for (const Said& said : said_) add(said.name);
  return text.empty() ? "SI" : text;
}

DisplayUnits::Shown DisplayUnits::ShownOf(const std::string& si_unit) const {
  const Shown as_it_is = {si_unit, {}};
  const std::optional<Quantity> meaning = QuantityOf(si_unit);
  if (!meaning) return as_it_is;
  const Dimension dimension = meaning->ToDimension();
  for (const Said& said : said_) {
    const bool fits = said.unit.dimension == dimension && IsEnergy(said.name) == IsEnergy(si_unit);
    if (fits) return {said.name, said.unit};
  }
  if (IsEnergy(si_unit) || *meaning == quantity::kAcceleration) return as_it_is;
  const Unit unit = base_.UnitOf(*meaning);
  if (unit.scale == 1 && unit.offset == 0) return as_it_is;
  std::string name = *meaning == quantity::kStress ? StressName(unit.scale) : "";
  if (name.empty()) name = Renamed(si_unit == "Pa" ? "N/m^2" : si_unit, base_);
  return {name, unit};
}

std::string DisplayUnits::NameOf(const std::string& si_unit) const { return ShownOf(si_unit).name; }

double DisplayUnits::Show(double value, const std::string& si_unit) const {
  return ShownOf(si_unit).unit.FromSi(value);
}

void DisplayUnits::Convert(std::string* unit, std::span<double> values) const {
  Shown shown = ShownOf(*unit);
  *unit = std::move(shown.name);
  if (shown.unit.scale == 1 && shown.unit.offset == 0) return;
  for (double& value : values) value = shown.unit.FromSi(value);
}

}  // namespace jounce

#include "math/units.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <numbers>
#include <utility>

#include "base/error.h"
#include "base/names.h"

namespace jounce {
namespace {

constexpr Dimension kNone{};
constexpr Dimension kLength{.length = 1};
constexpr Dimension kMass{.mass = 1};
constexpr Dimension kTime{.time = 1};
constexpr Dimension kAngle{.angle = 1};
constexpr Dimension kTemperature{.temperature = 1};
constexpr Dimension kForce{.length = 1, .mass = 1, .time = -2};
constexpr Dimension kTorque{.length = 2, .mass = 1, .time = -2};
constexpr Dimension kPressure{.length = -1, .mass = 1, .time = -2};
constexpr Dimension kPower{.length = 2, .mass = 1, .time = -3};
constexpr Dimension kImpulse{.length = 1, .mass = 1, .time = -1};
constexpr Dimension kFrequency{.time = -1};
constexpr Dimension kAngularVelocity{.time = -1, .angle = 1};
constexpr Dimension kVelocity{.length = 1, .time = -1};
constexpr Dimension kAcceleration{.length = 1, .time = -2};

constexpr double kPi = std::numbers::pi;
constexpr double kPoundForce = 4.4482216152605;  // exact by definition
constexpr double kPoundMass = 0.45359237;        // exact
constexpr double kGravity = 9.80665;             // exact, standard gravity

// `g` is the acceleration, as road-load data has it; the gram is spelled out. `lb` is left out
// because it is a force to one reader and a mass to the next: lbf and lbm say which.
const std::map<std::string, Unit, std::less<>>& UnitTable() {
  static const std::map<std::string, Unit, std::less<>> table = {
      {"1", {1, 0, kNone}},
      {"-", {1, 0, kNone}},
      {"%", {1e-2, 0, kNone}},
      {"strain", {1, 0, kNone}},
      {"ustrain", {1e-6, 0, kNone}},
      {"m", {1, 0, kLength}},
      {"mm", {1e-3, 0, kLength}},
      {"cm", {1e-2, 0, kLength}},
      {"um", {1e-6, 0, kLength}},
      {"km", {1e3, 0, kLength}},
      {"in", {0.0254, 0, kLength}},
      {"inch", {0.0254, 0, kLength}},
      {"ft", {0.3048, 0, kLength}},
      {"kg", {1, 0, kMass}},
      {"gram", {1e-3, 0, kMass}},
      {"t", {1e3, 0, kMass}},
      {"tonne", {1e3, 0, kMass}},
      {"lbm", {kPoundMass, 0, kMass}},
      {"slug", {kPoundForce / 0.3048, 0, kMass}},
      {"s", {1, 0, kTime}},
      {"sec", {1, 0, kTime}},
      {"ms", {1e-3, 0, kTime}},
      {"us", {1e-6, 0, kTime}},
      {"min", {60, 0, kTime}},
      {"h", {3600, 0, kTime}},
      {"rad", {1, 0, kAngle}},
      {"mrad", {1e-3, 0, kAngle}},
      {"deg", {kPi / 180, 0, kAngle}},
      {"rev", {2 * kPi, 0, kAngle}},
      {"K", {1, 0, kTemperature}},
      {"degC", {1, 273.15, kTemperature}},
      {"N", {1, 0, kForce}},
      {"mN", {1e-3, 0, kForce}},
      {"daN", {10, 0, kForce}},
      {"kN", {1e3, 0, kForce}},
      {"MN", {1e6, 0, kForce}},
      {"lbf", {kPoundForce, 0, kForce}},
      {"lbs", {kPoundForce, 0, kForce}},
      {"kgf", {kGravity, 0, kForce}},
      {"Nm", {1, 0, kTorque}},
      {"Nmm", {1e-3, 0, kTorque}},
      {"kNm", {1e3, 0, kTorque}},
      {"J", {1, 0, kTorque}},
      {"mJ", {1e-3, 0, kTorque}},
      {"kJ", {1e3, 0, kTorque}},
      {"W", {1, 0, kPower}},
      {"kW", {1e3, 0, kPower}},
      {"Ns", {1, 0, kImpulse}},
      {"Pa", {1, 0, kPressure}},
      {"kPa", {1e3, 0, kPressure}},
      {"MPa", {1e6, 0, kPressure}},
      {"GPa", {1e9, 0, kPressure}},
      {"bar", {1e5, 0, kPressure}},
      {"psi", {kPoundForce / (0.0254 * 0.0254), 0, kPressure}},
      {"Hz", {1, 0, kFrequency}},
      {"kHz", {1e3, 0, kFrequency}},
      {"rpm", {2 * kPi / 60, 0, kAngularVelocity}},
      {"mph", {0.44704, 0, kVelocity}},
      {"g", {kGravity, 0, kAcceleration}},
  };
  return table;
}

// One recursive-descent pass: product := power {('*' | '/' | ' ' | '.') power}.
class UnitParser {
 public:
  explicit UnitParser(std::string_view text) : text_(text) {}

  Unit Parse() {
    SkipSpace();
    if (AtEnd()) return {};
    Unit unit = ParseProduct();
    if (!AtEnd()) Fail(fmt::format("'{}' is not expected", text_.substr(position_)));
    return unit;
  }

 private:
  bool AtEnd() const { return position_ >= text_.size(); }
  char Peek() const { return AtEnd() ? '\0' : text_[position_]; }
  void SkipSpace() {
    while (Peek() == ' ') ++position_;
  }

  [[noreturn]] void Fail(const std::string& why) const {
    throw InputError(fmt::format("'{}' is not a unit: {}", text_, why),
                     "write it like N/mm, N*s/mm, kg*m^2, deg");
  }

  Unit ParseProduct() {
    Unit unit = ParsePower();
    while (true) {
      SkipSpace();
      const char c = Peek();
      if (AtEnd() || c == ')') return unit;
      const bool divide = c == '/';
      if (c == '*' || c == '/' || c == '.') ++position_;
      SkipSpace();
      unit = Combine(unit, ParsePower(), divide);
    }
  }

  Unit Combine(const Unit& a, const Unit& b, bool divide) const {
    if (a.offset != 0 || b.offset != 0) Fail("degC cannot be part of a compound, use K");
    if (divide) return {a.scale / b.scale, 0, a.dimension / b.dimension};
    return {a.scale * b.scale, 0, a.dimension * b.dimension};
  }

  Unit ParsePower() {
    Unit unit = ParseAtom();
    if (Peek() == '^') ++position_;
    if (Peek() != '-' && !std::isdigit(static_cast<unsigned char>(Peek()))) return unit;
    const int exponent = ParseExponent();
    if (unit.offset != 0) Fail("degC cannot be part of a compound, use K");
    return {std::pow(unit.scale, exponent), 0, Power(unit.dimension, exponent)};
  }

  int ParseExponent() {
    const bool negative = Peek() == '-';
    if (negative) ++position_;
    if (!std::isdigit(static_cast<unsigned char>(Peek()))) Fail("an exponent is missing");
    const int digit = Peek() - '0';
    ++position_;
    if (std::isdigit(static_cast<unsigned char>(Peek()))) Fail("an exponent is too large");
    return negative ? -digit : digit;
  }

  Unit ParseAtom() {
    if (Peek() == '(') {
      if (++depth_ > 20) Fail("too many parentheses");
      ++position_;
      SkipSpace();
      Unit unit = ParseProduct();
      if (Peek() != ')') Fail("a closing parenthesis is missing");
      ++position_;
      --depth_;
      return unit;
    }
    const size_t start = position_;
    if (Peek() == '1' || Peek() == '%' || Peek() == '-') {
      ++position_;
    } else {
      while (std::isalpha(static_cast<unsigned char>(Peek()))) ++position_;
    }
    const std::string_view name = text_.substr(start, position_ - start);
    if (name.empty()) Fail("a unit name is missing");
    const auto found = UnitTable().find(name);
    if (found == UnitTable().end()) FailUnknown(name);
    return found->second;
  }

  [[noreturn]] void FailUnknown(std::string_view name) const {
    if (name == "lb") {
      throw InputError("the unit 'lb' can be a force or a mass", "write lbf or lbm");
    }
    const std::string nearest = NearestName(name, KnownUnits());
    throw InputError(fmt::format("'{}' is not a known unit", name),
                     nearest.empty() ? "units look like N/mm, N*s/mm, kg*m^2, deg"
                                     : fmt::format("did you mean '{}'?", nearest));
  }

  std::string_view text_;
  size_t position_ = 0;
  int depth_ = 0;
};

// "a*b/c/d^2" from symbols and exponents.
template <size_t N>
std::string JoinUnits(const std::array<std::pair<const char*, int>, N>& factors) {
  std::string above, below;
  for (const auto& [symbol, exponent] : factors) {
    if (exponent == 0) continue;
    const int size = exponent > 0 ? exponent : -exponent;
    const std::string factor = size == 1 ? symbol : fmt::format("{}^{}", symbol, size);
    if (exponent > 0) {
      above += (above.empty() ? "" : "*") + factor;
    } else {
      below += "/" + factor;
    }
  }
  return (above.empty() ? "1" : above) + below;
}

}  // namespace

Dimension operator*(const Dimension& a, const Dimension& b) {
  return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle,
          a.temperature + b.temperature};
}

Dimension operator/(const Dimension& a, const Dimension& b) { return a * Power(b, -1); }

Dimension Power(const Dimension& a, int exponent) {
  return {a.length * exponent, a.mass * exponent, a.time * exponent, a.angle * exponent,
          a.temperature * exponent};
}

std::string Dimension::ToString() const {
  const int force = mass * time < 0 ? mass : 0;
  const Quantity usual{.length = length - force,
                       .force = force,
                       .mass = mass - force,
                       .time = time + 2 * force,
                       .angle = angle,
                       .temperature = temperature};
  // Not everything per second is a frequency.
  return usual == quantity::kFrequency ? "1/s" : usual.SiUnit();
}

Dimension Quantity::ToDimension() const {
  return Power(kForce, force) * Dimension{.length = length,
                                          .mass = mass,
                                          .time = time,
                                          .angle = angle,
                                          .temperature = temperature};
}

std::string Quantity::SiUnit() const {
  if (*this == quantity::kFrequency) return "Hz";
  if (*this == quantity::kStress) return "Pa";
  return JoinUnits<6>({{{"N", force},
                        {"kg", mass},
                        {"m", length},
                        {"rad", angle},
                        {"s", time},
                        {"K", temperature}}});
}

Quantity SiQuantity(std::string_view unit) {
  static const std::map<std::string_view, Quantity> names = {
      {"m", quantity::kLength},    {"N", quantity::kForce},   {"kg", quantity::kMass},
      {"s", quantity::kTime},      {"rad", quantity::kAngle}, {"K", quantity::kTemperature},
      {"Pa", quantity::kStress},   {"J", quantity::kEnergy},  {"W", quantity::kPower},
      {"Hz", quantity::kFrequency}};
  Quantity product;
  bool divides = false;
  for (size_t i = 0; i < unit.size();) {
    if (!std::isalpha(static_cast<unsigned char>(unit[i]))) {
      divides = divides || unit[i] == '/';
      ++i;
      continue;
    }
    const size_t first = i;
    while (i < unit.size() && std::isalpha(static_cast<unsigned char>(unit[i]))) ++i;
    const auto found = names.find(unit.substr(first, i - first));
    int exponent = 1;
    if (i + 1 < unit.size() && unit[i] == '^') {
      const char* end = unit.data() + unit.size();
      i = std::from_chars(unit.data() + i + 1, end, exponent).ptr - unit.data();
    }
    for (int n = 0; found != names.end() && n < std::abs(exponent); ++n) {
      product = (exponent < 0) != divides ? product / found->second : product * found->second;
    }
    divides = false;
  }
  const Unit parsed = unit.empty() ? Unit() : ParseUnit(unit);
  if (parsed.dimension != product.ToDimension() || parsed.scale != 1 || parsed.offset != 0) {
    throw InputError(fmt::format("'{}' is no unit of SI", unit),
                     "made of m, N, kg, s, rad, K, Pa, J, W and Hz: \"N*m/rad\", \"m^3/s\"");
  }
  return product;
}

Unit ParseUnit(std::string_view text) { return UnitParser(text).Parse(); }

std::vector<std::string> KnownUnits() {
  std::vector<std::string> names;
  for (const auto& entry : UnitTable()) names.push_back(entry.first);
  return names;
}

double ConvertUnit(double value, std::string_view from, std::string_view to) {
  const Unit source = ParseUnit(from);
  const Unit target = ParseUnit(to);
  if (source.dimension != target.dimension) {
    throw InputError(fmt::format("'{}' cannot be converted to '{}'", from, to),
                     fmt::format("one is {}, the other {}", source.dimension.ToString(),
                                 target.dimension.ToString()));
  }
  // One rounding less than through SI where no offset is involved.
  if (source.offset == 0 && target.offset == 0) return value * (source.scale / target.scale);
  return target.FromSi(source.ToSi(value));
}

Unit UnitSystem::UnitOf(const Quantity& quantity) const {
  const auto base = [](const char* what, const std::string& name, const Dimension& expected) {
    const Unit unit = ParseUnit(name);
    if (unit.dimension != expected) {
      throw InputError(fmt::format("'{}' is not a unit of {}", name, what));
    }
    return unit;
  };
  const std::array<std::pair<Unit, int>, 6> factors = {
      {{base("length", length, kLength), quantity.length},
       {base("force", force, kForce), quantity.force},
       {base("mass", mass, kMass), quantity.mass},
       {base("time", time, kTime), quantity.time},
       {base("angle", angle, kAngle), quantity.angle},
       {base("temperature", temperature, kTemperature), quantity.temperature}}};
  // A temperature by itself keeps its offset; as a part of something it is a difference.
  if (quantity == quantity::kTemperature) return factors.back().first;
  Unit result;
  double above = 1, below = 1;
  for (const auto& [unit, exponent] : factors) {
    if (exponent > 0) above *= std::pow(unit.scale, exponent);
    if (exponent < 0) below *= std::pow(unit.scale, -exponent);
  }
  result.scale = above / below;
  result.dimension = quantity.ToDimension();
  return result;
}

}  // namespace jounce

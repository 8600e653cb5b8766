#include "identify/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "signals/number_text.h"
#include "signals/text_sheet.h"

namespace jounce::identify {
namespace {

constexpr int kMostCellMessages = 5;

void ReplaceAll(std::string_view what, std::string_view by, std::string* text) {
  for (size_t at = text->find(what); at != std::string::npos; at = text->find(what, at)) {
    text->replace(at, what.size(), by);
    at += by.size();
  }
}

// Names as they are compared: lower case, blanks as underscores, the primes of E' and E'' (accents,
// quotes and primes of all kinds) as apostrophes.
std::string Normal(std::string_view text) {
  std::string name = LowerCase(Trimmed(text));
  for (const char* prime : {"\u00b4", "\u0092", "\u2019", "\u2032", "`"})
    ReplaceAll(prime, "'", &name);
  for (const char* primes : {"\u201d", "\u2033", "\""}) ReplaceAll(primes, "''", &name);
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
}

struct KnownUnit {
  const char* name;
  ColumnQuantity quantity;
  UnitScale scale;
};

const std::vector<KnownUnit>& KnownUnits() {
  static const std::vector<KnownUnit> units = {
      {"s", ColumnQuantity::kTime, {}},
      {"ms", ColumnQuantity::kTime, {1e-3}},
      {"min", ColumnQuantity::kTime, {60}},
      {"m", ColumnQuantity::kLength, {}},
      {"mm", ColumnQuantity::kLength, {1e-3}},
      {"um", ColumnQuantity::kLength, {1e-6}},
      {"\u00b5m", ColumnQuantity::kLength, {1e-6}},
      {"\u03bcm", ColumnQuantity::kLength, {1e-6}},
      {"in", ColumnQuantity::kLength, {0.0254}},
      {"m/s", ColumnQuantity::kVelocity, {}},
      {"mm/s", ColumnQuantity::kVelocity, {1e-3}},
      {"in/s", ColumnQuantity::kVelocity, {0.0254}},
      {"n", ColumnQuantity::kForce, {}},
      {"kn", ColumnQuantity::kForce, {1e3}},
      {"lbf", ColumnQuantity::kForce, {4.4482216152605}},
      {"hz", ColumnQuantity::kFrequency, {}},
      {"rad/s", ColumnQuantity::kFrequency, {1 / (2 * std::numbers::pi)}},
      {"n/m", ColumnQuantity::kStiffness, {}},
      {"n/mm", ColumnQuantity::kStiffness, {1e3}},
      {"kn/mm", ColumnQuantity::kStiffness, {1e6}},
      {"n_per_mm", ColumnQuantity::kStiffness, {1e3}},
      {"n_per_m", ColumnQuantity::kStiffness, {}},
      {"ns/m", ColumnQuantity::kDamping, {}},
      {"n s/m", ColumnQuantity::kDamping, {}},
      {"n*s/m", ColumnQuantity::kDamping, {}},
      {"ns/mm", ColumnQuantity::kDamping, {1e3}},
      {"n s/mm", ColumnQuantity::kDamping, {1e3}},
      {"n*s/mm", ColumnQuantity::kDamping, {1e3}},
      {"kns/m", ColumnQuantity::kDamping, {1e3}},
      {"lbf/in", ColumnQuantity::kStiffness, {4.4482216152605 / 0.0254}},
      {"lb/in", ColumnQuantity::kStiffness, {4.4482216152605 / 0.0254}},
      {"lbs/in", ColumnQuantity::kStiffness, {4.4482216152605 / 0.0254}},
      {"lbf_per_in", ColumnQuantity::kStiffness, {4.4482216152605 / 0.0254}},
      {"nm", ColumnQuantity::kMoment, {}},
      {"n m", ColumnQuantity::kMoment, {}},
      {"n*m", ColumnQuantity::kMoment, {}},
      {"nmm", ColumnQuantity::kMoment, {1e-3}},
      {"knm", ColumnQuantity::kMoment, {1e3}},
      {"nm/rad", ColumnQuantity::kAngularStiffness, {}},
      {"n*m/rad", ColumnQuantity::kAngularStiffness, {}},
      {"nm/deg", ColumnQuantity::kAngularStiffness, {180 / std::numbers::pi}},
      {"nm_per_rad", ColumnQuantity::kAngularStiffness, {}},
      {"nm_per_deg", ColumnQuantity::kAngularStiffness, {180 / std::numbers::pi}},
      {"nms/rad", ColumnQuantity::kAngularDamping, {}},
      {"nms/deg", ColumnQuantity::kAngularDamping, {180 / std::numbers::pi}},
      {"deg/s", ColumnQuantity::kAngularVelocity, {std::numbers::pi / 180}},
      {"mrad", ColumnQuantity::kAngle, {1e-3}},
      {"deg", ColumnQuantity::kAngle, {std::numbers::pi / 180}},
      {"\u00b0", ColumnQuantity::kAngle, {std::numbers::pi / 180}},
      {"rad", ColumnQuantity::kAngle, {}},
      {"pa", ColumnQuantity::kModulus, {}},
      {"kpa", ColumnQuantity::kModulus, {1e3}},
      {"mpa", ColumnQuantity::kModulus, {1e6}},
      {"gpa", ColumnQuantity::kModulus, {1e9}},
      {"c", ColumnQuantity::kTemperature, {1, 273.15}},
      {"degc", ColumnQuantity::kTemperature, {1, 273.15}},
      {"\u00b0c", ColumnQuantity::kTemperature, {1, 273.15}},
      {"k", ColumnQuantity::kTemperature, {}},
  };
  return units;
}

const KnownUnit* FindUnit(const std::string& name) {
  for (const KnownUnit& unit : KnownUnits()) {
    if (LowerCase(name) == unit.name) return &unit;
  }
  return nullptr;
}

// "u_mm" -> u, mm; what a bracket or a row of units says comes first.
DataColumn ReadHead(const SheetHead& head) {
  const std::string& name = head.name;
  for (auto at = name.find('_'); head.unit.empty() && at != std::string::npos;
       at = name.find('_', at + 1)) {
    const std::string unit = name.substr(at + 1);
    if (at > 0 && FindUnit(unit)) return {Normal(name.substr(0, at)), unit};
  }
  return {Normal(name), head.unit == "-" ? "" : head.unit};
}

// A cell as the rest of the room reads it: numbers with a decimal point.
std::string ReadCell(const TextSheet& sheet, std::string_view cell) {
  const bool plain =
      cell.find(',') == std::string_view::npos && ParseNumber(cell) == sheet.Number(cell);
  const std::optional<double> number = plain ? std::nullopt : sheet.Number(cell);
  return number ? fmt::format("{}", *number) : std::string(cell);
}

const char* QuantityName(ColumnQuantity quantity) {
  switch (quantity) {
    case ColumnQuantity::kTime:
      return "a time";
    case ColumnQuantity::kLength:
      return "a length";
    case ColumnQuantity::kVelocity:
      return "a velocity";
    case ColumnQuantity::kForce:
      return "a force";
    case ColumnQuantity::kFrequency:
      return "a frequency";
    case ColumnQuantity::kStiffness:
      return "a stiffness";
    case ColumnQuantity::kDamping:
      return "a damping coefficient";
    case ColumnQuantity::kAngle:
      return "an angle";
    case ColumnQuantity::kAngularVelocity:
      return "an angular velocity";
    case ColumnQuantity::kMoment:
      return "a moment";
    case ColumnQuantity::kAngularStiffness:
      return "a stiffness of a rotation";
    case ColumnQuantity::kAngularDamping:
      return "a damping coefficient of a rotation";
    case ColumnQuantity::kModulus:
      return "a modulus";
    case ColumnQuantity::kTemperature:
      return "a temperature";
    case ColumnQuantity::kNone:
      break;
  }
  return "a number";
}

}  // namespace

DataTable ReadTable(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw FileError(path, "cannot be opened");
  std::ostringstream text;
  text << file.rdbuf();
  return ParseTable(text.str(), path);
}

DataTable ParseTable(const std::string& text, const std::string& path) {
  const TextSheet sheet(text, path);
  DataTable table;
  table.path = path;
  for (const SheetHead& head : sheet.heads()) table.columns.push_back(ReadHead(head));
  Diagnostics diagnostics;
  std::vector<std::string_view> cells;
  for (size_t row = 0; row < sheet.rows(); ++row) {
    sheet.Row(row, &cells);
    if (cells.size() != table.columns.size()) {
      diagnostics.Error(
          {path, sheet.LineOf(row), 0},
          fmt::format("{} columns where the header has {}", cells.size(), table.columns.size()),
          "give every row one value per column");
      if (diagnostics.all().size() >= kMostCellMessages) break;
      continue;
    }
    std::vector<std::string> texts;
    for (const std::string_view cell : cells) texts.push_back(ReadCell(sheet, cell));
    table.cells.push_back(std::move(texts));
    table.lines.push_back(sheet.LineOf(row));
  }
  diagnostics.ThrowIfErrors();
  return table;
}

std::optional<int> FindColumn(const DataTable& table, const std::vector<std::string>& usual,
                              const ColumnChoice& choice) {
  // A column by its number, counted from one.
  const std::optional<long long> place = ParseWholeNumber(choice.name);
  if (place && *place >= 1 && *place <= static_cast<long long>(table.columns.size())) {
    return static_cast<int>(*place - 1);
  }
  std::vector<std::string> names = usual;
  if (!choice.name.empty()) names = {Normal(choice.name)};
  for (const std::string& name : names) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const DataColumn& column = table.columns[i];
      if (column.name == name || Normal(column.name + "_" + column.unit) == name) {
        return static_cast<int>(i);
      }
    }
  }
  return std::nullopt;
}

DataTable SelectRows(const DataTable& table, const std::string& column, const std::string& value) {
  constexpr double kSame = 0.01;  // of the largest number of the column
  constexpr size_t kMostNamed = 12;
  const std::optional<int> place = FindColumn(table, {}, {column, ""});
  if (!place) {
    std::string names;
    for (const DataColumn& one : table.columns) names += (names.empty() ? "" : ", ") + one.name;
    throw InputError(fmt::format("{}: there is no column '{}'", table.path, column),
                     "the columns are " + names);
  }
  DataTable selected{table.path, table.columns, {}, {}};
  const std::optional<double> wanted = ParseNumber(value);
  double largest = 0;
  for (const auto& cells : table.cells) {
    largest = std::max(largest, std::abs(ParseNumber(cells[*place]).value_or(0)));
  }
  std::vector<std::string> others;
  for (int row = 0; row < table.rows(); ++row) {
    const std::string& cell = table.cells[row][*place];
    const std::optional<double> number = ParseNumber(cell);
    const bool same = wanted && number ? std::abs(*number - *wanted) <= kSame * largest
                                       : LowerCase(Trimmed(cell)) == LowerCase(Trimmed(value));
    if (same) {
      selected.cells.push_back(table.cells[row]);
      selected.lines.push_back(table.lines[row]);
    } else if (others.size() < kMostNamed &&
               std::find(others.begin(), others.end(), cell) == others.end()) {
      others.push_back(cell);
    }
  }
  if (selected.rows() == 0) {
    throw InputError(fmt::format("{}: no row has {} in column '{}'", table.path, value, column),
                     fmt::format("it holds {}", fmt::join(others, ", ")));
  }
  return selected;
}

ColumnQuantity QuantityOfUnit(const std::string& unit) {
  const KnownUnit* known = FindUnit(unit);
  return known ? known->quantity : ColumnQuantity::kNone;
}

UnitScale ScaleOf(const DataTable& table, int column, ColumnQuantity quantity,
                  const ColumnChoice& choice, Diagnostics* diagnostics) {
  const std::string unit = choice.unit.empty() ? table.columns[column].unit : choice.unit;
  if (quantity == ColumnQuantity::kNone) return {};
  if (unit.empty()) {
    diagnostics->Warning({table.path, 1, 0},
                         fmt::format("column '{}' has no unit", table.columns[column].name),
                         "taken as SI; write it in the header, as u_mm or u [mm]");
    return {};
  }
  const KnownUnit* known = FindUnit(unit);
  if (known && known->quantity == quantity) return known->scale;
  std::string allowed;
  for (const KnownUnit& one : KnownUnits()) {
    if (one.quantity == quantity) allowed += (allowed.empty() ? "" : ", ") + std::string(one.name);
  }
  diagnostics->Error({table.path, 1, 0},
                     fmt::format("unit '{}' of column '{}' is not that of {}", unit,
                                 table.columns[column].name, QuantityName(quantity)),
                     "use one of " + allowed);
  return {};
}

std::vector<double> Numbers(const DataTable& table, int column, const UnitScale& scale,
                            Diagnostics* diagnostics) {
  std::vector<double> values;
  int reported = 0;
  for (int row = 0; row < table.rows(); ++row) {
    const std::string& cell = table.cells[row][column];
    const std::optional<double> number = ParseNumber(cell);
    if (number) {
      values.push_back(*number * scale.factor + scale.offset);
      continue;
    }
    values.push_back(std::nan(""));
    const std::string lower = LowerCase(cell);
    if (lower == "nan" || lower == "inf" || lower == "-inf") continue;  // named by its series later
    if (reported++ < kMostCellMessages) {
      diagnostics->Error(
          {table.path, table.lines[row], 0},
          fmt::format("'{}' in column '{}' is not a number", cell, table.columns[column].name),
          "repair the value, or remove the row");
    }
  }
  return values;
}

std::vector<double> Celsius(const DataTable& table, int column, ColumnChoice choice,
                            Diagnostics* diagnostics) {
  constexpr double kNoKelvin = 120;
  if (choice.unit.empty() && table.columns[column].unit.empty()) {
    Diagnostics ignored;
    const std::vector<double> plain = Numbers(table, column, {}, &ignored);
    choice.unit = "degC";
    if (std::none_of(plain.begin(), plain.end(), [](double t) { return t < kNoKelvin; })) {
      diagnostics->Error(
          {table.path, 1, 0},
          fmt::format("the unit of column '{}' is not said", table.columns[column].name),
          "write it in the header, as temperature [K], or say --column temperature=:K");
    }
  }
  std::vector<double> values = Numbers(
      table, column, ScaleOf(table, column, ColumnQuantity::kTemperature, choice, diagnostics),
      diagnostics);
  for (double& t : values) t -= kZeroCelsius;
  return values;
}

}  // namespace jounce::identify

#include "identify/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <numbers>
#include <sstream>

#include "base/names.h"

namespace jounce::identify {
namespace {

constexpr int kMostCellMessages = 5;

std::string Trim(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r\"");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r\"") - begin + 1);
}

std::string Lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  return text;
}

std::vector<std::string> Split(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::string cell;
  std::istringstream stream(line);
  while (std::getline(stream, cell, separator)) cells.push_back(Trim(cell));
  if (!line.empty() && line.back() == separator) cells.emplace_back();
  return cells;
}

std::optional<double> ParseNumber(const std::string& text) {
  double value = 0;
  const char* end = text.data() + text.size();
  const char* begin = text.data() + (!text.empty() && text[0] == '+' ? 1 : 0);
  const auto [stop, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
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
      {"in", ColumnQuantity::kLength, {0.0254}},
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
      {"deg", ColumnQuantity::kAngle, {std::numbers::pi / 180}},
      {"rad", ColumnQuantity::kAngle, {}},
      {"pa", ColumnQuantity::kModulus, {}},
      {"kpa", ColumnQuantity::kModulus, {1e3}},
      {"mpa", ColumnQuantity::kModulus, {1e6}},
      {"gpa", ColumnQuantity::kModulus, {1e9}},
      {"c", ColumnQuantity::kTemperature, {1, 273.15}},
      {"degc", ColumnQuantity::kTemperature, {1, 273.15}},
      {"k", ColumnQuantity::kTemperature, {}},
  };
  return units;
}

const KnownUnit* FindUnit(const std::string& name) {
  for (const KnownUnit& unit : KnownUnits()) {
    if (Lower(name) == unit.name) return &unit;
  }
  return nullptr;
}

// "u_mm" -> u, mm; "u [mm]" -> u, mm; "series" -> series.
DataColumn ParseHeader(const std::string& cell) {
  for (const char* brackets : {"[]", "()"}) {
    const auto open = cell.find(brackets[0]), close = cell.find(brackets[1]);
    if (open != std::string::npos && close != std::string::npos && close > open) {
      return {Lower(Trim(cell.substr(0, open))), Trim(cell.substr(open + 1, close - open - 1))};
    }
  }
  for (auto at = cell.find('_'); at != std::string::npos; at = cell.find('_', at + 1)) {
    const std::string unit = cell.substr(at + 1);
    if (at > 0 && FindUnit(unit)) return {Lower(cell.substr(0, at)), unit};
  }
  return {Lower(Trim(cell)), ""};
}

bool IsUnitsRow(const std::vector<std::string>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return cell.empty() || cell == "-" || FindUnit(cell);
  });
}

char FindSeparator(const std::string& header) {
  for (char separator : {'\t', ';', ','}) {
    if (header.find(separator) != std::string::npos) return separator;
  }
  return ',';
}

const char* QuantityName(ColumnQuantity quantity) {
  switch (quantity) {
    case ColumnQuantity::kTime:
      return "a time";
    case ColumnQuantity::kLength:
      return "a length";
    case ColumnQuantity::kForce:
      return "a force";
    case ColumnQuantity::kFrequency:
      return "a frequency";
    case ColumnQuantity::kStiffness:
      return "a stiffness";
    case ColumnQuantity::kAngle:
      return "an angle";
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
  DataTable table;
  table.path = path;
  std::istringstream stream(text);
  std::string line;
  char separator = ',';
  Diagnostics diagnostics;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (Trim(line).empty() || Trim(line)[0] == '#') continue;
    if (table.columns.empty()) {
      separator = FindSeparator(line);
      for (const std::string& cell : Split(line, separator)) {
        table.columns.push_back(ParseHeader(cell));
      }
      continue;
    }
    std::vector<std::string> cells = Split(line, separator);
    if (cells.size() != table.columns.size()) {
      if (diagnostics.all().size() < kMostCellMessages) {
        diagnostics.Error(
            {path, number, 0},
            fmt::format("{} columns where the header has {}", cells.size(), table.columns.size()),
            "give every row one value per column");
      }
      continue;
    }
    if (table.cells.empty() && IsUnitsRow(cells)) {
      for (size_t i = 0; i < cells.size(); ++i) table.columns[i].unit = cells[i];
      continue;
    }
    table.cells.push_back(std::move(cells));
    table.lines.push_back(number);
  }
  if (table.columns.empty()) {
    diagnostics.Error({path, 0, 0}, "the file is empty", "give a header and rows");
  }
  if (!table.columns.empty() && table.cells.empty() && !diagnostics.HasErrors()) {
    diagnostics.Error({path, 0, 0}, "the table has a header but no rows");
  }
  diagnostics.ThrowIfErrors();
  return table;
}

std::optional<int> FindColumn(const DataTable& table, const std::vector<std::string>& usual,
                              const ColumnChoice& choice) {
  std::vector<std::string> names = usual;
  if (!choice.name.empty()) names = {Lower(choice.name)};
  for (const std::string& name : names) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const DataColumn& column = table.columns[i];
      if (column.name == name || Lower(column.name + "_" + column.unit) == name) {
        return static_cast<int>(i);
      }
    }
  }
  return std::nullopt;
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
    const std::string lower = Lower(cell);
    if (lower == "nan" || lower == "inf" || lower == "-inf") continue;  // named by its series later
    if (reported++ < kMostCellMessages) {
      diagnostics->Error(
          {table.path, table.lines[row], 0},
          fmt::format("'{}' in column '{}' is not a number", cell, table.columns[column].name),
          "write numbers with a decimal point");
    }
  }
  return values;
}

}  // namespace jounce::identify

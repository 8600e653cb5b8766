#include "io/named_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <optional>

#include "base/names.h"
#include "io/text_table.h"
#include "math/units.h"

namespace jounce {
namespace {

using Kind = ParameterDefinition::Kind;

constexpr const char* kNameRemedy = "a letter or _, then letters, digits, _ and - can";

YamlNode Word(const std::string& text, const Place& place, bool quoted) {
  return YamlNode{.kind = YamlNode::Kind::kScalar, .place = place, .text = text, .quoted = quoted};
}

std::optional<double> WholeNumber(const std::string& cell) {
  const char* begin = cell.data();
  const char* const end = begin + cell.size();
  if (begin != end && *begin == '+') ++begin;
  double value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

// The table that a node names, relative to the file it stands in.
std::optional<TextTable> TableNamedBy(const YamlNode& name, std::vector<std::string>* files,
                                      Diagnostics* diagnostics) {
  if (!name.IsScalar()) {
    diagnostics->Error(name.place, "the name of a CSV file is expected, not " + name.Description());
    return std::nullopt;
  }
  const std::filesystem::path here = std::filesystem::path(name.place.file).parent_path();
  const std::string path = (here / name.text).lexically_normal().string();
  try {
    TextTable table = ReadTextTable(path, diagnostics);
    files->push_back(path);
    return table;
  } catch (const FileError& error) {
    diagnostics->Error(name.place, fmt::format("the table {}", error.what()),
                       "paths are relative to the file that names them");
    return std::nullopt;
  }
}

class PointReader {
 public:
  PointReader(const std::string& length_unit, std::vector<std::string>* files,
              Diagnostics* diagnostics)
      : length_unit_(length_unit), files_(files), diagnostics_(diagnostics) {}

  std::vector<ParameterDefinition> Read(const YamlNode& node) {
    if (node.IsSequence()) {
      for (const YamlNode& item : node.items) ReadMap(item);
    } else {
      ReadMap(node);
    }
    return std::move(points_);
  }

 private:
  void ReadMap(const YamlNode& node) {
    const YamlNode* file = node.Find("file");
    if (file && file->IsScalar()) {
      ReadSheet(node, *file);
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      Add(entry.key, entry.key_place, entry.value, length_unit_);
    }
  }

  void ReadSheet(const YamlNode& node, const YamlNode& file) {
    std::string unit = length_unit_;
    for (const YamlNode::Entry& entry : node.entries) {
      if (entry.key == "unit") {
        unit = CheckedUnit(entry.value);
      } else if (entry.key != "file") {
        diagnostics_->Error(entry.key_place, fmt::format("unknown key '{}' beside file", entry.key),
                            "further points go into a list: [{file: ...}, {name: [x, y, z]}]");
      }
    }
    const std::optional<TextTable> table = TableNamedBy(file, files_, diagnostics_);
    if (table && CheckColumns(*table)) {
      for (const TextTable::Row& row : table->rows) AddRow(*table, row, unit);
    }
  }

  std::string CheckedUnit(const YamlNode& node) {
    try {
      if (ParseUnit(node.text).dimension == quantity::kLength.ToDimension()) return node.text;
      diagnostics_->Error(node.place, node.Description() + " is not a unit of length");
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      diagnostics_->Error(node.place, reason.message, reason.remedy);
    }
    return length_unit_;
  }

  bool CheckColumns(const TextTable& table) {
    static const std::vector<std::string> known = {"x", "y", "z", "sides"};
    if (table.columns.empty()) return false;  // its head is wrong
    bool right = true;
    for (size_t i = 0; i < 3; ++i) {
      if (table.Find(known[i]) >= 0) continue;
      diagnostics_->Error({table.file, 0, 0}, fmt::format("points need a column '{}'", known[i]),
                          "the heads are name,x,y,z and perhaps sides");
      right = false;
    }
    for (const TextTable::Column& column : table.columns) {
      if (std::find(known.begin(), known.end(), column.name) != known.end()) continue;
      diagnostics_->Error({table.file, 0, 0},
                          fmt::format("points have no column '{}'", column.name),
                          SuggestName(column.name, known));
    }
    return right;
  }

  void AddRow(const TextTable& table, const TextTable::Row& row, const std::string& unit) {
    YamlNode list{.kind = YamlNode::Kind::kSequence, .place = row.place};
    double y = 0;
    for (const char* axis : {"x", "y", "z"}) {
      const auto column = static_cast<size_t>(table.Find(axis));
      const std::string& cell = row.cells[column];
      const std::optional<double> number = WholeNumber(cell);
      if (!number) {
        diagnostics_->Error(row.place, fmt::format("{} of the point '{}' is '{}', not a number",
                                                   axis, row.name, cell));
        return;
      }
      if (*axis == 'y') y = *number;
      const std::string& own_unit = table.columns[column].unit;
      list.items.push_back(
          Word(cell + " " + (own_unit.empty() ? unit : own_unit), row.place, false));
    }
    if (!Add(row.name, row.place, list, unit)) return;
    const int sides = table.Find("sides");
    if (sides >= 0) AddSide(row, row.cells[static_cast<size_t>(sides)], y, unit);
  }

  void AddSide(const TextTable::Row& row, const std::string& sides, double y,
               const std::string& unit) {
    if (sides == "both") {
      // By a formula, so that it follows what --set makes of the point.
      AddPoint(row.name + ".mirrored", row.place,
               Word(fmt::format("${{mirror_y({})}}", row.name), row.place, false), unit);
    } else if (sides == "centre") {
      if (y == 0) return;
      diagnostics_->Error(row.place,
                          fmt::format("'{}' is in the centre, but its y is {}", row.name, y),
                          "y = 0, or sides: both");
    } else if (!sides.empty()) {
      diagnostics_->Error(
          row.place, fmt::format("sides of the point '{}': '{}' is not known", row.name, sides),
          SuggestName(sides, {"both", "centre"}));
    }
  }

  bool Add(const std::string& name, const Place& place, const YamlNode& value,
           const std::string& unit) {
    if (!IsFormulaName(name)) {
      diagnostics_->Error(place, fmt::format("'{}' cannot be the name of a point", name),
                          kNameRemedy);
      return false;
    }
    AddPoint(name, place, value, unit);
    return true;
  }

  void AddPoint(const std::string& name, const Place& place, const YamlNode& value,
                const std::string& unit) {
    points_.push_back(
        {.name = name, .place = place, .value = value, .kind = Kind::kPoint, .unit = unit});
  }

  const std::string length_unit_;
  std::vector<std::string>* files_;
  Diagnostics* diagnostics_;
  std::vector<ParameterDefinition> points_;
};

void AddCells(const std::string& table_name, const TextTable& table, Diagnostics* diagnostics,
              std::vector<ParameterDefinition>* cells) {
  for (const TextTable::Row& row : table.rows) {
    for (size_t i = 0; i < table.columns.size(); ++i) {
      const TextTable::Column& column = table.columns[i];
      const std::string& cell = row.cells[i];
      const bool is_number = WholeNumber(cell).has_value();
      if (cell.empty()) continue;
      if (!is_number && !column.unit.empty()) {
        diagnostics->Error(row.place, fmt::format("{} of '{}' is '{}', not a number in {}",
                                                  column.name, row.name, cell, column.unit));
        continue;
      }
      cells->push_back({.name = table_name + "." + row.name + "." + column.name,
                        .place = row.place,
                        .value = Word(cell, row.place, !is_number),
                        .kind = Kind::kTableCell,
                        .unit = column.unit});
    }
  }
}

}  // namespace

bool IsPointTable(const YamlNode& node) {
  return node.IsMap() || (node.IsSequence() && !node.items.empty() &&
                          std::all_of(node.items.begin(), node.items.end(),
                                      [](const YamlNode& item) { return item.IsMap(); }));
}

std::vector<ParameterDefinition> ReadPoints(const YamlNode& node, const std::string& length_unit,
                                            std::vector<std::string>* files,
                                            Diagnostics* diagnostics) {
  return PointReader(length_unit, files, diagnostics).Read(node);
}

std::vector<ParameterDefinition> ReadTables(const YamlNode& node, std::vector<std::string>* files,
                                            Diagnostics* diagnostics) {
  std::vector<ParameterDefinition> cells;
  if (!node.IsMap()) {
    diagnostics->Error(node.place, "tables should be a mapping, not " + node.Description(),
                       "for instance tables: {bodies: bodies.csv}");
    return cells;
  }
  for (const YamlNode::Entry& entry : node.entries) {
    if (!IsFormulaName(entry.key)) {
      diagnostics->Error(entry.key_place,
                         fmt::format("'{}' cannot be the name of a table", entry.key), kNameRemedy);
      continue;
    }
    const std::optional<TextTable> table = TableNamedBy(entry.value, files, diagnostics);
    if (table) AddCells(entry.key, *table, diagnostics, &cells);
  }
  return cells;
}

}  // namespace jounce

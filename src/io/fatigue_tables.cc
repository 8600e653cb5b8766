// Tables of cycles and spectra.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "io/fatigue_file.h"
#include "io/fatigue_sheet.h"
#include "io/text_file.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

LoadLevel LevelOfMatrix(const std::string& kind, double row, double column, double count) {
  if (kind == "from/to") return {0.5 * std::abs(column - row), 0.5 * (row + column), count};
  return {kind == "range/mean" ? 0.5 * row : row, column, count};
}

CycleTable MatrixOf(const FatigueSheet& sheet, const std::string& kind, const std::string& unit) {
  CycleTable table;
  table.unit = unit;
  const FatigueSheet::Line& heads = sheet.lines.front();
  for (size_t i = 1; i < sheet.lines.size(); ++i) {
    const FatigueSheet::Line& line = sheet.lines[i];
    if (line.cells.size() != heads.cells.size()) {
      Refuse(sheet, line.number,
             fmt::format("{} cells where the matrix has {} columns", line.cells.size(),
                         heads.cells.size()),
             "each line begins with the middle of its class");
    }
    for (size_t j = 1; j < line.cells.size(); ++j) {
      const double count = NumberIn(sheet, line, j);
      if (count < 0) Refuse(sheet, line.number, "a count below zero", "");
      if (count == 0) continue;
      table.levels.push_back(
          LevelOfMatrix(kind, NumberIn(sheet, line, 0), NumberIn(sheet, heads, j), count));
    }
  }
  return table;
}

}  // namespace

CycleTable ParseCycleTable(const std::string& text, const std::string& path) {
  const FatigueSheet sheet = SplitSheet(text, path);
  if (sheet.lines.empty()) Refuse(sheet, 0, "the table is empty", "heads: amplitude,mean,count");
  const FatigueSheet::Line& heads = sheet.lines.front();
  if (ParseNumber(heads.cells.front())) {
    Refuse(sheet, heads.number,
           "numbers without heads: a matrix without its bins, or a table without names",
           "begin with heads amplitude,mean,count, or a matrix with range/mean or from/to in its "
           "first cell and the middles of its classes along both sides");
  }
  const auto [first, first_unit] = SplitHead(heads.cells.front());
  if (first == "range/mean" || first == "amplitude/mean" || first == "from/to") {
    return MatrixOf(sheet, first, first_unit);
  }
  std::map<std::string, size_t> columns;
  CycleTable table;
  for (size_t i = 0; i < heads.cells.size(); ++i) {
    const auto [name, unit] = SplitHead(heads.cells[i]);
    columns[name == "cycles" || name == "n" ? "count" : name] = i;
    if (name == "count" || name == "cycles" || unit.empty()) continue;
    if (!table.unit.empty() && table.unit != unit) {
      Refuse(sheet, heads.number, fmt::format("columns in {} and in {}", table.unit, unit),
             "amplitudes and means have one unit");
    }
    table.unit = unit;
  }
  const bool by_range = columns.contains("range"), by_amplitude = columns.contains("amplitude");
  if (by_range == by_amplitude || !columns.contains("count")) {
    Refuse(sheet, heads.number, "the table needs `amplitude` or `range`, and `count`",
           "heads: amplitude,mean,count");
  }
  for (size_t i = 1; i < sheet.lines.size(); ++i) {
    const FatigueSheet::Line& line = sheet.lines[i];
    LoadLevel level;
    level.amplitude = by_range ? 0.5 * NumberIn(sheet, line, columns["range"])
                               : NumberIn(sheet, line, columns["amplitude"]);
    if (columns.contains("mean")) level.mean = NumberIn(sheet, line, columns["mean"]);
    level.cycles = NumberIn(sheet, line, columns["count"]);
    if (level.amplitude < 0 || level.cycles < 0) {
      Refuse(sheet, line.number, "an amplitude or a count below zero", "");
    }
    table.levels.push_back(level);
  }
  return table;
}

CycleTable ReadCycleTable(const std::string& path) {
  return ParseCycleTable(ReadTextFile(path), path);
}

DensityTable ParseDensityTable(const std::string& text, const std::string& path, bool any_numbers) {
  const FatigueSheet sheet = SplitSheet(text, path);
  if (sheet.lines.size() < 3) Refuse(sheet, 0, "a spectrum has two lines at least", "");
  const FatigueSheet::Line& heads = sheet.lines.front();
  const bool has_heads = !ParseNumber(heads.cells.front());
  DensityTable table;
  for (size_t j = 1; j < heads.cells.size(); ++j) {
    DensityTable::Column column{fmt::format("density {}", j), "", {}};
    if (has_heads) std::tie(column.name, column.unit) = SplitHead(heads.cells[j]);
    table.columns.push_back(column);
  }
  if (table.columns.empty()) {
    Refuse(sheet, heads.number, "a spectrum has two columns: frequency in Hz, density", "");
  }
  for (size_t i = has_heads ? 1 : 0; i < sheet.lines.size(); ++i) {
    const FatigueSheet::Line& line = sheet.lines[i];
    const double frequency = NumberIn(sheet, line, 0);
    if (frequency < 0 || (!table.frequency.empty() && frequency < table.frequency.back())) {
      Refuse(sheet, line.number, fmt::format("the frequency {} Hz does not rise", frequency), "");
    }
    table.frequency.push_back(frequency);
    for (size_t j = 0; j < table.columns.size(); ++j) {
      const double density = NumberIn(sheet, line, j + 1);
      const bool crossed = table.columns[j].name.find('*') != std::string::npos;
      if (density < 0 && !crossed && !any_numbers)
        Refuse(sheet, line.number, "a density below zero", "");
      table.columns[j].density.push_back(density);
    }
  }
  return table;
}

DensityTable ReadDensityTable(const std::string& path, bool any_numbers) {
  return ParseDensityTable(ReadTextFile(path), path, any_numbers);
}

}  // namespace jounce

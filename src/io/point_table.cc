#include "io/point_table.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/names.h"
#include "io/text_file.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

std::vector<std::string> SplitCells(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  for (std::string& cell : cells) cell = std::string(Trimmed(cell));
  return cells;
}

char SeparatorOf(std::string_view head) {
  for (const char c : {'\t', ';'}) {
    if (head.find(c) != std::string_view::npos) return c;
  }
  return ',';
}

}  // namespace

PointTable::PointTable(const std::string& text, const std::string& file, Diagnostics* diagnostics)
    : file_(file) {
  std::string_view rest = text;
  if (rest.substr(0, 3) == "\xEF\xBB\xBF") rest.remove_prefix(3);
  char separator = ',';
  for (int line = 1; !rest.empty(); ++line) {
    const size_t end = rest.find('\n');
    const std::string_view content = Trimmed(rest.substr(0, end));
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (content.empty() || content.front() == '#') continue;
    if (head_line_ == 0) {
      head_line_ = line;
      separator = SeparatorOf(content);
      for (const std::string& head : SplitCells(content, separator)) {
        const size_t open = head.find('['), close = head.find(']');
        const bool has_unit = open != std::string::npos && close != std::string::npos;
        names_.push_back(LowerCase(Trimmed(head.substr(0, has_unit ? open : head.size()))));
        units_.push_back(has_unit && close > open ? head.substr(open + 1, close - open - 1) : "");
      }
      continue;
    }
    std::vector<std::string> cells = SplitCells(content, separator);
    if (cells.size() != names_.size()) {
      diagnostics->Error({file_, line, 0},
                         fmt::format("{} cells under {} heads", cells.size(), names_.size()),
                         "one a column; a blank cell still needs its separator");
      continue;
    }
    rows_.push_back({line, std::move(cells)});
  }
  if (head_line_ == 0) {
    diagnostics->Error({file_, 0, 0}, "there is no line of heads", "write names, then numbers");
  }
}

int PointTable::Find(const std::string& name) const {
  for (size_t i = 0; i < names_.size(); ++i) {
    if (names_[i] == name) return static_cast<int>(i);
  }
  return -1;
}

std::vector<double> PointTable::Column(const std::string& name, const Quantity& quantity,
                                       std::optional<double> standard,
                                       Diagnostics* diagnostics) const {
  std::vector<double> values(rows_.size(), standard.value_or(0));
  const int column = Find(name);
  if (column < 0) {
    if (!standard && head_line_ > 0) {
      diagnostics->Error({file_, head_line_, 0}, "there is no column '" + name + "'",
                         SuggestName(name, names_));
    }
    return values;
  }
  Unit unit;
  if (!units_[column].empty()) {
    try {
      unit = ParseUnit(units_[column]);
      if (unit.dimension != quantity.ToDimension()) {
        throw InputError("the unit of '" + name + "' does not fit, " + quantity.SiUnit() +
                         " would");
      }
    } catch (const InputError& error) {
      diagnostics->Error({file_, head_line_, 0}, error.diagnostics()[0].message,
                         error.diagnostics()[0].remedy);
      return values;
    }
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    const std::string& cell = rows_[i].cells[column];
    if (cell.empty() && standard) continue;
    const std::optional<double> value = ParseNumber(cell);
    if (value && std::isfinite(*value)) {
      values[i] = unit.ToSi(*value);
    } else {
      diagnostics->Error({file_, rows_[i].line, 0},
                         fmt::format("'{}' in column '{}' is not a finite number", cell, name));
    }
  }
  return values;
}

PointTable ReadPointTable(const std::string& path) {
  Diagnostics diagnostics;
  PointTable table(ReadTextFile(path), path, &diagnostics);
  diagnostics.ThrowIfErrors();
  return table;
}

}  // namespace jounce

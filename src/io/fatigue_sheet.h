// The cells of the small tables of `jounce fatigue`, with their lines.
#ifndef JOUNCE_IO_FATIGUE_SHEET_H_
#define JOUNCE_IO_FATIGUE_SHEET_H_

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "signals/number_text.h"

namespace jounce {

struct FatigueSheet {
  struct Line {
    int number = 0;
    std::vector<std::string> cells;
  };
  std::string path;
  std::vector<Line> lines;  // without comments and empty ones
};

// Cells between commas, semicolons or tabs, whichever the first line has.
inline FatigueSheet SplitSheet(const std::string& text, const std::string& path) {
  FatigueSheet sheet{path, {}};
  char separator = 0;
  int number = 0;
  for (size_t begin = 0; begin < text.size();) {
    size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = Trimmed(std::string_view(text).substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty() || line.front() == '#') continue;
    if (separator == 0) {
      separator = line.find(';') != line.npos ? ';' : line.find('\t') != line.npos ? '\t' : ',';
    }
    FatigueSheet::Line cells{number, {}};
    for (size_t from = 0; from <= line.size();) {
      const size_t to = std::min(line.find(separator, from), line.size());
      std::string_view cell = Trimmed(line.substr(from, to - from));
      if (cell.size() > 1 && cell.front() == '"' && cell.back() == '"') {
        cell = cell.substr(1, cell.size() - 2);
      }
      cells.cells.emplace_back(cell);
      from = to + 1;
    }
    sheet.lines.push_back(std::move(cells));
  }
  return sheet;
}

[[noreturn]] inline void Refuse(const FatigueSheet& sheet, int line, const std::string& message,
                                const std::string& remedy) {
  throw InputError({{Severity::kError, {sheet.path, line}, message, remedy}});
}

inline double NumberIn(const FatigueSheet& sheet, const FatigueSheet::Line& line, size_t column) {
  if (column >= line.cells.size()) {
    Refuse(sheet, line.number, fmt::format("only {} cells", line.cells.size()),
           "every line has as many cells as there are heads");
  }
  const std::optional<double> value = ParseNumber(line.cells[column]);
  if (!value || !std::isfinite(*value)) {
    Refuse(sheet, line.number, fmt::format("'{}' is not a number", line.cells[column]), "");
  }
  return *value;
}

// "amplitude [MPa]" or "amplitude (MPa)" -> name in lower case and unit.
inline std::pair<std::string, std::string> SplitHead(const std::string& head) {
  const size_t open = head.find_first_of("[(");
  if (open == std::string::npos) return {LowerCase(Trimmed(head)), ""};
  const size_t close = head.find_last_of("])");
  const size_t length = close == std::string::npos || close < open ? 0 : close - open - 1;
  return {LowerCase(Trimmed(head.substr(0, open))),
          std::string(Trimmed(head.substr(open + 1, length)))};
}

}  // namespace jounce

#endif  // JOUNCE_IO_FATIGUE_SHEET_H_

#include "io/table_row.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "base/names.h"

namespace jounce {
namespace {

constexpr char kMirrored[] = ".mirrored";

bool IsRow(const std::map<std::string, ParameterValue>& cells, const std::string& name) {
  const auto next = cells.lower_bound(name + ".");
  return next != cells.end() && next->first.starts_with(name + ".") &&
         std::count(name.begin(), name.end(), '.') == 1;
}

// "sheet.row" of every cell "sheet.row.column".
std::vector<std::string> AllRows(const std::map<std::string, ParameterValue>& cells) {
  std::vector<std::string> rows;
  for (const auto& [name, value] : cells) {
    if (std::count(name.begin(), name.end(), '.') != 2) continue;
    const std::string row = name.substr(0, name.rfind('.'));
    if (rows.empty() || rows.back() != row) rows.push_back(row);
  }
  return rows;
}

}  // namespace

TableRow TableRow::Find(const std::map<std::string, ParameterValue>& cells,
                        const std::string& text) {
  TableRow row{.name = text};
  if (!IsRow(cells, text) && text.ends_with(kMirrored)) {
    row.mirrored = true;
    row.name.resize(text.size() - (sizeof kMirrored - 1));
  }
  if (!IsRow(cells, row.name)) {
    const std::vector<std::string> known = AllRows(cells);
    throw InputError(fmt::format("there is no row '{}'", row.name),
                     known.empty() ? "a sheet is read by `tables: {bodies: bodies.csv}`"
                                   : SuggestName(row.name, known));
  }
  const auto cell = cells.find(row.name + ".sides");
  const std::string sides = cell != cells.end() && cell->second.IsText() ? cell->second.Text() : "";
  if (!sides.empty() && sides != "both" && sides != "centre") {
    throw InputError(fmt::format("sides of '{}': '{}' is not known", row.name, sides),
                     SuggestName(sides, {"both", "centre"}));
  }
  if (row.mirrored && sides != "both") {
    throw InputError(fmt::format("'{}' is not on both sides", row.name),
                     "only a row with `both` in its column `sides` has an image");
  }
  row.in_centre = sides == "centre";
  return row;
}

double TableRow::Odd(double value, const std::string& column) const {
  if (in_centre && value != 0) {
    throw InputError(fmt::format("'{}' is in the centre, but its {} is {}", name, column, value),
                     fmt::format("{} = 0, or sides: both", column));
  }
  return mirrored ? -value + 0.0 : value;
}

}  // namespace jounce

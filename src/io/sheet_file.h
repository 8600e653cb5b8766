// A table as a spreadsheet: Office Open XML (ECMA-376), a zip of XML files, here without compression.
#ifndef JOUNCE_IO_SHEET_FILE_H_
#define JOUNCE_IO_SHEET_FILE_H_

#include <span>
#include <string>
#include <vector>

namespace jounce {

// A column of numbers below its heads, one row each: name, unit.
struct SheetColumn {
  std::vector<std::string> heads;
  std::span<const double> numbers;
};

// The bytes of the file. What is no number is an empty cell. Throws InputError, which speaks of `path`,
// where there are more rows or columns than a sheet can have.
std::string SheetOf(const std::vector<SheetColumn>& columns, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_SHEET_FILE_H_

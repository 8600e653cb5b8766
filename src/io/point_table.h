// Points to be evaluated: CSV with a line of heads and numbers below. Heads may say a unit.
//
//   fz [kN], alpha [deg], note      separators: comma, semicolon or tab
//   4.2, 3, "first corner"          columns that nobody asks for may hold anything
//   # a comment
#ifndef JOUNCE_IO_POINT_TABLE_H_
#define JOUNCE_IO_POINT_TABLE_H_

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "math/units.h"

namespace jounce {

class PointTable {
 public:
  // Rows that are too long or too short go to `diagnostics` and are left out.
  PointTable(const std::string& text, const std::string& file, Diagnostics* diagnostics);

  size_t size() const { return rows_.size(); }
  bool Has(const std::string& name) const { return Find(name) >= 0; }

  // A column in SI units; plain numbers are SI. Blank cells, and all where there is no such column,
  // get `standard`; without one they are errors. Names ignore case.
  std::vector<double> Column(const std::string& name, const Quantity& quantity,
                             std::optional<double> standard, Diagnostics* diagnostics) const;

 private:
  struct Row {
    int line;
    std::vector<std::string> cells;
  };
  int Find(const std::string& name) const;

  std::string file_;
  int head_line_ = 0;
  std::vector<std::string> names_, units_;
  std::vector<Row> rows_;
};

// Reads a file; throws FileError where it cannot, InputError where it is no such table.
PointTable ReadPointTable(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_POINT_TABLE_H_

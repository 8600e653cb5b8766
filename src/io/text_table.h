// A sheet of named rows as text: CSV with commas, a line of heads, one of them `name`.
//
//   name,mass [kg],material        a head may say the unit of its column
//   arm,3.2,"steel, forged"        a cell in quotes may hold commas; "" is a quote in it
//   # a comment
//
// Strict, so that no cell slips into another column: every row has as many cells as there are
// heads, and a name stands once. Names are letters, digits, _ and -.
#ifndef JOUNCE_IO_TEXT_TABLE_H_
#define JOUNCE_IO_TEXT_TABLE_H_

#include <string>
#include <vector>

#include "base/error.h"

namespace jounce {

struct TextTable {
  struct Column {
    std::string name;
    std::string unit;  // "" where the head has none
  };
  struct Row {
    std::string name;
    Place place;
    std::vector<std::string> cells;  // one a column
  };
  std::string file;
  std::vector<Column> columns;  // without that of the names
  std::vector<Row> rows;

  // Position of the column with this name, or -1.
  int Find(const std::string& column) const;
};

// What is wrong goes to `diagnostics`, every line of it; rows that are right are returned.
TextTable ParseTextTable(const std::string& text, const std::string& file,
                         Diagnostics* diagnostics);

// The same from a file, which must not be huge. Throws FileError if it cannot be read.
TextTable ReadTextTable(const std::string& path, Diagnostics* diagnostics);

// May this be the name of a row or column? Letters, digits, _ and -.
bool IsTableName(const std::string& name);

// May this be the name of a point or table, with which formulas begin? The same after a letter or
// _.
bool IsFormulaName(const std::string& name);

}  // namespace jounce

#endif  // JOUNCE_IO_TEXT_TABLE_H_

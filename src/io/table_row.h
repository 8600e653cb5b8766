// A row of a sheet as a whole, by its name: `row: bodies.arm`, or its image in the plane y = 0,
// `row: bodies.arm.mirrored`, where the sheet says that it is on both sides.
#ifndef JOUNCE_IO_TABLE_ROW_H_
#define JOUNCE_IO_TABLE_ROW_H_

#include <map>
#include <string>

#include "io/parameter_value.h"

namespace jounce {

struct TableRow {
  std::string name;  // "bodies.arm", before the names of its cells
  bool mirrored = false;
  bool in_centre = false;

  // Among the cells of all sheets, "bodies.arm.mass". Throws InputError where there is no such row.
  static TableRow Find(const std::map<std::string, ParameterValue>& cells, const std::string& text);

  // A number that changes its sign in the image; 0 in the centre. Throws InputError.
  double Odd(double value, const std::string& column) const;
};

}  // namespace jounce

#endif  // JOUNCE_IO_TABLE_ROW_H_

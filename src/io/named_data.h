// Hardpoints and sheets of numbers as parameters:
//
//   points: {lca_front: [0.1, 0.3, 0.2]}             or  points: {file: hardpoints.csv, unit: mm}
//   tables: {bodies: bodies.csv}                     ${bodies.arm.mass}
//
// The sheet of points has the columns name, x, y, z and perhaps sides. A point on `both` sides also
// gives NAME.mirrored, with y negated; one in the `centre` has y = 0.
#ifndef JOUNCE_IO_NAMED_DATA_H_
#define JOUNCE_IO_NAMED_DATA_H_

#include <string>
#include <vector>

#include "base/error.h"
#include "io/parameter_book.h"
#include "io/yaml_tree.h"

namespace jounce {

// A mapping of names to points, one that names a file, or a list of such? Curves and tables of laws
// have a key `points`, too, which lists rows.
bool IsPointTable(const YamlNode& node);

// The points of a file whose lengths are in `length_unit`. Files that were read are added to
// `files`, mistakes to `diagnostics`.
std::vector<ParameterDefinition> ReadPoints(const YamlNode& node, const std::string& length_unit,
                                            std::vector<std::string>* files,
                                            Diagnostics* diagnostics);

// The cells of all tables; an empty cell is none.
std::vector<ParameterDefinition> ReadTables(const YamlNode& node, std::vector<std::string>* files,
                                            Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_NAMED_DATA_H_

// A user's file with everything resolved that does not depend on what kind of file it is:
//
//   include: other.yaml        the mapping of another file, merged in; what stands here wins
//   units: {length: mm, ...}   the units of plain numbers; each file has its own
//   parameters: {k: 12 N/mm}   named numbers for expressions: `stiffness: ${2*k}`
//   variants: {rear: {...}}    groups of parts that can be exchanged: `--set rear=four_link`
//
// A parameter written with a unit is a quantity and keeps its dimension through an expression; one
// written without is a plain number and takes the unit of the place where it is used.
#ifndef JOUNCE_IO_DOCUMENT_H_
#define JOUNCE_IO_DOCUMENT_H_

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "io/yaml_tree.h"
#include "math/units.h"

namespace jounce {

// A number and what it is a number of. A plain number has no dimension.
struct DimensionedNumber {
  double value = 0;  // SI where there is a dimension
  Dimension dimension;

  DimensionedNumber(double v = 0) : value(v) {}  // NOLINT: expressions make them of constants
  DimensionedNumber(double v, const Dimension& d) : value(v), dimension(d) {}
};

// `name=value` of the command line.
using Assignments = std::vector<std::pair<std::string, std::string>>;

class Document {
 public:
  // Reads a file and what it includes. Mistakes go to `diagnostics`; throws FileError if the file
  // itself cannot be read.
  static Document Load(const std::string& path, const Assignments& assignments,
                       Diagnostics* diagnostics);

  // The same from text; includes are relative to the folder of `path`.
  static Document Parse(const std::string& text, const std::string& path,
                        const Assignments& assignments, Diagnostics* diagnostics);

  // What is left for the reader of the model, law, ...: no include, units, parameters, variants.
  const YamlNode& root() const { return root_; }

  // Every file that was read, in order, the main one first.
  const std::vector<std::string>& files() const { return files_; }

  // The values of the parameters and the choices of the variants, as used.
  const std::map<std::string, DimensionedNumber>& parameters() const { return parameters_; }
  const std::map<std::string, std::string>& choices() const { return choices_; }

  // Reads a scalar ("12", "12 N/mm", "${2*k}") or {value: 12, unit: N/mm} as a number of this
  // quantity, in SI. Reports and returns nothing if it is not one.
  std::optional<double> ReadNumber(const YamlNode& node, const Quantity& quantity,
                                   const std::string& what, Diagnostics* diagnostics) const;

  // The text of a scalar, in which each ${expression} is replaced by its value (in SI where it has
  // a dimension), so that formulas and file names can use parameters.
  std::string ReadText(const YamlNode& node, const std::string& what,
                       Diagnostics* diagnostics) const;

  // A value as `--set` says it: "12", "45000 kg/s^2", "[0.1 m, 0 m, 0 m]" or a text, in which each
  // ${expression} is evaluated and has its unit behind it.
  std::string ReadSetting(const YamlNode& node, const std::string& what,
                          Diagnostics* diagnostics) const;

  // The units of plain numbers in this file.
  const UnitSystem& UnitsOf(const std::string& file) const;

 private:
  friend class DocumentLoader;

  DimensionedNumber EvaluateScalar(const std::string& text) const;
  DimensionedNumber EvaluateExpression(const std::string& text) const;

  YamlNode root_;
  std::vector<std::string> files_;
  std::map<std::string, UnitSystem> units_;
  std::map<std::string, DimensionedNumber> parameters_;
  std::map<std::string, std::string> choices_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_DOCUMENT_H_

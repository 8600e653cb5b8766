// A user's file with everything resolved that does not depend on what kind of file it is:
//
//   include: other.yaml        the mapping of another file, merged in; what stands here wins
//   units: {length: mm, ...}   the units of plain numbers; each file has its own
//   parameters: {k: 12 N/mm}   named numbers, vectors and texts: `stiffness: ${2*k}`
//   points: {lca: [0, 1, 2]}   hardpoints, by name wherever a point is read: `at: lca`
//   tables: {parts: parts.csv} sheets of numbers: `mass: ${parts.arm.mass}`
//   variants: {rear: {...}}    groups of parts that can be exchanged: `--set rear=four_link`
//   cases: {laden: {...}}      choices of parameters and variants by name: `--case laden`
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
#include "io/parameter_book.h"
#include "io/parameter_scope.h"
#include "io/parameter_value.h"
#include "io/yaml_tree.h"
#include "math/units.h"

namespace jounce {

class ParsedFiles;  // io/parsed_files.h

// What `--set` and `set` call the CSV files of points and tables: `points`, `tables.NAME`. Their
// values are paths.
bool IsSheetName(const std::string& name);

class Document {
 public:
  // Reads a file and what it includes. `given` overrides what the file says of its parameters and
  // variants, the case of this name overrides that, and `assignments` override all. Mistakes go to
  // `diagnostics`; throws FileError if the file itself cannot be read. Texts that `parsed` knows are
  // not parsed again.
  static Document Load(const std::string& path, const Assignments& assignments,
                       Diagnostics* diagnostics, const GivenValues& given = {},
                       const std::string& case_name = "", ParsedFiles* parsed = nullptr);

  // The same from text; includes are relative to the folder of `path`.
  static Document Parse(const std::string& text, const std::string& path,
                        const Assignments& assignments, Diagnostics* diagnostics,
                        const GivenValues& given = {}, const std::string& case_name = "");

  // What is left for the reader of the model, law, ...: no include, units,
  // parameters, points, tables, variants, cases.
  const YamlNode& root() const { return root_; }

  // Every file that was read, in order, the main one first.
  const std::vector<std::string>& files() const { return files_; }

  // The values of the parameters and the choices of the variants, as used.
  const std::map<std::string, ParameterValue>& parameters() const { return scope_.values(); }
  const std::map<std::string, std::string>& choices() const { return choices_; }

  // The names of all cases, and what the chosen one assigns to sub-assemblies ("left/spring").
  const std::vector<std::string>& cases() const { return cases_; }
  const Assignments& inner_assignments() const { return inner_assignments_; }

  // Reads a scalar ("12", "12 N/mm", "${2*k}") or {value: 12, unit: N/mm} as a number of this
  // quantity, in SI. Reports and returns nothing if it is not one.
  std::optional<double> ReadNumber(const YamlNode& node, const Quantity& quantity,
                                   const std::string& what, Diagnostics* diagnostics) const;

  // Reads what a parameter may be: a number, plain or with a unit, a text, the name of a point, or
  // a list of three numbers. Reports and returns nothing if it is none of them.
  std::optional<ParameterValue> Evaluate(const YamlNode& node, const std::string& what,
                                         Diagnostics* diagnostics) const;

  // Reads what stands in place of a list of three numbers: the name of a point or vector, an
  // expression, or, for directions (plain numbers), {from: point, to: point}. Returns the list. A
  // length used as a direction becomes a unit vector.
  std::optional<YamlNode> ReadVector(const YamlNode& node, const Quantity& quantity,
                                     const std::string& what, Diagnostics* diagnostics) const;

  // The text of a scalar, in which each ${expression} is replaced by its value (in SI where it has
  // a dimension), so that formulas and file names can use parameters.
  std::string ReadText(const YamlNode& node, const std::string& what,
                       Diagnostics* diagnostics) const;

  // A value as `--set` says it: "12", "45000 N/m", "[0.1 m, 0 m, 0 m]" or a text, in which each
  // ${expression} is evaluated and has its unit behind it.
  std::string ReadSetting(const YamlNode& node, const std::string& what,
                          Diagnostics* diagnostics) const;

  // The units of plain numbers in this file.
  const UnitSystem& UnitsOf(const std::string& file) const;

 private:
  friend class DocumentLoader;

  DimensionedVector VectorNamedBy(const YamlNode& node) const;
  DimensionedVector Difference(const YamlNode& node) const;

  YamlNode root_;
  std::vector<std::string> files_;
  std::map<std::string, UnitSystem> units_;
  ParameterScope scope_;
  std::map<std::string, std::string> choices_;
  std::vector<std::string> cases_;
  Assignments inner_assignments_;
};

}  // namespace jounce

#endif  // JOUNCE_IO_DOCUMENT_H_

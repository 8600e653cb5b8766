// The parameters of a document from their definitions to their values: collects what the files
// define, lets the including file, given values and `--set` override, and evaluates in the order
// of need.
#ifndef JOUNCE_IO_PARAMETER_BOOK_H_
#define JOUNCE_IO_PARAMETER_BOOK_H_

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "io/parameter_scope.h"
#include "io/parameter_value.h"
#include "io/yaml_tree.h"
#include "math/units.h"

namespace jounce {

// `name=value` of the command line; `name+` adds, and `name.x`, `name.y`, `name.z` are the
// components of a vector. Cases and sub-assemblies say the same from within a file.
struct Assignment {
  std::string name, text;
  Place place = {"--set", 0, 0};
};
using Assignments = std::vector<Assignment>;

// A value that another document gives to a parameter, point or variant of this one.
struct GivenValue {
  ParameterValue value;
  Place place;
  UnitSystem units = {};  // of the file it stands in, for points given without a unit
};
using GivenValues = std::map<std::string, GivenValue>;

struct ParameterDefinition {
  enum class Kind { kParameter, kPoint, kTableCell };

  std::string name;
  Place place;
  YamlNode value;
  Kind kind = Kind::kParameter;
  std::string unit;                 // of its plain numbers; "" leaves them plain
  std::vector<std::string> origin;  // the files that lead to it, the main one first
};

class ParameterBook {
 public:
  ParameterBook(const Assignments& assignments, const GivenValues& given, Diagnostics* diagnostics)
      : assignments_(assignments), given_(given), diagnostics_(diagnostics) {}

  // Assignments that those of the command line come after.
  void AssignBefore(const Assignments& assignments) {
    assignments_.insert(assignments_.begin(), assignments.begin(), assignments.end());
  }

  // Where a file and one that it includes define the same name, that of the including file stands.
  // Two files of which none includes the other must agree.
  void Add(ParameterDefinition definition);

  // What the command line or another document chooses for a variant.
  struct Choice {
    std::string group;
    Place place;
  };
  std::optional<Choice> ChoiceOf(const std::string& variant);

  // Warns of parameters that no formula mentions: none in these trees, in a definition or in an
  // assignment.
  void WarnOfUnused(const std::vector<const YamlNode*>& trees) const;

  // Defines all parameters in the scope and reports names that nothing has.
  void Evaluate(const std::vector<std::string>& variants, ParameterScope* scope);

 private:
  // One assignment to a parameter.
  struct Change {
    int axis = -1;  // of a vector; -1: the whole value
    bool adds = false;
    std::string text;
    Place place;
  };

  void SortAssignments(const std::vector<std::string>& names);
  void CheckGiven(const std::vector<std::string>& names);
  bool EvaluateDefinition(size_t index);
  bool EvaluateNamesOf(const ParameterDefinition& definition);
  const std::vector<Change>& ChangesOf(const ParameterDefinition& definition) const;
  // `place` becomes that of what determined the value last.
  ParameterValue ValueOf(const ParameterDefinition& definition, Place* place) const;
  ParameterValue Changed(const ParameterValue& value, const Change& change,
                         const std::string& unit) const;

  Assignments assignments_;
  const GivenValues& given_;
  Diagnostics* diagnostics_;
  ParameterScope* scope_ = nullptr;
  std::vector<ParameterDefinition> definitions_;
  std::map<std::string, size_t> index_;
  std::map<std::string, std::vector<Change>> changes_;
  std::set<std::string> used_;  // assignments and given values that chose a variant
  enum class State { kOpen, kBusy, kDone, kFailed };
  std::vector<State> states_;  // of the definitions
  int depth_ = 0;
};

}  // namespace jounce

#endif  // JOUNCE_IO_PARAMETER_BOOK_H_

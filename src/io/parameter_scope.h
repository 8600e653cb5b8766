// Parameters by name, and what texts mean that use them: "12 N/mm", "${2*k}", "road_${n}.rsp".
#ifndef JOUNCE_IO_PARAMETER_SCOPE_H_
#define JOUNCE_IO_PARAMETER_SCOPE_H_

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "io/parameter_value.h"
#include "io/yaml_tree.h"

namespace jounce {

class ParameterScope {
 public:
  // A point can be used by its bare name wherever a value is evaluated; of others, the name alone
  // is a text.
  void Define(const std::string& name, const ParameterValue& value, bool is_point = false);

  const std::map<std::string, ParameterValue>& values() const { return values_; }

  // The value of this name, or null.
  const ParameterValue* Find(const std::string& name) const;

  // A number or, where an expression makes one, a vector or text: "12", "12 N/mm", "${2*k}",
  // "${2*a} N/mm", "${p}". These functions throw InputError.
  ParameterValue EvaluateScalar(const std::string& text) const;

  // What a parameter may be: what EvaluateScalar reads, the bare name of a point, any other text,
  // a list of three numbers, or {value: ..., unit: ...} of a number or list. What begins like a
  // number has to be one, unless it is quoted. Plain numbers take `unit`.
  ParameterValue Evaluate(const YamlNode& node, const std::string& unit = "") const;

  // The text with each ${expression} replaced by its value (in SI where it has a dimension).
  std::string Substitute(const std::string& text) const;

  // The same for a name, of which only texts and whole numbers can be part.
  std::string SubstituteInName(const std::string& text) const;

 private:
  std::string Substitute(const std::string& text, bool in_name) const;
  ParameterValue EvaluateFormula(const std::string& formula) const;
  ParameterValue EvaluateWord(const YamlNode& node) const;

  std::map<std::string, ParameterValue> values_;
  std::set<std::string> points_;
};

enum class NameKind { kUnknown, kValue, kPoint };

// The known names that a value uses, in ${...} or, those of points, alone.
std::vector<std::string> NamesUsedBy(const YamlNode& node,
                                     const std::function<NameKind(const std::string&)>& kind_of);

}  // namespace jounce

#endif  // JOUNCE_IO_PARAMETER_SCOPE_H_

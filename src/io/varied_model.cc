#include "io/varied_model.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/names.h"

namespace jounce {
namespace {

// Whether a `*` of the pattern can stand for something so that it is this name.
bool Matches(const std::string& pattern, const std::string& name) {
  size_t p = 0, n = 0, star = std::string::npos, resume = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p;
      ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++resume;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string::npos;
}

std::string UnitOf(const Dimension& dimension) {
  return dimension.IsNone() ? "" : dimension.ToString();
}

// All numbers of a model by their names, components of vectors among them.
std::vector<VariedParameter::Target> NumbersOf(const LoadedModel& loaded) {
  std::vector<VariedParameter::Target> numbers;
  for (const auto& [name, value] : loaded.parameters) {
    const std::string unit = UnitOf(value.dimension());
    if (value.IsNumber()) numbers.push_back({name, unit, value.Number().value});
    if (!value.IsVector()) continue;
    for (int axis = 0; axis < 3; ++axis) {
      numbers.push_back({name + "." + "xyz"[axis], unit, value.Vector().value[axis]});
    }
  }
  return numbers;
}

}  // namespace

VariedModel::VariedModel(std::string path, Assignments assignments, std::string case_name,
                         const std::vector<std::string>& wanted)
    : path_(std::move(path)),
      case_name_(std::move(case_name)),
      assignments_(std::move(assignments)),
      loaded_(LoadModel(path_, assignments_, case_name_, memory_.get())) {
  for (const std::string& name : wanted) parameters_.push_back(Find(name));
}

VariedParameter VariedModel::Find(const std::string& wanted) const {
  const bool is_pattern = wanted.find('*') != std::string::npos;
  VariedParameter found{wanted, "", 1, {}};
  std::vector<std::string> known;
  for (const VariedParameter::Target& number : NumbersOf(loaded_)) {
    known.push_back(number.name);
    const bool fits =
        is_pattern ? Matches(wanted, number.name) && number.value != 0 : number.name == wanted;
    if (fits) found.targets.push_back(number);
  }
  if (found.targets.empty()) {
    throw InputError(fmt::format("{}: no number of the model is called '{}'", path_, wanted),
                     is_pattern ? "parameters, points (lca.z) and cells of sheets have names"
                                : SuggestName(wanted, known));
  }
  if (!is_pattern) {
    found.unit = found.targets[0].unit;
    found.value = found.targets[0].value;
  }
  return found;
}

Assignments VariedModel::With(const std::vector<double>& values) const {
  Assignments all = assignments_;
  for (size_t k = 0; k < parameters_.size(); ++k) {
    const VariedParameter& parameter = parameters_[k];
    const bool is_factor = parameter.name.find('*') != std::string::npos;
    for (const VariedParameter::Target& target : parameter.targets) {
      const double value = is_factor ? values[k] * target.value : values[k];
      all.push_back(
          {target.name, fmt::format("{}{}{}", value, target.unit.empty() ? "" : " ", target.unit)});
    }
  }
  return all;
}

LoadedModel VariedModel::At(const std::vector<double>& values) const {
  return LoadModel(path_, With(values), case_name_, memory_.get());
}

}  // namespace jounce

#include "io/parameter_book.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/names.h"

namespace jounce {
namespace {

bool BeginsWith(const std::vector<std::string>& whole, const std::vector<std::string>& part) {
  return part.size() <= whole.size() && std::equal(part.begin(), part.end(), whole.begin());
}

bool IsSamePlace(const Place& a, const Place& b) {
  return a.file == b.file && a.line == b.line && a.column == b.column;
}

const char* WordFor(ParameterDefinition::Kind kind) {
  switch (kind) {
    case ParameterDefinition::Kind::kPoint:
      return "point";
    case ParameterDefinition::Kind::kTableCell:
      return "cell of a table";
    default:
      return "parameter";
  }
}

bool IsSameKind(const ParameterValue& a, const ParameterValue& b) {
  return a.IsNumber() == b.IsNumber() && a.IsVector() == b.IsVector();
}

// 0, 1, 2 for a name that ends in .x, .y, .z; else -1.
int AxisOf(const std::string& name) {
  if (name.size() < 3 || name[name.size() - 2] != '.') return -1;
  const char letter = name.back();
  return letter >= 'x' && letter <= 'z' ? letter - 'x' : -1;
}

// One text of all that may hold ${...} or be the bare name of a vector.
void AddFormula(const std::string& text, std::string* formulas) {
  const bool is_word = !text.empty() && text.find_first_of(" \t\n") == std::string::npos;
  if (is_word || text.find("${") != std::string::npos) *formulas += text + "\n";
}
void CollectFormulas(const YamlNode& node, std::string* formulas) {
  AddFormula(node.text, formulas);
  for (const YamlNode& item : node.items) CollectFormulas(item, formulas);
  for (const YamlNode::Entry& entry : node.entries) {
    AddFormula(entry.key, formulas);
    CollectFormulas(entry.value, formulas);
  }
}

// Whether the name stands in a text by itself or with a component behind it (a.x).
bool MentionsName(const std::string& text, const std::string& name) {
  const auto is_letter = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
    const bool starts = at == 0 || (!is_letter(text[at - 1]) && text[at - 1] != '.');
    const size_t end = at + name.size();
    if (starts && (end >= text.size() || !is_letter(text[end]))) return !name.empty();
  }
  return false;
}

// "[1, 2, 3]" is a list; whatever else is assigned is one word.
YamlNode AssignedNode(const std::string& text, const Place& place) {
  if (!text.empty() && text.front() == '[') {
    Diagnostics diagnostics;
    YamlNode list = ParseYaml(text, place.file, &diagnostics);
    diagnostics.ThrowIfErrors();
    return list;
  }
  return YamlNode{.kind = YamlNode::Kind::kScalar, .place = place, .text = text};
}

void CheckKind(const ParameterValue& is, const ParameterValue& was) {
  if (IsSameKind(is, was)) return;
  throw InputError(
      fmt::format("it is {}, and cannot become {}", was.Description(), is.Description()));
}

void CheckPoint(const ParameterValue& value) {
  if (!value.IsVector()) {
    throw InputError("a point is a list of three lengths, not " + value.Description());
  }
  if (value.dimension() == quantity::kLength.ToDimension()) return;
  throw InputError(fmt::format("a point is in m, not in {}", value.dimension().ToString()));
}

}  // namespace

void ParameterBook::Add(ParameterDefinition definition) {
  const auto [found, is_new] = index_.emplace(definition.name, definitions_.size());
  if (is_new) {
    definitions_.push_back(std::move(definition));
    return;
  }
  const ParameterDefinition& first = definitions_[found->second];
  const bool same_unit = first.unit == definition.unit;
  if (same_unit && IsSamePlace(first.place, definition.place)) return;  // a file included twice
  const std::string elsewhere = "the other is at " + first.place.ToString();
  if (first.kind != definition.kind) {
    diagnostics_->Error(definition.place,
                        fmt::format("'{}' is a {} here and a {} elsewhere", definition.name,
                                    WordFor(definition.kind), WordFor(first.kind)),
                        elsewhere);
  } else if (first.origin == definition.origin) {
    diagnostics_->Error(definition.place,
                        fmt::format("the {} '{}' stands here a second time",
                                    WordFor(definition.kind), definition.name),
                        elsewhere);
  } else if (!BeginsWith(definition.origin, first.origin) &&
             !(same_unit && SameContent(first.value, definition.value))) {
    diagnostics_->Error(definition.place,
                        fmt::format("the {} '{}' has another value in another included file",
                                    WordFor(definition.kind), definition.name),
                        elsewhere + "; rename one, or say in the including file which holds");
  }
}

std::optional<ParameterBook::Choice> ParameterBook::ChoiceOf(const std::string& variant) {
  std::optional<Choice> choice;
  const auto given = given_.find(variant);
  if (given != given_.end()) {
    used_.insert(variant);
    const ParameterValue& value = given->second.value;
    choice = {value.IsText() ? value.Text() : value.Description(), given->second.place};
  }
  for (const Assignment& assignment : assignments_) {
    if (assignment.name != variant) continue;
    used_.insert(variant);
    choice = {assignment.text, assignment.place};
  }
  return choice;
}

void ParameterBook::WarnOfUnused(const std::vector<const YamlNode*>& trees) const {
  std::string formulas;
  for (const YamlNode* tree : trees) CollectFormulas(*tree, &formulas);
  for (const ParameterDefinition& definition : definitions_) {
    CollectFormulas(definition.value, &formulas);
  }
  for (const Assignment& assignment : assignments_) AddFormula(assignment.text, &formulas);
  for (const ParameterDefinition& definition : definitions_) {
    const std::string& name = definition.name;
    const bool is_parameter = definition.kind == ParameterDefinition::Kind::kParameter;
    if (!is_parameter || MentionsName(formulas, name)) continue;
    diagnostics_->Warning(definition.place, fmt::format("the parameter '{}' is used nowhere", name),
                          fmt::format("write ${{{}}} where its value belongs", name));
  }
}

void ParameterBook::Evaluate(const std::vector<std::string>& variants, ParameterScope* scope) {
  scope_ = scope;
  states_.assign(definitions_.size(), State::kOpen);
  std::vector<std::string> names = variants;
  for (const ParameterDefinition& definition : definitions_) names.push_back(definition.name);
  SortAssignments(names);
  CheckGiven(names);
  for (size_t i = 0; i < definitions_.size(); ++i) EvaluateDefinition(i);
}

void ParameterBook::SortAssignments(const std::vector<std::string>& names) {
  for (const auto& [left_side, text, place] : assignments_) {
    Change change{.text = text, .place = place};
    std::string name = left_side;
    if (!name.empty() && name.back() == '+') {
      change.adds = true;
      name.pop_back();
    }
    if (!index_.count(name) && AxisOf(name) >= 0 && index_.count(name.substr(0, name.size() - 2))) {
      change.axis = AxisOf(name);
      name.resize(name.size() - 2);
    }
    if (index_.count(name)) {
      changes_[name].push_back(change);
    } else if (!used_.count(name)) {
      diagnostics_->Error(place, fmt::format("there is no parameter or variant '{}'", name),
                          SuggestName(name, names));
    }
  }
}

void ParameterBook::CheckGiven(const std::vector<std::string>& names) {
  for (const auto& [name, given] : given_) {
    if (index_.count(name) || used_.count(name)) continue;
    diagnostics_->Error(given.place, fmt::format("there is no parameter or variant '{}'", name),
                        SuggestName(name, names));
  }
}

// What the value needs is evaluated first: an expression may use parameters that stand further
// down. Says whether there is a value; what went wrong is reported once, where it did.
bool ParameterBook::EvaluateDefinition(size_t index) {
  const ParameterDefinition& definition = definitions_[index];
  const auto fail = [&](const Place& place, const std::string& why, const std::string& remedy) {
    diagnostics_->Error(
        place, fmt::format("{} '{}': {}", WordFor(definition.kind), definition.name, why), remedy);
    return states_[index] = State::kFailed;
  };
  if (states_[index] == State::kBusy) fail(definition.value.place, "it depends on itself", "");
  if (states_[index] != State::kOpen) return states_[index] == State::kDone;
  states_[index] = State::kBusy;
  ++depth_;
  Place place = definition.value.place;
  try {
    if (!EvaluateNamesOf(definition)) {
      states_[index] = State::kFailed;
    } else if (states_[index] == State::kBusy) {
      scope_->Define(definition.name, ValueOf(definition, &place),
                     definition.kind == ParameterDefinition::Kind::kPoint);
      states_[index] = State::kDone;
    }
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    fail(place, reason.message, reason.remedy);
  }
  --depth_;
  return states_[index] == State::kDone;
}

bool ParameterBook::EvaluateNamesOf(const ParameterDefinition& definition) {
  constexpr int kDeepest = 1000;
  if (depth_ > kDeepest) throw InputError("too many parameters depend on each other");
  const auto kind_of = [this](const std::string& name) {
    const auto found = index_.find(name);
    if (found == index_.end()) return NameKind::kUnknown;
    const bool is_point = definitions_[found->second].kind == ParameterDefinition::Kind::kPoint;
    return is_point ? NameKind::kPoint : NameKind::kValue;
  };
  std::vector<std::string> names = NamesUsedBy(definition.value, kind_of);
  for (const Change& change : ChangesOf(definition)) {
    const std::vector<std::string> more =
        NamesUsedBy(AssignedNode(change.text, change.place), kind_of);
    names.insert(names.end(), more.begin(), more.end());
  }
  bool all = true;
  for (const std::string& name : names) all = EvaluateDefinition(index_[name]) && all;
  return all;
}

const std::vector<ParameterBook::Change>& ParameterBook::ChangesOf(
    const ParameterDefinition& definition) const {
  static const std::vector<Change> none;
  const auto found = changes_.find(definition.name);
  return found == changes_.end() ? none : found->second;
}

// The value as the file has it, then as given, then as the command line changes it, in its order.
ParameterValue ParameterBook::ValueOf(const ParameterDefinition& definition, Place* place) const {
  const bool is_point = definition.kind == ParameterDefinition::Kind::kPoint;
  ParameterValue value = scope_->Evaluate(definition.value, definition.unit);
  if (is_point) CheckPoint(value);
  const auto given = given_.find(definition.name);
  if (given != given_.end()) {
    *place = given->second.place;
    CheckKind(given->second.value, value);
    value = WithUnit(given->second.value, is_point ? given->second.units.length : definition.unit);
    if (is_point) CheckPoint(value);
  }
  for (const Change& change : ChangesOf(definition)) {
    *place = change.place;
    value = Changed(value, change, definition.unit);
    if (is_point) CheckPoint(value);
  }
  return value;
}

ParameterValue ParameterBook::Changed(const ParameterValue& value, const Change& change,
                                      const std::string& unit) const {
  if (value.IsText() && change.axis < 0) {
    const std::string text = scope_->Substitute(change.text);
    return change.adds ? value.Text() + text : text;
  }
  const ParameterValue read = scope_->Evaluate(AssignedNode(change.text, change.place), unit);
  if (change.axis < 0) {
    CheckKind(read, value);
    return change.adds ? value + read : read;
  }
  const DimensionedVector& vector = value.Vector();
  std::array<DimensionedNumber, 3> components = {vector.Component(0), vector.Component(1),
                                                 vector.Component(2)};
  DimensionedNumber& component = components[change.axis];
  component = change.adds ? component + read.Number() : read.Number();
  return DimensionedVector::Of(components);
}

}  // namespace jounce

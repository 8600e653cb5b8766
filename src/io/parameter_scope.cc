#include "io/parameter_scope.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "base/error.h"

namespace jounce {
namespace {

constexpr size_t kLongestText = 1'000'000;

std::string Trim(const std::string& text) {
  const size_t start = text.find_first_not_of(" \t");
  if (start == std::string::npos) return "";
  return text.substr(start, text.find_last_not_of(" \t") - start + 1);
}

// "12 N/mm" -> 12 and "N/mm".
std::optional<std::pair<double, std::string>> SplitNumber(const std::string& text) {
  const char* begin = text.data();
  const char* const end = text.data() + text.size();
  if (begin != end && *begin == '+') ++begin;
  double value = 0;
  const auto [rest, error] = std::from_chars(begin, end, value);
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return std::make_pair(value, Trim(std::string(rest, end)));
}

// "12" and "-.5 mm", but also "1e999" and "nan", which are no finite numbers: not a word.
bool LooksLikeNumber(const std::string& text) {
  if (SplitNumber(text)) return true;
  double value = 0;
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc::result_out_of_range ||
         (error == std::errc() && rest == text.data() + text.size());
}

bool IsWhole(const DimensionedNumber& number) {
  return number.dimension.IsNone() && number.value == std::round(number.value);
}

bool IsUnit(const std::string& text) {
  try {
    ParseUnit(text);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

// The formula of the ${...} at `start`, and where the text goes on behind it.
std::pair<std::string, size_t> FormulaAt(const std::string& text, size_t start) {
  const size_t end = text.find('}', start);
  if (end == std::string::npos) throw InputError(fmt::format("'{}' lacks its '}}'", text));
  return {text.substr(start + 2, end - start - 2), end + 1};
}

// The values of a formula, gathered while it is parsed.
class FormulaValues : public QuantityNames {
 public:
  explicit FormulaValues(const ParameterScope& scope) : scope_(scope) {}

  int IndexOf(const std::string& name) override {
    const ParameterValue* value = scope_.Find(name);
    return value ? Append(*value) : -1;
  }
  int IndexOfUnit(const std::string& name, double* value) override {
    const Unit unit = ParseUnit(name);
    *value = unit.ToSi(*value);
    return Append(DimensionedNumber(1, unit.dimension));
  }
  std::vector<std::string> All() const override {
    std::vector<std::string> names;
    for (const auto& entry : scope_.values()) names.push_back(entry.first);
    return names;
  }

  const std::vector<ParameterValue>& values() const { return values_; }

 private:
  int Append(const ParameterValue& value) {
    values_.push_back(value);
    return static_cast<int>(values_.size()) - 1;
  }

  const ParameterScope& scope_;
  std::vector<ParameterValue> values_;
};

// The names that a formula asks for.
class NameCollector : public QuantityNames {
 public:
  explicit NameCollector(const std::function<NameKind(const std::string&)>& kind_of)
      : kind_of_(kind_of) {}

  int IndexOf(const std::string& name) override {
    if (kind_of_(name) == NameKind::kUnknown) return -1;
    names_.insert(name);
    return 0;
  }
  void AddPoint(const std::string& name) {
    if (kind_of_(name) == NameKind::kPoint) names_.insert(name);
  }
  int IndexOfUnit(const std::string&, double*) override { return 0; }
  std::vector<std::string> All() const override { return {}; }

  const std::set<std::string>& names() const { return names_; }

 private:
  const std::function<NameKind(const std::string&)>& kind_of_;
  std::set<std::string> names_;
};

void CollectNames(const YamlNode& node, NameCollector* collector) {
  for (const YamlNode& item : node.items) CollectNames(item, collector);
  for (const YamlNode::Entry& entry : node.entries) CollectNames(entry.value, collector);
  if (!node.quoted) collector->AddPoint(Trim(node.text));
  for (size_t start = node.text.find("${"); start != std::string::npos;
       start = node.text.find("${", start)) {
    const size_t end = node.text.find('}', start);
    if (end == std::string::npos) return;
    try {
      Expression::Parse(FormulaAt(node.text, start).first, collector);
    } catch (const InputError&) {  // said again, and reported, when it is evaluated
    }
    start = end;
  }
}

}  // namespace

std::vector<std::string> NamesUsedBy(const YamlNode& node,
                                     const std::function<NameKind(const std::string&)>& kind_of) {
  NameCollector collector(kind_of);
  CollectNames(node, &collector);
  return {collector.names().begin(), collector.names().end()};
}

void ParameterScope::Define(const std::string& name, const ParameterValue& value, bool is_point) {
  values_[name] = value;
  if (is_point) points_.insert(name);
}

const ParameterValue* ParameterScope::Find(const std::string& name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? nullptr : &found->second;
}

ParameterValue ParameterScope::EvaluateFormula(const std::string& formula) const {
  FormulaValues names(*this);
  const Expression expression = Expression::Parse(formula, &names);
  return expression.Evaluate<ParameterValue>(std::span<const ParameterValue>(names.values()));
}

std::string ParameterScope::Substitute(const std::string& text) const {
  return Substitute(text, false);
}

std::string ParameterScope::SubstituteInName(const std::string& text) const {
  return Substitute(text, true);
}

std::string ParameterScope::Substitute(const std::string& text, bool in_name) const {
  std::string result = text;
  for (size_t start = result.find("${"); start != std::string::npos;
       start = result.find("${", start)) {
    const auto [formula, end] = FormulaAt(result, start);
    const ParameterValue value = EvaluateFormula(formula);
    if (in_name && !value.IsText() && !IsWhole(value.Number())) {
      throw InputError(fmt::format("'{}' is neither a text nor a whole number", formula));
    }
    const std::string shown =
        value.IsText() ? value.Text() : fmt::format("{}", value.Number().value);
    result.replace(start, end - start, shown);
    // Texts made of texts made of texts would soon fill the memory.
    if (result.size() > kLongestText) throw InputError("the text becomes too long");
    start += shown.size();
  }
  return result;
}

ParameterValue ParameterScope::EvaluateScalar(const std::string& raw) const {
  const std::string text = Trim(raw);
  ParameterValue value;
  std::string unit;
  if (text.rfind("${", 0) == 0) {
    const auto [formula, end] = FormulaAt(text, 0);
    value = EvaluateFormula(formula);
    unit = Trim(text.substr(end));
  } else {
    const auto split = SplitNumber(text);
    if (!split) {
      throw InputError(fmt::format("'{}' is not a number", text),
                       "write 12, 12 N/mm or ${expression of parameters}");
    }
    value = split->first;
    unit = split->second;
  }
  if (!unit.empty()) {
    if (value.IsText() || !value.dimension().IsNone()) {
      throw InputError(fmt::format("'{}' {} already, before the unit '{}'", text,
                                   value.IsText() ? "is a text" : "has a dimension", unit));
    }
    value = WithUnit(value, unit);  // a percentage stays a plain number
  }
  if (!value.IsFinite()) throw InputError(fmt::format("'{}' is not a finite number", text));
  return value;
}

// A scalar that may be a text. In JSON a quantity has to be quoted: "12 N/mm" is one all the same.
ParameterValue ParameterScope::EvaluateWord(const YamlNode& node) const {
  const std::string text = Trim(node.text);
  if (text.rfind("${", 0) == 0) {
    const auto [formula, end] = FormulaAt(text, 0);
    const std::string rest = text.substr(end);
    const bool is_value = rest.empty() || rest.front() == ' ' || IsUnit(rest);
    return is_value && !EvaluateFormula(formula).IsText() ? EvaluateScalar(text)
                                                          : ParameterValue(Substitute(text));
  }
  if (!node.quoted) {
    if (LooksLikeNumber(text)) return EvaluateScalar(text);
    return points_.count(text) ? values_.at(text) : ParameterValue(Substitute(text));
  }
  const auto split = SplitNumber(text);
  if (split && !split->second.empty() && IsUnit(split->second)) return EvaluateScalar(text);
  return Substitute(node.text);
}

ParameterValue ParameterScope::Evaluate(const YamlNode& node, const std::string& unit) const {
  if (node.IsScalar()) return WithUnit(EvaluateWord(node), unit);
  if (node.IsSequence() && node.items.size() == 3) {
    std::array<DimensionedNumber, 3> components;
    for (int i = 0; i < 3; ++i) {
      if (!node.items[i].IsScalar()) {
        throw InputError("a number is needed here, not " + node.items[i].Description());
      }
      components[i] = WithUnit(EvaluateScalar(node.items[i].text), unit).Number();
    }
    return DimensionedVector::Of(components);
  }
  const YamlNode* value = node.Find("value");
  const YamlNode* own_unit = node.Find("unit");
  if (value && !value->IsMap() && own_unit && node.entries.size() == 2) {
    const ParameterValue plain = Evaluate(*value);
    if (plain.IsText() || !plain.dimension().IsNone()) {
      throw InputError(
          fmt::format("a plain number is needed beside the unit '{}'", own_unit->text));
    }
    return WithUnit(plain, own_unit->text);
  }
  const std::string what =
      node.IsSequence() ? fmt::format("a list of {}", node.items.size()) : node.Description();
  throw InputError("a number, a text or a list of three numbers is needed here, not " + what);
}

}  // namespace jounce

#include "io/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <set>

#include "base/names.h"
#include "io/dimensioned_number.h"
#include "io/text_file.h"
#include "math/expression.h"

namespace jounce {
namespace {

constexpr int kMostNestedFiles = 32;
constexpr size_t kMostMegabytes = 32;  // of a YAML file; more takes too long to parse

std::string ReadYamlFile(const std::string& path) {
  std::error_code error;
  const auto bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > kMostMegabytes * 1'000'000) {
    throw FileError(path, fmt::format("is too large for a model or law: {} MB, at most {} MB; "
                                      "tables and signals belong in files of their own",
                                      bytes / 1'000'000, kMostMegabytes));
  }
  return ReadTextFile(path);
}

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

// What stands here wins; mappings are merged key by key, lists are joined.
void MergeInto(YamlNode* target, const YamlNode& addition) {
  for (const YamlNode::Entry& entry : addition.entries) {
    YamlNode* present = target->Find(entry.key);
    if (!present) {
      target->entries.push_back(entry);
    } else if (present->IsMap() && entry.value.IsMap()) {
      MergeInto(present, entry.value);
    } else if (present->IsSequence() && entry.value.IsSequence()) {
      present->items.insert(present->items.begin(), entry.value.items.begin(),
                            entry.value.items.end());
    }
  }
}

std::optional<YamlNode> TakeEntry(YamlNode* map, const std::string& key) {
  for (auto entry = map->entries.begin(); entry != map->entries.end(); ++entry) {
    if (entry->key != key) continue;
    YamlNode value = std::move(entry->value);
    map->entries.erase(entry);
    return value;
  }
  return std::nullopt;
}

std::vector<std::string> KeysOf(const YamlNode& map) {
  std::vector<std::string> keys;
  for (const YamlNode::Entry& entry : map.entries) keys.push_back(entry.key);
  return keys;
}

}  // namespace

class DocumentLoader {
 public:
  DocumentLoader(const Assignments& assignments, Diagnostics* diagnostics)
      : assignments_(assignments), diagnostics_(diagnostics) {}

  Document Load(const std::string& text, const std::string& path) {
    document_.root_ = LoadFile(text, path);
    ChooseVariants();
    EvaluateParameters();
    WarnOfUnusedParameters();
    return std::move(document_);
  }

 private:
  // One file: its units and parameters are taken out, its includes resolved.
  YamlNode LoadFile(const std::string& text, const std::string& path) {
    document_.files_.push_back(path);
    open_files_.push_back(CanonicalName(path));
    YamlNode root = ParseYaml(text, path, diagnostics_);
    if (root.IsNull()) root.kind = YamlNode::Kind::kMap;
    if (!root.IsMap()) {
      diagnostics_->Error(root.place,
                          "the file should hold a mapping (key: value), not " + root.Description());
      root = YamlNode{.kind = YamlNode::Kind::kMap, .place = root.place};
    }
    if (std::optional<YamlNode> units = TakeEntry(&root, "units")) ReadUnits(*units, path);
    if (std::optional<YamlNode> parameters = TakeEntry(&root, "parameters")) {
      AddParameters(*parameters);
    }
    if (std::optional<YamlNode> variants = TakeEntry(&root, "variants")) AddVariants(*variants);
    ResolveIncludes(&root);
    open_files_.pop_back();
    return root;
  }

  static std::string CanonicalName(const std::string& path) {
    std::error_code ignored;
    const auto canonical = std::filesystem::weakly_canonical(path, ignored);
    return canonical.empty() ? path : canonical.string();
  }

  void ResolveIncludes(YamlNode* node) {
    for (YamlNode& item : node->items) ResolveIncludes(&item);
    for (YamlNode::Entry& entry : node->entries) {
      if (entry.key != "include") ResolveIncludes(&entry.value);
    }
    if (!node->IsMap()) return;
    const std::optional<YamlNode> include = TakeEntry(node, "include");
    if (!include) return;
    if (include->IsSequence()) {
      for (const YamlNode& item : include->items) IncludeFile(node, item);
    } else {
      IncludeFile(node, *include);
    }
  }

  void IncludeFile(YamlNode* target, const YamlNode& name) {
    if (!name.IsScalar()) {
      diagnostics_->Error(
          name.place, "include should name a file or a list of files, not " + name.Description());
      return;
    }
    const std::filesystem::path here = std::filesystem::path(name.place.file).parent_path();
    const std::string path = (here / name.text).lexically_normal().string();
    const std::string canonical = CanonicalName(path);
    if (std::find(open_files_.begin(), open_files_.end(), canonical) != open_files_.end()) {
      diagnostics_->Error(name.place, fmt::format("'{}' includes itself in a circle", name.text));
      return;
    }
    if (open_files_.size() >= kMostNestedFiles || document_.files_.size() > 1000) {
      diagnostics_->Error(name.place, "too many files include each other");
      return;
    }
    try {
      MergeInto(target, LoadFile(ReadYamlFile(path), path));
    } catch (const FileError& error) {
      diagnostics_->Error(name.place, fmt::format("the included file {}", error.what()),
                          "paths are relative to the file that includes");
    }
  }

  void ReadUnits(const YamlNode& node, const std::string& file) {
    UnitSystem units;
    const std::map<std::string, std::pair<std::string*, Quantity>> known = {
        {"length", {&units.length, quantity::kLength}},
        {"force", {&units.force, quantity::kForce}},
        {"mass", {&units.mass, quantity::kMass}},
        {"time", {&units.time, quantity::kTime}},
        {"angle", {&units.angle, quantity::kAngle}},
        {"temperature", {&units.temperature, quantity::kTemperature}}};
    if (!node.IsMap()) {
      diagnostics_->Error(node.place, "units should be a mapping, not " + node.Description(),
                          "for instance units: {length: mm, force: N, mass: kg, angle: deg}");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      const auto found = known.find(entry.key);
      if (found == known.end()) {
        std::vector<std::string> names;
        for (const auto& item : known) names.push_back(item.first);
        diagnostics_->Error(entry.key_place, fmt::format("units has no key '{}'", entry.key),
                            SuggestName(entry.key, names));
        continue;
      }
      const auto& [member, meaning] = found->second;
      try {
        *member = entry.value.text;
        units.UnitOf(meaning);
      } catch (const InputError& error) {
        *member = meaning.SiUnit();
        const Diagnostic& reason = error.diagnostics().front();
        diagnostics_->Error(entry.value.place, reason.message, reason.remedy);
      }
    }
    document_.units_[file] = units;
  }

  // The first definition stands: the main file is read before what it includes.
  void AddParameters(const YamlNode& node) {
    if (!node.IsMap()) {
      diagnostics_->Error(node.place, "parameters should be a mapping, not " + node.Description(),
                          "for instance parameters: {k_front: 120 N/mm}");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      if (!parameter_nodes_.Find(entry.key)) parameter_nodes_.entries.push_back(entry);
    }
  }

  void AddVariants(const YamlNode& node) {
    if (!node.IsMap()) {
      diagnostics_->Error(node.place, "variants should be a mapping, not " + node.Description(),
                          "for instance variants: {rear: {four_link: {...}, twist_beam: {...}}}");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      if (!entry.value.IsMap()) {
        diagnostics_->Error(entry.value.place, fmt::format("the variant '{}' should map names to "
                                                           "groups of parts",
                                                           entry.key));
        continue;
      }
      if (!variant_nodes_.Find(entry.key)) variant_nodes_.entries.push_back(entry);
    }
  }

  // Merges the chosen group of each variant into the document; groups may hold includes.
  void ChooseVariants() {
    for (size_t i = 0; i < variant_nodes_.entries.size(); ++i) {
      YamlNode::Entry entry = variant_nodes_.entries[i];
      const std::optional<YamlNode> chosen_by_file = TakeEntry(&entry.value, "default");
      const std::vector<std::string> names = KeysOf(entry.value);
      if (names.empty()) {
        diagnostics_->Error(entry.key_place, fmt::format("'{}' has no groups", entry.key));
        continue;
      }
      Place place = entry.key_place;
      std::string choice = names.front();
      if (chosen_by_file) {
        choice = chosen_by_file->text;
        place = chosen_by_file->place;
      }
      if (const std::string* assigned = Assigned(entry.key)) {
        choice = *assigned;
        place = {"--set", 0, 0};
      }
      YamlNode* group = entry.value.Find(choice);
      if (!group) {
        diagnostics_->Error(place, fmt::format("'{}' has no group '{}'", entry.key, choice),
                            SuggestName(choice, names));
        continue;
      }
      document_.choices_[entry.key] = choice;
      MergeGroup(std::move(*group));
    }
  }

  void MergeGroup(YamlNode group) {
    if (group.IsNull()) return;
    if (!group.IsMap()) {
      diagnostics_->Error(group.place, "a group should be a mapping, not " + group.Description());
      return;
    }
    if (std::optional<YamlNode> parameters = TakeEntry(&group, "parameters")) {
      AddParameters(*parameters);
    }
    ResolveIncludes(&group);
    MergeInto(&document_.root_, group);
  }

  const std::string* Assigned(const std::string& name) {
    const std::string* value = nullptr;
    for (const auto& [key, text] : assignments_) {
      if (key == name) value = &text;
    }
    if (value) used_assignments_.insert(name);
    return value;
  }

  // In the order of need: an expression may use parameters that stand further down.
  void EvaluateParameters() {
    for (const YamlNode::Entry& entry : parameter_nodes_.entries) EvaluateParameter(entry);
    for (const auto& [name, value] : assignments_) {
      if (used_assignments_.count(name)) continue;
      std::vector<std::string> names = KeysOf(parameter_nodes_);
      for (const std::string& key : KeysOf(variant_nodes_)) names.push_back(key);
      diagnostics_->Error({"--set", 0, 0},
                          fmt::format("there is no parameter or variant '{}'", name),
                          SuggestName(name, names));
    }
  }

  void EvaluateParameter(const YamlNode::Entry& entry) {
    if (document_.parameters_.count(entry.key) || failed_.count(entry.key)) return;
    YamlNode node = entry.value;
    if (const std::string* assigned = Assigned(entry.key)) {
      node = YamlNode{.kind = YamlNode::Kind::kScalar, .place = {"--set", 0, 0}, .text = *assigned};
    }
    if (!evaluating_.insert(entry.key).second) {
      diagnostics_->Error(node.place,
                          fmt::format("the parameter '{}' depends on itself", entry.key));
      failed_.insert(entry.key);
      return;
    }
    EvaluateParametersUsedBy(node.text);
    evaluating_.erase(entry.key);
    if (failed_.count(entry.key)) return;
    try {
      if (!node.IsScalar()) throw InputError("a parameter is a number, not " + node.Description());
      document_.parameters_[entry.key] = document_.EvaluateScalar(node.text);
    } catch (const InputError& error) {
      failed_.insert(entry.key);
      const Diagnostic& reason = error.diagnostics().front();
      diagnostics_->Error(node.place, fmt::format("parameter '{}': {}", entry.key, reason.message),
                          reason.remedy);
    }
  }

  // Used are those that an expression mentions, also in a variant that was not chosen.
  void WarnOfUnusedParameters() {
    std::vector<const std::string*> expressions;
    CollectExpressions(document_.root_, &expressions);
    CollectExpressions(parameter_nodes_, &expressions);
    CollectExpressions(variant_nodes_, &expressions);
    for (const auto& [name, value] : assignments_) expressions.push_back(&value);
    for (const YamlNode::Entry& entry : parameter_nodes_.entries) {
      const bool used =
          std::any_of(expressions.begin(), expressions.end(), [&](const std::string* text) {
            return text->find("${") != std::string::npos && MentionsName(*text, entry.key);
          });
      if (used) continue;
      diagnostics_->Warning(entry.key_place,
                            fmt::format("the parameter '{}' is used nowhere", entry.key),
                            fmt::format("write ${{{}}} where its value belongs", entry.key));
    }
  }

  static void CollectExpressions(const YamlNode& node, std::vector<const std::string*>* texts) {
    if (node.text.find("${") != std::string::npos) texts->push_back(&node.text);
    for (const YamlNode& item : node.items) CollectExpressions(item, texts);
    for (const YamlNode::Entry& entry : node.entries) CollectExpressions(entry.value, texts);
  }

  void EvaluateParametersUsedBy(const std::string& text) {
    if (text.find("${") == std::string::npos || evaluating_.size() > 1000) return;
    for (const YamlNode::Entry& other : parameter_nodes_.entries) {
      if (MentionsName(text, other.key)) EvaluateParameter(other);
    }
  }

  static bool MentionsName(const std::string& text, const std::string& name) {
    const auto is_letter = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    };
    for (size_t at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
      const bool starts = at == 0 || !is_letter(text[at - 1]);
      const size_t end = at + name.size();
      if (starts && (end >= text.size() || !is_letter(text[end]))) return !name.empty();
    }
    return false;
  }

  const Assignments& assignments_;
  Diagnostics* diagnostics_;
  Document document_;
  std::vector<std::string> open_files_;
  YamlNode parameter_nodes_;
  YamlNode variant_nodes_;
  std::set<std::string> used_assignments_;
  std::set<std::string> evaluating_;
  std::set<std::string> failed_;
};

Document Document::Load(const std::string& path, const Assignments& assignments,
                        Diagnostics* diagnostics) {
  return Parse(ReadYamlFile(path), path, assignments, diagnostics);
}

Document Document::Parse(const std::string& text, const std::string& path,
                         const Assignments& assignments, Diagnostics* diagnostics) {
  return DocumentLoader(assignments, diagnostics).Load(text, path);
}

const UnitSystem& Document::UnitsOf(const std::string& file) const {
  static const UnitSystem si;
  const auto found = units_.find(file);
  return found == units_.end() ? si : found->second;
}

DimensionedNumber Document::EvaluateExpression(const std::string& text) const {
  std::vector<std::string> names;
  std::vector<DimensionedNumber> values;
  for (const auto& [name, value] : parameters_) {
    names.push_back(name);
    values.push_back(value);
  }
  return Expression::Parse(text, names)
      .Evaluate<DimensionedNumber>(std::span<const DimensionedNumber>(values));
}

std::string Document::ReadText(const YamlNode& node, const std::string& what,
                               Diagnostics* diagnostics) const {
  std::string text = node.text;
  try {
    for (size_t start = text.find("${"); start != std::string::npos;
         start = text.find("${", start)) {
      const size_t end = text.find('}', start);
      if (end == std::string::npos) throw InputError(fmt::format("'{}' lacks its '}}'", node.text));
      const double value = EvaluateExpression(text.substr(start + 2, end - start - 2)).value;
      const std::string shown = fmt::format("{}", value);
      text.replace(start, end - start + 1, shown);
      start += shown.size();
    }
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics->Error(node.place, fmt::format("{}: {}", what, reason.message), reason.remedy);
  }
  return text;
}

std::string Document::ReadSetting(const YamlNode& node, const std::string& what,
                                  Diagnostics* diagnostics) const {
  if (node.IsSequence()) {
    std::string list;
    for (const YamlNode& item : node.items) {
      list += (list.empty() ? "" : ", ") + ReadSetting(item, what, diagnostics);
    }
    return "[" + list + "]";
  }
  if (!node.IsScalar()) {
    diagnostics->Error(node.place,
                       fmt::format("{}: a value is expected, not {}", what, node.Description()));
    return "";
  }
  if (node.text.rfind("${", 0) != 0) return ReadText(node, what, diagnostics);
  try {
    const DimensionedNumber number = EvaluateScalar(node.text);
    return number.dimension.IsNone()
               ? fmt::format("{}", number.value)
               : fmt::format("{} {}", number.value, number.dimension.ToString());
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics->Error(node.place, fmt::format("{}: {}", what, reason.message), reason.remedy);
    return "";
  }
}

// "12", "12 N/mm", "${2*k}" or "${2*a} N/mm".
DimensionedNumber Document::EvaluateScalar(const std::string& raw) const {
  const std::string text = Trim(raw);
  DimensionedNumber number;
  std::string unit_text;
  if (text.rfind("${", 0) == 0) {
    const size_t end = text.find('}');
    if (end == std::string::npos) throw InputError(fmt::format("'{}' lacks its '}}'", text));
    number = EvaluateExpression(text.substr(2, end - 2));
    unit_text = Trim(text.substr(end + 1));
  } else {
    const auto split = SplitNumber(text);
    if (!split) {
      throw InputError(fmt::format("'{}' is not a number", text),
                       "write 12, 12 N/mm or ${expression of parameters}");
    }
    number = DimensionedNumber(split->first);
    unit_text = split->second;
  }
  if (!unit_text.empty()) {
    if (!number.dimension.IsNone()) {
      throw InputError(
          fmt::format("'{}' has a dimension already, before the unit '{}'", text, unit_text));
    }
    const Unit unit = ParseUnit(unit_text);
    number = DimensionedNumber(unit.ToSi(number.value), unit.dimension);
    // A percentage stays a plain number.
  }
  if (!std::isfinite(number.value)) {
    throw InputError(fmt::format("'{}' is not a finite number", text));
  }
  return number;
}

std::optional<double> Document::ReadNumber(const YamlNode& node, const Quantity& quantity,
                                           const std::string& what,
                                           Diagnostics* diagnostics) const {
  const auto fail = [&](const Place& place, const std::string& message, const std::string& remedy) {
    diagnostics->Error(place, fmt::format("{}: {}", what, message), remedy);
    return std::nullopt;
  };
  const std::string expected = quantity.SiUnit();
  std::string text = node.text;
  if (node.IsMap()) {
    const YamlNode* value = node.Find("value");
    const YamlNode* unit = node.Find("unit");
    if (!value || node.entries.size() != (unit ? 2u : 1u)) {
      return fail(node.place, "a number is expected, not this mapping",
                  "write {value: 12, unit: N/mm} or 12 N/mm");
    }
    text = unit ? value->text + " " + unit->text : value->text;
  } else if (!node.IsScalar()) {
    return fail(node.place, fmt::format("a number is expected, not {}", node.Description()),
                fmt::format("in {} or with a unit", expected));
  }
  try {
    const DimensionedNumber number = EvaluateScalar(text);
    if (number.dimension == quantity.ToDimension() && !number.dimension.IsNone()) {
      return number.value;
    }
    if (!number.dimension.IsNone()) {
      return fail(node.place,
                  fmt::format("{} is a number of {}, expected one of {}",
                              node.IsMap() ? "'" + text + "'" : node.Description(),
                              number.dimension.ToString(), expected),
                  fmt::format("give it in {} or a unit like it", expected));
    }
    return UnitsOf(node.place.file).UnitOf(quantity).ToSi(number.value);
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    return fail(node.place, reason.message, reason.remedy);
  }
}

}  // namespace jounce

#include "io/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/names.h"
#include "io/text_file.h"

namespace jounce {
namespace {

constexpr int kMostNestedFiles = 32;

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
  DocumentLoader(const Assignments& assignments, const GivenValues& given, Diagnostics* diagnostics)
      : diagnostics_(diagnostics), parameters_(assignments, given, diagnostics) {}

  Document Load(const std::string& text, const std::string& path) {
    document_.root_ = LoadFile(text, path);
    ChooseVariants();
    parameters_.Evaluate(KeysOf(variant_nodes_), &document_.scope_);
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
      MergeInto(target, LoadFile(ReadTextFile(path), path));
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

  void AddParameters(const YamlNode& node) {
    if (!node.IsMap()) {
      diagnostics_->Error(node.place, "parameters should be a mapping, not " + node.Description(),
                          "for instance parameters: {k_front: 120 N/mm}");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      parameters_.Add({.name = entry.key,
                       .place = entry.key_place,
                       .value = entry.value,
                       .origin = open_files_});
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
      if (variant_nodes_.Find(entry.key)) continue;
      variant_nodes_.entries.push_back(entry);
      variant_origins_.push_back(open_files_);
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
      if (const auto chosen = parameters_.ChoiceOf(entry.key)) {
        choice = chosen->group;
        place = chosen->place;
      }
      YamlNode* group = entry.value.Find(choice);
      if (!group) {
        diagnostics_->Error(place, fmt::format("'{}' has no group '{}'", entry.key, choice),
                            SuggestName(choice, names));
        continue;
      }
      document_.choices_[entry.key] = choice;
      // Its parameters give way to those of its file, like those of an included one.
      open_files_ = variant_origins_[i];
      open_files_.push_back(entry.key + "=" + choice);
      MergeGroup(std::move(*group));
      open_files_.clear();
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

  Diagnostics* diagnostics_;
  Document document_;
  std::vector<std::string> open_files_;
  YamlNode variant_nodes_;
  std::vector<std::vector<std::string>> variant_origins_;  // as open_files_ was at each
  ParameterBook parameters_;
};

Document Document::Load(const std::string& path, const Assignments& assignments,
                        Diagnostics* diagnostics, const GivenValues& given) {
  return Parse(ReadTextFile(path), path, assignments, diagnostics, given);
}

Document Document::Parse(const std::string& text, const std::string& path,
                         const Assignments& assignments, Diagnostics* diagnostics,
                         const GivenValues& given) {
  return DocumentLoader(assignments, given, diagnostics).Load(text, path);
}

const UnitSystem& Document::UnitsOf(const std::string& file) const {
  static const UnitSystem si;
  const auto found = units_.find(file);
  return found == units_.end() ? si : found->second;
}

std::string Document::ReadText(const YamlNode& node, const std::string& what,
                               Diagnostics* diagnostics) const {
  try {
    return scope_.Substitute(node.text);
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics->Error(node.place, fmt::format("{}: {}", what, reason.message), reason.remedy);
  }
  return node.text;
}

std::optional<ParameterValue> Document::Evaluate(const YamlNode& node, const std::string& what,
                                                 Diagnostics* diagnostics) const {
  try {
    return scope_.Evaluate(node);
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics->Error(node.place, fmt::format("{}: {}", what, reason.message), reason.remedy);
  }
  return std::nullopt;
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
    const DimensionedNumber number = scope_.EvaluateScalar(text).Number();
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

#include "io/document.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/names.h"
#include "io/case_book.h"
#include "io/named_data.h"
#include "io/parsed_files.h"
#include "io/text_file.h"
#include "io/yaml_merge.h"

namespace jounce {
namespace {

constexpr int kMostNestedFiles = 32;
constexpr size_t kMostFiles = 1000;
constexpr size_t kMostMegabytes = 32;  // of a YAML file; more takes too long to parse
constexpr char kPointSheetName[] = "points";
const std::string kTableSheetPrefix = "tables.";

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

bool HaveSameUnits(const UnitSystem& a, const UnitSystem& b) {
  const auto members = [](const UnitSystem& units) {
    return std::tie(units.length, units.force, units.mass, units.time, units.angle,
                    units.temperature);
  };
  return members(a) == members(b);
}

std::vector<std::string> KeysOf(const YamlNode& map) {
  std::vector<std::string> keys;
  for (const YamlNode::Entry& entry : map.entries) keys.push_back(entry.key);
  return keys;
}

}  // namespace

bool IsSheetName(const std::string& name) {
  return name == kPointSheetName || name.starts_with(kTableSheetPrefix);
}

class DocumentLoader {
 public:
  // `parsed` may be null.
  DocumentLoader(const Assignments& assignments, const GivenValues& given, ParsedFiles* parsed,
                 Diagnostics* diagnostics)
      : diagnostics_(diagnostics), parsed_(parsed), parameters_(assignments, given, diagnostics) {}

  Document Load(const std::string& text, const std::string& path, const std::string& case_name) {
    document_.root_ = LoadFile(text, path, 0);
    document_.cases_ = cases_.names();
    if (!case_name.empty()) ApplyCase(cases_.Find(case_name, path, diagnostics_));
    ChooseVariants();
    ReportAppends(document_.root_, diagnostics_);
    const YamlNode case_values = cases_.Values();
    parameters_.WarnOfUnused({&document_.root_, &variant_nodes_, &case_values});
    parameters_.Evaluate(KeysOf(variant_nodes_), &document_.scope_);
    EvaluateKeys(&document_.root_);
    return std::move(document_);
  }

 private:
  // One file: its units and parameters are taken out, its includes resolved. `depth` counts the
  // keys that lead to the mapping that it becomes part of.
  YamlNode LoadFile(const std::string& text, const std::string& path, int depth) {
    document_.files_.push_back(path);
    open_files_.push_back(CanonicalName(path));
    YamlNode root =
        parsed_ ? parsed_->Parse(text, path, diagnostics_) : ParseYaml(text, path, diagnostics_);
    if (root.IsNull()) root.kind = YamlNode::Kind::kMap;
    if (!root.IsMap()) {
      diagnostics_->Error(root.place,
                          "the file should hold a mapping (key: value), not " + root.Description());
      root = YamlNode{.kind = YamlNode::Kind::kMap, .place = root.place};
    }
    if (std::optional<YamlNode> units = TakeEntry(&root, "units")) ReadUnits(*units, path);
    TakeParameters(&root, depth);
    if (depth == 0 && !root.Find("law")) {
      if (const std::optional<YamlNode> cases = TakeEntry(&root, "cases")) {
        cases_.Add(*cases, diagnostics_);
      }
    }
    if (std::optional<YamlNode> variants = TakeEntry(&root, "variants")) AddVariants(*variants);
    ResolveIncludes(&root, depth);
    open_files_.pop_back();
    return root;
  }

  static std::string CanonicalName(const std::string& path) {
    std::error_code ignored;
    const auto canonical = std::filesystem::weakly_canonical(path, ignored);
    return canonical.empty() ? path : canonical.string();
  }

  void ResolveIncludes(YamlNode* node, int depth) {
    for (YamlNode& item : node->items) ResolveIncludes(&item, depth + 1);
    for (YamlNode::Entry& entry : node->entries) {
      if (entry.key != "include") ResolveIncludes(&entry.value, depth + 1);
    }
    if (!node->IsMap()) return;
    const std::optional<YamlNode> include = TakeEntry(node, "include");
    if (!include) return;
    const SameUnits same_units = [this](const std::string& a, const std::string& b) {
      return HaveSameUnits(document_.UnitsOf(a), document_.UnitsOf(b));
    };
    SiblingMerge siblings(*node, depth, same_units, diagnostics_);
    const std::vector<YamlNode> names =
        include->IsSequence() ? include->items : std::vector<YamlNode>{*include};
    for (const YamlNode& name : names) siblings.Add(LoadIncluded(name, depth));
    MergeIncluded(node, siblings.merged());
    AppendLists(node);
  }

  YamlNode LoadIncluded(const YamlNode& name, int depth) {
    const YamlNode nothing{.kind = YamlNode::Kind::kMap, .place = name.place};
    const auto fail = [&](const std::string& message, const std::string& remedy = "") {
      diagnostics_->Error(name.place, message, remedy);
      return nothing;
    };
    if (!name.IsScalar()) {
      return fail("include should name a file or a list of files, not " + name.Description());
    }
    if (name.text.find("${") != std::string::npos) {
      return fail(fmt::format("include cannot use parameters: {}", name.Description()),
                  "variants choose between files");
    }
    const std::filesystem::path here = std::filesystem::path(name.place.file).parent_path();
    const std::string path = (here / name.text).lexically_normal().string();
    const std::string canonical = CanonicalName(path);
    if (std::find(open_files_.begin(), open_files_.end(), canonical) != open_files_.end()) {
      return fail(fmt::format("'{}' includes itself in a circle", name.text));
    }
    if (open_files_.size() >= kMostNestedFiles || document_.files_.size() > kMostFiles) {
      return fail("too many files include each other");
    }
    try {
      return LoadFile(ReadYamlFile(path), path, depth);
    } catch (const FileError& error) {
      return fail(fmt::format("the included file {}", error.what()),
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

  // Points and tables belong to models; deeper down `points` is a key of curves and laws.
  void TakeParameters(YamlNode* root, int depth) {
    if (std::optional<YamlNode> parameters = TakeEntry(root, "parameters")) {
      AddParameters(*parameters);
    }
    if (depth > 0 || root->Find("law")) return;
    YamlNode* points = root->Find("points");
    if (points && IsPointTable(*points)) {
      const std::string& unit = document_.UnitsOf(points->place.file).length;
      ExchangePoints(points);
      AddAll(ReadPoints(*TakeEntry(root, "points"), unit, &document_.files_, diagnostics_));
    }
    if (std::optional<YamlNode> tables = TakeEntry(root, "tables")) {
      for (YamlNode::Entry& entry : tables->entries) {
        ExchangeSheet(kTableSheetPrefix + entry.key, &entry.value);
      }
      AddAll(ReadTables(*tables, &document_.files_, diagnostics_));
    }
  }

  // Another file of points takes the place of the one that is named; of several none is meant.
  void ExchangePoints(YamlNode* points) {
    std::vector<YamlNode*> files;
    if (YamlNode* file = points->Find("file")) files.push_back(file);
    for (YamlNode& item : points->items) {
      if (YamlNode* file = item.Find("file")) files.push_back(file);
    }
    if (files.size() == 1) ExchangeSheet(kPointSheetName, files.front());
  }

  // The file is relative to where it is said: the file around, or where the command runs.
  void ExchangeSheet(const std::string& name, YamlNode* file) {
    if (!file->IsScalar()) return;
    if (const auto chosen = parameters_.ChoiceOf(name)) {
      file->text = chosen->group;
      file->place = chosen->place;
    }
  }

  void AddParameters(const YamlNode& node) {
    if (!node.IsMap()) {
      diagnostics_->Error(node.place, "parameters should be a mapping, not " + node.Description(),
                          "for instance parameters: {k_front: 120 N/mm}");
      return;
    }
    for (const YamlNode::Entry& entry : node.entries) {
      RefuseFormula(entry);
      AddAll({{.name = entry.key, .place = entry.key_place, .value = entry.value}});
    }
  }

  // Parameters and variants are known before any formula is.
  void RefuseFormula(const YamlNode::Entry& entry) {
    if (entry.key.find("${") == std::string::npos) return;
    diagnostics_->Error(entry.key_place,
                        fmt::format("the name '{}' cannot be a formula", entry.key));
  }

  void AddAll(std::vector<ParameterDefinition> definitions) {
    for (ParameterDefinition& definition : definitions) {
      definition.origin = open_files_;
      parameters_.Add(std::move(definition));
    }
  }

  // What is for sub-assemblies is left to whoever reads them.
  void ApplyCase(const Assignments& assignments) {
    Assignments own;
    for (const Assignment& assignment : assignments) {
      const bool is_own = assignment.name.find('/') == std::string::npos;
      (is_own ? own : document_.inner_assignments_).push_back(assignment);
    }
    parameters_.AssignBefore(own);
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
      RefuseFormula(entry);
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
    TakeParameters(&group, 0);
    ResolveIncludes(&group, 0);
    MergeIncluded(&document_.root_, group);
    AppendLists(&document_.root_);
  }

  // A name may be made of parameters: `arm_${side}: {...}`.
  void EvaluateKeys(YamlNode* node) {
    for (YamlNode& item : node->items) EvaluateKeys(&item);
    for (YamlNode::Entry& entry : node->entries) {
      EvaluateKeys(&entry.value);
      if (entry.key.find("${") != std::string::npos) EvaluateKey(node, &entry);
    }
  }

  void EvaluateKey(const YamlNode* map, YamlNode::Entry* entry) {
    try {
      const std::string key = document_.scope_.SubstituteInName(entry->key);
      if (map->Find(key)) throw InputError(fmt::format("there is a key '{}' already", key));
      entry->key = key;
    } catch (const InputError& error) {
      const Diagnostic& reason = error.diagnostics().front();
      diagnostics_->Error(entry->key_place,
                          fmt::format("the key '{}': {}", entry->key, reason.message),
                          reason.remedy);
    }
  }

  Diagnostics* diagnostics_;
  ParsedFiles* parsed_;
  Document document_;
  std::vector<std::string> open_files_;
  CaseBook cases_;
  YamlNode variant_nodes_;
  std::vector<std::vector<std::string>> variant_origins_;  // as open_files_ was at each
  ParameterBook parameters_;
};

Document Document::Load(const std::string& path, const Assignments& assignments,
                        Diagnostics* diagnostics, const GivenValues& given,
                        const std::string& case_name, ParsedFiles* parsed) {
  return DocumentLoader(assignments, given, parsed, diagnostics)
      .Load(ReadYamlFile(path), path, case_name);
}

Document Document::Parse(const std::string& text, const std::string& path,
                         const Assignments& assignments, Diagnostics* diagnostics,
                         const GivenValues& given, const std::string& case_name) {
  return DocumentLoader(assignments, given, nullptr, diagnostics).Load(text, path, case_name);
}

// The three numbers of a vector as a list, as if they had been written out.
std::optional<YamlNode> Document::ReadVector(const YamlNode& node, const Quantity& quantity,
                                             const std::string& what,
                                             Diagnostics* diagnostics) const {
  try {
    DimensionedVector vector = node.IsMap() ? Difference(node) : VectorNamedBy(node);
    const bool is_direction = quantity == quantity::kNumber;
    if (is_direction && vector.dimension == quantity::kLength.ToDimension()) {
      const ParameterValue length = vector;
      vector = CallVectorFunction(VectorFunction::kUnit, &length).Vector();
    }
    YamlNode list{.kind = YamlNode::Kind::kSequence, .place = node.place};
    const bool plain = vector.dimension.IsNone();
    for (int i = 0; i < 3; ++i) {
      YamlNode& item = list.items.emplace_back(node);
      item.kind = YamlNode::Kind::kScalar;
      item.entries.clear();
      item.text =
          fmt::format("{}{}", vector.value[i], plain ? "" : " " + vector.dimension.ToString());
    }
    return list;
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics->Error(node.place, fmt::format("{}: {}", what, reason.message), reason.remedy);
    return std::nullopt;
  }
}

DimensionedVector Document::VectorNamedBy(const YamlNode& node) const {
  if (node.text.find("${") != std::string::npos) return scope_.EvaluateScalar(node.text).Vector();
  if (const ParameterValue* value = scope_.Find(node.text)) return value->Vector();
  std::vector<std::string> names;
  for (const auto& [name, value] : scope_.values()) {
    if (value.IsVector()) names.push_back(name);
  }
  throw InputError(fmt::format("there is no point or vector {}", node.Description()),
                   SuggestName(node.text, names));
}

// {from: a, to: b}.
DimensionedVector Document::Difference(const YamlNode& node) const {
  const auto point = [&](const char* key) {
    const YamlNode* end = node.Find(key);
    if (!end || node.entries.size() != 2) {
      throw InputError("a list, a vector or {from: point, to: point} is expected");
    }
    const std::string& unit = UnitsOf(end->place.file).length;
    return end->IsScalar() ? WithUnit(VectorNamedBy(*end), unit).Vector()
                           : scope_.Evaluate(*end, unit).Vector();
  };
  const DimensionedVector difference = (ParameterValue(point("to")) - point("from")).Vector();
  if (difference.value.isZero(0)) throw InputError("from and to are the same point");
  return difference;
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

std::string Document::ReadSetting(const YamlNode& node, const std::string& what,
                                  Diagnostics* diagnostics) const {
  const std::optional<ParameterValue> value = Evaluate(node, what, diagnostics);
  if (!value) return "";
  if (value->IsText()) return value->Text();
  const Dimension dimension = value->dimension();
  const std::string unit = dimension.IsNone() ? "" : " " + dimension.ToString();
  if (value->IsNumber()) return fmt::format("{}{}", value->Number().value, unit);
  const Eigen::Vector3d& v = value->Vector().value;
  return fmt::format("[{}{}, {}{}, {}{}]", v[0], unit, v[1], unit, v[2], unit);
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
      const std::string given = node.IsMap() ? "'" + text + "'" : node.Description();
      const std::string unit = number.dimension.ToString();
      if (quantity.ToDimension().IsNone()) {
        return fail(node.place,
                    fmt::format("{} is a number of {}, a plain one is expected", given, unit),
                    "give it without a unit");
      }
      return fail(node.place,
                  fmt::format("{} is a number of {}, expected one of {}", given, unit, expected),
                  fmt::format("give it in {} or a unit like it", expected));
    }
    return UnitsOf(node.place.file).UnitOf(quantity).ToSi(number.value);
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    return fail(node.place, reason.message, reason.remedy);
  }
}

}  // namespace jounce

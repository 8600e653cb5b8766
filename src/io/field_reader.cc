#include "io/field_reader.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <sstream>

#include "base/names.h"
#include "io/table_row.h"

namespace jounce {
namespace {

// Powers and products of larger ones are not finite.
constexpr double kLargestNumber = 1e50;

std::string PathFrom(const std::string& file, const std::string& path) {
  return (std::filesystem::path(file).parent_path() / path).lexically_normal().string();
}

}  // namespace

bool Range::Contains(double value) const {
  return (least_excluded ? value > least : value >= least) &&
         (most_excluded ? value < most : value <= most);
}

std::string Range::ToString() const {
  if (*this == kPositive) return "positive";
  if (std::isinf(most))
    return fmt::format("{} {}", least_excluded ? "more than" : "at least", least);
  if (std::isinf(least)) return fmt::format("{} {}", most_excluded ? "less than" : "at most", most);
  return fmt::format("between {} and {}{}", least, most,
                     least_excluded || most_excluded ? " (an end excluded)" : "");
}

void NameBook::Define(const std::string& kind, const std::string& name) {
  names_[kind].push_back(name);
}

void NameBook::Refer(const std::string& kind, const std::string& name, const Place& place) {
  references_.push_back({kind, name, place});
}

namespace {

// The names of one kind. "arm.*" is any name that begins with "arm.".
class KnownNames {
 public:
  explicit KnownNames(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (name.ends_with('*')) {
        beginnings_.push_back(name.substr(0, name.size() - 1));
      } else {
        whole_.insert(name);
      }
    }
  }

  bool Has(const std::string& name) const {
    return whole_.contains(name) ||
           std::any_of(beginnings_.begin(), beginnings_.end(), [&](const std::string& beginning) {
             return name.size() > beginning.size() && name.starts_with(beginning);
           });
  }

 private:
  std::set<std::string> whole_;
  std::vector<std::string> beginnings_;
};

}  // namespace

void NameBook::Check(Diagnostics* diagnostics) const {
  std::map<std::string, KnownNames> known;
  for (const auto& [kind, names] : names_) known.emplace(kind, names);
  for (const Reference& reference : references_) {
    // "body|frame": a name of either kind will do.
    std::vector<std::string> kinds;
    std::istringstream words(reference.kind);
    bool is_known = false;
    for (std::string kind; !is_known && std::getline(words, kind, '|');) {
      kinds.push_back(kind);
      is_known = known.contains(kind) && known.at(kind).Has(reference.name);
    }
    if (is_known) continue;
    std::vector<std::string> others;
    for (const std::string& kind : kinds) {
      const auto found = names_.find(kind);
      if (found == names_.end()) continue;
      std::copy_if(found->second.begin(), found->second.end(), std::back_inserter(others),
                   [](const std::string& name) { return !name.ends_with('*'); });
    }
    diagnostics->Error(reference.place,
                       fmt::format("there is no {} '{}'", fmt::join(kinds, " or "), reference.name),
                       SuggestName(reference.name, others));
  }
}

void NameBook::Use(const std::string& file) {
  if (std::find(files_.begin(), files_.end(), file) == files_.end()) files_.push_back(file);
}

FieldReader::FieldReader(const Document& document, const YamlNode& map, NameBook* names,
                         Diagnostics* diagnostics)
    : document_(document), map_(map), names_(names), diagnostics_(diagnostics) {}

void FieldReader::Finish() {
  if (kind_unknown_) return;
  for (const YamlNode::Entry& entry : map_.entries) {
    if (std::find(known_.begin(), known_.end(), entry.key) != known_.end()) continue;
    // Suggest what is not there yet before what is.
    std::vector<std::string> open;
    for (const std::string& name : known_) {
      if (!map_.Find(name)) open.push_back(name);
    }
    const bool near_open = !NearestName(entry.key, open).empty();
    diagnostics_->Error(entry.key_place, fmt::format("unknown key '{}'", entry.key),
                        SuggestName(entry.key, near_open ? open : known_));
  }
}

const YamlNode* FieldReader::Find(const Key& key) {
  known_.emplace_back(key.name);
  const YamlNode* node = map_.Find(key.name);
  if (node && !node->IsNull()) return node;
  if (key.need == kRequired) {
    diagnostics_->Error(node ? node->place : map_.place,
                        node ? fmt::format("'{}' has no value", key.name)
                             : fmt::format("the key '{}' is missing", key.name),
                        key.meaning);
  }
  return nullptr;
}

const YamlNode* FieldReader::FindScalar(const Key& key, const char* expected) {
  const YamlNode* node = Find(key);
  if (!node || node->IsScalar()) return node;
  diagnostics_->Error(node->place, fmt::format("{}: {} is expected, not {}", key.name, expected,
                                               node->Description()));
  return nullptr;
}

std::optional<std::string> FieldReader::FindText(const Key& key, const char* expected) {
  const YamlNode* node = FindScalar(key, expected);
  if (!node) return std::nullopt;
  return document_.ReadText(*node, key.name, diagnostics_);
}

std::optional<double> FieldReader::ReadNumber(const YamlNode& node, const std::string& what,
                                              const Quantity& quantity, const Range& range) {
  const std::optional<double> value = document_.ReadNumber(node, quantity, what, diagnostics_);
  if (value && std::abs(*value) > kLargestNumber) {
    diagnostics_->Error(
        node.place,
        fmt::format("{}: {} is more than can be computed with", what, node.Description()),
        fmt::format("numbers are at most {:g} in SI", kLargestNumber));
    return std::nullopt;
  }
  if (!value || range.Contains(*value)) return value;
  diagnostics_->Error(node.place, fmt::format("{}: {} is out of range", what, node.Description()),
                      fmt::format("it should be {}{}", range.ToString(),
                                  quantity == quantity::kNumber ? "" : " " + quantity.SiUnit()));
  return std::nullopt;
}

void FieldReader::Number(const Key& key, double& value, const Quantity& quantity,
                         const Range& range) {
  const YamlNode* node = Find(key);
  if (!node) return;
  if (const auto number = ReadNumber(*node, key.name, quantity, range)) value = *number;
}

void FieldReader::Integer(const Key& key, int& value, int least, int most) {
  const YamlNode* node = Find(key);
  if (!node) return;
  const auto number = ReadNumber(*node, key.name, quantity::kNumber,
                                 {static_cast<double>(least), static_cast<double>(most)});
  if (!number) return;
  if (*number != std::round(*number)) {
    diagnostics_->Error(node->place,
                        fmt::format("{}: {} is not a whole number", key.name, node->Description()));
    return;
  }
  value = static_cast<int>(*number);
}

void FieldReader::Flag(const Key& key, bool& value) {
  const std::optional<std::string> text = FindText(key, "true or false");
  if (!text) return;
  if (*text == "true" || *text == "yes" || *text == "on") {
    value = true;
  } else if (*text == "false" || *text == "no" || *text == "off") {
    value = false;
  } else {
    const YamlNode* node = map_.Find(key.name);
    diagnostics_->Error(node->place, fmt::format("{}: true or false is expected, not {}", key.name,
                                                 node->Description()));
  }
}

void FieldReader::Text(const Key& key, std::string& value) {
  if (const auto text = FindText(key, "text")) value = *text;
}

void FieldReader::Texts(const Key& key, std::vector<std::string>& values, const Count& count) {
  const std::optional<YamlNode> list = FindList(key, count);
  if (!list) return;
  values.clear();
  for (const YamlNode& item : list->items) {
    if (!item.IsScalar()) {
      diagnostics_->Error(
          item.place, fmt::format("{}: text is expected, not {}", key.name, item.Description()));
    }
    values.push_back(document_.ReadText(item, key.name, diagnostics_));
  }
}

void FieldReader::References(const Key& key, std::vector<std::string>& values, const char* kind,
                             const Count& count) {
  Texts(key, values, count);
  const YamlNode* node = map_.Find(key.name);
  if (!node || node->items.size() != values.size()) return;
  for (size_t i = 0; i < values.size(); ++i) {
    if (node->items[i].IsScalar()) names_->Refer(kind, values[i], node->items[i].place);
  }
}

void FieldReader::Reference(const Key& key, std::string& value, const char* kind) {
  const std::optional<std::string> text = FindText(key, kind);
  if (!text) return;
  value = *text;
  names_->Refer(kind, value, map_.Find(key.name)->place);
}

void FieldReader::Pairs(const Key& key, std::vector<std::pair<std::string, std::string>>& pairs,
                        const char* kind) {
  const YamlNode* node = Find(key);
  if (!node) return;
  if (!node->IsMap()) {
    diagnostics_->Error(
        node->place,
        fmt::format("{}: a mapping of names is expected, not {}", key.name, node->Description()),
        key.meaning);
    return;
  }
  pairs.clear();
  for (const YamlNode::Entry& entry : node->entries) {
    const std::string what = fmt::format("{} '{}'", key.name, entry.key);
    if (!kind) {
      std::string value = document_.ReadSetting(entry.value, what, diagnostics_);
      if (IsSheetName(entry.key)) value = PathFrom(entry.value.place.file, value);
      // What begins with ./ is a path beside this file, wherever the sub-assembly uses it.
      if (value.rfind("./", 0) == 0) {
        value = std::filesystem::absolute(PathFrom(entry.value.place.file, value))
                    .lexically_normal()
                    .string();
      }
      pairs.emplace_back(entry.key, std::move(value));
    } else if (!entry.value.IsScalar()) {
      diagnostics_->Error(entry.value.place, fmt::format("{}: a name is expected, not {}", what,
                                                         entry.value.Description()));
    } else {
      pairs.emplace_back(entry.key, document_.ReadText(entry.value, what, diagnostics_));
      names_->Refer(kind, pairs.back().second, entry.value.place);
    }
  }
}

void FieldReader::Choice(const Key& key, std::span<const char* const> words, int& index) {
  const std::optional<std::string> text = FindText(key, "a word");
  if (!text) return;
  const auto found = std::find(words.begin(), words.end(), *text);
  if (found != words.end()) {
    index = static_cast<int>(found - words.begin());
    return;
  }
  const std::vector<std::string> known(words.begin(), words.end());
  const YamlNode* node = map_.Find(key.name);
  diagnostics_->Error(node->place,
                      fmt::format("{}: {} is not one of its words", key.name, node->Description()),
                      SuggestName(*text, known));
}

void FieldReader::Path(const Key& key, std::string& value) {
  const std::optional<std::string> text = FindText(key, "a path");
  if (!text) return;
  value = PathFrom(map_.Find(key.name)->place.file, *text);
}

void FieldReader::CheckCount(const YamlNode& node, const char* what, size_t size,
                             const Count& count) {
  if (size >= count.least && size <= count.most) return;
  const std::string expected =
      count.least == count.most ? fmt::format("{}", count.least)
                                : fmt::format("{} {}", size < count.least ? "at least" : "at most",
                                              size < count.least ? count.least : count.most);
  diagnostics_->Error(
      node.place, fmt::format("{}: {} entries are expected, there are {}", what, expected, size));
}

namespace {

// Also in the rows of a table.
void AddUnit(YamlNode* node, const std::string& unit) {
  if (node->IsScalar()) node->text += " " + unit;
  for (YamlNode& item : node->items) AddUnit(&item, unit);
}

}  // namespace

std::optional<YamlNode> FieldReader::FindList(const Key& key, const Count& count) {
  const YamlNode* node = Find(key);
  if (!node) return std::nullopt;
  return CheckedList(key, *node, count);
}

std::optional<YamlNode> FieldReader::FindNumbers(const Key& key, const Count& count,
                                                 const Quantity& quantity) {
  const YamlNode* node = Find(key);
  if (!node) return std::nullopt;
  const bool from_to = node->Find("from") && quantity == quantity::kNumber;
  if (!node->IsScalar() && !from_to) return CheckedList(key, *node, count);
  const std::optional<YamlNode> vector =
      document_.ReadVector(*node, quantity, key.name, diagnostics_);
  if (!vector) return std::nullopt;
  return CheckedList(key, *vector, count);
}

std::optional<YamlNode> FieldReader::CheckedList(const Key& key, const YamlNode& node,
                                                 const Count& count) {
  const YamlNode* value = node.Find("value");
  const YamlNode* unit = node.Find("unit");
  YamlNode list = value && unit ? *value : node;
  if (!list.IsSequence()) {
    diagnostics_->Error(node.place,
                        fmt::format("{}: a list is expected, not {}", key.name, node.Description()),
                        key.meaning);
    return std::nullopt;
  }
  if (unit) AddUnit(&list, unit->text);
  const size_t errors = diagnostics_->all().size();
  CheckCount(node, key.name, list.items.size(), count);
  if (diagnostics_->all().size() != errors) return std::nullopt;
  return list;
}

void FieldReader::Numbers(const Key& key, std::vector<double>& values, const Quantity& quantity,
                          const Count& count, const Range& range) {
  const std::optional<YamlNode> list = FindNumbers(key, count, quantity);
  if (!list) return;
  values.clear();
  for (size_t i = 0; i < list->items.size(); ++i) {
    const std::string what = fmt::format("{}[{}]", key.name, i + 1);
    values.push_back(ReadNumber(list->items[i], what, quantity, range).value_or(0));
  }
}

void FieldReader::Array(const Key& key, std::span<double> values,
                        std::span<const Quantity> quantities, const Range& range) {
  const std::optional<YamlNode> list =
      FindNumbers(key, {values.size(), values.size()}, quantities.front());
  if (!list) return;
  for (size_t i = 0; i < values.size(); ++i) {
    const std::string what = fmt::format("{}[{}]", key.name, i + 1);
    const Quantity& quantity = quantities[std::min(i, quantities.size() - 1)];
    if (const auto number = ReadNumber(list->items[i], what, quantity, range)) values[i] = *number;
  }
}

void FieldReader::Table(const Key& key, std::vector<double>& rows,
                        std::span<const Quantity> columns, const Count& count) {
  const std::optional<YamlNode> list = FindList(key, count);
  if (!list) return;
  rows.clear();
  for (size_t i = 0; i < list->items.size(); ++i) {
    YamlNode row = list->items[i];
    if (row.IsScalar() && columns.size() == 3) {
      const auto point = document_.ReadVector(row, columns[0], key.name, diagnostics_);
      if (!point) continue;
      row = *point;
    }
    if (!row.IsSequence() || row.items.size() != columns.size()) {
      diagnostics_->Error(row.place, fmt::format("{}: row {} should be a list of {} numbers",
                                                 key.name, i + 1, columns.size()));
      continue;
    }
    for (size_t j = 0; j < columns.size(); ++j) {
      const std::string what = fmt::format("{}, row {}, column {}", key.name, i + 1, j + 1);
      rows.push_back(ReadNumber(row.items[j], what, columns[j], kAnyNumber).value_or(0));
    }
  }
}

bool FieldReader::Row(const Key& key, std::span<const Cell> cells) {
  const std::optional<std::string> text = FindText(key, "the row of a table");
  if (!text) return false;
  const Place& place = map_.Find(key.name)->place;
  try {
    const TableRow row = TableRow::Find(document_.parameters(), *text);
    for (const Cell& cell : cells) {
      const std::string name = row.name + "." + cell.column;
      if (document_.parameters().contains(name)) {
        const YamlNode formula = {
            .kind = YamlNode::Kind::kScalar, .place = place, .text = fmt::format("${{{}}}", name)};
        const std::optional<double> number = ReadNumber(formula, name, cell.quantity, kAnyNumber);
        if (number) *cell.value = cell.odd ? row.Odd(*number, cell.column) : *number;
      } else if (cell.need == kRequired) {
        diagnostics_->Error(
            place, fmt::format("{}: the row '{}' has no '{}'", key.name, row.name, cell.column),
            key.meaning);
      }
    }
  } catch (const InputError& error) {
    const Diagnostic& reason = error.diagnostics().front();
    diagnostics_->Error(place, fmt::format("{}: {}", key.name, reason.message), reason.remedy);
  }
  return true;
}

void FieldReader::ReadMap(const YamlNode& node, const std::function<void(Fields&)>& describe) {
  FieldReader inner(document_, node, names_, diagnostics_);
  describe(inner);
  inner.Finish();
}

bool FieldReader::Group(const Key& key, const std::function<void(Fields&)>& describe) {
  const YamlNode* node = Find(key);
  if (!node) return false;
  if (!node->IsMap()) {
    diagnostics_->Error(
        node->place,
        fmt::format("{}: a mapping is expected, not {}", key.name, node->Description()),
        key.meaning);
    return false;
  }
  ReadMap(*node, describe);
  return true;
}

bool FieldReader::Typed(const Key& key, const char* /*type*/, bool /*write*/,
                        const std::function<void(Fields&)>& describe) {
  return Group(key, describe);
}

void FieldReader::List(const Key& key, const char* type, const ListAccess& access,
                       const Count& count) {
  const YamlNode* node = Find(key);
  if (!node) return;
  if (!node->IsSequence()) {
    diagnostics_->Error(
        node->place, fmt::format("{}: a list is expected, not {}", key.name, node->Description()),
        key.meaning);
    return;
  }
  CheckCount(*node, key.name, node->items.size(), count);
  access.resize(node->items.size());
  for (size_t i = 0; i < node->items.size(); ++i) {
    const YamlNode& item = node->items[i];
    if (!item.IsMap()) {
      diagnostics_->Error(item.place, fmt::format("{}[{}]: the mapping of a {} is expected, not {}",
                                                  key.name, i + 1, type, item.Description()));
      continue;
    }
    ReadMap(item, [&](Fields& fields) { access.describe(fields, i); });
  }
}

void FieldReader::Map(const Key& key, const char* type, const MapAccess& access) {
  const YamlNode* node = Find(key);
  if (!node) return;
  if (!node->IsMap()) {
    diagnostics_->Error(
        node->place,
        fmt::format("{}: a mapping of names is expected, not {}", key.name, node->Description()),
        fmt::format("write {}: {{name: {{...}}}}", key.name));
    return;
  }
  for (const YamlNode::Entry& entry : node->entries) {
    names_->Define(type, entry.key);
    if (!entry.value.IsMap()) {
      diagnostics_->Error(entry.value.place,
                          fmt::format("the {} '{}' should be a mapping, not {}", type, entry.key,
                                      entry.value.Description()));
      continue;
    }
    const size_t index = access.size();
    access.append(entry.key);
    ReadMap(entry.value, [&](Fields& fields) { access.describe(fields, index); });
  }
}

void FieldReader::OneOf(const Key& key, const std::vector<Alternative>& alternatives,
                        const std::function<size_t()>& current) {
  const std::optional<std::string> word = FindText(key, "a word");
  if (!word) {
    kind_unknown_ = key.need == kRequired || map_.Find(key.name);
    if (!kind_unknown_) alternatives[current()].describe(*this);
    return;
  }
  for (const Alternative& alternative : alternatives) {
    if (*word != alternative.word) continue;
    alternative.select();
    alternative.describe(*this);
    return;
  }
  kind_unknown_ = true;
  std::vector<std::string> words;
  for (const Alternative& alternative : alternatives) words.emplace_back(alternative.word);
  const YamlNode* node = map_.Find(key.name);
  diagnostics_->Error(node->place,
                      fmt::format("{}: {} is not known", key.name, node->Description()),
                      SuggestName(*word, words));
}

void FieldReader::Where(Place& place) { place = map_.place; }

bool FieldReader::Visit(const Key& key, bool /*is_set*/) { return Find(key) != nullptr; }

void FieldReader::Define(const char* kind, const char* name) { names_->Define(kind, name); }

void FieldReader::Uses(const std::string& file) { names_->Use(file); }

void FieldReader::Problem(const char* key, const std::string& message, const std::string& remedy) {
  Report(key, {Severity::kError, {}, message, remedy});
}

void FieldReader::Report(const char* key, const Diagnostic& finding) {
  const YamlNode* node = map_.Find(key);
  const Place& here = node ? node->place : map_.place;
  const Place& place = finding.place.line > 0 ? finding.place : here;
  if (finding.severity == Severity::kError) {
    diagnostics_->Error(place, finding.message, finding.remedy);
  } else {
    diagnostics_->Warning(place, finding.message, finding.remedy);
  }
}

}  // namespace jounce

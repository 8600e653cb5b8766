#include "io/case_book.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/names.h"

namespace jounce {
namespace {

// Names of cases are part of file names and stand in lists with commas.
bool IsCaseName(const std::string& name) {
  const auto is_fine = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '.';
  };
  return !name.empty() && name != "all" && std::all_of(name.begin(), name.end(), is_fine);
}

// A value as it would stand behind --set, or nothing where it cannot.
std::optional<std::string> SettingOf(const YamlNode& value) {
  if (value.IsScalar()) return value.text;
  if (!value.IsSequence()) return std::nullopt;
  std::vector<std::string> items;
  for (const YamlNode& item : value.items) {
    if (!item.IsScalar()) return std::nullopt;
    items.push_back(item.text);
  }
  return fmt::format("[{}]", fmt::join(items, ", "));
}

Assignments ReadCase(const YamlNode::Entry& entry, Diagnostics* diagnostics) {
  Assignments assignments;
  if (!entry.value.IsMap() && !entry.value.IsNull()) {
    diagnostics->Error(entry.value.place,
                       fmt::format("the case '{}' should map names to values, not {}", entry.key,
                                   entry.value.Description()),
                       "for instance laden: {payload: 400 kg, road: rough}");
  }
  for (const YamlNode::Entry& item : entry.value.entries) {
    if (const std::optional<std::string> text = SettingOf(item.value)) {
      assignments.push_back({item.key, *text, item.key_place});
    } else {
      diagnostics->Error(item.value.place,
                         fmt::format("the case '{}': '{}' should be a number, a text or a list of "
                                     "numbers, not {}",
                                     entry.key, item.key, item.value.Description()));
    }
  }
  return assignments;
}

}  // namespace

void CaseBook::Add(const YamlNode& node, Diagnostics* diagnostics) {
  if (!node.IsMap()) {
    diagnostics->Error(node.place, "cases should be a mapping, not " + node.Description(),
                       "for instance cases: {laden: {payload: 400 kg, road: rough}}");
    return;
  }
  for (const YamlNode::Entry& entry : node.entries) {
    if (!IsCaseName(entry.key)) {
      diagnostics->Error(entry.key_place, fmt::format("'{}' cannot be a case's name", entry.key),
                         "use letters, digits, '_', '-' and '.'; 'all' stands for all cases");
    } else if (!cases_.count(entry.key)) {
      names_.push_back(entry.key);
      cases_[entry.key] = ReadCase(entry, diagnostics);
    }
  }
}

Assignments CaseBook::Find(const std::string& name, const std::string& path,
                           Diagnostics* diagnostics) const {
  const auto found = cases_.find(name);
  if (found != cases_.end()) return found->second;
  diagnostics->Error({path, 0, 0}, fmt::format("there is no case '{}'", name),
                     names_.empty() ? "the file has no cases" : SuggestName(name, names_));
  return {};
}

YamlNode CaseBook::Values() const {
  YamlNode list{.kind = YamlNode::Kind::kSequence};
  for (const auto& [name, assignments] : cases_) {
    for (const Assignment& assignment : assignments) {
      list.items.push_back({.kind = YamlNode::Kind::kScalar, .text = assignment.text});
    }
  }
  return list;
}

}  // namespace jounce

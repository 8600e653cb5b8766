#include "io/yaml_merge.h"

#include <fmt/format.h>

#include <utility>

namespace jounce {
namespace {

constexpr const char* kAppend = "append";
constexpr int kNameDepth = 2;  // bodies, arm

}  // namespace

std::optional<YamlNode> TakeEntry(YamlNode* map, const std::string& key) {
  for (auto entry = map->entries.begin(); entry != map->entries.end(); ++entry) {
    if (entry->key != key) continue;
    YamlNode value = std::move(entry->value);
    map->entries.erase(entry);
    return value;
  }
  return std::nullopt;
}

void MergeIncluded(YamlNode* target, const YamlNode& included) {
  for (const YamlNode::Entry& entry : included.entries) {
    YamlNode* present = target->Find(entry.key);
    if (!present) {
      target->entries.push_back(entry);
    } else if (present->IsMap() && entry.value.IsMap()) {
      MergeIncluded(present, entry.value);
    }
  }
}

void SiblingMerge::Merge(YamlNode* merged, const YamlNode& addition, const YamlNode* target,
                         int depth) {
  for (const YamlNode::Entry& entry : addition.entries) {
    YamlNode* present = merged->Find(entry.key);
    const YamlNode* own = target ? target->Find(entry.key) : nullptr;
    if (!present) {
      merged->entries.push_back(entry);
    } else if (own && !own->IsMap()) {
      continue;  // overridden
    } else if (present->IsMap() && entry.value.IsMap() && (depth < kNameDepth || own)) {
      Merge(present, entry.value, own, depth + 1);
    } else if (!IsSame(*present, entry.value)) {
      diagnostics_->Error(
          entry.key_place,
          fmt::format("'{}' is not the same in two files that are included", entry.key),
          fmt::format("the other is at {}; rename one, or say here which holds: in the file that "
                      "includes both",
                      present->place.ToString()));
    }
  }
}

bool SiblingMerge::IsSame(const YamlNode& a, const YamlNode& b) const {
  return SameContent(a, b) &&
         (a.place.file == b.place.file || same_units_(a.place.file, b.place.file));
}

void AppendLists(YamlNode* node) {
  for (YamlNode& item : node->items) AppendLists(&item);
  for (YamlNode::Entry& entry : node->entries) AppendLists(&entry.value);
  YamlNode* append = node->Find(kAppend);
  if (!append || !append->IsMap()) return;
  std::vector<YamlNode::Entry> left;
  for (YamlNode::Entry& entry : append->entries) {
    YamlNode* list = node->Find(entry.key);
    if (list && list->IsSequence() && entry.value.IsSequence()) {
      list->items.insert(list->items.end(), entry.value.items.begin(), entry.value.items.end());
    } else {
      left.push_back(std::move(entry));
    }
  }
  append->entries = std::move(left);
  if (append->entries.empty()) TakeEntry(node, kAppend);
}

void ReportAppends(const YamlNode& node, Diagnostics* diagnostics) {
  for (const YamlNode& item : node.items) ReportAppends(item, diagnostics);
  for (const YamlNode::Entry& entry : node.entries) {
    ReportAppends(entry.value, diagnostics);
    if (entry.key != kAppend) continue;
    if (!entry.value.IsMap()) {
      diagnostics->Error(entry.value.place,
                         "append should map keys to lists, not " + entry.value.Description(),
                         "for instance append: {points: [[0, 0, 0]]}");
    }
    for (const YamlNode::Entry& list : entry.value.entries) {
      diagnostics->Error(
          list.key_place,
          list.value.IsSequence()
              ? fmt::format("there is no list '{}' to append to", list.key)
              : fmt::format("append: a list is expected, not {}", list.value.Description()));
    }
  }
}

}  // namespace jounce

// How mappings of several files become one.
//
// Of a mapping and what it includes: mappings are merged key by key; anything else, lists among it,
// is what the including file says. `append: {key: [...]}` in a mapping adds to a list that is
// included instead of replacing it.
//
// Of files that are included side by side, neither wins: what both have must be the same, unless
// the including file overrides it.
#ifndef JOUNCE_IO_YAML_MERGE_H_
#define JOUNCE_IO_YAML_MERGE_H_

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"
#include "io/yaml_tree.h"

namespace jounce {

// Takes the value of a key out of a mapping.
std::optional<YamlNode> TakeEntry(YamlNode* map, const std::string& key);

// What stands in `target` wins.
void MergeIncluded(YamlNode* target, const YamlNode& included);

// Do plain numbers mean the same in both files?
using SameUnits = std::function<bool(const std::string&, const std::string&)>;

// Merges the mappings of files that are included side by side.
class SiblingMerge {
 public:
  // `target` is the mapping that includes; `depth` counts the keys that lead to it. Below a section
  // and a name (bodies, arm) nothing is pieced together from two files.
  SiblingMerge(const YamlNode& target, int depth, const SameUnits& same_units,
               Diagnostics* diagnostics)
      : target_(target), depth_(depth), same_units_(same_units), diagnostics_(diagnostics) {}

  void Add(const YamlNode& included) { Merge(&merged_, included, &target_, depth_ + 1); }
  const YamlNode& merged() const { return merged_; }

 private:
  void Merge(YamlNode* merged, const YamlNode& addition, const YamlNode* target, int depth);
  bool IsSame(const YamlNode& a, const YamlNode& b) const;

  const YamlNode& target_;
  int depth_;
  const SameUnits& same_units_;
  Diagnostics* diagnostics_;
  YamlNode merged_{.kind = YamlNode::Kind::kMap};
};

// Does what `append` says wherever its lists are there by now.
void AppendLists(YamlNode* node);

// Reports each `append` that has found no list.
void ReportAppends(const YamlNode& node, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_YAML_MERGE_H_

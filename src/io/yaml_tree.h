// A YAML file as a plain tree in which every key and value knows where it stands, so that errors
// can say file:line:column. Built from yaml-cpp's events, which alone carry all positions and let
// duplicate keys be seen.
#ifndef JOUNCE_IO_YAML_TREE_H_
#define JOUNCE_IO_YAML_TREE_H_

#include <string>
#include <utility>
#include <vector>

#include "base/error.h"

namespace jounce {

struct YamlNode {
  enum class Kind { kNull, kScalar, kSequence, kMap };

  Kind kind = Kind::kNull;
  Place place;
  std::string text;     // of a scalar
  bool quoted = false;  // a quoted scalar is text even if it looks like a number

  std::vector<YamlNode> items;  // of a sequence
  struct Entry;
  std::vector<Entry> entries;  // of a map, in the order of the file

  bool IsNull() const { return kind == Kind::kNull; }
  bool IsScalar() const { return kind == Kind::kScalar; }
  bool IsSequence() const { return kind == Kind::kSequence; }
  bool IsMap() const { return kind == Kind::kMap; }

  // The value of a key of a map, or null.
  const YamlNode* Find(const std::string& key) const;
  YamlNode* Find(const std::string& key);

  // "a mapping", "a list", "'12 N'", "nothing": for messages.
  std::string Description() const;
};

struct YamlNode::Entry {
  std::string key;
  Place key_place;
  YamlNode value;
};

// Do both say the same, wherever they stand?
bool SameContent(const YamlNode& a, const YamlNode& b);

// Parses one document. Syntax errors and duplicate keys go to `diagnostics`; what could be read is
// returned. `file` is the name shown in messages.
YamlNode ParseYaml(const std::string& text, const std::string& file, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_YAML_TREE_H_

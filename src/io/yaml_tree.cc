#include "io/yaml_tree.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

namespace jounce {
namespace {

// Aliases copy what they point at: a bound keeps a small hostile file from filling the memory.
constexpr size_t kMostNodes = 2'000'000;

size_t CountNodes(const YamlNode& node) {
  size_t count = 1;
  for (const YamlNode& item : node.items) count += CountNodes(item);
  for (const YamlNode::Entry& entry : node.entries) count += CountNodes(entry.value);
  return count;
}

// Builds the tree bottom up: a stack of open collections, each with the key that waits for a value.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(const std::string& file, Diagnostics* diagnostics)
      : file_(file), diagnostics_(diagnostics) {}

  YamlNode TakeRoot() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    Add(NodeAt(mark, YamlNode::Kind::kNull), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
      diagnostics_->Error(PlaceAt(mark), "an alias stands inside the value it stands for");
      Add(NodeAt(mark, YamlNode::Kind::kNull), 0);
      return;
    }
    node_count_ += CountNodes(found->second);
    CheckSize();
    YamlNode copy = found->second;
    copy.place = PlaceAt(mark);
    Add(std::move(copy), 0);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    YamlNode node = NodeAt(mark, YamlNode::Kind::kScalar);
    node.text = value;
    node.quoted = tag == "!";  // yaml-cpp's tag for quoted and block scalars
    if (!node.quoted && (value == "~" || value == "null")) node.kind = YamlNode::Kind::kNull;
    Add(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open_.push_back({NodeAt(mark, YamlNode::Kind::kSequence), anchor, false, {}, {}});
  }
  void OnSequenceEnd() override { Close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open_.push_back({NodeAt(mark, YamlNode::Kind::kMap), anchor, false, {}, {}});
  }
  void OnMapEnd() override { Close(); }

 private:
  struct OpenNode {
    YamlNode node;
    YAML::anchor_t anchor;
    bool has_key;
    std::string key;
    Place key_place;
  };

  Place PlaceAt(const YAML::Mark& mark) const { return {file_, mark.line + 1, mark.column + 1}; }

  YamlNode NodeAt(const YAML::Mark& mark, YamlNode::Kind kind) {
    ++node_count_;
    CheckSize();
    YamlNode node;
    node.kind = kind;
    node.place = PlaceAt(mark);
    return node;
  }

  void CheckSize() const {
    if (node_count_ > kMostNodes) throw std::length_error("the file holds too many values");
  }

  void Close() {
    OpenNode closed = std::move(open_.back());
    open_.pop_back();
    Add(std::move(closed.node), closed.anchor);
  }

  void Add(YamlNode node, YAML::anchor_t anchor) {
    if (anchor) anchors_[anchor] = node;
    if (open_.empty()) {
      root_ = std::move(node);
      return;
    }
    OpenNode& parent = open_.back();
    if (parent.node.IsSequence()) {
      parent.node.items.push_back(std::move(node));
    } else if (!parent.has_key) {
      TakeKey(&parent, node);
    } else {
      parent.has_key = false;
      AddEntry(&parent, std::move(node));
    }
  }

  void TakeKey(OpenNode* parent, const YamlNode& node) {
    if (!node.IsScalar()) {
      diagnostics_->Error(node.place, "a key must be a plain word, not " + node.Description());
    }
    parent->has_key = true;
    parent->key = node.text;
    parent->key_place = node.place;
  }

  void AddEntry(OpenNode* parent, YamlNode value) {
    if (const YamlNode* first = parent->node.Find(parent->key)) {
      diagnostics_->Error(
          parent->key_place, fmt::format("the key '{}' stands here a second time", parent->key),
          fmt::format("the first is in line {}; remove or rename one", first->place.line));
      return;
    }
    parent->node.entries.push_back({parent->key, parent->key_place, std::move(value)});
  }

  std::string file_;
  Diagnostics* diagnostics_;
  YamlNode root_;
  std::vector<OpenNode> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  size_t node_count_ = 0;
};

}  // namespace

const YamlNode* YamlNode::Find(const std::string& key) const {
  for (const Entry& entry : entries) {
    if (entry.key == key) return &entry.value;
  }
  return nullptr;
}

YamlNode* YamlNode::Find(const std::string& key) {
  return const_cast<YamlNode*>(std::as_const(*this).Find(key));
}

std::string YamlNode::Description() const {
  switch (kind) {
    case Kind::kNull:
      return "nothing";
    case Kind::kScalar:
      return fmt::format("'{}'", text.size() > 60 ? text.substr(0, 57) + "..." : text);
    case Kind::kSequence:
      return "a list";
    case Kind::kMap:
      return "a mapping";
  }
  return "";
}

bool SameContent(const YamlNode& a, const YamlNode& b) {
  if (a.kind != b.kind || a.text != b.text || a.items.size() != b.items.size() ||
      a.entries.size() != b.entries.size()) {
    return false;
  }
  for (size_t i = 0; i < a.items.size(); ++i) {
    if (!SameContent(a.items[i], b.items[i])) return false;
  }
  return std::all_of(a.entries.begin(), a.entries.end(), [&b](const YamlNode::Entry& entry) {
    const YamlNode* other = b.Find(entry.key);
    return other && SameContent(entry.value, *other);
  });
}

// Bytes that no text has: zero, and others below a blank that do not move the pen.
static bool IsBinary(const std::string& text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < ' ' && byte != '\t' && byte != '\n' && byte != '\r' && byte != '\f';
  });
}

YamlNode ParseYaml(const std::string& text, const std::string& file, Diagnostics* diagnostics) {
  TreeBuilder builder(file, diagnostics);
  if (IsBinary(text)) {
    diagnostics->Error({file, 0, 0}, "this is no text but a binary file",
                       "give a description in YAML; files of other formats are known by the ending "
                       "of their names, as .crg");
    YamlNode empty;
    empty.place = {file, 1, 1};
    return empty;
  }
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    parser.HandleNextDocument(builder);
    YamlNode root = builder.TakeRoot();
    if (parser.HandleNextDocument(builder)) {
      diagnostics->Error({file, 0, 0}, "the file holds more than one YAML document",
                         "keep one document a file");
    }
    if (root.place.file.empty()) root.place = {file, 1, 1};
    return root;
  } catch (const YAML::Exception& error) {
    diagnostics->Error({file, error.mark.line + 1, error.mark.column + 1},
                       "not valid YAML: " + error.msg);
  } catch (const std::exception& error) {
    diagnostics->Error({file, 0, 0}, std::string("not valid YAML: ") + error.what());
  }
  YamlNode empty;
  empty.place = {file, 1, 1};
  return empty;
}

}  // namespace jounce

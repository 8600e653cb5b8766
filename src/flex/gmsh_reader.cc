#include "flex/gmsh_reader.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <map>
#include <set>

#include "base/names.h"

namespace jounce::flex {
namespace {

struct GmshType {
  int nodes;
  std::optional<Shape> shape;  // none: not an element, only a way to name nodes
};

const GmshType* FindType(int type) {
  static const std::map<int, GmshType> types = {{1, {2, {}}},
                                                {2, {3, Shape::kTriangle}},
                                                {3, {4, Shape::kQuad}},
                                                {4, {4, Shape::kTet4}},
                                                {5, {8, Shape::kHex8}},
                                                {6, {6, Shape::kPenta6}},
                                                {8, {3, {}}},
                                                {9, {6, {}}},
                                                {11, {10, Shape::kTet10}},
                                                {15, {1, {}}}};
  const auto found = types.find(type);
  return found == types.end() ? nullptr : &found->second;
}

struct GmshElement {
  long id;
  int type;
  std::pair<int, int> group;  // dimension, physical tag; 0 where it has none
  std::vector<int> nodes;     // indices
  int line;
};

// Words of a text with the line that each stands on.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}

  std::string_view Next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_]))) {
      line_ += text_[at_++] == '\n';
    }
    const size_t begin = at_;
    while (at_ < text_.size() && !std::isspace(static_cast<unsigned char>(text_[at_]))) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string_view RestOfLine() {
    const size_t end = std::min(text_.find('\n', at_), text_.size());
    const std::string_view rest = text_.substr(at_, end - at_);
    at_ = end;
    return rest;
  }
  int line() const { return line_; }
  bool AtEnd() const { return at_ >= text_.size(); }

 private:
  std::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
};

// Thrown inside, turned into a diagnostic with its place.
struct Malformed {
  std::string message;
};

class GmshReader {
 public:
  GmshReader(const std::string& text, const std::string& path, Diagnostics* diagnostics)
      : words_(text), path_(path), diagnostics_(diagnostics) {}

  bool Read(double length) {
    length_ = length;
    mesh_.source = path_;
    try {
      while (!words_.AtEnd()) {
        const std::string section(words_.Next());
        if (section == "$MeshFormat") {
          ReadFormat();
        } else if (section == "$PhysicalNames") {
          ReadNames();
        } else if (section == "$Entities") {
          ReadEntities();
        } else if (section == "$Nodes") {
          version_ < 4 ? ReadNodes2() : ReadNodes4();
        } else if (section == "$Elements") {
          version_ < 4 ? ReadElements2() : ReadElements4();
        }
      }
    } catch (const Malformed& problem) {
      diagnostics_->Error({path_, words_.line(), 0}, problem.message);
      return false;
    }
    if (version_ == 0) {
      diagnostics_->Error({path_, 1, 0}, "this is no Gmsh mesh", "it begins with $MeshFormat");
    }
    return version_ > 0;
  }

  Mesh mesh_;
  std::vector<GmshElement> elements_;
  std::map<std::pair<int, int>, std::string> names_;  // (dimension, tag) to name

 private:
  long Integer() {
    const std::string_view word = words_.Next();
    long value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) {
      throw Malformed{fmt::format("'{}' is found where an integer is wanted", word)};
    }
    return value;
  }

  int Count() {
    const long value = Integer();
    if (value < 0 || value > 100'000'000) throw Malformed{"a count cannot be this"};
    return static_cast<int>(value);
  }

  int Small() {
    const long value = Integer();
    if (std::abs(value) > 2'000'000'000) throw Malformed{"a number is out of range"};
    return static_cast<int>(value);
  }

  double Real() {
    std::string_view word = words_.Next();
    if (!word.empty() && word[0] == '+') word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size() || !std::isfinite(value)) {
      throw Malformed{fmt::format("'{}' is found where a number is wanted", word)};
    }
    return value;
  }

  void ReadFormat() {
    version_ = Real();
    if (Integer() != 0) throw Malformed{"binary meshes are not read: save the mesh as ASCII"};
    if (version_ != 2.2 && version_ != 4.1) {
      const double version = version_;
      version_ = 0;
      throw Malformed{fmt::format("version {} is not read: save the mesh as 2.2 or 4.1", version)};
    }
  }

  void ReadNames() {
    const int count = Count();
    for (int i = 0; i < count; ++i) {
      const int dimension = Small(), tag = Small();
      std::string name(words_.RestOfLine());
      const size_t first = name.find('"'), last = name.rfind('"');
      if (first == std::string::npos || last == first) throw Malformed{"a group's name is missing"};
      names_[{dimension, tag}] = name.substr(first + 1, last - first - 1);
    }
  }

  void ReadEntities() {
    int counts[4];
    for (int& count : counts) count = Count();
    for (int dimension = 0; dimension < 4; ++dimension) {
      for (int i = 0; i < counts[dimension]; ++i) {
        const int tag = Small();
        for (int k = 0; k < (dimension == 0 ? 3 : 6); ++k) Real();
        const int groups = Count();
        for (int k = 0; k < groups; ++k) {
          const int group = Small();
          if (k == 0) entity_group_[{dimension, tag}] = group;
        }
        if (dimension == 0) continue;
        const int bounds = Count();
        for (int k = 0; k < bounds; ++k) Small();
      }
    }
  }

  void AddNode(int id) {
    Node node;
    node.id = id;
    node.place = {path_, words_.line(), 0};
    for (int k = 0; k < 3; ++k) node.position(k) = length_ * Real();
    if (!mesh_.AddNode(node)) throw Malformed{fmt::format("node {} is there twice", id)};
  }

  void ReadNodes2() {
    const int count = Count();
    for (int i = 0; i < count; ++i) AddNode(Small());
  }

  void ReadNodes4() {
    const int blocks = Count();
    Count();
    Integer();
    Integer();
    for (int b = 0; b < blocks; ++b) {
      Small();
      Small();
      if (Integer() != 0) throw Malformed{"parametric nodes are not read"};
      std::vector<int> ids;
      const int count = Count();
      for (int i = 0; i < count; ++i) ids.push_back(Small());
      for (const int id : ids) AddNode(id);
    }
  }

  void ReadElement(long id, int type, std::pair<int, int> group) {
    const GmshType* known = FindType(type);
    if (!known) {
      throw Malformed{
          fmt::format("element {}: Gmsh type {} is not known (triangles, quadrilaterals, "
                      "tetrahedra of 4 and 10, wedges of 6, bricks of 8 nodes)",
                      id, type)};
    }
    GmshElement element{id, type, group, {}, words_.line()};
    for (int i = 0; i < known->nodes; ++i) {
      const int node = Small();
      element.nodes.push_back(mesh_.FindNode(node));
      if (element.nodes.back() < 0) {
        throw Malformed{fmt::format("element {}: node {} does not exist", id, node)};
      }
    }
    elements_.push_back(std::move(element));
  }

  void ReadElements2() {
    const int count = Count();
    for (int i = 0; i < count; ++i) {
      const long id = Integer();
      const int type = Small(), tags = Count();
      int group = 0;
      for (int k = 0; k < tags; ++k) {
        const int tag = Small();
        if (k == 0) group = tag;
      }
      ReadElement(id, type, {DimensionOf(type), group});
    }
  }

  static int DimensionOf(int type) {
    const GmshType* known = FindType(type);
    if (!known || !known->shape) return type == 15 ? 0 : type == 9 ? 2 : 1;
    return IsShell(*known->shape) ? 2 : 3;
  }

  void ReadElements4() {
    const int blocks = Count();
    Count();
    Integer();
    Integer();
    for (int b = 0; b < blocks; ++b) {
      const int dimension = Small(), entity = Small(), type = Small(), count = Count();
      const auto found = entity_group_.find({dimension, entity});
      const int group = found == entity_group_.end() ? 0 : found->second;
      for (int i = 0; i < count; ++i) {
        const long id = Integer();
        ReadElement(id, type, {dimension, group});
      }
    }
  }

  Words words_;
  const std::string& path_;
  Diagnostics* diagnostics_;
  double length_ = 1;
  double version_ = 0;
  std::map<std::pair<int, int>, int> entity_group_;
};

// Turns groups into properties and attachments.
class Dresser {
 public:
  Dresser(GmshReader* reader, const MeshSettings& settings, Diagnostics* diagnostics)
      : r_(*reader), settings_(settings), diagnostics_(diagnostics) {}

  void Dress() {
    for (const MeshMaterialSettings& m : settings_.materials) {
      material_names_.push_back(m.name);
      r_.mesh_.materials.push_back({static_cast<int>(material_names_.size()), m.young,
                                    m.young / (2 * (1 + m.poisson)), m.poisson, m.density});
    }
    for (const auto& [key, name] : r_.names_) group_names_.push_back(name);
    for (const MeshGroupSettings& group : settings_.groups) CheckGroup(group.name, "groups");
    for (const GmshElement& element : r_.elements_) AddElement(element);
    for (const MeshAttachmentSettings& a : settings_.attachments) Attach(a);
  }

 private:
  Place PlaceOf(int line = 0) const { return {r_.mesh_.source, line, 0}; }

  void CheckGroup(const std::string& name, const char* where) {
    for (const std::string& known : group_names_) {
      if (known == name) return;
    }
    diagnostics_->Error(PlaceOf(),
                        fmt::format("{}: the mesh has no physical group '{}'", where, name),
                        SuggestName(name, group_names_));
  }

  std::string NameOfGroup(const std::pair<int, int>& group) const {
    const auto found = r_.names_.find(group);
    return found == r_.names_.end() ? std::to_string(group.second) : found->second;
  }

  // The settings of a group; with one group and one entry names do not matter.
  const MeshGroupSettings* Find(const std::string& name) const {
    for (const MeshGroupSettings& group : settings_.groups) {
      if (group.name == name) return &group;
    }
    return nullptr;
  }

  int MaterialOf(const MeshGroupSettings& group) {
    for (size_t i = 0; i < material_names_.size(); ++i) {
      if (material_names_[i] == group.material) return static_cast<int>(i);
    }
    if (reported_.insert("material " + group.material).second) {
      diagnostics_->Error(
          PlaceOf(), fmt::format("group {}: there is no material '{}'", group.name, group.material),
          SuggestName(group.material, material_names_));
    }
    return 0;
  }

  void AddElement(const GmshElement& from) {
    const GmshType& type = *FindType(from.type);
    if (!type.shape) return;
    const std::string name = NameOfGroup(from.group);
    const MeshGroupSettings* group = Find(name);
    // Surfaces that only name nodes, of a solid mesh, have no thickness.
    if (!group) {
      if (IsSolid(*type.shape) && reported_.insert(name).second) {
        diagnostics_->Error(PlaceOf(from.line),
                            fmt::format("group '{}' of element {} has no material", name, from.id),
                            "add it to groups of the material file");
      }
      return;
    }
    if (IsShell(*type.shape) && !(group->thickness > 0)) {
      if (reported_.insert("thickness " + name).second) {
        diagnostics_->Error(PlaceOf(from.line),
                            fmt::format("group '{}' has shells but no thickness", name),
                            "add thickness to it in the material file");
      }
      return;
    }
    Element element;
    element.id = static_cast<int>(from.id);
    element.shape = *type.shape;
    element.place = PlaceOf(from.line);
    std::copy(from.nodes.begin(), from.nodes.end(), element.nodes.begin());
    if (element.shape == Shape::kTet10) std::swap(element.nodes[8], element.nodes[9]);
    element.property = PropertyOf(*group, IsShell(element.shape));
    r_.mesh_.elements.push_back(element);
  }

  int PropertyOf(const MeshGroupSettings& group, bool shell) {
    const auto [it, fresh] = property_.try_emplace({group.name, shell}, 0);
    if (!fresh) return it->second;
    Mesh& mesh = r_.mesh_;
    const int material = MaterialOf(group);
    if (shell) {
      ShellProperty p;
      p.plies = {{material, group.thickness}};
      p.bottom = -group.thickness / 2;
      it->second = static_cast<int>(mesh.shell_properties.size());
      mesh.shell_properties.push_back(p);
    } else {
      it->second = static_cast<int>(mesh.solid_properties.size());
      mesh.solid_properties.push_back({it->second + 1, material});
    }
    return it->second;
  }

  void Attach(const MeshAttachmentSettings& attachment) {
    CheckGroup(attachment.group, "attachments");
    std::set<int> nodes;
    for (const GmshElement& element : r_.elements_) {
      if (NameOfGroup(element.group) != attachment.group) continue;
      nodes.insert(element.nodes.begin(), element.nodes.end());
    }
    if (nodes.empty()) return;
    Mesh& mesh = r_.mesh_;
    Node node;
    for (const auto& [id, index] : mesh.node_index) node.id = std::max(node.id, id);
    ++node.id;
    for (const int n : nodes) node.position += mesh.nodes[n].position / nodes.size();
    if (attachment.at.size() == 3)
      node.position = Eigen::Map<const Eigen::Vector3d>(attachment.at.data());
    mesh.AddNode(node);
    const int index = static_cast<int>(mesh.nodes.size()) - 1;
    if (attachment.rigid) {
      RigidLink link;
      link.id = node.id;
      link.master = index;
      link.dependents.assign(nodes.begin(), nodes.end());
      mesh.rigid_links.push_back(link);
    } else {
      MeanLink link;
      link.id = node.id;
      link.reference = index;
      for (const int n : nodes) link.shares.push_back({n, 1, 7});
      mesh.mean_links.push_back(link);
    }
    mesh.suggested_interfaces.push_back({node.id, attachment.name});
  }

  GmshReader& r_;
  const MeshSettings& settings_;
  Diagnostics* diagnostics_;
  std::vector<std::string> material_names_, group_names_;
  std::map<std::pair<std::string, bool>, int> property_;
  std::set<std::string> reported_;
};

}  // namespace

Mesh ReadGmsh(const std::string& text, const std::string& path, const MeshSettings& settings,
              double length, Diagnostics* diagnostics) {
  GmshReader reader(text, path, diagnostics);
  if (reader.Read(length)) Dresser(&reader, settings, diagnostics).Dress();
  return std::move(reader.mesh_);
}

}  // namespace jounce::flex

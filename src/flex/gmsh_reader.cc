#include "flex/gmsh_reader.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "base/names.h"
#include "flex/gmsh_file.h"

namespace jounce::flex {
namespace {

// Turns groups into properties and attachments.
class Dresser {
 public:
  Dresser(GmshFile* file, const MeshSettings& settings, Diagnostics* diagnostics)
      : r_(*file), settings_(settings), diagnostics_(diagnostics) {}

  void Dress() {
    for (const MeshMaterialSettings& m : settings_.materials) {
      material_names_.push_back(m.name);
      r_.mesh.materials.push_back({static_cast<int>(material_names_.size()), m.young,
                                   m.young / (2 * (1 + m.poisson)), m.poisson, m.density});
    }
    for (const auto& [key, name] : r_.names) group_names_.push_back(name);
    for (const MeshGroupSettings& group : settings_.groups) CheckGroup(group.name, "groups");
    for (const GmshElement& element : r_.elements) AddElement(element);
    for (const MeshAttachmentSettings& a : settings_.attachments) Attach(a);
  }

 private:
  Place PlaceOf(int line = 0) const { return {r_.mesh.source, line, 0}; }

  void CheckGroup(const std::string& name, const char* where) {
    for (const std::string& known : group_names_) {
      if (known == name) return;
    }
    diagnostics_->Error(PlaceOf(),
                        fmt::format("{}: the mesh has no physical group '{}'", where, name),
                        SuggestName(name, group_names_));
  }

  std::string NameOfGroup(const std::pair<int, int>& group) const {
    const auto found = r_.names.find(group);
    return found == r_.names.end() ? std::to_string(group.second) : found->second;
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
    const GmshType& type = *FindGmshType(from.type);
    const std::string name = NameOfGroup(from.group);
    const MeshGroupSettings* group = Find(name);
    if (!type.shape) {
      if (group) RefuseShape(from, type, name);
      return;
    }
    if (!group) {
      ReportNoMaterial(from, name, IsSolid(*type.shape));
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
    MeshElement element;
    element.id = static_cast<int>(from.id);
    element.shape = *type.shape;
    element.place = PlaceOf(from.line);
    std::copy(from.nodes.begin(), from.nodes.end(), element.nodes.begin());
    if (element.shape == ElementShape::kTet10) std::swap(element.nodes[8], element.nodes[9]);
    element.property = PropertyOf(*group, IsShell(element.shape));
    r_.mesh.elements.push_back(element);
  }

  // Lines, points and 6-node triangles can name nodes, but nothing is made of them.
  void RefuseShape(const GmshElement& from, const GmshType& type, const std::string& name) {
    if (!reported_.insert(std::string(type.name) + " " + name).second) return;
    diagnostics_->Error(PlaceOf(from.line),
                        fmt::format("group '{}' has a material, but element {} of it is a {}, of "
                                    "which no part is made",
                                    name, from.id, type.name),
                        from.type == 9 ? "mesh it with triangles of 3 nodes (Mesh.ElementOrder = 1)"
                                       : "take it out of groups of the material file");
  }

  // Solids always matter; surfaces may only name nodes, but if nothing uses them they are missed.
  void ReportNoMaterial(const GmshElement& from, const std::string& name, bool solid) {
    for (const MeshAttachmentSettings& a : settings_.attachments) {
      if (!solid && a.group == name) return;
    }
    if (!reported_.insert(fmt::format("{} no material {}", solid, name)).second) return;
    if (solid) {
      diagnostics_->Error(PlaceOf(from.line),
                          fmt::format("group '{}' of element {} has no material", name, from.id),
                          "add it to groups of the material file");
    } else {
      diagnostics_->Warning(
          PlaceOf(from.line),
          fmt::format("the surfaces of group '{}' (the first is element {}) are left out: they "
                      "have no material and no attachment",
                      name, from.id),
          "add it to groups of the material file if they are shells");
    }
  }

  int PropertyOf(const MeshGroupSettings& group, bool shell) {
    const auto [it, fresh] = property_.try_emplace({group.name, shell}, 0);
    if (!fresh) return it->second;
    Mesh& mesh = r_.mesh;
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
    for (const GmshElement& element : r_.elements) {
      if (NameOfGroup(element.group) != attachment.group) continue;
      nodes.insert(element.nodes.begin(), element.nodes.end());
    }
    if (nodes.empty()) {
      diagnostics_->Error(PlaceOf(),
                          fmt::format("attachment '{}': no element of the mesh is in "
                                      "group '{}'",
                                      attachment.name, attachment.group),
                          "save the mesh with all its physical groups");
      return;
    }
    Mesh& mesh = r_.mesh;
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

  GmshFile& r_;
  const MeshSettings& settings_;
  Diagnostics* diagnostics_;
  std::vector<std::string> material_names_, group_names_;
  std::map<std::pair<std::string, bool>, int> property_;
  std::set<std::string> reported_;
};

}  // namespace

Mesh ReadGmsh(const std::string& text, const std::string& path, const MeshSettings& settings,
              double length, Diagnostics* diagnostics) {
  GmshFile file = ReadGmshFile(text, path, length, diagnostics);
  if (file.whole) Dresser(&file, settings, diagnostics).Dress();
  return std::move(file.mesh);
}

}  // namespace jounce::flex

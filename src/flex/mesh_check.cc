#include "flex/mesh_check.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <numeric>

#include "flex/element_matrices.h"

namespace jounce::flex {
namespace {

constexpr int kMostOfAKind = 10;

std::string NodeList(const Mesh& mesh, const MeshElement& element) {
  std::string list;
  for (int i = 0; i < NodeCount(element.shape); ++i) {
    list += fmt::format("{}{}", i == 0 ? "" : ", ", mesh.NodeId(element.nodes[i]));
  }
  return list;
}

// The size that an element of its extent would have.
double ScaleOf(const Mesh& mesh, const MeshElement& element) {
  double extent = 0;
  for (int i = 1; i < NodeCount(element.shape); ++i) {
    extent = std::max(
        extent,
        (mesh.nodes[element.nodes[i]].position - mesh.nodes[element.nodes[0]].position).norm());
  }
  return IsSolid(element.shape)   ? extent * extent * extent
         : IsShell(element.shape) ? extent * extent
                                  : extent;
}

void CheckElements(const Mesh& mesh, Diagnostics* diagnostics) {
  int bad = 0;
  for (const MeshElement& element : mesh.elements) {
    const double size = ElementSize(mesh, element);
    const double scale = ScaleOf(mesh, element);
    const bool flat = !(std::abs(size) > 1e-9 * scale) || scale == 0;
    if (size > 0 && !flat) continue;
    if (++bad > kMostOfAKind) continue;
    const char* const what = IsSolid(element.shape)   ? "volume"
                             : IsShell(element.shape) ? "area"
                                                      : "length";
    diagnostics->Error(
        element.place,
        fmt::format("element {} ({}, nodes {}) {}", element.id, NameOf(element.shape),
                    NodeList(mesh, element),
                    flat ? fmt::format("has no {}", what) : "is inside out or folded"),
        flat ? "move or merge its nodes" : "correct the order or the places of its nodes");
  }
  if (bad > kMostOfAKind) {
    diagnostics->Error({mesh.source, 0, 0},
                       fmt::format("{} elements more of this kind", bad - kMostOfAKind));
  }
}

// Sets of nodes that belong together.
class Pieces {
 public:
  explicit Pieces(size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int Find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void Join(int a, int b) { parent_[Find(a)] = Find(b); }

 private:
  std::vector<int> parent_;
};

Pieces FindPieces(const Mesh& mesh) {
  Pieces pieces(mesh.nodes.size());
  for (const MeshElement& element : mesh.elements) {
    for (int i = 1; i < NodeCount(element.shape); ++i) {
      pieces.Join(element.nodes[0], element.nodes[i]);
    }
  }
  for (const RigidLink& link : mesh.rigid_links) {
    for (const int node : link.dependents) pieces.Join(link.master, node);
  }
  for (const MeanLink& link : mesh.mean_links) {
    for (const auto& share : link.shares) pieces.Join(link.reference, share.node);
  }
  for (const Spring& spring : mesh.springs) {
    if (spring.nodes[1] >= 0) pieces.Join(spring.nodes[0], spring.nodes[1]);
  }
  for (const DirectEntry& entry : mesh.direct_stiffness) {
    pieces.Join(entry.row_node, entry.column_node);
  }
  return pieces;
}

void CheckConnected(const Mesh& mesh, Diagnostics* diagnostics) {
  Pieces pieces = FindPieces(mesh);
  std::map<int, std::vector<const MeshElement*>> elements_of;
  for (const MeshElement& element : mesh.elements) {
    elements_of[pieces.Find(element.nodes[0])].push_back(&element);
  }
  if (elements_of.size() <= 1) return;
  size_t largest = 0;
  int main_piece = -1;
  for (const auto& [piece, elements] : elements_of) {
    if (elements.size() <= largest) continue;
    largest = elements.size();
    main_piece = piece;
  }
  int reported = 0;
  for (const auto& [piece, elements] : elements_of) {
    if (piece == main_piece || ++reported > kMostOfAKind) continue;
    const MeshElement& first = *elements.front();
    diagnostics->Error(
        first.place,
        fmt::format("{} element{} (the first is {}, at node {}) hang{} on nothing else",
                    elements.size(), elements.size() == 1 ? "" : "s", first.id,
                    mesh.NodeId(first.nodes[0]), elements.size() == 1 ? "s" : ""),
        "merge nodes that lie at one place, or tie the pieces with an RBE2");
  }
}

void CheckMass(const Mesh& mesh, Diagnostics* diagnostics) {
  if (!mesh.masses.empty() || !mesh.direct_mass.empty()) return;
  for (const Material& material : mesh.materials) {
    if (material.density > 0) return;
  }
  for (const ShellProperty& property : mesh.shell_properties) {
    if (property.added_mass > 0) return;
  }
  for (const BeamProperty& property : mesh.beam_properties) {
    if (property.added_mass > 0) return;
  }
  diagnostics->Error({mesh.source, 0, 0}, "the mesh has no mass",
                     "give its materials a density, in the deck's units");
}

}  // namespace

void CheckMesh(const Mesh& mesh, Diagnostics* diagnostics) {
  if (mesh.elements.empty() && mesh.direct_stiffness.empty()) {
    diagnostics->Error({mesh.source, 0, 0}, "the mesh has no elements");
    return;
  }
  CheckElements(mesh, diagnostics);
  CheckConnected(mesh, diagnostics);
  CheckMass(mesh, diagnostics);
}

}  // namespace jounce::flex

#include "flex/mesh.h"

namespace jounce::flex {

bool IsShell(ElementShape shape) {
  return shape == ElementShape::kTriangle || shape == ElementShape::kQuad;
}

bool IsSolid(ElementShape shape) {
  return shape == ElementShape::kTet4 || shape == ElementShape::kTet10 ||
         shape == ElementShape::kPenta6 || shape == ElementShape::kHex8;
}

bool IsLine(ElementShape shape) { return !IsShell(shape) && !IsSolid(shape); }

int NodeCount(ElementShape shape) {
  switch (shape) {
    case ElementShape::kTriangle:
      return 3;
    case ElementShape::kQuad:
    case ElementShape::kTet4:
      return 4;
    case ElementShape::kTet10:
      return 10;
    case ElementShape::kPenta6:
      return 6;
    case ElementShape::kHex8:
      return 8;
    case ElementShape::kBeam:
    case ElementShape::kBar:
    case ElementShape::kRod:
      return 2;
  }
  return 0;
}

const char* NameOf(ElementShape shape) {
  switch (shape) {
    case ElementShape::kTriangle:
      return "3-node shell";
    case ElementShape::kQuad:
      return "4-node shell";
    case ElementShape::kTet4:
      return "4-node tetrahedron";
    case ElementShape::kTet10:
      return "10-node tetrahedron";
    case ElementShape::kPenta6:
      return "6-node wedge";
    case ElementShape::kHex8:
      return "8-node brick";
    case ElementShape::kBeam:
    case ElementShape::kBar:
      return "beam";
    case ElementShape::kRod:
      return "rod";
  }
  return "";
}

bool Mesh::AddNode(const Node& node) {
  if (scalar_index.contains(node.id)) return false;
  if (!node_index.emplace(node.id, static_cast<int>(nodes.size())).second) return false;
  nodes.push_back(node);
  return true;
}

bool Mesh::AddScalarPoint(int id, const Place& place) {
  if (node_index.contains(id)) return false;
  if (!scalar_index.emplace(id, static_cast<int>(nodes.size())).second) return false;
  Node node;
  node.id = id;
  node.place = place;
  node.scalar = true;
  nodes.push_back(node);
  return true;
}

int Mesh::FindNode(int id) const {
  const auto found = node_index.find(id);
  return found == node_index.end() ? -1 : found->second;
}

int Mesh::FindScalarPoint(int id) const {
  const auto found = scalar_index.find(id);
  return found == scalar_index.end() ? -1 : found->second;
}

}  // namespace jounce::flex

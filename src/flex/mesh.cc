#include "flex/mesh.h"

namespace jounce::flex {

bool IsShell(Shape shape) { return shape == Shape::kTriangle || shape == Shape::kQuad; }

bool IsSolid(Shape shape) {
  return shape == Shape::kTet4 || shape == Shape::kTet10 || shape == Shape::kPenta6 ||
         shape == Shape::kHex8;
}

bool IsLine(Shape shape) { return !IsShell(shape) && !IsSolid(shape); }

int NodeCount(Shape shape) {
  switch (shape) {
    case Shape::kTriangle:
      return 3;
    case Shape::kQuad:
    case Shape::kTet4:
      return 4;
    case Shape::kTet10:
      return 10;
    case Shape::kPenta6:
      return 6;
    case Shape::kHex8:
      return 8;
    case Shape::kBeam:
    case Shape::kBar:
    case Shape::kRod:
      return 2;
  }
  return 0;
}

const char* NameOf(Shape shape) {
  switch (shape) {
    case Shape::kTriangle:
      return "3-node shell";
    case Shape::kQuad:
      return "4-node shell";
    case Shape::kTet4:
      return "4-node tetrahedron";
    case Shape::kTet10:
      return "10-node tetrahedron";
    case Shape::kPenta6:
      return "6-node wedge";
    case Shape::kHex8:
      return "8-node brick";
    case Shape::kBeam:
    case Shape::kBar:
      return "beam";
    case Shape::kRod:
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

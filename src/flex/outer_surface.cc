#include "flex/outer_surface.h"

#include <algorithm>
#include <map>

namespace jounce::flex {
namespace {

// Faces of a solid by its corners, outward; a fourth corner of -1 makes a triangle.
using Face = std::array<int, 4>;

const std::vector<Face>& FacesOf(ElementShape shape) {
  static const std::vector<Face> tet = {{0, 2, 1, -1}, {0, 1, 3, -1}, {1, 2, 3, -1}, {2, 0, 3, -1}};
  static const std::vector<Face> hex = {{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                        {1, 2, 6, 5}, {2, 3, 7, 6}, {3, 0, 4, 7}};
  static const std::vector<Face> penta = {
      {0, 2, 1, -1}, {3, 4, 5, -1}, {0, 1, 4, 3}, {1, 2, 5, 4}, {2, 0, 3, 5}};
  if (shape == ElementShape::kHex8) return hex;
  if (shape == ElementShape::kPenta6) return penta;
  return tet;
}

// The node in the middle of an edge of a 10-node tetrahedron.
int MiddleNode(const MeshElement& element, int a, int b) {
  static const int edges[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
  for (int e = 0; e < 6; ++e) {
    if ((edges[e][0] == a && edges[e][1] == b) || (edges[e][0] == b && edges[e][1] == a)) {
      return element.nodes[4 + e];
    }
  }
  return -1;
}

void AddFace(const Mesh& mesh, int index, const Face& face, std::vector<OuterTriangle>* out) {
  const MeshElement& element = mesh.elements[index];
  const auto at = [&](int i) { return element.nodes[i]; };
  if (element.shape == ElementShape::kTet10) {
    const int ab = MiddleNode(element, face[0], face[1]),
              bc = MiddleNode(element, face[1], face[2]),
              ca = MiddleNode(element, face[2], face[0]);
    out->push_back({{at(face[0]), ab, ca}, index});
    out->push_back({{ab, at(face[1]), bc}, index});
    out->push_back({{ca, bc, at(face[2])}, index});
    out->push_back({{ab, bc, ca}, index});
    return;
  }
  out->push_back({{at(face[0]), at(face[1]), at(face[2])}, index});
  if (face[3] >= 0) out->push_back({{at(face[0]), at(face[2]), at(face[3])}, index});
}

}  // namespace

std::vector<OuterTriangle> OuterTriangles(const Mesh& mesh) {
  struct Seen {
    int element;
    const Face* face;
    int count;
  };
  std::map<std::array<int, 4>, Seen> faces;  // by sorted corners
  std::vector<OuterTriangle> triangles;
  for (int index = 0; index < static_cast<int>(mesh.elements.size()); ++index) {
    const MeshElement& element = mesh.elements[index];
    if (IsShell(element.shape)) {
      AddFace(mesh, index, {0, 1, 2, element.shape == ElementShape::kQuad ? 3 : -1}, &triangles);
    }
    if (!IsSolid(element.shape)) continue;
    for (const Face& face : FacesOf(element.shape)) {
      std::array<int, 4> key;
      for (int i = 0; i < 4; ++i) key[i] = face[i] < 0 ? -1 : element.nodes[face[i]];
      std::sort(key.begin(), key.end());
      const auto [it, fresh] = faces.try_emplace(key, Seen{index, &face, 0});
      ++it->second.count;
    }
  }
  for (const auto& [key, seen] : faces) {
    if (seen.count == 1) AddFace(mesh, seen.element, *seen.face, &triangles);
  }
  return triangles;
}

}  // namespace jounce::flex

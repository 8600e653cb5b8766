// The faces that one sees: those of solids that no other element shares, and all shells, as
// triangles over nodes.
#ifndef JOUNCE_FLEX_OUTER_SURFACE_H_
#define JOUNCE_FLEX_OUTER_SURFACE_H_

#include <array>
#include <vector>

#include "flex/mesh.h"

namespace jounce::flex {

struct OuterTriangle {
  std::array<int, 3> nodes;  // indices, counterclockwise from outside (for shells: from the top)
  int element = 0;           // index of the element whose face it is
};

std::vector<OuterTriangle> OuterTriangles(const Mesh& mesh);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_OUTER_SURFACE_H_

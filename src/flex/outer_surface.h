// The faces that one sees: those of solids that no other element shares, and all shells, as
// triangles over nodes.
#ifndef JOUNCE_FLEX_OUTER_SURFACE_H_
#define JOUNCE_FLEX_OUTER_SURFACE_H_

#include <array>
#include <vector>

#include "flex/mesh.h"

namespace jounce::flex {

// Indices of nodes, counterclockwise seen from outside (for shells: from the top).
std::vector<std::array<int, 3>> OuterTriangles(const Mesh& mesh);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_OUTER_SURFACE_H_

// What makes a mesh unfit, found before anything is computed and named by element and node.
#ifndef JOUNCE_FLEX_MESH_CHECK_H_
#define JOUNCE_FLEX_MESH_CHECK_H_

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

// Elements without size or inside out, pieces that hang on nothing, a part without mass.
void CheckMesh(const Mesh& mesh, Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_MESH_CHECK_H_

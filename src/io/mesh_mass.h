// Mass, centre and inertia of what a mesh file draws:
//   .stl, .obj, .gltf, .glb
//                  what a closed surface encloses, of one density
//   .msh           its solid elements, of one density; where it has none, its closed surface
//   others         a Nastran deck with the masses that it holds, or of one density; consistent,
//   also
//                  where the deck lumps it for its modes
#ifndef JOUNCE_IO_MESH_MASS_H_
#define JOUNCE_IO_MESH_MASS_H_

#include "base/error.h"
#include "model/mass_shapes.h"

namespace jounce {

// In the axes of the file, not mirrored. Throws InputError or FileError; warnings of a deck go to
// `diagnostics`.
MassProperties ReadMeshMass(const MeshShape& mesh, Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_MESH_MASS_H_

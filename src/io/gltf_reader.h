// The triangles of a glTF 2.0 file, .gltf (text) or .glb (binary): those of all meshes of its scene,
// where its nodes put them at rest.
//
// glTF has y up; what comes back has z up: the point (x, y, z) of the file becomes (x, -z, y).
// Refused, by name: strips, fans, lines and points, sparse accessors, skins, compressed meshes and
// other extensions without which the file says it cannot be read. Materials, pictures, cameras,
// animations and morph targets are passed over.
//
// Reference: The Khronos Group, glTF 2.0 Specification (2021), https://registry.khronos.org/glTF.
#ifndef JOUNCE_IO_GLTF_READER_H_
#define JOUNCE_IO_GLTF_READER_H_

#include <functional>
#include <string>

#include "math/solid_integrals.h"

namespace jounce {

// The content of a file that lies beside the one that names it; throws FileError where there is none.
using NeighbourReader = std::function<std::string(const std::string& name)>;

// In the unit of the file (m, says the standard). `path` is for messages. Vertices of different
// primitives are not joined. Throws FileError that says which item is wrong.
TriangleSurface ParseGltf(const std::string& content, const std::string& path,
                          const NeighbourReader& read_neighbour);

}  // namespace jounce

#endif  // JOUNCE_IO_GLTF_READER_H_

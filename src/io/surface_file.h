// A surface of triangles from a file: STL, binary or text, the vertices and faces of OBJ, and the
// meshes of glTF, turned from y up to z up (io/gltf_reader.h).
#ifndef JOUNCE_IO_SURFACE_FILE_H_
#define JOUNCE_IO_SURFACE_FILE_H_

#include <string>

#include "math/solid_integrals.h"

namespace jounce {

// In the unit of the file. `path` is for messages, its ending says the format. Throws FileError
// where the content is none.
TriangleSurface ParseSurface(const std::string& content, const std::string& path);

// The same from a file whose unit of length is named, in m; vertices at the same place are one.
// Throws InputError where the unit is none.
TriangleSurface ReadSurface(const std::string& path, const std::string& unit);

// Metres in a unit of length. Throws InputError where it is none.
double LengthUnit(const std::string& text);

// Whether the ending is that of a surface.
bool IsSurfaceFile(const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_SURFACE_FILE_H_

// Reads the surface of a body for a scene: STL (text or binary) and Wavefront OBJ, the two that
// every CAD program writes.
//
// STL: one facet after the other, each with its own three points; equal points are joined.
// OBJ: the lines `v x y z` and `f a b c ...` (polygons become fans of triangles; texture and normal
// indices are skipped; indices from the end, -1 being the last point, are understood). All else is
// left out.
#ifndef JOUNCE_REPORT_MESH_FILE_H_
#define JOUNCE_REPORT_MESH_FILE_H_

#include <string>
#include <string_view>

#include "report/scene.h"

namespace jounce::report {

// A mesh in the axes and units of the file, times `scale` (0.001 for a drawing in mm). The kind is
// told by the name's end, .stl or .obj. Throws a FileError if the file cannot be read, an
// InputError with the line if its content is wrong.
SceneShape ReadMeshFile(const std::string& path, double scale = 1.0);

// The same from the content of a file; `name` is for messages.
SceneShape ParseStl(std::string_view content, const std::string& name, double scale = 1.0);
SceneShape ParseObj(std::string_view content, const std::string& name, double scale = 1.0);

}  // namespace jounce::report

#endif  // JOUNCE_REPORT_MESH_FILE_H_

// A mesh from a file, whatever its format, checked and in SI units.
#ifndef JOUNCE_IO_MESH_FILE_H_
#define JOUNCE_IO_MESH_FILE_H_

#include <optional>
#include <set>
#include <string>

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce {

struct MeshFileOptions {
  std::string units = "m-kg-s";   // of the file: length-mass-time
  std::string materials;          // material file of a Gmsh mesh (YAML)
  std::string stiffness, mass;    // matrices of another program (.op4, .sti, .mas), with `path`
                                  // giving the nodes
  std::set<std::string> ignore;   // cards to pass over
  bool consistent_mass = false;   // also where the deck wants it lumped
  std::optional<double> density;  // kg/m3, of all materials instead of the deck's
};

// Throws InputError with all that is wrong, FileError; warnings go to `diagnostics`.
flex::Mesh LoadMesh(const std::string& path, const MeshFileOptions& options,
                    Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_IO_MESH_FILE_H_

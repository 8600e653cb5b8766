// A mesh from Gmsh (gmsh_file.h), with what a mesh file does not say - the materials, the thickness
// of shells, where the part is held - in settings of its physical groups.
#ifndef JOUNCE_FLEX_GMSH_READER_H_
#define JOUNCE_FLEX_GMSH_READER_H_

#include <Eigen/Core>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "flex/mesh.h"

namespace jounce::flex {

struct MeshMaterialSettings {
  std::string name;
  double young = 0;  // Pa
  double poisson = 0.3;
  double density = 0;  // kg/m3
};

// What a physical group of elements is made of.
struct MeshGroupSettings {
  std::string name;  // of the group
  std::string material;
  double thickness = 0;  // m, of shells
};

// A node that a group of nodes follows (rigid) or that follows them in the mean.
struct MeshAttachmentSettings {
  std::string name;
  std::string group;
  bool rigid = true;
  std::vector<double> at;  // m; the middle of the group's nodes where empty
};

struct MeshSettings {
  std::vector<MeshMaterialSettings> materials;
  std::vector<MeshGroupSettings> groups;
  std::vector<MeshAttachmentSettings> attachments;
};

// Positions in the file are multiplied by `length` to metres.
Mesh ReadGmsh(const std::string& text, const std::string& path, const MeshSettings& settings,
              double length, Diagnostics* diagnostics);

}  // namespace jounce::flex

#endif  // JOUNCE_FLEX_GMSH_READER_H_

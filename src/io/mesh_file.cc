#include "io/mesh_file.h"

#include "flex/mesh_check.h"
#include "flex/mesh_units.h"
#include "flex/nastran_reader.h"
#include "io/text_file.h"

namespace jounce {

flex::Mesh LoadMesh(const std::string& path, const MeshFileOptions& options,
                    Diagnostics* diagnostics) {
  const flex::MeshUnits units = flex::ParseMeshUnits(options.units);
  flex::Mesh mesh = flex::ReadNastran(ReadTextFile(path), path, &ReadTextFile,
                                      {options.ignore}, diagnostics);
  diagnostics->ThrowIfErrors();
  flex::CheckMesh(mesh, diagnostics);
  diagnostics->ThrowIfErrors();
  flex::ConvertToSi(units, &mesh);
  if (options.consistent_mass) mesh.lumped_mass = false;
  return mesh;
}

}  // namespace jounce

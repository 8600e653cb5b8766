// Any bytes as a Gmsh mesh: read, or refused with findings.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "flex/gmsh_reader.h"
#include "flex/mesh_check.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  flex::MeshSettings settings;
  settings.materials = {{"steel", 210e9, 0.3, 7850}};
  settings.groups = {{"block", "steel", 0.01}};
  settings.attachments = {{"mount", "wall", true, {}}};
  Diagnostics diagnostics;
  const flex::Mesh mesh = flex::ReadGmsh(text, "fuzz", settings, 1e-3, &diagnostics);
  if (!diagnostics.HasErrors()) flex::CheckMesh(mesh, &diagnostics);
  return 0;
}

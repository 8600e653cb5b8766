// Any bytes as a Nastran deck: read, or refused with findings; what is read can be checked,
// converted and, where it is small and sound, assembled.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "flex/fe_system.h"
#include "flex/mesh_check.h"
#include "flex/mesh_units.h"
#include "flex/nastran_reader.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  Diagnostics diagnostics;
  flex::Mesh mesh = flex::ReadNastran(text, "fuzz", nullptr, {}, &diagnostics);
  if (diagnostics.HasErrors()) return 0;
  for (const flex::MeshElement& element : mesh.elements) {
    for (int i = 0; i < flex::NodeCount(element.shape); ++i) {
      const int node = element.nodes[i];
      if (node < 0 || static_cast<size_t>(node) >= mesh.nodes.size()) std::abort();
    }
  }
  flex::CheckMesh(mesh, &diagnostics);
  if (diagnostics.HasErrors() || mesh.nodes.size() > 40) return 0;
  flex::ConvertToSi({1e-3, 1e3, 1}, &mesh);
  try {
    flex::MakeFeSystem(mesh, {{}, mesh.supports});
  } catch (const InputError&) {
  }
  return 0;
}

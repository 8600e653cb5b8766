// Any bytes as a mesh: read, or refused with a clear error; indices always name points.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/error.h"
#include "report/mesh_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using jounce::report::SceneShape;
  const std::string_view content(reinterpret_cast<const char*>(data), size);
  for (const auto parse : {&jounce::report::ParseStl, &jounce::report::ParseObj}) {
    try {
      const SceneShape shape = parse(content, "fuzz", 1.0);
      for (const auto& triangle : shape.triangles) {
        for (const int i : triangle) {
          if (i < 0 || static_cast<size_t>(i) >= shape.points.size()) std::abort();
        }
      }
    } catch (const jounce::InputError&) {
    }
  }
  return 0;
}

// Any bytes as a surface, STL, OBJ or glTF: read and integrated, or refused. No file lies beside it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "io/surface_file.h"
#include "math/solid_integrals.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  for (const char* name : {"/nowhere/fuzz.stl", "/nowhere/fuzz.obj", "/nowhere/fuzz.glb"}) {
    try {
      IntegrateSolid(ParseSurface(text, name));
    } catch (const FileError&) {
    } catch (const InputError&) {
    }
  }
  return 0;
}

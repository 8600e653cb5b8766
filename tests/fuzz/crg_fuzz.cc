// Any bytes as an OpenCRG file: a road that can be evaluated, or findings.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "roads/crg_road.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  Diagnostics diagnostics;
  CrgData crg = ParseCrg(
      std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.crg",
      [](const std::string& name) -> std::string { throw FileError(name, "no files here"); },
      &diagnostics);
  if (diagnostics.HasErrors()) return 0;
  try {
    const CrgRoad road(std::move(crg), 1, &diagnostics);
    RoadHint hint;
    for (const double x : {-3.0, 0.5, 7.25, 1e6}) {
      road.At(x, 0.3, &hint);
      road.HeightOnPath(x, 0.3);
      road.FromPath(x, -0.2);
    }
  } catch (const InputError&) {
  }
  return 0;
}

// Any bytes as a table of cycles, a spectrum or unit stresses: read, or refused.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "io/fatigue_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    ParseCycleTable(text, "fuzz.csv");
  } catch (const InputError&) {
  }
  try {
    ParseDensityTable(text, "fuzz.csv");
  } catch (const InputError&) {
  }
  try {
    ParseUnitStresses(text, "fuzz.csv");
  } catch (const InputError&) {
  }
  return 0;
}

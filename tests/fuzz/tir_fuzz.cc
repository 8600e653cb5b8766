// Any bytes as a tyre property file: a tyre that can be evaluated, or findings.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "tyres/magic_formula.h"
#include "tyres/tir_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace jounce;
  Diagnostics diagnostics;
  const MagicFormulaSettings settings = ParseTir(
      std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.tir", &diagnostics);
  if (diagnostics.HasErrors()) return 0;
  try {
    const MagicFormula tyre(settings);
    tyre.Forces({3000, 0.05, -0.1, 0.02, 15});
    tyre.Report({3000, 0.05, -0.1, 0.02, 15});
  } catch (const InputError&) {
  }
  return 0;
}

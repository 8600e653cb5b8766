#include "io/tyre_file.h"

#include "io/text_file.h"
#include "tyres/tir_file.h"

namespace jounce {

MagicFormulaSettings ReadTyreFile(const std::string& path, Diagnostics* warnings) {
  const MagicFormulaSettings settings = ParseTir(ReadTextFile(path), path, warnings);
  warnings->ThrowIfErrors();
  return settings;
}

}  // namespace jounce

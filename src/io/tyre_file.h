// Tyres from files.
#ifndef JOUNCE_IO_TYRE_FILE_H_
#define JOUNCE_IO_TYRE_FILE_H_

#include <string>

#include "base/error.h"
#include "tyres/magic_formula_settings.h"

namespace jounce {

// A .tir file. Throws FileError where it cannot be read, InputError with all mistakes in it;
// warnings go to `warnings`.
MagicFormulaSettings ReadTyreFile(const std::string& path, Diagnostics* warnings);

}  // namespace jounce

#endif  // JOUNCE_IO_TYRE_FILE_H_

// Tyre property files (.tir) of the TeimOrbit format: sections of name = value, in the units of
// their own section [UNITS].
//
//   [MODEL]
//   FITTYP   = 61         $ 6 or 21: 5.2, 61, 62; none for PROPERTY_FILE_FORMAT 'PAC2002'
//   TYRESIDE = 'LEFT'     ! comments begin with $ or !
//
// What has a dimension (radii, stiffnesses, loads, pressures, ranges) is in the file's units, the
// coefficients of the formulas are pure numbers with angles in rad, whatever the units are.
#ifndef JOUNCE_TYRES_TIR_FILE_H_
#define JOUNCE_TYRES_TIR_FILE_H_

#include <string>
#include <string_view>

#include "base/error.h"
#include "tyres/magic_formula_settings.h"

namespace jounce {

// The tyre of a file's text; `file` is its name for messages. Mistakes go to `diagnostics` with
// their lines: what is no number, versions that are not known, parameters that lack. What is not
// known, or stands twice, is a warning.
MagicFormulaSettings ParseTir(std::string_view text, const std::string& file,
                              Diagnostics* diagnostics);

}  // namespace jounce

#endif  // JOUNCE_TYRES_TIR_FILE_H_

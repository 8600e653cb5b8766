// OpenCRG files: a curved regular grid of heights along a reference line, as text or binary
// [ASAM OpenCRG 1.2]. The header is text of sections that begin with $:
//
//   $ROAD_CRG          REFERENCE_LINE_INCREMENT = 1.0, LONG_SECTION_V_RIGHT = -1.5, ...
//   $ROAD_CRG_OPTS     how to go on beyond the borders; $ROAD_CRG_MODS: scaling, placing
//   $ROAD_CRG_FILE     another file with the data; its options and modifiers give way to ours
//   $KD_DEFINITION     #:LRFI (text), LDFI, KRBI (binary), KDBI; D: a column of the data
//   $$$$               the data begin on the next line
#ifndef JOUNCE_ROADS_CRG_FILE_H_
#define JOUNCE_ROADS_CRG_FILE_H_

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace jounce {

// What stands in the file, before anything is made of it.
struct CrgData {
  std::map<std::string, double> road;                      // $ROAD_CRG, names in lower case
  std::map<std::string, double> options;                   // $ROAD_CRG_OPTS
  std::optional<std::map<std::string, double>> modifiers;  // $ROAD_CRG_MODS, where there are any
  std::vector<double> v;    // of the long sections, rising; numbers 1, 2, ... where not by position
  bool by_position = true;  // whether v are metres
  std::vector<float> z;     // row by row: z[row * v.size() + section]; no number: a gap
  size_t rows = 0;
  std::vector<double> u, x, y, phi, banking, slope;  // of the reference line, where there are any
};

// The text of a file by the name that $ROAD_CRG_FILE gives it.
using CrgOpener = std::function<std::string(const std::string& name)>;

// Mistakes go to `diagnostics` with their lines; what is returned then is not to be used.
CrgData ParseCrg(std::string_view text, const std::string& file, const CrgOpener& open,
                 Diagnostics* diagnostics);

// Reads a file and those it refers to, which are looked for beside it, too. Throws FileError,
// InputError; warnings go to `warnings`.
CrgData ReadCrg(const std::string& path, Diagnostics* warnings);

}  // namespace jounce

#endif  // JOUNCE_ROADS_CRG_FILE_H_

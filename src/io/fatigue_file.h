// Reads the files of `jounce fatigue`: materials and schedules (YAML, docs/fatigue.md), tables of
// cycles and spectra (CSV).
#ifndef JOUNCE_IO_FATIGUE_FILE_H_
#define JOUNCE_IO_FATIGUE_FILE_H_

#include <string>
#include <vector>

#include "fatigue/material.h"
#include "fatigue/schedule.h"
#include "io/document.h"
#include "io/fields.h"

namespace jounce {

void Describe(Fields& fields, FatigueMaterial& material);
void Describe(Fields& fields, Schedule& schedule);

// Throw InputError with all mistakes, or FileError.
FatigueMaterial LoadFatigueMaterial(const std::string& path, const Assignments& assignments = {});
FatigueMaterial ParseFatigueMaterial(const std::string& text, const std::string& path);
// Repetitions are resolved; the files of events are relative to the schedule.
Schedule LoadSchedule(const std::string& path, const Assignments& assignments = {});

// Cycles by a table with heads: `amplitude` or `range`, `mean` (or none: 0), `count`; a head may say
// its unit, "amplitude [MPa]". Or a matrix whose first cell names its two sides, "range/mean",
// "amplitude/mean" or "from/to", with the class middles along both. Throws InputErrors with lines.
struct CycleTable {
  std::vector<LoadLevel> levels;
  std::string unit;  // of the loads; "" where no head has one
};
CycleTable ReadCycleTable(const std::string& path);
CycleTable ParseCycleTable(const std::string& text, const std::string& path);

// A spectrum by a table: frequency in Hz and one density or more.
struct DensityTable {
  std::vector<double> frequency;
  struct Column {
    std::string name, unit;
    std::vector<double> density;
  };
  std::vector<Column> columns;
};
DensityTable ReadDensityTable(const std::string& path);
DensityTable ParseDensityTable(const std::string& text, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_FATIGUE_FILE_H_

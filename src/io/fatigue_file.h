// Reads the files of `jounce fatigue`: materials and schedules (YAML, docs/fatigue.md), tables of
// cycles and spectra (CSV).
#ifndef JOUNCE_IO_FATIGUE_FILE_H_
#define JOUNCE_IO_FATIGUE_FILE_H_

#include <Eigen/Core>
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

// A spectrum by a table: frequency in Hz and one density or more; those of two signals, "xx*yy", may
// be below zero. A table of responses (amplitude and phase over frequency) is one of any numbers.
struct DensityTable {
  std::vector<double> frequency;
  struct Column {
    std::string name, unit;
    std::vector<double> density;
  };
  std::vector<Column> columns;
};
DensityTable ReadDensityTable(const std::string& path, bool any_numbers = false);
DensityTable ParseDensityTable(const std::string& text, const std::string& path,
                               bool any_numbers = false);

// Stresses at points of a surface by unit loads, as an FE program gives them: a line for each load
// and point with the columns
//
//   load   name of the channel that is its history
//   at     the load that makes these stresses, with its unit: "1 kN"
//   node   number of the point
//   xx [MPa], yy, zz, xy, yz, zx          components, all in the unit of the first that says one
//   x [mm], y, z       where it is; may be left out
//   nx, ny, nz         normal of the surface; may be left out
struct UnitStressTable {
  struct Load {
    std::string name, unit;
    int line = 0;
  };
  struct Point {
    int node = 0;
    Eigen::Vector3d position = Eigen::Vector3d::Zero();  // m
    Eigen::Vector3d normal = Eigen::Vector3d::Zero();    // zero: not said
    // Pa for each SI unit of each load; zero where no line says it.
    Eigen::Matrix<double, 6, Eigen::Dynamic> stress;
  };
  std::vector<Load> loads;
  std::vector<Point> points;
};
UnitStressTable ReadUnitStresses(const std::string& path);
UnitStressTable ParseUnitStresses(const std::string& text, const std::string& path);

}  // namespace jounce

#endif  // JOUNCE_IO_FATIGUE_FILE_H_

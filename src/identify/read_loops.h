// Reads measured loops: one long table with a column that tells the series apart, or a folder with
// one file a test and a manifest.csv (columns file, kind, amplitude, frequency).
#ifndef JOUNCE_IDENTIFY_READ_LOOPS_H_
#define JOUNCE_IDENTIFY_READ_LOOPS_H_

#include <map>
#include <string>
#include <vector>

#include "identify/series.h"
#include "identify/table.h"

namespace jounce::identify {

// Roles: series, kind, amplitude, frequency, time, displacement, force, stiffness, angle,
// storage_stiffness, loss_stiffness, loss_factor, damping, preload, temperature, block; anything not
// chosen here is found by its usual names.
struct ReadOptions {
  std::map<std::string, ColumnChoice> columns;
  std::map<std::string, std::string> select;  // rows with these values in these columns alone
};

// The table of a file, with the rows that are selected.
DataTable ReadSelected(const std::string& path, const ReadOptions& options);

// Raw records, as they stand in the file. Throws InputError, with all findings, or FileError.
std::vector<Series> ReadLoops(const std::string& path, const ReadOptions& options = {});
std::vector<Series> LoopsOfTable(const DataTable& table, const ReadOptions& options);

// A table of |K*| or K' and of loss angle, loss factor, K'' or damping coefficient over amplitude and
// frequency, at one preload and temperature, as loops: each row becomes the ellipse that it describes. Fit them in K* (see
// BatchOptions::harmonic_weight).
bool IsStiffnessTable(const DataTable& table, const ReadOptions& options);
std::vector<Series> LoopsOfStiffnessTable(const DataTable& table, const ReadOptions& options);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_READ_LOOPS_H_

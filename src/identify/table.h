// A table of text columns with a header, as laboratories hand them out: comma, semicolon or tab
// separated, '#' comments, units in the header ("u_mm", "u [mm]", "u (mm)") or in a second row.
#ifndef JOUNCE_IDENTIFY_TABLE_H_
#define JOUNCE_IDENTIFY_TABLE_H_

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"

namespace jounce::identify {

enum class ColumnQuantity {
  kNone,
  kTime,
  kLength,
  kVelocity,
  kForce,
  kFrequency,
  kStiffness,
  kDamping,
  kAngle,
  kAngularVelocity,
  kMoment,
  kAngularStiffness,
  kAngularDamping,
  kModulus,
  kTemperature
};

struct DataColumn {
  std::string name;  // without its unit, lower case
  std::string unit;  // as written; empty when none was
};

struct DataTable {
  std::string path;
  std::vector<DataColumn> columns;
  std::vector<std::vector<std::string>> cells;  // [row][column]
  std::vector<int> lines;                       // of each row in the file, from 1

  int rows() const { return static_cast<int>(cells.size()); }
};

// Throws FileError when the file cannot be read, InputError when it is no table.
DataTable ReadTable(const std::string& path);
DataTable ParseTable(const std::string& text, const std::string& path);

// What the user said of a column: its name in the file, or its unit, or both.
struct ColumnChoice {
  std::string name;
  std::string unit;
};

// The rows whose column holds this value: a number, to a hundredth of the largest one of the column,
// or a word. Throws InputError, naming the values that there are, where no row does.
DataTable SelectRows(const DataTable& table, const std::string& column, const std::string& value);

// Finds the column of a role ("displacement") by the user's choice or by one of its usual names.
std::optional<int> FindColumn(const DataTable& table, const std::vector<std::string>& usual,
                              const ColumnChoice& choice);

// Factor (and for temperatures the offset) to SI: si = value * factor + offset.
struct UnitScale {
  double factor = 1, offset = 0;
};

// What a unit is of; kNone where it is of nothing here.
ColumnQuantity QuantityOfUnit(const std::string& unit);

inline constexpr double kZeroCelsius = 273.15;  // K

// Temperatures of a column in degree Celsius, whose unit must be said or evident: without one they
// are degrees Celsius where one is below 120, as no polymer is measured so cold in kelvin.
std::vector<double> Celsius(const DataTable& table, int column, ColumnChoice choice,
                            Diagnostics* diagnostics);

// Unit of a column; error when it is none of this quantity. Without a unit: SI, with a warning.
UnitScale ScaleOf(const DataTable& table, int column, ColumnQuantity quantity,
                  const ColumnChoice& choice, Diagnostics* diagnostics);

// The numbers of a column in SI. Cells that are no numbers are reported by line and become NaN.
std::vector<double> Numbers(const DataTable& table, int column, const UnitScale& scale,
                            Diagnostics* diagnostics);

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_TABLE_H_

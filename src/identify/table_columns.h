// The columns of a laboratory's table by what they are: displacement, force, amplitude, ...; by the
// user's choice or by their usual names, in SI.
//
// Tests of rotations have angles and moments where others have displacements and forces: the units
// tell.
#ifndef JOUNCE_IDENTIFY_TABLE_COLUMNS_H_
#define JOUNCE_IDENTIFY_TABLE_COLUMNS_H_

#include <optional>
#include <string>
#include <vector>

#include "identify/read_loops.h"

namespace jounce::identify {

// Throws InputError for what is no role.
const std::vector<std::string>& UsualNames(const std::string& role);

class TableColumns {
 public:
  TableColumns(const DataTable& table, const ReadOptions& options, Diagnostics* diagnostics);

  std::optional<int> Find(const std::string& role) const;
  // Reports an error, once, where there is none.
  std::vector<double> Need(const std::string& role) const;
  // Zeros where there is none.
  std::vector<double> Maybe(const std::string& role) const;
  std::vector<std::string> Text(const std::string& role) const;
  // Degrees Celsius; NaN where there is no such column.
  std::vector<double> Temperatures() const;

  // Are the columns of these roles, where they say a unit, angles, moments and so on? An error is
  // reported where some are and some are not.
  bool AreRotary(const std::vector<std::string>& roles) const;

 private:
  ColumnChoice Choice(const std::string& role) const;
  bool UnitFits(int column, ColumnQuantity quantity) const;
  ColumnQuantity QuantityOf(const std::string& role, int column) const;
  std::vector<double> Read(const std::string& role, int column) const;

  const DataTable& table_;
  const ReadOptions& options_;
  Diagnostics* diagnostics_;
};

}  // namespace jounce::identify

#endif  // JOUNCE_IDENTIFY_TABLE_COLUMNS_H_

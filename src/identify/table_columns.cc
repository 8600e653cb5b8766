#include "identify/table_columns.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

namespace jounce::identify {
namespace {

struct Role {
  const char* name;
  ColumnQuantity quantity;
  std::vector<std::string> usual;
  ColumnQuantity rotary = ColumnQuantity::kNone;  // what it may be instead, in tests of rotations
};

const std::vector<Role>& Roles() {
  static const std::vector<Role> roles = {
      {"series", ColumnQuantity::kNone, {"series", "test", "loop", "run"}},
      {"kind", ColumnQuantity::kNone, {"kind", "type"}},
      {"amplitude",
       ColumnQuantity::kLength,
       {"amplitude", "amp", "d0", "wegamplitude"},
       ColumnQuantity::kAngle},
      {"frequency", ColumnQuantity::kFrequency, {"frequency", "freq", "f", "frequenz"}},
      {"time", ColumnQuantity::kTime, {"time", "t", "zeit", "temps", "tempo", "tiempo"}},
      {"displacement",
       ColumnQuantity::kLength,
       {"displacement", "u", "x", "disp", "stroke", "weg", "verschiebung", "rotation", "twist",
        "theta", "drehwinkel", "angle", "winkel"},
       ColumnQuantity::kAngle},
      {"velocity",
       ColumnQuantity::kVelocity,
       {"velocity", "v", "speed", "vel", "geschwindigkeit"},
       ColumnQuantity::kAngularVelocity},
      {"force",
       ColumnQuantity::kForce,
       {"force", "load", "f", "kraft", "moment", "torque", "drehmoment"},
       ColumnQuantity::kMoment},
      {"stiffness",
       ColumnQuantity::kStiffness,
       {"stiffness", "kdyn", "k", "dynamic_stiffness", "k_dyn", "cdyn", "c_dyn", "steifigkeit"},
       ColumnQuantity::kAngularStiffness},
      {"angle",
       ColumnQuantity::kAngle,
       {"angle", "loss_angle", "phase", "delta", "phase_angle", "verlustwinkel"}},
      {"storage_stiffness",
       ColumnQuantity::kStiffness,
       {"storage_stiffness", "k'", "k_storage"},
       ColumnQuantity::kAngularStiffness},
      {"loss_stiffness",
       ColumnQuantity::kStiffness,
       {"loss_stiffness", "k''", "k\"", "k_loss"},
       ColumnQuantity::kAngularStiffness},
      {"loss_factor",
       ColumnQuantity::kNone,
       {"loss_factor", "tan_delta", "tandelta", "tand", "verlustfaktor"}},
      {"damping",
       ColumnQuantity::kDamping,
       {"damping", "c", "damping_coefficient", "daempfung", "d\u00e4mpfung"},
       ColumnQuantity::kAngularDamping},
      {"file", ColumnQuantity::kNone, {"file", "name"}},
      {"preload", ColumnQuantity::kNone, {"preload", "mean_load", "vorlast"}},
      {"temperature", ColumnQuantity::kNone, {"temperature", "temp", "temperatur"}},
      {"block", ColumnQuantity::kNone, {"block", "source"}},
  };
  return roles;
}

const Role& FindRole(const std::string& name) {
  for (const Role& role : Roles()) {
    if (name == role.name) return role;
  }
  std::vector<std::string> names;
  for (const Role& role : Roles()) names.push_back(role.name);
  throw InputError(fmt::format("'{}' is not a role of a column", name),
                   fmt::format("roles are {}", fmt::join(names, ", ")));
}

}  // namespace

const std::vector<std::string>& UsualNames(const std::string& role) { return FindRole(role).usual; }

TableColumns::TableColumns(const DataTable& table, const ReadOptions& options,
                           Diagnostics* diagnostics)
    : table_(table), options_(options), diagnostics_(diagnostics) {
  for (const auto& chosen : options.columns) FindRole(chosen.first);
}

std::optional<int> TableColumns::Find(const std::string& role) const {
  const auto column = FindColumn(table_, FindRole(role).usual, Choice(role));
  // "f" may be a frequency or a force, "c" a damping or a stiffness: the unit tells.
  if (column && Choice(role).name.empty() && !UnitFits(*column, FindRole(role).quantity)) {
    return std::nullopt;
  }
  return column;
}

std::vector<double> TableColumns::Need(const std::string& role) const {
  const auto column = Find(role);
  if (column) return Read(role, *column);
  std::string names;
  for (const DataColumn& one : table_.columns) names += (names.empty() ? "" : ", ") + one.name;
  diagnostics_->Error(
      {table_.path, 1, 0}, fmt::format("no column gives the {}", role),
      fmt::format("name it with --column {}=NAME:UNIT; the columns are {}", role, names));
  return std::vector<double>(table_.rows(), std::nan(""));
}

std::vector<double> TableColumns::Maybe(const std::string& role) const {
  const auto column = Find(role);
  return column ? Read(role, *column) : std::vector<double>(table_.rows(), 0.0);
}

std::vector<std::string> TableColumns::Text(const std::string& role) const {
  const auto column = Find(role);
  std::vector<std::string> text;
  for (int row = 0; row < table_.rows(); ++row) {
    text.push_back(column ? table_.cells[row][*column] : "");
  }
  return text;
}

std::vector<double> TableColumns::Temperatures() const {
  const auto column = Find("temperature");
  if (!column) return std::vector<double>(table_.rows(), std::nan(""));
  return Celsius(table_, *column, Choice("temperature"), diagnostics_);
}

bool TableColumns::AreRotary(const std::vector<std::string>& roles) const {
  std::string turning, straight;
  for (const std::string& role : roles) {
    const auto column = Find(role);
    if (!column) continue;
    const std::string unit =
        Choice(role).unit.empty() ? table_.columns[*column].unit : Choice(role).unit;
    if (unit.empty()) continue;
    (QuantityOf(role, *column) == FindRole(role).quantity ? straight : turning) = role;
  }
  if (!turning.empty() && !straight.empty()) {
    diagnostics_->Error(
        {table_.path, 1, 0},
        fmt::format("the {} is that of a rotation, the {} is not", turning, straight),
        "give angles with moments (deg, Nm), displacements with forces (mm, N)");
  }
  return !turning.empty();
}

ColumnChoice TableColumns::Choice(const std::string& role) const {
  const auto found = options_.columns.find(role);
  return found == options_.columns.end() ? ColumnChoice{} : found->second;
}

bool TableColumns::UnitFits(int column, ColumnQuantity quantity) const {
  const bool ambiguous =
      quantity == ColumnQuantity::kFrequency || quantity == ColumnQuantity::kDamping;
  if (!ambiguous || table_.columns[column].unit.empty()) return true;
  const ColumnQuantity found = QuantityOfUnit(table_.columns[column].unit);
  return found == quantity ||
         (quantity == ColumnQuantity::kDamping && found == ColumnQuantity::kAngularDamping);
}

ColumnQuantity TableColumns::QuantityOf(const std::string& role, int column) const {
  const Role& known = FindRole(role);
  const std::string unit =
      Choice(role).unit.empty() ? table_.columns[column].unit : Choice(role).unit;
  const bool rotary = known.rotary != ColumnQuantity::kNone && QuantityOfUnit(unit) == known.rotary;
  return rotary ? known.rotary : known.quantity;
}

std::vector<double> TableColumns::Read(const std::string& role, int column) const {
  const UnitScale scale =
      ScaleOf(table_, column, QuantityOf(role, column), Choice(role), diagnostics_);
  return Numbers(table_, column, scale, diagnostics_);
}

}  // namespace jounce::identify

// Tables of dynamic stiffness and loss, read as the ellipses that they describe.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "identify/table_columns.h"
#include "signals/number_text.h"

namespace jounce::identify {
namespace {

constexpr int kEllipsePoints = 64;

// Files of a fit hold the measurement and what was fitted to it: rows that say that they were
// measured are taken, and no others; where no row says so, all are.
std::vector<bool> MeasuredRows(const std::vector<std::string>& blocks) {
  const auto measured = [](const std::string& block) {
    const std::string word = LowerCase(Trimmed(block));
    return word == "test" || word == "measurement" || word == "measured" || word == "experiment";
  };
  const bool any = std::any_of(blocks.begin(), blocks.end(), measured);
  std::vector<bool> taken;
  for (const std::string& block : blocks) taken.push_back(!any || measured(block));
  return taken;
}

// |K*| and loss angle of each row, from |K*| or K' and the angle, its tangent, K'' or the damping
// coefficient c = K''/omega.
void ReadStiffness(const TableColumns& columns, const std::vector<double>& frequency,
                   std::vector<double>* stiffness, std::vector<double>* angle) {
  const bool whole = columns.Find("stiffness").has_value();
  *stiffness = columns.Need(whole ? "stiffness" : "storage_stiffness");
  const std::string loss = columns.Find("angle")            ? "angle"
                           : columns.Find("loss_factor")    ? "loss_factor"
                           : columns.Find("loss_stiffness") ? "loss_stiffness"
                                                            : "damping";
  *angle = columns.Need(loss);
  for (size_t i = 0; i < angle->size(); ++i) {
    double& k = (*stiffness)[i];
    double& a = (*angle)[i];
    if (loss == "damping") a *= 2 * std::numbers::pi * frequency[i];
    if (loss == "loss_factor") a = std::atan(a);
    if (loss == "loss_stiffness" || loss == "damping") {
      a = whole ? std::asin(a / k) : std::atan2(a, k);
    }
    if (!whole) k /= std::cos(a);
  }
}

// A law is that of one preload: several of them have to be told apart first.
void CheckOneValue(const TableColumns& columns, const DataTable& table, const std::string& role,
                   Diagnostics* diagnostics) {
  constexpr double kSame = 0.05;  // of the largest
  if (!columns.Find(role)) return;
  const std::vector<double> values = columns.Need(role);
  double largest = 0;
  for (const double value : values) largest = std::max(largest, std::abs(value));
  for (int row = 0; row < table.rows(); ++row) {
    if (!(std::abs(values[row] - values[0]) > kSame * largest)) continue;
    diagnostics->Error({table.path, table.lines[row], 0},
                       fmt::format("the {} changes from {} to {}", role, values[0], values[row]),
                       fmt::format("a law is that of one {}: take its rows with --select {}={}",
                                   role, table.columns[*columns.Find(role)].name, values[row]));
    return;
  }
}

}  // namespace

bool IsStiffnessTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics ignored;
  const TableColumns columns(table, options, &ignored);
  const bool size = columns.Find("stiffness") || columns.Find("storage_stiffness");
  const bool loss = columns.Find("angle") || columns.Find("loss_factor") ||
                    columns.Find("loss_stiffness") || columns.Find("damping");
  return size && loss && !columns.Find("time");
}

std::vector<Series> LoopsOfStiffnessTable(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const TableColumns columns(table, options, &diagnostics);
  const auto amplitude = columns.Need("amplitude"), frequency = columns.Need("frequency");
  std::vector<double> stiffness, angle;
  ReadStiffness(columns, frequency, &stiffness, &angle);
  CheckOneValue(columns, table, "preload", &diagnostics);
  const std::vector<double> temperature = columns.Temperatures();
  const bool rotation = columns.AreRotary(
      {"amplitude", "stiffness", "storage_stiffness", "loss_stiffness", "damping"});
  diagnostics.ThrowIfErrors();
  const std::vector<bool> measured = MeasuredRows(columns.Text("block"));
  std::vector<Series> all;
  for (int row = 0; row < table.rows(); ++row) {
    if (!measured[row]) continue;
    Series series;
    series.name = fmt::format("{}", row + 1);
    series.amplitude = amplitude[row];
    series.frequency = frequency[row];
    series.temperature = temperature[row];
    series.rotation = rotation;
    series.place = {table.path, table.lines[row], 0};
    for (int i = 0; i <= kEllipsePoints; ++i) {
      const double phase = 2 * std::numbers::pi * i / kEllipsePoints;
      series.time.push_back(i / (kEllipsePoints * frequency[row]));
      series.displacement.push_back(amplitude[row] * std::sin(phase));
      series.force.push_back(amplitude[row] * stiffness[row] * std::sin(phase + angle[row]));
      series.rows.push_back(table.lines[row]);
    }
    all.push_back(std::move(series));
  }
  diagnostics.ThrowIfErrors();
  return all;
}

}  // namespace jounce::identify

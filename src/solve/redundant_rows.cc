#include "solve/redundant_rows.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce {
namespace {

// What a redundant row may be off, as part of the size of the model or in rad: hardpoints are not
// known better than that, while active rows are held much tighter.
constexpr double kContradiction = 1e-5;
// As many names are told.
constexpr size_t kMostNames = 4;

std::string ListNames(const std::vector<std::string>& names) {
  if (names.empty()) return "what holds it already";
  const size_t shown = std::min(names.size(), kMostNames);
  std::string text = fmt::format("{}", fmt::join(names.begin(), names.begin() + shown, ", "));
  if (names.size() > shown) text += fmt::format(" and {} others", names.size() - shown);
  return text;
}

}  // namespace

RedundantRows::RedundantRows(const System& system, const Freedom& freedom) : system_(system) {
  for (size_t i = 0; i < freedom.active.size(); ++i) {
    if (freedom.active[i]) continue;
    const Constraint& constraint = system.ConstraintOf(static_cast<int>(i));
    const int index = static_cast<int>(i) - constraint.first_multiplier();
    const double size = constraint.IsLength(index) ? system.length_scale() : 1;
    rows_.push_back({&constraint, index, kContradiction * size, freedom.repeats[rows_.size()]});
  }
}

RunStatus RedundantRows::Check(const SystemState& state, const double* memory) const {
  for (const Row& row : rows_) {
    const double* own = memory + row.constraint->first_history();
    const double violation = row.constraint->Violation(row.index, state.time, own);
    if (!(std::abs(violation) <= row.tolerance)) return Failure(row, state.time, violation);
  }
  return {};
}

RunStatus RedundantRows::CheckFrom(const std::vector<double>& history,
                                   const SystemState& state) const {
  if (empty()) return {};
  std::vector<double> next(history), motion(system_.row_count()), rows(system_.multiplier_count());
  system_.Residual({state, std::numeric_limits<double>::infinity(), history.data(), next.data()},
                   motion.data(), rows.data());
  return Check(state, next.data());
}

RunStatus RedundantRows::Failure(const Row& row, double time, double violation) {
  return RunStatus::Failure(
      fmt::format("{} contradicts {} at t = {:.6g} s: it is off by {:.3g} {}",
                  row.constraint->name(), ListNames(row.repeats), time, std::abs(violation),
                  row.constraint->IsLength(row.index) ? "m" : "rad"),
      "they prescribe the same freedom: remove one of them or make them agree at all times; or "
      "draw "
      "the model off a position in which it is stretched out");
}

}  // namespace jounce

#include "identify/dma.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace jounce::identify {
namespace {

ColumnChoice Choice(const ReadOptions& options, const char* role) {
  const auto found = options.columns.find(role);
  return found == options.columns.end() ? ColumnChoice{} : found->second;
}

std::optional<int> StorageColumn(const DataTable& table, const ReadOptions& options) {
  return FindColumn(table,
                    {"storage", "storage_modulus", "speichermodul", "g_storage", "e_storage",
                     "e_stor", "g'", "e'"},
                    Choice(options, "storage"));
}

std::optional<int> LossColumn(const DataTable& table, const ReadOptions& options) {
  return FindColumn(table,
                    {"loss", "loss_modulus", "verlustmodul", "g_loss", "e_loss", "g''", "e''"},
                    Choice(options, "loss"));
}

// tan delta, where it stands for the loss modulus.
std::optional<int> FactorColumn(const DataTable& table) {
  return FindColumn(table, {"tan_delta", "tan_d", "tand", "loss_factor", "verlustfaktor"}, {});
}

}  // namespace

bool IsDmaTable(const DataTable& table, const ReadOptions& options) {
  return StorageColumn(table, options) && (LossColumn(table, options) || FactorColumn(table));
}

std::vector<Sweep> ReadDma(const DataTable& table, const ReadOptions& options) {
  Diagnostics diagnostics;
  const auto frequency_column =
      FindColumn(table, {"frequency", "freq", "frequenz", "f"}, Choice(options, "frequency"));
  const auto storage_column = StorageColumn(table, options),
             loss_column = LossColumn(table, options), factor_column = FactorColumn(table);
  const auto temperature_column =
      FindColumn(table, {"temperature", "temperatur", "temp", "t"}, Choice(options, "temperature"));
  if (!frequency_column || !storage_column || (!loss_column && !factor_column)) {
    throw InputError("a DMA table needs a frequency, a storage and a loss modulus or loss factor",
                     "name them with --column storage=NAME:UNIT and so on");
  }
  const auto read = [&](int column, ColumnQuantity quantity, const char* role) {
    return Numbers(table, column,
                   ScaleOf(table, column, quantity, Choice(options, role), &diagnostics),
                   &diagnostics);
  };
  const auto frequency = read(*frequency_column, ColumnQuantity::kFrequency, "frequency");
  const auto storage = read(*storage_column, ColumnQuantity::kModulus, "storage");
  auto loss = loss_column ? read(*loss_column, ColumnQuantity::kModulus, "loss")
                          : Numbers(table, *factor_column, {}, &diagnostics);
  for (size_t i = 0; !loss_column && i < loss.size(); ++i) loss[i] *= storage[i];
  std::vector<double> temperature(table.rows(), std::numeric_limits<double>::quiet_NaN());
  if (temperature_column) {
    temperature = Celsius(table, *temperature_column, Choice(options, "temperature"), &diagnostics);
  }
  diagnostics.ThrowIfErrors();
  std::vector<Sweep> sweeps;
  for (int row = 0; row < table.rows(); ++row) {
    const auto same = [&](const Sweep& sweep) {
      return !temperature_column ||
             std::abs(sweep.temperature - temperature[row]) <= kSameTemperature;
    };
    auto found = std::find_if(sweeps.begin(), sweeps.end(), same);
    if (found == sweeps.end()) {
      sweeps.push_back({temperature[row], {}});
      found = sweeps.end() - 1;
    }
    found->points.push_back({frequency[row], {storage[row], loss[row]}});
  }
  SortSweeps(&sweeps);
  return sweeps;
}

void SortSweeps(std::vector<Sweep>* sweeps) {
  for (Sweep& sweep : *sweeps) {
    std::stable_sort(sweep.points.begin(), sweep.points.end(),
                     [](const auto& a, const auto& b) { return a.frequency < b.frequency; });
  }
  std::stable_sort(sweeps->begin(), sweeps->end(),
                   [](const Sweep& a, const Sweep& b) { return a.temperature < b.temperature; });
}

}  // namespace jounce::identify

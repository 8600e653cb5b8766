#include "identify/data_nature.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "testbench/loop.h"

namespace jounce::identify {

DataNature NatureOf(const std::vector<Series>& data) {
  constexpr double kOneSidedShare = 1.0 / 7, kLossy = std::numbers::pi / 4;
  int lossy = 0;
  const Series* slowest = nullptr;
  for (const Series& series : data) {
    const auto loop = testbench::MeasureLoop(series.time, series.displacement, series.force);
    lossy += loop.harmonic_loss_angle() > kLossy;
    const auto rank = [](const Series& s) { return std::make_pair(-s.frequency, s.amplitude); };
    if (!slowest || rank(series) > rank(*slowest)) slowest = &series;
  }
  if (2 * lossy > static_cast<int>(data.size())) return DataNature::kAbsorber;
  const auto harmonics = testbench::FitHarmonics(slowest->time, slowest->force,
                                                 slowest->time.back() - slowest->time.front(), 2);
  const bool one_sided = std::abs(harmonics[2]) > kOneSidedShare * std::abs(harmonics[1]);
  return one_sided ? DataNature::kOneSided : DataNature::kRubber;
}

}  // namespace jounce::identify

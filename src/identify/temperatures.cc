#include "identify/temperatures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/loop.h"

namespace jounce::identify {

bool HaveSeveralTemperatures(const std::vector<Series>& data) {
  return std::any_of(data.begin(), data.end(), [&](const Series& series) {
    return std::abs(series.temperature - data.front().temperature) > kSameTemperature;
  });
}

void RefuseSeveralTemperatures(const std::vector<Series>& data) {
  for (const Series& series : data) {
    const double first = data.front().temperature;
    if (!(std::abs(series.temperature - first) > kSameTemperature)) continue;
    Diagnostics diagnostics;
    diagnostics.Error(
        series.place,
        fmt::format("the temperature changes from {:.4g} to {:.4g} degC", first,
                    series.temperature),
        "take the tests of one with --select temperature=..., or let auto or maxwell find one "
        "Prony series with its shifts from tests at one amplitude and three temperatures or more");
    diagnostics.ThrowIfErrors();
  }
}

std::vector<Sweep> SweepsOfLoops(const std::vector<Series>& data) {
  constexpr double kSameAmplitude = 0.05;
  std::vector<Sweep> sweeps;
  for (const Series& series : data) {
    if (std::abs(series.amplitude / data.front().amplitude - 1) > kSameAmplitude) {
      throw InputError(
          fmt::format("tests at several temperatures have several amplitudes, {} and {}",
                      ShowDisplacement(data.front().amplitude, series.rotation),
                      ShowDisplacement(series.amplitude, series.rotation)),
          "select one amplitude (--select amplitude=...) or one temperature (--select "
          "temperature=...)");
    }
    const auto same = [&](const Sweep& sweep) {
      return std::abs(sweep.temperature - series.temperature) <= kSameTemperature;
    };
    auto found = std::find_if(sweeps.begin(), sweeps.end(), same);
    if (found == sweeps.end()) found = sweeps.insert(found, {series.temperature, {}});
    const auto loop = testbench::MeasureLoop(series.time, series.displacement, series.force);
    found->points.push_back({series.frequency, loop.stiffness});
  }
  SortSweeps(&sweeps);
  return sweeps;
}

}  // namespace jounce::identify

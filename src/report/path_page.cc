#include "report/path_page.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

// Of the sensors of one unit.
Note LargestOnPath(const Plot& plot) {
  const Curve* largest = nullptr;
  size_t at = 0;
  for (const Curve& curve : plot.curves) {
    for (size_t i = 0; i < curve.y.size(); ++i) {
      if (largest && !(std::abs(curve.y[i]) > std::abs(largest->y[at]))) continue;
      largest = &curve;
      at = i;
    }
  }
  if (!largest) return {"It has no equilibria."};
  return {fmt::format("In {} the largest is {}: {} at {} s.", WrittenUnit(plot.y.unit),
                      largest->name, WithUnit(largest->y[at], plot.y.unit),
                      Readable(largest->x[at]))};
}

}  // namespace

Page MakePathPage(const PathPageInput& input) {
  const Recording& recording = input.recording;
  Page page{.title = input.title,
            .subtitle = fmt::format("Path of the equilibria of {}", input.source),
            .facts = {{"Equilibria", fmt::format("{}", recording.time.size())}}};
  if (input.status.ok) {
    page.findings.push_back({"The path went through to its end.", Mark::kGood});
  } else {
    page.findings.push_back({input.status.reason, Mark::kBad});
  }
  // One plot a unit: places with places, forces with forces.
  std::map<std::string, Plot> plots;
  for (size_t i = 0; i < recording.channels.size(); ++i) {
    const ProbeChannel& channel = recording.channels[i];
    Curve curve{.name = channel.name, .x = recording.time};
    for (size_t row = 0; row < recording.time.size(); ++row) {
      curve.y.push_back(recording.Value(row, i));
    }
    Plot& plot = plots[channel.unit];
    plot.title = fmt::format("Sensors in {}", WrittenUnit(channel.unit));
    plot.x = {.title = "Time of the loads", .unit = "s"};
    plot.y = {.title = "Value", .unit = channel.unit};
    plot.link = "path";
    plot.height = 360;
    plot.curves.push_back(std::move(curve));
  }
  Section section{.title = "Path", .items = {}, .columns = 2};
  for (auto& [unit, plot] : plots) {
    page.findings.push_back(LargestOnPath(plot));
    section.items.push_back(std::move(plot));
  }
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace jounce::report

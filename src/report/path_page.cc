#include "report/path_page.h"

#include <fmt/format.h>

#include <map>
#include <utility>

namespace jounce::report {

Page MakePathPage(const PathPageInput& input) {
  const Recording& recording = input.recording;
  Page page{.title = input.title,
            .subtitle = fmt::format("Path of the equilibria of {}", input.source),
            .facts = {{"Equilibria", fmt::format("{}", recording.time.size())}}};
  if (!input.status.ok) {
    page.sections.push_back(
        {.title = "Warnings", .items = {Note{input.status.reason, Mark::kBad}}});
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
    plot.title = fmt::format("Sensors in {}", channel.unit);
    plot.x = {.title = "Time of the loads", .unit = "s"};
    plot.y = {.title = "Value", .unit = channel.unit};
    plot.link = "path";
    plot.height = 360;
    plot.curves.push_back(std::move(curve));
  }
  Section section{.title = "Path", .items = {}, .columns = 2};
  for (auto& [unit, plot] : plots) section.items.push_back(std::move(plot));
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace jounce::report

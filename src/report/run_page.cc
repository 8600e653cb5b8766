#include "report/run_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr char kTime[] = "time";  // Everything over the time of the run moves together.
// Channels shown before the reader chooses.
constexpr std::size_t kFirstShown = 4;

Axis TimeAxis() { return {.title = "Time", .unit = "s"}; }

// The value farthest from zero, or NaN where there is none.
double PeakOf(const std::vector<double>& values) {
  double peak = std::numeric_limits<double>::quiet_NaN();
  for (const double v : values) {
    if (!(std::abs(v) <= std::abs(peak))) peak = std::isnan(v) ? peak : v;
  }
  return peak;
}

// The largest of the peaks of each unit.
std::map<std::string, double> LargestOfUnits(const std::vector<RunChannel>& channels) {
  std::map<std::string, double> largest;
  for (const RunChannel& channel : channels) {
    const double peak = std::abs(PeakOf(channel.values));
    if (peak > largest[channel.unit]) largest[channel.unit] = peak;
  }
  return largest;
}

// Of each of the first groups the channel that changes most, among those of one unit; what stands
// still but for rounding is shown when asked for.
std::vector<std::size_t> FirstShown(const std::vector<RunChannel>& channels,
                                    std::map<std::string, double>& largest) {
  std::vector<std::size_t> shown;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    const double range = RangeOf(channels[i].values);
    if (!(range > kRounding * largest[channels[i].unit])) continue;
    const bool grouped = !channels[i].group.empty();
    const auto rival = std::find_if(shown.begin(), shown.end(), [&](std::size_t other) {
      return grouped && channels[other].group == channels[i].group;
    });
    if (rival == shown.end()) {
      if (shown.size() < kFirstShown) shown.push_back(i);
    } else if (channels[*rival].unit == channels[i].unit &&
               range > RangeOf(channels[*rival].values)) {
      *rival = i;
    }
  }
  return shown;
}

Section ChannelSection(const RunPageInput& input) {
  ChannelBrowser browser{.title = "Over time, and power spectral density"};
  std::map<std::string, double> largest = LargestOfUnits(input.channels);
  for (const RunChannel& channel : input.channels) {
    BrowsedChannel browsed = BrowseChannel(channel, input.times);
    if (std::abs(PeakOf(channel.values)) < kRounding * largest[channel.unit]) {
      browsed.summary = "about 0";
    }
    browser.channels.push_back(std::move(browsed));
  }
  for (const std::size_t i : FirstShown(input.channels, largest)) {
    browser.channels[i].visible = true;
  }
  return {.title = "Channels", .items = {std::move(browser)}, .anchor = "channels"};
}

Section EnergySection(const RunPageInput& input) {
  Plot plot{
      .title = "Energies", .x = TimeAxis(), .y = {.title = "Energy", .unit = "J"}, .link = kTime};
  const std::vector<double>& times = input.energy_times.empty() ? input.times : input.energy_times;
  for (const RunEnergy& energy : input.energies) {
    plot.curves.push_back({.name = energy.name, .x = times, .y = energy.values});
  }
  return {.title = "Energy", .items = {std::move(plot)}, .anchor = "energy", .open = false};
}

Section SolverSection(const RunPageInput& input) {
  Section section{.title = "Solver", .anchor = "solver", .open = false};
  for (const RunSolverHistory& history : input.solver_histories) {
    section.items.push_back(
        Plot{.title = history.name,
             .x = TimeAxis(),
             .y = {.title = history.name, .unit = history.unit, .scale = history.scale},
             .curves = {{.name = history.name, .x = history.times, .y = history.values}},
             .link = kTime,
             .height = 200});
  }
  if (!input.solver_facts.empty()) {
    Table table{.title = "Statistics", .columns = {{.title = "What"}, {.title = "Value"}}};
    for (const Fact& fact : input.solver_facts) {
      table.rows.push_back({{.value = fact.name}, {.value = fact.value, .mark = fact.mark}});
    }
    section.items.push_back(std::move(table));
  }
  section.columns = static_cast<int>(std::min<std::size_t>(section.items.size(), 3));
  return section;
}

}  // namespace

double RangeOf(const std::vector<double>& values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double v : values) {
    low = std::min(low, v);
    high = std::max(high, v);
  }
  return high > low ? high - low : 0;
}

bool Moves(const std::vector<double>& values) {
  return RangeOf(values) > kRounding * std::abs(PeakOf(values));
}

std::string GroupOfChannel(const std::string& channel) {
  const size_t assembly = channel.find_last_of("/|");
  if (assembly != std::string::npos) return channel.substr(0, assembly);
  const size_t component = channel.rfind('.');
  return component == std::string::npos ? "" : channel.substr(0, component);
}

BrowsedChannel BrowseChannel(const RunChannel& channel, const std::vector<double>& times) {
  BrowsedChannel browsed{.name = channel.name, .group = channel.group};
  const double peak = PeakOf(channel.values);
  if (!std::isnan(peak)) browsed.summary = "peak " + WithUnit(peak, channel.unit);
  browsed.plots.push_back(Plot{.title = channel.name,
                               .x = TimeAxis(),
                               .y = {.unit = channel.unit},
                               .curves = {{.name = channel.name, .x = times, .y = channel.values}},
                               .link = kTime,
                               .height = 210});
  if (!channel.spectrum.frequency.empty()) {
    browsed.plots.push_back(Plot{.title = "Spectrum",
                                 .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                                 .y = {.unit = channel.spectrum.unit, .scale = Scale::kLog},
                                 .curves = {{.name = channel.name,
                                             .x = channel.spectrum.frequency,
                                             .y = channel.spectrum.density}},
                                 .link = "frequency",
                                 .height = 210});
  }
  return browsed;
}

Page MakeRunPage(const RunPageInput& input) {
  Page page{.title = input.title,
            .subtitle = input.subtitle,
            .findings = input.findings,
            .facts = input.facts};
  if (!input.warnings.empty()) {
    Section section{.title = "Warnings", .anchor = "warnings"};
    for (const Note& note : input.warnings) section.items.push_back(note);
    page.sections.push_back(std::move(section));
  }
  if (input.motion) {
    Scene scene = *input.motion;
    scene.link = kTime;
    page.sections.push_back({.title = "Motion", .items = {std::move(scene)}, .anchor = "motion"});
  }
  if (!input.channels.empty()) page.sections.push_back(ChannelSection(input));
  if (!input.energies.empty()) page.sections.push_back(EnergySection(input));
  if (!input.solver_facts.empty() || !input.solver_histories.empty()) {
    page.sections.push_back(SolverSection(input));
  }
  return page;
}

}  // namespace jounce::report

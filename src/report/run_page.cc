#include "report/run_page.h"

#include <algorithm>
#include <utility>

namespace jounce::report {
namespace {

constexpr char kTime[] = "time";  // Everything over the time of the run moves together.
constexpr int kManyPlots = 4;     // From which plots stand side by side.

Axis TimeAxis() { return {.title = "Time", .unit = "s"}; }

int ColumnsFor(std::size_t items) { return items >= kManyPlots ? 2 : 1; }

// The plot of this run that the channel shares, or null if it needs one of its own.
Plot* FindShared(const RunChannel& channel, std::vector<Item>* items) {
  if (channel.plot.empty()) return nullptr;
  for (Item& item : *items) {
    Plot& plot = std::get<Plot>(item);
    if (plot.title == channel.plot && plot.y.unit == channel.unit &&
        plot.y.title == channel.quantity) {
      return &plot;
    }
  }
  return nullptr;
}

Section SensorSection(const RunPageInput& input) {
  Section section{.title = "Sensors", .anchor = "sensors"};
  for (const RunChannel& channel : input.channels) {
    Plot* plot = FindShared(channel, &section.items);
    if (plot == nullptr) {
      section.items.push_back(Plot{.title = channel.plot.empty() ? channel.name : channel.plot,
                                   .x = TimeAxis(),
                                   .y = {.title = channel.quantity, .unit = channel.unit},
                                   .link = kTime,
                                   .height = 230});
      plot = &std::get<Plot>(section.items.back());
    }
    plot->curves.push_back({.name = channel.name, .x = input.times, .y = channel.values});
  }
  section.columns = ColumnsFor(section.items.size());
  return section;
}

Section SpectrumSection(const RunPageInput& input) {
  Section section{.title = "Spectra", .text = "Power spectral densities.", .anchor = "spectra"};
  for (const RunSpectrum& spectrum : input.spectra) {
    const auto same_unit = [&](const Item& item) {
      return std::get<Plot>(item).y.unit == spectrum.unit;
    };
    auto found = std::find_if(section.items.begin(), section.items.end(), same_unit);
    if (found == section.items.end()) {
      section.items.push_back(
          Plot{.title = "Spectra in " + spectrum.unit,
               .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
               .y = {.title = "Density", .unit = spectrum.unit, .scale = Scale::kLog},
               .link = "frequency"});
      found = std::prev(section.items.end());
    }
    std::get<Plot>(*found).curves.push_back(
        {.name = spectrum.name, .x = spectrum.frequency, .y = spectrum.density});
  }
  section.columns = section.items.size() > 1 ? 2 : 1;
  return section;
}

Section EnergySection(const RunPageInput& input) {
  Plot plot{
      .title = "Energies", .x = TimeAxis(), .y = {.title = "Energy", .unit = "J"}, .link = kTime};
  const std::vector<double>& times = input.energy_times.empty() ? input.times : input.energy_times;
  for (const RunEnergy& energy : input.energies) {
    plot.curves.push_back({.name = energy.name, .x = times, .y = energy.values});
  }
  return {.title = "Energy", .items = {std::move(plot)}, .anchor = "energy"};
}

Section SolverSection(const RunPageInput& input) {
  Section section{.title = "Solver", .anchor = "solver"};
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

Page MakeRunPage(const RunPageInput& input) {
  Page page{.title = input.title, .subtitle = input.subtitle, .facts = input.facts};
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
  if (!input.channels.empty()) page.sections.push_back(SensorSection(input));
  if (!input.spectra.empty()) page.sections.push_back(SpectrumSection(input));
  if (!input.energies.empty()) page.sections.push_back(EnergySection(input));
  if (!input.solver_facts.empty() || !input.solver_histories.empty()) {
    page.sections.push_back(SolverSection(input));
  }
  return page;
}

}  // namespace jounce::report

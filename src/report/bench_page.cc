#include "report/bench_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numbers>

#include "report/number_words.h"

namespace jounce::report {
namespace {

using testbench::TestLoop;
using testbench::Trace;

constexpr double kDegrees = 180 / std::numbers::pi;

std::vector<double> Scaled(const std::vector<double>& values, double factor) {
  std::vector<double> scaled = values;
  for (double& value : scaled) value *= factor;
  return scaled;
}

Curve LoopCurve(const std::string& name, const Trace& trace, double shade) {
  return {.name = name, .x = Scaled(trace.displacement, 1e3), .y = trace.force, .shade = shade};
}

Plot LoopPlot(const std::string& title) {
  return {.title = title,
          .x = {.title = "displacement", .unit = "mm"},
          .y = {.title = "force", .unit = "N"}};
}

Plot LoopsByAmplitude(const std::string& title, const std::vector<TestLoop>& loops) {
  Plot plot = LoopPlot(title);
  for (size_t i = 0; i < loops.size(); ++i) {
    plot.curves.push_back(LoopCurve(fmt::format("{:.4g} mm", loops[i].amplitude * 1e3),
                                    loops[i].loop.trace, (i + 1.0) / loops.size()));
  }
  return plot;
}

// One plot per amplitude, loops shaded by frequency.
Section DynamicLoops(const std::vector<TestLoop>& loops) {
  std::map<double, std::vector<const TestLoop*>> by_amplitude;
  for (const TestLoop& loop : loops) by_amplitude[loop.amplitude].push_back(&loop);
  Section section{.title = "Dynamic loops",
                  .text = "One plot per amplitude; the darker a loop, the higher its frequency.",
                  .columns = 3};
  for (const auto& [amplitude, tests] : by_amplitude) {
    Plot plot = LoopPlot(fmt::format("{:.4g} mm", amplitude * 1e3));
    for (size_t i = 0; i < tests.size(); ++i) {
      plot.curves.push_back(LoopCurve(fmt::format("{:.4g} Hz", tests[i]->frequency),
                                      tests[i]->loop.trace, (i + 1.0) / tests.size()));
    }
    section.items.push_back(std::move(plot));
  }
  return section;
}

Section DynamicProperties(const std::vector<TestLoop>& loops) {
  std::vector<StiffnessPoint> peak, harmonic;
  for (const TestLoop& test : loops) {
    const testbench::LoopProperties& loop = test.loop.properties;
    peak.push_back({test.amplitude, test.frequency, loop.peak_stiffness, loop.peak_loss_angle});
    harmonic.push_back(
        {test.amplitude, test.frequency, loop.harmonic_stiffness(), loop.harmonic_loss_angle()});
  }
  Section section{.title = "Dynamic stiffness and loss angle",
                  .text =
                      "By peaks: F0/d0, and the angle of an ellipse of the same area. By first "
                      "harmonics: the complex stiffness F1/u1.",
                  .columns = 2};
  for (const auto& [name, points] :
       {std::pair{"peaks", &peak}, std::pair{"first harmonics", &harmonic}}) {
    Plot stiffness = StiffnessPlot(), angle = AnglePlot();
    stiffness.title += fmt::format(" ({})", name);
    angle.title += fmt::format(" ({})", name);
    AddStiffnessCurves(*points, CurveStyle::kLine, "", &stiffness, &angle);
    section.items.push_back(std::move(stiffness));
    section.items.push_back(std::move(angle));
  }
  return section;
}

Table PropertyTable(const testbench::ProgramResult& result) {
  Table table{.columns = {{.title = "test"},
                          {.title = "amplitude", .unit = "mm", .align = Align::kRight},
                          {.title = "frequency", .unit = "Hz", .align = Align::kRight},
                          {.title = "F0/d0", .unit = "N/mm", .align = Align::kRight},
                          {.title = "loss angle (area)", .unit = "deg", .align = Align::kRight},
                          {.title = "|K*|", .unit = "N/mm", .align = Align::kRight},
                          {.title = "loss angle (1st)", .unit = "deg", .align = Align::kRight},
                          {.title = "energy", .unit = "J", .align = Align::kRight},
                          {.title = "cycles", .align = Align::kRight}}};
  const auto add = [&table](const char* name, const std::vector<TestLoop>& loops) {
    for (const TestLoop& test : loops) {
      const testbench::LoopProperties& loop = test.loop.properties;
      table.rows.push_back({{name},
                            {test.amplitude * 1e3},
                            {test.frequency},
                            {loop.peak_stiffness * 1e-3},
                            {loop.peak_loss_angle * kDegrees},
                            {loop.harmonic_stiffness() * 1e-3},
                            {loop.harmonic_loss_angle() * kDegrees},
                            {loop.energy},
                            {static_cast<double>(test.loop.cycles),
                             test.loop.steady ? Mark::kNone : Mark::kWarning}});
    }
  };
  add("static", result.static_loops);
  add("quasi-static", result.quasi_static_loops);
  add("dynamic", result.dynamic_loops);
  table.note = "A marked number of cycles was not enough to reach a steady loop.";
  return table;
}

std::string TestOf(const TestLoop& test) {
  return fmt::format("{} mm and {} Hz", Readable(test.amplitude * 1e3), Readable(test.frequency));
}

// How stiff, from where to where, and where it loses most.
std::vector<Note> BenchFindings(const testbench::ProgramResult& result) {
  const std::vector<TestLoop>& loops = result.dynamic_loops;
  if (loops.empty()) return {};
  const auto by = [&](auto value) {
    return std::minmax_element(
        loops.begin(), loops.end(),
        [&](const TestLoop& a, const TestLoop& b) { return value(a) < value(b); });
  };
  const auto stiffness = [](const TestLoop& t) {
    return t.loop.properties.harmonic_stiffness() * 1e-3;
  };
  const auto angle = [](const TestLoop& t) {
    return t.loop.properties.harmonic_loss_angle() * kDegrees;
  };
  const auto [soft, stiff] = by(stiffness);
  const auto lossy = by(angle).second;
  std::vector<Note> findings = {
      {fmt::format("The dynamic stiffness goes from {} N/mm at {} to {} N/mm at {}.",
                   Readable(stiffness(*soft)), TestOf(*soft), Readable(stiffness(*stiff)),
                   TestOf(*stiff))},
      {fmt::format("The loss angle is largest at {}: {} deg.", TestOf(*lossy),
                   Readable(angle(*lossy)))}};
  const auto unsteady =
      std::count_if(loops.begin(), loops.end(), [](const TestLoop& t) { return !t.loop.steady; });
  if (unsteady > 0) {
    findings.push_back({fmt::format("{} of {} dynamic loops were not steady when they were taken.",
                                    unsteady, loops.size()),
                        Mark::kWarning});
  }
  return findings;
}

Plot TimePlot(const std::string& title, const Trace& trace, bool force, Scale scale) {
  Plot plot{.title = title,
            .x = {.title = "time", .unit = "s", .scale = scale},
            .y = {.title = force ? "force" : "displacement", .unit = force ? "N" : "mm"}};
  Curve curve{.name = title};
  for (int i = 0; i < trace.size(); ++i) {
    if (scale == Scale::kLog && !(trace.time[i] > 0)) continue;
    curve.x.push_back(trace.time[i]);
    curve.y.push_back(force ? trace.force[i] : 1e3 * trace.displacement[i]);
  }
  plot.curves.push_back(std::move(curve));
  return plot;
}

Section Histories(const testbench::ProgramResult& result) {
  Section section{.title = "Relaxation, creep and histories", .columns = 2};
  if (result.relaxation) {
    section.items.push_back(TimePlot("relaxation", *result.relaxation, true, Scale::kLog));
  }
  if (result.creep) {
    section.items.push_back(TimePlot("creep", result.creep->trace, false, Scale::kLog));
    if (!result.creep->complete) {
      section.items.push_back(Note{result.creep->reason, Mark::kWarning});
    }
  }
  if (result.history) {
    section.items.push_back(TimePlot("history", *result.history, true, Scale::kLinear));
    Plot loop = LoopPlot("history");
    loop.curves.push_back({.name = "history",
                           .x = Scaled(result.history->displacement, 1e3),
                           .y = result.history->force});
    section.items.push_back(std::move(loop));
  }
  return section;
}

}  // namespace

Plot StiffnessPlot() {
  return {.title = "dynamic stiffness",
          .x = {.title = "frequency", .unit = "Hz"},
          .y = {.title = "stiffness", .unit = "N/mm"}};
}

Plot AnglePlot() {
  return {.title = "loss angle",
          .x = {.title = "frequency", .unit = "Hz"},
          .y = {.title = "loss angle", .unit = "deg"}};
}

void AddStiffnessCurves(const std::vector<StiffnessPoint>& points, CurveStyle style,
                        const std::string& prefix, Plot* stiffness, Plot* angle) {
  std::map<double, std::vector<const StiffnessPoint*>> by_amplitude;
  for (const StiffnessPoint& point : points) by_amplitude[point.amplitude].push_back(&point);
  for (const auto& [amplitude, rows] : by_amplitude) {
    const std::string name = fmt::format("{:.4g} mm", amplitude * 1e3);
    Curve k{.name = prefix + name, .style = style, .group = name};
    Curve delta = k;
    for (const StiffnessPoint* row : rows) {
      k.x.push_back(row->frequency);
      delta.x.push_back(row->frequency);
      k.y.push_back(row->stiffness * 1e-3);
      delta.y.push_back(row->angle * kDegrees);
    }
    stiffness->curves.push_back(std::move(k));
    angle->curves.push_back(std::move(delta));
  }
}

Page MakeBenchPage(const BenchPageInput& input) {
  const testbench::ProgramResult& result = *input.result;
  Page page{.title = input.title,
            .subtitle = "virtual test bench",
            .findings = BenchFindings(result),
            .facts = input.facts};
  Section slow{.title = "Static and quasi-static loops", .columns = 2};
  if (!result.static_loops.empty()) {
    slow.items.push_back(LoopsByAmplitude("static", result.static_loops));
  }
  if (!result.quasi_static_loops.empty()) {
    slow.items.push_back(LoopsByAmplitude("quasi-static", result.quasi_static_loops));
  }
  if (!slow.items.empty()) page.sections.push_back(std::move(slow));
  if (!result.dynamic_loops.empty()) {
    page.sections.push_back(DynamicProperties(result.dynamic_loops));
    page.sections.push_back(DynamicLoops(result.dynamic_loops));
  }
  Section histories = Histories(result);
  if (!histories.items.empty()) page.sections.push_back(std::move(histories));
  page.sections.push_back({.title = "Table", .items = {PropertyTable(result)}, .open = false});
  return page;
}

}  // namespace jounce::report

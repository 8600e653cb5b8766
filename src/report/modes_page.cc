#include "report/modes_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"

namespace jounce::report {
namespace {

constexpr char kModes[] = "modes";  // The row of the table chooses the shape.

Table ModeTable(const ModesPageInput& input) {
  Table table{.title = "Modes",
              .columns = {{.title = "No.", .align = Align::kRight},
                          {.title = "Frequency", .unit = "Hz", .align = Align::kRight, .digits = 4},
                          {.title = "Damping", .unit = "%", .align = Align::kRight, .digits = 3}},
              .link = kModes,
              .note = "Choose a row to see its shape."};
  const std::vector<SceneMode>& modes = input.shapes.modes;
  const bool all_swing = std::all_of(modes.begin(), modes.end(),
                                     [](const SceneMode& mode) { return mode.time_constant == 0; });
  if (!all_swing) {
    table.columns.push_back(
        {.title = "Time constant", .unit = "s", .align = Align::kRight, .digits = 4});
    table.note += " A motion that does not swing has a time constant in the place of a frequency.";
  }
  if (!input.shares.empty()) table.columns.push_back({.title = "Who moves"});
  for (std::size_t i = 0; i < modes.size(); ++i) {
    // A mode that grows instead of dying away is what the reader must see first.
    const SceneMode& mode = modes[i];
    const Mark mark = mode.damping < 0 || mode.time_constant < 0 ? Mark::kBad : Mark::kNone;
    const bool swings = mode.time_constant == 0;
    const Cell none{.value = std::string()};
    std::vector<Cell> row = {{.value = fmt::format("{}", i + 1)},
                             swings ? Cell{.value = mode.frequency} : none,
                             swings ? Cell{.value = 100 * mode.damping, .mark = mark} : none};
    if (!all_swing) {
      row.push_back(swings ? none : Cell{.value = mode.time_constant, .mark = mark});
    }
    if (!input.shares.empty()) row.push_back({.value = WhoMoves(input.shares[i])});
    table.rows.push_back(std::move(row));
  }
  return table;
}

Plot DampingPlot(const std::vector<SceneMode>& modes) {
  Curve curve{.name = "Modes", .style = CurveStyle::kPoints};
  for (const SceneMode& mode : modes) {
    if (mode.time_constant != 0) continue;
    curve.x.push_back(mode.frequency);
    curve.y.push_back(100 * mode.damping);
  }
  return {.title = "Damping over frequency",
          .x = {.title = "Frequency", .unit = "Hz"},
          .y = {.title = "Damping", .unit = "%"},
          .curves = {std::move(curve)}};
}

const SceneMode* LeastDamped(const std::vector<SceneMode>& modes) {
  const SceneMode* least = nullptr;
  for (const SceneMode& mode : modes) {
    const bool swings = mode.time_constant == 0 && mode.frequency > 0;
    if (swings && (!least || mode.damping < least->damping)) least = &mode;
  }
  return least;
}

// Of the modes that swing, the first ones of the table: "1.1 Hz (body 67 %, engine 30 %)".
std::string FirstModes(const ModesPageInput& input) {
  constexpr int kMostTold = 3;
  std::string text;
  int told = 0;
  for (std::size_t i = 0; i < input.shares.size() && told < kMostTold; ++i) {
    const SceneMode& mode = input.shapes.modes[i];
    if (mode.time_constant != 0 || mode.frequency <= 0) continue;
    text += fmt::format("{}{:.4g} Hz ({})", told++ > 0 ? ", " : "", mode.frequency,
                        WhoMoves(input.shares[i]));
  }
  return text;
}

// Whether it is stable, how many swing between which frequencies, who moves in the first ones, and
// which dies away last.
std::vector<Note> Findings(const ModesPageInput& input) {
  const std::vector<SceneMode>& modes = input.shapes.modes;
  std::vector<Note> findings;
  double first = 0, last = 0;
  int swinging = 0, growing = 0;
  for (const SceneMode& mode : modes) {
    growing += mode.damping < 0 || mode.time_constant < 0;
    if (mode.time_constant != 0 || mode.frequency <= 0) continue;
    first = swinging == 0 ? mode.frequency : std::min(first, mode.frequency);
    last = std::max(last, mode.frequency);
    ++swinging;
  }
  if (growing > 0) {
    findings.push_back(
        {fmt::format("The equilibrium is unstable: {} of {} modes grow.", growing, modes.size()),
         Mark::kBad});
  }
  if (swinging == 0) return findings;
  findings.push_back({fmt::format("{} mode{} between {:.4g} and {:.4g} Hz.", swinging,
                                  swinging == 1 ? "" : "s", first, last)});
  const std::string moves = FirstModes(input);
  if (!moves.empty()) findings.push_back({"Who moves: " + moves + "."});
  const SceneMode* least = LeastDamped(modes);
  if (least && least->damping > 0) {
    findings.push_back({fmt::format("The least damped of them is {} with {:.3g} % of critical.",
                                    least->name, 100 * least->damping)});
  }
  return findings;
}

}  // namespace

std::string WhoMoves(std::vector<ModeShare> shares) {
  std::stable_sort(shares.begin(), shares.end(),
                   [](const ModeShare& a, const ModeShare& b) { return a.share > b.share; });
  std::string text;
  double told = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, shares.size()) && told < 0.9; ++i) {
    if (!text.empty()) text += ", ";
    text += fmt::format("{} {:.0f} %", shares[i].name, 100 * shares[i].share);
    told += shares[i].share;
  }
  return text;
}

Page MakeModesPage(const ModesPageInput& input) {
  if (!input.shares.empty() && input.shares.size() != input.shapes.modes.size()) {
    throw InputError(fmt::format("the page of modes has shares for {} of {} modes",
                                 input.shares.size(), input.shapes.modes.size()));
  }
  Page page{.title = input.title,
            .subtitle = input.subtitle,
            .findings = Findings(input),
            .facts = input.facts};
  if (!input.warnings.empty()) {
    Section section{.title = "Warnings", .anchor = "warnings"};
    for (const Note& note : input.warnings) section.items.push_back(note);
    page.sections.push_back(std::move(section));
  }
  Scene scene = input.shapes;
  scene.link = kModes;
  if (scene.title.empty()) scene.title = "Shape";
  page.sections.push_back({.title = "Modes and shapes",
                           .items = {ModeTable(input), std::move(scene)},
                           .columns = 2,
                           .anchor = "modes"});
  const std::vector<SceneMode>& modes = input.shapes.modes;
  const bool damped = std::any_of(modes.begin(), modes.end(),
                                  [](const SceneMode& mode) { return mode.damping != 0; });
  if (damped) {
    page.sections.push_back(
        {.title = "Damping", .items = {DampingPlot(modes)}, .anchor = "damping"});
  }
  return page;
}

}  // namespace jounce::report

#include "report/study_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/number_words.h"

namespace jounce::report {
namespace {

using study::Influence;
using study::StudyTable;

constexpr size_t kMostShown = 6;  // inputs and outputs in grids of plots
constexpr size_t kBestRuns = 10;
constexpr int kEffectHeight = 230;
constexpr size_t kMostRows = 2000;  // of the table of runs and of parallel coordinates

// The strongest input of each output, in a sentence.
std::string StrongestOf(const StudyPageInput& input, size_t output) {
  const StudyTable& table = *input.table;
  const std::vector<size_t> order = input.influence.Order(output);
  if (order.empty()) return "";
  const Influence::Of& of = input.influence.of[output][order[0]];
  const std::string& name = table.inputs[order[0]].name;
  if (!(of.strength > 0)) return "";
  switch (input.influence.kind) {
    case Influence::Kind::kSobol:
      return fmt::format("{} has a part in {:.0f} % of the variance of {}, {:.0f} % alone.", name,
                         100 * of.sobol.total, table.outputs[output].name, 100 * of.sobol.first);
    case Influence::Kind::kMorris:
      return fmt::format("{} moves {} most: by {:.4g} {} over its range in the mean.", name,
                         table.outputs[output].name, of.morris.mean_absolute,
                         table.outputs[output].unit);
    default:
      return fmt::format("It goes most with {} (rank correlation {:+.2f}).", name,
                         of.rank_correlation);
  }
}

// From where to where an output goes, and in which runs; nothing where it is the same in all.
std::string RangeWords(const StudyTable& table, size_t output) {
  const StudyTable::Row *least = nullptr, *most = nullptr;
  for (const StudyTable::Row& row : table.rows) {
    const double value = row.outputs[output];
    if (std::isnan(value)) continue;
    if (!least || value < least->outputs[output]) least = &row;
    if (!most || value > most->outputs[output]) most = &row;
  }
  if (!least || !(most->outputs[output] > least->outputs[output])) return "";
  const std::string& unit = table.outputs[output].unit;
  return fmt::format("{} goes from {} in run {} to {} in run {}. ", table.outputs[output].name,
                     WithUnit(least->outputs[output], unit), least->run,
                     WithUnit(most->outputs[output], unit), most->run);
}

std::vector<Note> StudyFindings(const StudyPageInput& input) {
  const StudyTable& table = *input.table;
  size_t done = 0, missing = 0;
  std::string reason;
  for (const StudyTable::Row& row : table.rows) {
    done += row.state == study::RunState::kDone ? 1 : 0;
    missing += row.state ? 0 : 1;
    if (reason.empty()) reason = row.reason;
  }
  std::vector<Note> findings;
  if (done == table.rows.size()) {
    findings.push_back({fmt::format("All {} runs have a result.", done), Mark::kGood});
  } else {
    findings.push_back({fmt::format("{} of {} runs have a result, {} are missing. {}", done,
                                    table.rows.size(), missing, reason),
                        Mark::kWarning});
  }
  for (size_t i = 0; i < table.outputs.size() && findings.size() < 5; ++i) {
    const std::string text = RangeWords(table, i) + StrongestOf(input, i);
    if (!text.empty()) findings.push_back({text});
  }
  return findings;
}

Column NumberColumn(const std::string& title, const std::string& unit = "") {
  return {.title = title, .unit = unit, .align = Align::kRight};
}

Table InfluenceTable(const StudyPageInput& input) {
  const StudyTable& table = *input.table;
  Table out{.title = "Inputs by their influence",
            .columns = {{.title = "Output"}, {.title = "Input"}}};
  const Influence::Kind kind = input.influence.kind;
  if (kind == Influence::Kind::kSobol) {
    for (const char* title : {"First-order index", "+-", "Total index", "+- "}) {
      out.columns.push_back(NumberColumn(title));
    }
    out.note = "Shares of the variance: alone, and with all interactions; half of 95 % intervals.";
  } else if (kind == Influence::Kind::kMorris) {
    for (const char* title : {"Mean |effect|", "Mean effect", "Deviation"}) {
      out.columns.push_back(NumberColumn(title));
    }
    out.note =
        "Elementary effects: change of the output over the whole range of the input. A large "
        "deviation tells of curvature or interactions.";
  } else {
    out.note = "Of texts the order of their occurrence counts: see the main effects.";
  }
  out.columns.push_back(NumberColumn("Rank correlation"));
  out.columns.push_back(NumberColumn("Correlation"));
  for (size_t output = 0; output < table.outputs.size(); ++output) {
    for (const size_t i : input.influence.Order(output)) {
      const Influence::Of& of = input.influence.of[output][i];
      std::vector<Cell> row = {{.value = table.outputs[output].name},
                               {.value = table.inputs[i].name}};
      if (kind == Influence::Kind::kSobol) {
        for (const double value :
             {of.sobol.first, of.sobol.first_error, of.sobol.total, of.sobol.total_error}) {
          row.push_back({.value = value});
        }
      } else if (kind == Influence::Kind::kMorris) {
        for (const double value : {of.morris.mean_absolute, of.morris.mean, of.morris.deviation}) {
          row.push_back({.value = value});
        }
      }
      row.push_back({.value = of.rank_correlation});
      row.push_back({.value = of.correlation});
      out.rows.push_back(std::move(row));
    }
  }
  return out;
}

// Means of an output over classes of an input, with the spread within them.
Plot EffectPlot(const StudyTable& table, size_t output, size_t of) {
  const study::TableColumn& by = table.inputs[of];
  std::vector<std::string> words;
  const auto classes =
      study::MainEffect(study::NumbersOf(table, of, &words), study::OutputNumbers(table, output));
  Curve mean{.name = "mean", .style = CurveStyle::kLineAndPoints};
  Curve low{.name = "- deviation", .style = CurveStyle::kDashed, .group = "deviation"};
  Curve high{.name = "+ deviation", .style = CurveStyle::kDashed, .group = "deviation"};
  for (const study::EffectClass& one : classes) {
    for (Curve* curve : {&mean, &low, &high}) curve->x.push_back(one.middle);
    mean.y.push_back(one.mean);
    low.y.push_back(one.mean - one.deviation);
    high.y.push_back(one.mean + one.deviation);
  }
  Plot plot{.title = fmt::format("{} over {}", table.outputs[output].name, by.name),
            .x = {.title = by.name, .unit = by.unit},
            .y = {.title = table.outputs[output].name, .unit = table.outputs[output].unit},
            .curves = {mean, low, high},
            .height = kEffectHeight};
  for (size_t w = 0; w < words.size(); ++w) {
    plot.note += fmt::format("{}{} is {}", w ? ", " : "", w, words[w]);
  }
  return plot;
}

constexpr char kEffectText[] =
    "Means of the outputs over the runs in classes of an input; dashed: plus and minus one "
    "standard "
    "deviation of those runs.";

// For each output the inputs of these ranks.
Section EffectSection(const StudyPageInput& input, size_t first, size_t last) {
  const StudyTable& table = *input.table;
  Section section{.text = kEffectText, .columns = 3};
  for (size_t output = 0; output < std::min(table.outputs.size(), kMostShown); ++output) {
    const std::vector<size_t> order = input.influence.Order(output);
    for (size_t r = first; r < std::min(order.size(), last); ++r) {
      section.items.push_back(EffectPlot(table, output, order[r]));
    }
  }
  return section;
}

// What the findings say, drawn: each output over the input that moves it most.
Section StrongestSection(const StudyPageInput& input) {
  Section section = EffectSection(input, 0, 1);
  section.title = "What matters";
  section.anchor = "what-matters";
  return section;
}

Section OtherEffectsSection(const StudyPageInput& input) {
  Section section = EffectSection(input, 1, 3);
  section.title = "Other effects";
  section.open = false;
  return section;
}

Plot ScatterPlot(const std::string& x_name, const std::string& x_unit, std::vector<double> x,
                 const std::string& y_name, const std::string& y_unit, std::vector<double> y) {
  return {.title = "",
          .x = {.title = x_name, .unit = x_unit},
          .y = {.title = y_name, .unit = y_unit},
          .curves = {{.name = y_name,
                      .x = std::move(x),
                      .y = std::move(y),
                      .style = CurveStyle::kPoints}},
          .height = 220};
}

Section ScatterSection(const StudyTable& table) {
  const size_t across = std::min<size_t>(table.inputs.size(), 4);
  Section section{.title = "Scatter",
                  .items = {},
                  .columns = static_cast<int>(std::max<size_t>(1, across)),
                  .open = false};
  for (size_t output = 0; output < std::min(table.outputs.size(), kMostShown); ++output) {
    for (size_t i = 0; i < across; ++i) {
      section.items.push_back(ScatterPlot(table.inputs[i].name, table.inputs[i].unit,
                                          study::NumbersOf(table, i), table.outputs[output].name,
                                          table.outputs[output].unit,
                                          study::OutputNumbers(table, output)));
    }
  }
  return section;
}

ParallelCoordinates ParallelOf(const StudyPageInput& input) {
  const StudyTable& table = *input.table;
  ParallelCoordinates item{.title = "All runs",
                           .note =
                               "Drag along an axis to keep the runs within a range; click on it to "
                               "take the range away."};
  const size_t runs = std::min(table.rows.size(), kMostRows);
  if (runs < table.rows.size()) {
    item.note += fmt::format(" The first {} of {} runs are shown.", runs, table.rows.size());
  }
  for (size_t i = 0; i < table.inputs.size(); ++i) {
    ParallelAxis axis{.title = table.inputs[i].name, .unit = table.inputs[i].unit};
    axis.values = study::NumbersOf(table, i, &axis.words);
    item.axes.push_back(std::move(axis));
  }
  for (size_t i = 0; i < table.outputs.size(); ++i) {
    item.axes.push_back({.title = table.outputs[i].name,
                         .unit = table.outputs[i].unit,
                         .values = study::OutputNumbers(table, i)});
  }
  for (ParallelAxis& axis : item.axes) axis.values.resize(runs);
  for (size_t i = 0; i < runs; ++i) item.names.push_back(fmt::format("{}", table.rows[i].run));
  if (!input.links.empty())
    item.links.assign(input.links.begin(), input.links.begin() + static_cast<long>(runs));
  return item;
}

std::vector<Column> RunColumns(const StudyTable& table) {
  std::vector<Column> columns = {NumberColumn("Run")};
  for (const study::TableColumn& c : table.inputs) columns.push_back(NumberColumn(c.name, c.unit));
  for (const study::TableColumn& c : table.outputs) columns.push_back(NumberColumn(c.name, c.unit));
  return columns;
}

std::vector<Cell> RunCells(const StudyTable::Row& row) {
  std::vector<Cell> cells = {{.value = static_cast<double>(row.run)}};
  for (const study::FactorValue& value : row.inputs) {
    std::visit([&](const auto& one) { cells.push_back({.value = one}); }, value);
  }
  for (const double value : row.outputs) cells.push_back({.value = value});
  return cells;
}

Section BestSection(const StudyTable& table) {
  Section section{.title = "Best runs", .open = false};
  for (size_t output = 0; output < std::min(table.outputs.size(), kMostShown); ++output) {
    std::vector<const StudyTable::Row*> rows;
    for (const StudyTable::Row& row : table.rows) {
      if (!std::isnan(row.outputs[output])) rows.push_back(&row);
    }
    std::stable_sort(rows.begin(), rows.end(), [output](const auto* a, const auto* b) {
      return a->outputs[output] < b->outputs[output];
    });
    Table best{.title = fmt::format("Least {}", table.outputs[output].name),
               .columns = RunColumns(table)};
    for (size_t i = 0; i < std::min(rows.size(), kBestRuns); ++i) {
      best.rows.push_back(RunCells(*rows[i]));
    }
    section.items.push_back(std::move(best));
  }
  return section;
}

Section ParetoSection(const StudyPageInput& input) {
  const StudyTable& table = *input.table;
  std::vector<std::string> names = input.pareto;
  for (size_t i = 0; names.size() < 2 && i < table.outputs.size(); ++i) {
    names.push_back(table.outputs[i].name);
  }
  Section section{.title = "Pareto front",
                  .text =
                      "Runs that no other run is better than in all of these outputs, less being "
                      "better."};
  if (names.size() < 2) return section;
  std::vector<std::vector<double>> outputs;
  std::vector<std::string> units(names.size());
  for (size_t i = 0; i < names.size(); ++i) {
    outputs.push_back(study::ColumnNumbers(table, names[i], &units[i]));
  }
  const std::vector<size_t> front = study::ParetoFront(outputs);
  Plot plot = ScatterPlot(names[0], units[0], outputs[0], names[1], units[1], outputs[1]);
  plot.title = fmt::format("{} over {}", names[1], names[0]);
  plot.curves[0].name = "all runs";
  plot.height = 300;
  std::vector<std::pair<double, double>> points;
  for (const size_t run : front) points.emplace_back(outputs[0][run], outputs[1][run]);
  std::sort(points.begin(), points.end());
  Curve line{.name = "front",
             .style = names.size() == 2 ? CurveStyle::kLineAndPoints : CurveStyle::kPoints};
  for (const auto& [x, y] : points) {
    line.x.push_back(x);
    line.y.push_back(y);
  }
  plot.curves.push_back(std::move(line));
  section.items.push_back(std::move(plot));
  Table runs{.title = "Runs of the front", .columns = RunColumns(table)};
  for (const size_t run : front) runs.rows.push_back(RunCells(table.rows[run]));
  section.items.push_back(std::move(runs));
  return section;
}

Section FailedSection(const StudyTable& table) {
  Section section{.title = "Runs without a result"};
  Table failed{.title = "",
               .columns = {NumberColumn("Run"), {.title = "Status"}, {.title = "Reason"}}};
  for (const StudyTable::Row& row : table.rows) {
    if (row.state == study::RunState::kDone) continue;
    failed.rows.push_back(
        {{.value = static_cast<double>(row.run)},
         {.value = row.state ? std::string(study::ToString(*row.state)) : "missing"},
         {.value = row.reason}});
    if (failed.rows.size() == kMostRows) break;
  }
  if (!failed.rows.empty()) section.items.push_back(std::move(failed));
  return section;
}

}  // namespace

Page MakeStudyPage(const StudyPageInput& input) {
  const StudyTable& table = *input.table;
  Page page{.title = input.title,
            .subtitle = "Study",
            .findings = StudyFindings(input),
            .facts = {{"Runs", fmt::format("{}", table.rows.size())},
                      {"Inputs", fmt::format("{}", table.inputs.size())},
                      {"Outputs", fmt::format("{}", table.outputs.size())}}};
  // What the findings say comes first; the rest is there for those who ask.
  const std::vector<Section> sections = {
      StrongestSection(input),
      ParetoSection(input),
      FailedSection(table),
      {.title = "All runs", .items = {ParallelOf(input)}, .open = false},
      {.title = "Influence of all inputs", .items = {InfluenceTable(input)}, .open = false},
      OtherEffectsSection(input),
      BestSection(table),
      ScatterSection(table)};
  for (const Section& section : sections) {
    if (!section.items.empty()) page.sections.push_back(section);
  }
  return page;
}

Page MakeStudyPlots(const std::string& title, const StudyTable& table,
                    const std::vector<std::string>& x, const std::vector<std::string>& y) {
  Page page{.title = title, .subtitle = "Study"};
  Section section{.title = "Columns",
                  .items = {},
                  .columns = static_cast<int>(std::clamp<size_t>(x.size(), 1, 4))};
  for (const std::string& of : y) {
    for (const std::string& over : x) {
      std::string x_unit, y_unit;
      std::vector<double> xs = study::ColumnNumbers(table, over, &x_unit);
      std::vector<double> ys = study::ColumnNumbers(table, of, &y_unit);
      section.items.push_back(ScatterPlot(over, x_unit, std::move(xs), of, y_unit, std::move(ys)));
    }
  }
  page.sections.push_back(std::move(section));
  return page;
}

}  // namespace jounce::report

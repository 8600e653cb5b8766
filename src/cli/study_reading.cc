// What is read of a study: `jounce study table`, `page` and `plot`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>

#include "cli/outputs.h"
#include "cli/study_verbs.h"
#include "io/text_file.h"
#include "report/study_page.h"
#include "study/influence.h"
#include "study/runner.h"
#include "study/study_file.h"

namespace jounce {
namespace {

struct StudyTableArguments {
  std::string study;
  std::string sort, csv;
  bool descending = false, influence = false;
  int rows = 20;
  Outputs outputs;
};

// The folder of a study by its file or by itself.
std::string FolderOf(const std::string& study) {
  return std::filesystem::is_directory(study) ? study : StudyFolder("", study);
}

std::string CellText(const study::FactorValue& value, bool exact) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  const double number = std::get<double>(value);
  if (std::isnan(number)) return "";
  return exact ? fmt::format("{}", number) : fmt::format("{:.6g}", number);
}

std::string CsvText(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string Head(const study::TableColumn& column) {
  return column.unit.empty() ? column.name : fmt::format("{} [{}]", column.name, column.unit);
}

std::string StudyCsv(const study::StudyTable& table) {
  std::string text = "run";
  for (const auto& column : table.inputs) text += "," + CsvText(Head(column));
  text += ",status,reason";
  for (const auto& column : table.outputs) text += "," + CsvText(Head(column));
  text += "\n";
  for (const auto& row : table.rows) {
    text += fmt::format("{}", row.run);
    for (const auto& input : row.inputs) text += "," + CsvText(CellText(input, true));
    text +=
        fmt::format(",{},{}", row.state ? ToString(*row.state) : "missing", CsvText(row.reason));
    for (const double output : row.outputs) text += "," + CellText(output, true);
    text += "\n";
  }
  return text;
}

// By a column, rows without a number last.
void Sort(const std::string& by, bool descending, study::StudyTable* table) {
  std::string unit;
  const std::vector<double> values = study::ColumnNumbers(*table, by, &unit);
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const double x = values[a], y = values[b];
    if (std::isnan(x) || std::isnan(y)) return !std::isnan(x) && std::isnan(y);
    return descending ? x > y : x < y;
  });
  std::vector<study::StudyTable::Row> sorted;
  for (const size_t i : order) sorted.push_back(std::move(table->rows[i]));
  table->rows = std::move(sorted);
}

void PrintRows(const study::StudyTable& table, int most, const Console& console) {
  std::string head = fmt::format("{:>6} {:8}", "run", "status");
  for (const auto& column : table.inputs) head += fmt::format(" {:>14}", Head(column));
  for (const auto& column : table.outputs) head += fmt::format(" {:>14}", Head(column));
  console.Print("{}", head);
  const auto width = [](const study::TableColumn& column) {
    return std::max<size_t>(14, Head(column).size());
  };
  int shown = 0;
  for (const auto& row : table.rows) {
    if (++shown > most) break;
    std::string line =
        fmt::format("{:>6} {:8}", row.run, row.state ? ToString(*row.state) : "missing");
    for (size_t i = 0; i < row.inputs.size(); ++i) {
      line += fmt::format(" {:>{}}", CellText(row.inputs[i], false), width(table.inputs[i]));
    }
    for (size_t i = 0; i < row.outputs.size(); ++i) {
      line += fmt::format(" {:>{}}", CellText(row.outputs[i], false), width(table.outputs[i]));
    }
    console.Print("{}{}{}", line, row.reason.empty() ? "" : "  ", row.reason);
  }
  if (shown > most) console.Print("  ... of {} rows (--rows)", table.rows.size());
}

nlohmann::json TableJson(const study::StudyTable& table) {
  nlohmann::json json = {
      {"status", "done"}, {"columns", nlohmann::json::array()}, {"rows", nlohmann::json::array()}};
  for (const auto& c : table.inputs) {
    json["columns"].push_back({{"name", c.name}, {"role", "input"}, {"unit", c.unit}});
  }
  for (const auto& c : table.outputs) {
    json["columns"].push_back({{"name", c.name}, {"role", "output"}, {"unit", c.unit}});
  }
  for (const auto& row : table.rows) {
    nlohmann::json one = {{"run", row.run},
                          {"status", row.state ? ToString(*row.state) : "missing"}};
    if (!row.reason.empty()) one["reason"] = row.reason;
    for (size_t i = 0; i < row.inputs.size(); ++i) {
      std::visit([&](const auto& value) { one[table.inputs[i].name] = value; }, row.inputs[i]);
    }
    for (size_t i = 0; i < row.outputs.size(); ++i) {
      one[table.outputs[i].name] = row.outputs[i];  // null where there is none
    }
    json["rows"].push_back(std::move(one));
  }
  return json;
}

// The study of a table where its file was named: the one of a folder is not known.
std::unique_ptr<study::Study> StudyOf(const std::string& named) {
  if (std::filesystem::is_directory(named)) return nullptr;
  return std::make_unique<study::Study>(study::LoadStudy(named));
}

nlohmann::json InfluenceJson(const study::StudyTable& table, const study::Influence& influence) {
  using Kind = study::Influence::Kind;
  nlohmann::json json = nlohmann::json::object();
  for (size_t output = 0; output < table.outputs.size(); ++output) {
    for (const size_t i : influence.Order(output)) {
      const study::Influence::Of& of = influence.of[output][i];
      nlohmann::json one = {{"input", table.inputs[i].name},
                            {"correlation", of.correlation},
                            {"rank_correlation", of.rank_correlation}};
      if (influence.kind == Kind::kSobol) {
        one["first"] = of.sobol.first;
        one["first_error"] = of.sobol.first_error;
        one["total"] = of.sobol.total;
        one["total_error"] = of.sobol.total_error;
      } else if (influence.kind == Kind::kMorris) {
        one["mean_absolute"] = of.morris.mean_absolute;
        one["mean"] = of.morris.mean;
        one["deviation"] = of.morris.deviation;
      }
      json[table.outputs[output].name].push_back(std::move(one));
    }
  }
  return json;
}

void PrintInfluence(const study::StudyTable& table, const study::Influence& influence,
                    const Console& console) {
  using Kind = study::Influence::Kind;
  for (size_t output = 0; output < table.outputs.size(); ++output) {
    console.Print("{}", table.outputs[output].name);
    for (const size_t i : influence.Order(output)) {
      const study::Influence::Of& of = influence.of[output][i];
      std::string line = fmt::format("  {:20} rank correlation {:7.3f}", table.inputs[i].name,
                                     of.rank_correlation);
      if (influence.kind == Kind::kSobol) {
        line +=
            fmt::format("  first-order index {:7.4f} +- {:.4f}  total {:7.4f} +- {:.4f}",
                        of.sobol.first, of.sobol.first_error, of.sobol.total, of.sobol.total_error);
      } else if (influence.kind == Kind::kMorris) {
        line += fmt::format("  mean |effect| {:.5g}  mean {:.5g}  deviation {:.5g}",
                            of.morris.mean_absolute, of.morris.mean, of.morris.deviation);
      }
      console.Print("{}", line);
    }
  }
}

ExitCode ShowTable(const StudyTableArguments& options, const Console& console) {
  const std::string store = study::StorePath(FolderOf(options.study));
  options.outputs.Check({store});
  study::StudyTable table = study::Store(store, study::Store::Mode::kRead).Read();
  nlohmann::json json = TableJson(table);
  if (options.influence) {
    const auto study = StudyOf(options.study);
    const study::Influence influence = study::InfluenceOf(table, study.get());
    json["influence"] = InfluenceJson(table, influence);
    PrintInfluence(table, influence, console);
  } else {
    if (!options.sort.empty()) {
      Sort(options.sort, options.descending, &table);
      json = TableJson(table);
    }
    PrintRows(table, options.rows, console);
  }
  if (!options.csv.empty()) WriteTextFile(options.csv, StudyCsv(table));
  console.PrintJson(json);
  if (!options.csv.empty()) console.Print("table: {}", options.csv);
  return ExitCode::kDone;
}

struct StudyPageArguments {
  std::string study, page;
  std::vector<std::string> pareto, x, y;
  Outputs outputs;
};

// Pages of runs, as seen from the page of the study.
std::vector<std::string> LinksOf(const study::StudyTable& table, const std::string& folder,
                                 const std::string& page) {
  const std::filesystem::path runs = std::filesystem::absolute(folder) / "runs";
  const std::filesystem::path from = std::filesystem::absolute(page).parent_path();
  std::vector<std::string> links;
  bool any = false;
  for (const auto& row : table.rows) {
    const std::filesystem::path file = runs / (row.key + ".html");
    const bool there = std::filesystem::exists(file);
    links.push_back(there ? file.lexically_relative(from).string() : "");
    any = any || there;
  }
  return any ? links : std::vector<std::string>{};
}

ExitCode WriteStudyPage(const StudyPageArguments& options, bool plots, const Console& console) {
  const std::string folder = FolderOf(options.study), store = study::StorePath(folder);
  options.outputs.Check({store});
  const study::StudyTable table = study::Store(store, study::Store::Mode::kRead).Read();
  const auto study = StudyOf(options.study);
  const std::string title = study ? study->name : folder;
  if (plots) {
    report::WritePage(report::MakeStudyPlots(title, table, options.x, options.y), options.page);
  } else {
    report::StudyPageInput input{.title = title, .table = &table};
    input.influence = study::InfluenceOf(table, study.get());
    input.links = LinksOf(table, folder, options.page);
    input.pareto = options.pareto;
    report::WritePage(report::MakeStudyPage(input), options.page);
  }
  console.PrintJson({{"status", "done"}, {"page", options.page}, {"runs", table.rows.size()}});
  console.Print("page: {}", options.page);
  return ExitCode::kDone;
}

std::shared_ptr<StudyPageArguments> DeclarePageOptions(CLI::App& app) {
  auto options = std::make_shared<StudyPageArguments>();
  app.add_option("study", options->study, "Study file, or the folder of a study")->required();
  options->outputs.AddFile(app, "-o,--output", &options->page, {".html"}, "Page to write (HTML)")
      ->required();
  options->outputs.Declare(app);
  return options;
}

}  // namespace

StudyAction DeclareStudyTable(CLI::App& app) {
  auto options = std::make_shared<StudyTableArguments>();
  app.add_option("study", options->study, "Study file, or the folder of a study")->required();
  app.add_option("--sort", options->sort, "Column to sort by, the least first");
  app.add_flag("--descending", options->descending, "The largest first");
  app.add_option("--rows", options->rows, "Most rows to print; -o and --json have all")
      ->check(CLI::Range(1, 1000000));
  options->outputs.AddFile(app, "-o,--output", &options->csv, {".csv"}, "Table to write (CSV)");
  options->outputs.Declare(app);
  app.add_flag(
      "--influence", options->influence,
      "Instead of rows: which inputs matter for which outputs, by Sobol indices or Morris' "
      "effects where the sampling is of that kind, else by correlations");
  return [options](const Console& console) { return ShowTable(*options, console); };
}

StudyAction DeclareStudyPage(CLI::App& app) {
  auto options = DeclarePageOptions(app);
  app.add_option("--pareto", options->pareto, "Outputs of the Pareto front; the first two else")
      ->delimiter(',')
      ->allow_extra_args(false);
  return [options](const Console& console) { return WriteStudyPage(*options, false, console); };
}

StudyAction DeclareStudyPlot(CLI::App& app) {
  auto options = DeclarePageOptions(app);
  app.add_option("-x", options->x, "Columns of numbers along x")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  app.add_option("-y", options->y, "Columns of numbers along y")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->required();
  return [options](const Console& console) { return WriteStudyPage(*options, true, console); };
}

}  // namespace jounce

// `jounce page`: the page of a run, or of several beside each other, from result files alone.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/stored_run.h"
#include "io/result_file.h"
#include "report/page.h"
#include "report/pdf_file.h"

namespace jounce {
namespace {

struct PageArguments {
  std::vector<std::string> inputs;
  std::string output, pdf;
  std::string units;
  Outputs outputs;
};

// One run, or several in the units of the first; returns the rows that they have.
size_t WriteResultPage(const PageArguments& options, const std::string& path) {
  const DisplayUnits units =
      UnitsToShow(options.units, ResultReader(options.inputs[0]).ReadAttribute("units"));
  std::vector<report::NamedRun> runs = ReadRuns(options.inputs, units);
  size_t rows = 0;
  for (const report::NamedRun& run : runs) rows += run.run.times.size();
  report::WritePage(
      runs.size() == 1 ? report::MakeRunPage(runs[0].run) : report::MakeRunsPage(std::move(runs)),
      path);
  return rows;
}

ExitCode MakePage(const PageArguments& options, const Console& console) {
  options.outputs.Check(options.inputs);
  std::string path = options.output;
  if (path.empty() && options.inputs.size() > 1) {
    throw InputError("the page of several results has no name", "say one with -o NAME.html");
  }
  if (path.empty()) {
    path = std::filesystem::path(options.inputs[0]).replace_extension(".html").string();
    options.outputs.CheckMade(path, options.inputs);
  }
  const size_t rows = WriteResultPage(options, path);
  console.Print("page: {}", path);
  if (!options.pdf.empty()) {
    std::filesystem::remove(options.pdf);
    report::PrintPage(path, options.pdf);
    console.Print("printed: {}", options.pdf);
  }
  console.PrintJson({{"page", path}, {"pdf", options.pdf}, {"rows", rows}});
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclarePage(CLI::App& app) {
  auto options = std::make_shared<PageArguments>();
  app.add_option("results", options->inputs,
                 "Result file (HDF5); several are compared with the first")
      ->required();
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html"},
                           "Page to write; NAME.html for NAME.h5 without it");
  options->outputs.AddFile(app, "--pdf", &options->pdf, {".pdf"},
                           "Print the page, too, by Chromium or Chrome");
  AddUnitsOption(app, &options->units);
  options->outputs.Declare(app);
  return [options](const Console& console) { return MakePage(*options, console); };
}

}  // namespace

extern const Command kPageCommand;
const Command kPageCommand = {"page", "Make the page of a run, or of several, from result files",
                              "  jounce page run.h5\n"
                              "  jounce page run.h5 -o report.html --units mm-kN-deg --force\n"
                              "  jounce page run.h5 --pdf run.pdf\n"
                              "  jounce page before.h5 after.h5 -o change.html\n",
                              &DeclarePage};

}  // namespace jounce

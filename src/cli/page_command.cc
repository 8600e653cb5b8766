// `jounce page`: the page of a run, from its result file alone.
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "io/stored_result.h"
#include "report/page_sink.h"
#include "report/pdf_file.h"

namespace jounce {
namespace {

struct PageArguments {
  std::string input;
  std::string output, pdf;
  std::string units;
  Outputs outputs;
};

ExitCode MakePage(const PageArguments& options, const Console& console) {
  options.outputs.Check({options.input});
  std::string path = options.output;
  if (path.empty()) {
    path = std::filesystem::path(options.input).replace_extension(".html").string();
    options.outputs.CheckMade(path, {options.input});
  }
  const StoredResult stored(options.input, StoredResult::Purpose::kLook);
  RunSummary summary = stored.ReadSummary();
  report::PageSink page(path, stored.reader().ReadAttribute("source"), stored.system(),
                        UnitsToShow(options.units, stored.reader().ReadAttribute("units")));
  page.Begin(stored.description());
  stored.Replay([&page](const ResultRow& row) { page.Row(row); });
  page.End(&summary);
  if (!page.is_written())
    throw InputError(options.input + " holds no rows: there is nothing to show");
  console.Print("page: {}", path);
  if (!options.pdf.empty()) {
    std::filesystem::remove(options.pdf);
    report::PrintPage(path, options.pdf);
    console.Print("printed: {}", options.pdf);
  }
  console.PrintJson({{"page", path}, {"pdf", options.pdf}, {"rows", stored.reader().rows()}});
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclarePage(CLI::App& app) {
  auto options = std::make_shared<PageArguments>();
  app.add_option("results", options->input, "Result file (HDF5)")->required();
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
const Command kPageCommand = {"page", "Make the page of a run from its result file",
                              "  jounce page run.h5\n"
                              "  jounce page run.h5 -o report.html --units mm-kN-deg --force\n"
                              "  jounce page run.h5 --pdf run.pdf\n",
                              &DeclarePage};

}  // namespace jounce

// `jounce signal plot`.
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "cli/signal_verbs.h"
#include "report/page.h"
#include "report/signal_page.h"

namespace jounce {
namespace {

struct PlotOptions {
  SignalInput input;
  std::string output = "signal.html";
  size_t segment = 2048;
  Outputs outputs;
};

ExitCode Plot(const PlotOptions& options, const Console& console) {
  options.outputs.Check(ExpandFiles(options.input.files));
  const std::vector<Channel> channels = LoadSignalInput(options.input, console);
  WelchSettings welch;
  welch.segment = options.segment;
  report::WritePage(report::MakeSignalPage(channels, welch), options.output);
  console.Print("{}: {} channels", options.output, channels.size());
  console.PrintJson({{"output", options.output}, {"channels", channels.size()}});
  return ExitCode::kDone;
}

}  // namespace

SignalAction DeclareSignalPlot(CLI::App& app) {
  auto options = std::make_shared<PlotOptions>();
  DeclareSignalInput(app, &options->input);
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html"}, "Page to write")
      ->capture_default_str();
  options->outputs.Declare(app);
  app.add_option("--segment", options->segment, "Samples of a segment of the spectra")
      ->capture_default_str()
      ->check(CLI::Range(2, std::numeric_limits<int>::max()));
  return [options](const Console& console) { return Plot(*options, console); };
}

}  // namespace jounce

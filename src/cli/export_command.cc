// `jounce export`: channels of a result file for other programs.
#include <fmt/format.h>
#include <fnmatch.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/names.h"
#include "cli/command.h"
#include "cli/history_file.h"
#include "cli/number_check.h"
#include "cli/outputs.h"
#include "io/result_file.h"
#include "io/sheet_file.h"
#include "io/signal_sink.h"
#include "io/stored_result.h"
#include "io/text_file.h"
#include "report/gltf_file.h"
#include "report/run_recorder.h"
#include "signals/number_text.h"
#include "signals/resample.h"

namespace jounce {
namespace {

struct ExportArguments {
  std::string input;
  std::string output;
  std::vector<std::string> patterns;
  double rate = 0;  // Hz; 0: as it is
  std::string units;
  Outputs outputs;
};

// Channels that match any of the patterns; all of them without patterns.
std::vector<ChannelInfo> Choose(const ResultReader& reader, const ExportArguments& options) {
  if (options.patterns.empty()) return reader.channels();
  std::vector<ChannelInfo> chosen;
  std::vector<std::string> names;
  Diagnostics diagnostics;
  for (const ChannelInfo& channel : reader.channels()) names.push_back(channel.name);
  for (const std::string& pattern : options.patterns) {
    const size_t before = chosen.size();
    for (const ChannelInfo& channel : reader.channels()) {
      const std::string own = WithSlashes(pattern);
      if (::fnmatch(own.c_str(), channel.name.c_str(), 0) == 0) chosen.push_back(channel);
    }
    if (chosen.size() == before) {
      diagnostics.Error({options.input, 0, 0}, fmt::format("no channel matches '{}'", pattern),
                        SuggestName(pattern, names));
    }
  }
  diagnostics.ThrowIfErrors();
  return chosen;
}

struct Histories {
  std::vector<double> time;
  std::vector<Channel> channels;
};

Histories Read(const ResultReader& reader, const std::vector<ChannelInfo>& chosen,
               const DisplayUnits& units) {
  Histories histories{reader.ReadTime(), {}};
  for (const ChannelInfo& info : chosen) {
    Channel channel;
    channel.name = info.name;
    channel.description = info.description;
    channel.unit = info.unit;
    channel.samples = reader.ReadChannel(info.name);
    units.Convert(&channel.unit, channel.samples);
    histories.channels.push_back(std::move(channel));
  }
  return histories;
}

// At another rate: what that cannot hold is filtered out first (signals/resample.h).
void ResampleTo(double rate, const std::string& path, Histories* histories) {
  size_t rows = 0;
  const double step = EvenStepOf(histories->time, path, &rows);
  const double start = histories->time.empty() ? 0 : histories->time.front();
  size_t length = 0;
  for (Channel& channel : histories->channels) {
    channel.sample_rate = RoundestRate(step, 1e-12 * step);
    channel.start = start;
    channel.samples.resize(rows);
    channel = ResampleChannel(channel, rate);
    length = channel.samples.size();
  }
  histories->time.resize(length);
  for (size_t i = 0; i < length; ++i) histories->time[i] = start + static_cast<double>(i) / rate;
}

// One row of names, one of units, then the numbers.
std::string SheetText(const Histories& histories, const std::string& path) {
  std::vector<SheetColumn> columns = {{{"time", "s"}, histories.time}};
  for (const Channel& channel : histories.channels) {
    columns.push_back({{channel.name, channel.unit}, channel.samples});
  }
  return SheetOf(columns, path);
}

// The model and its motion, instead of channels.
ExitCode ExportModel(const ExportArguments& options, const Console& console) {
  if (!options.patterns.empty() || options.rate > 0 || !options.units.empty()) {
    throw InputError("a .glb file has no channels", "leave -c, --rate and --units out");
  }
  const StoredResult stored(options.input, StoredResult::Purpose::kLook);
  report::RunRecorder recorder(stored.system());
  recorder.Begin(stored.description());
  stored.Replay([&recorder](const ResultRow& row) { recorder.Row(row); });
  const report::Scene scene = recorder.MakeScene();
  WriteTextFile(options.output, report::GltfOf(scene));
  console.Print("{}: {} bodies, {} frames", options.output, scene.bodies.size(),
                scene.times.size());
  console.PrintJson({{"output", options.output},
                     {"files", {options.output}},
                     {"bodies", scene.bodies.size()},
                     {"frames", scene.times.size()}});
  return ExitCode::kDone;
}

ExitCode Export(const ExportArguments& options, const Console& console) {
  options.outputs.Check({options.input});
  if (LowerCase(options.output).ends_with(".glb")) return ExportModel(options, console);
  const ResultReader reader(options.input);
  const std::vector<ChannelInfo> channels = Choose(reader, options);
  Histories histories =
      Read(reader, channels, UnitsToShow(options.units, reader.ReadAttribute("units")));
  if (options.rate > 0) ResampleTo(options.rate, options.input, &histories);
  nlohmann::json files = nlohmann::json::array();
  if (options.output.empty()) {
    if (!console.json) fmt::print("{}", CsvOf(histories.time, histories.channels));
  } else {
    if (LowerCase(options.output).ends_with(".xlsx")) {
      WriteTextFile(options.output, SheetText(histories, options.output));
      files.push_back(options.output);
    } else {
      for (const std::string& file :
           WriteHistory(histories.time, histories.channels, options.output, options.outputs,
                        {options.input})) {
        files.push_back(file);
      }
    }
    console.Print("{}: {} channels, {} rows", options.output, channels.size(),
                  histories.time.size());
  }
  console.PrintJson({{"output", options.output},
                     {"files", files},
                     {"channels", channels.size()},
                     {"rows", histories.time.size()}});
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareExport(CLI::App& app) {
  auto options = std::make_shared<ExportArguments>();
  app.add_option("results", options->input, "Result file (HDF5)")->required();
  options->outputs.AddHistory(
      app, "-o,--output", &options->output,
      "File to write, its format by its ending; CSV on stdout without it. .glb: the "
      "model and its motion",
      {".xlsx", ".glb"});
  options->outputs.Declare(app);
  app.add_option("-c,--channel", options->patterns, "Only channels like this, e.g. 'arm.*'");
  AddUnitsOption(app, &options->units);
  app.add_option("--rate", options->rate, "At this rate [Hz], without aliasing")
      ->check(AboveZero());
  return [options](const Console& console) { return Export(*options, console); };
}

}  // namespace

extern const Command kExportCommand;
const Command kExportCommand = {
    "export",
    "Write channels of a result as CSV, XLSX, RPC III, DAC, UFF 58 or MATLAB, its motion as glTF",
    "  jounce export run.h5 -o run.csv\n"
    "  jounce export run.h5 -o run.rsp --rate 204.8 --units mm-N-deg\n"
    "  jounce export run.h5 -c 'front_bushing.*' | head\n"
    "  jounce export run.h5 -c 'wheel.*' --rate 100 -o wheel.xlsx\n"
    "  jounce export run.h5 -o run.glb\n",
    &DeclareExport};

}  // namespace jounce

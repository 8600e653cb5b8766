// `jounce export`: channels of a result file as CSV.
#include <fmt/format.h>
#include <fnmatch.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/names.h"
#include "cli/command.h"
#include "cli/outputs.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

struct ExportArguments {
  std::string input;
  std::string output;
  std::vector<std::string> patterns;
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
      if (::fnmatch(pattern.c_str(), channel.name.c_str(), 0) == 0) chosen.push_back(channel);
    }
    if (chosen.size() == before) {
      diagnostics.Error({options.input, 0, 0}, fmt::format("no channel matches '{}'", pattern),
                        SuggestName(pattern, names));
    }
  }
  diagnostics.ThrowIfErrors();
  return chosen;
}

std::string Quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

// One line of names, one of units, then the rows; numbers read back exactly.
std::string ToCsv(const ResultReader& reader, const std::vector<ChannelInfo>& channels) {
  std::string names = "time", units = "s";
  std::vector<std::vector<double>> columns = {reader.ReadTime()};
  for (const ChannelInfo& channel : channels) {
    names += "," + Quoted(channel.name);
    units += "," + Quoted(channel.unit);
    columns.push_back(reader.ReadChannel(channel.name));
  }
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}\n{}\n", names, units);
  for (size_t row = 0; row < reader.rows(); ++row) {
    for (size_t column = 0; column < columns.size(); ++column) {
      fmt::format_to(std::back_inserter(text), "{}{}", column ? "," : "", columns[column][row]);
    }
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

ExitCode Export(const ExportArguments& options, const Console& console) {
  options.outputs.Check({options.input});
  const ResultReader reader(options.input);
  const std::vector<ChannelInfo> channels = Choose(reader, options);
  const std::string csv = ToCsv(reader, channels);
  if (options.output.empty()) {
    if (!console.json) fmt::print("{}", csv);
  } else {
    WriteTextFile(options.output, csv);
    console.Print("{}: {} channels, {} rows", options.output, channels.size(), reader.rows());
  }
  console.PrintJson(
      {{"output", options.output}, {"channels", channels.size()}, {"rows", reader.rows()}});
  return ExitCode::kDone;
}

std::function<ExitCode(const Console&)> DeclareExport(CLI::App& app) {
  auto options = std::make_shared<ExportArguments>();
  app.add_option("results", options->input, "Result file (HDF5)")->required();
  options->outputs.AddFile(app, "-o,--output", &options->output, {".csv"},
                           "CSV file; stdout without it. `jounce signal convert` writes others");
  options->outputs.Declare(app);
  app.add_option("-c,--channel", options->patterns, "Only channels like this, e.g. 'arm.*'");
  return [options](const Console& console) { return Export(*options, console); };
}

}  // namespace

extern const Command kExportCommand;
const Command kExportCommand = {"export", "Write channels of a result file as CSV",
                                "  jounce export run.h5 -o run.csv\n"
                                "  jounce export run.h5 -c 'front_bushing.*' | head\n",
                                &DeclareExport};

}  // namespace jounce

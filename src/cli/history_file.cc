#include "cli/history_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/output_file.h"
#include "io/signal_sink.h"
#include "io/text_file.h"
#include "signals/number_text.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

std::string Quoted(const std::string& name) {
  if (name.find_first_of(",\"\n") == std::string::npos) return name;
  std::string quoted = "\"";
  for (const char c : name) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

std::string CsvOf(const std::vector<double>& time, const std::vector<Channel>& channels) {
  std::string names = "time", units = "s";
  for (const Channel& channel : channels) {
    names += "," + Quoted(channel.name);
    units += "," + Quoted(channel.unit);
  }
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "{}\n{}\n", names, units);
  for (size_t row = 0; row < time.size(); ++row) {
    fmt::format_to(std::back_inserter(text), "{}", time[row]);
    for (const Channel& channel : channels) {
      fmt::format_to(std::back_inserter(text), ",{}", channel.samples[row]);
    }
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

std::vector<std::string> WriteHistory(const std::vector<double>& time,
                                      std::vector<Channel> channels, const std::string& path,
                                      const Outputs& outputs,
                                      const std::vector<std::string>& inputs) {
  if (LowerCase(path).ends_with(".csv") || FindOutputTarget(path).streams) {
    WriteTextFile(path, CsvOf(time, channels));
    return {path};
  }
  for (const std::string& file : SignalFilesOf(path, channels.size())) {
    if (file != path) outputs.CheckMade(file, inputs);
  }
  size_t rows = 0;
  const double step = EvenStepOf(time, path, &rows);
  for (Channel& channel : channels) {
    channel.sample_rate = RoundestRate(step, 1e-12 * step);
    channel.start = time.empty() ? 0 : time.front();
    channel.samples.resize(std::min(rows, channel.samples.size()));
  }
  return WriteSignals(path, MemorySource(std::move(channels)));
}

}  // namespace jounce

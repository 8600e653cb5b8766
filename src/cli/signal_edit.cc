// `jounce signal convert`, `filter`, `resample`, `cut` and `arithmetic`: files in, files out.
#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "cli/signal_verbs.h"
#include "io/any_signals.h"
#include "signals/channel_units.h"
#include "signals/editing.h"
#include "signals/filter.h"
#include "signals/number_text.h"
#include "signals/resample.h"

namespace jounce {
namespace {

struct EditOptions {
  SignalInput input;
  std::string output;
  std::string to;  // ending of files in a folder, "" as the input
  bool join = false;
  bool int16 = false;
  bool big_endian = false;
  bool text = false;
  bool si = false;
  std::vector<std::string> units;  // "from=to", or "to" for all
  FilterSettings filter;
  bool despike = false;
  DespikeSettings spikes;
  std::string remove;
  double to_rate = 0;
  double from_time = -std::numeric_limits<double>::infinity();
  double to_time = std::numeric_limits<double>::infinity();
  std::string formula;
  std::string name;
  std::string unit;
  Outputs outputs;
};

using SourcePtr = std::shared_ptr<const SignalSource>;
// What a verb does to a source.
using Edit = std::function<SourcePtr(const EditOptions&, const SourcePtr&)>;

// Applies `change` to every channel.
SourcePtr ForEachChannel(const SignalSource& source, const std::function<void(Channel*)>& change) {
  std::vector<Channel> channels = source.ReadAll();
  for (Channel& channel : channels) change(&channel);
  return std::make_shared<MemorySource>(std::move(channels));
}

// The unit each channel goes to, "" for those that stay.
std::vector<std::string> TargetUnits(const EditOptions& options, const SignalSource& source) {
  std::map<std::string, std::string> by_unit;
  std::string for_all;
  for (const std::string& entry : options.units) {
    const size_t equals = entry.find('=');
    if (equals == std::string::npos) {
      for_all = entry;
    } else {
      by_unit[LowerCase(entry.substr(0, equals))] = entry.substr(equals + 1);
    }
  }
  std::vector<std::string> targets;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const std::string& unit = source.Head(c).unit;
    const auto found = by_unit.find(LowerCase(Trimmed(unit)));
    std::string target = for_all;
    if (options.si) target = SiUnitOf(unit);
    if (found != by_unit.end()) target = found->second;
    targets.push_back(target == unit ? "" : target);
  }
  return targets;
}

SourcePtr Convert(const EditOptions& options, const SourcePtr& source) {
  const std::vector<std::string> targets = TargetUnits(options, *source);
  return std::make_shared<ConvertedChannels>(source, targets);
}

SourcePtr Filter(const EditOptions& options, const SourcePtr& source) {
  return ForEachChannel(*source, [&](Channel* channel) {
    if (options.despike) Despike(options.spikes, &channel->samples);
    if (options.remove == "mean") RemoveMean(&channel->samples);
    if (options.remove == "start") RemoveStart(&channel->samples);
    if (options.remove == "trend") RemoveTrend(&channel->samples);
    channel->samples = FilterBand(channel->samples, channel->sample_rate, options.filter);
  });
}

SourcePtr ResampleAll(const EditOptions& options, const SourcePtr& source) {
  return ForEachChannel(
      *source, [&](Channel* channel) { *channel = ResampleChannel(*channel, options.to_rate); });
}

SourcePtr Cut(const EditOptions& options, const SourcePtr& source) {
  return ForEachChannel(*source, [&](Channel* channel) {
    *channel = CutChannel(*channel, options.from_time, options.to_time);
  });
}

SourcePtr Combine(const EditOptions& options, const SourcePtr& source) {
  Channel result = CombineChannels(source->ReadAll(), options.formula);
  result.name = options.name.empty() ? options.formula : options.name;
  if (!options.unit.empty()) result.unit = options.unit;
  return std::make_shared<MemorySource>(std::vector<Channel>{std::move(result)});
}

// Where the result of `input` goes: the output itself, or a file in it if it is a folder.
std::string OutputFor(const EditOptions& options, const std::string& input, bool several) {
  namespace fs = std::filesystem;
  const bool is_folder = options.output.ends_with('/') || fs::is_directory(options.output);
  if (!is_folder) {
    if (several) {
      throw InputError(fmt::format("several files cannot become the one '{}'", options.output),
                       "give a folder (with a / at its end), or join their channels with --join");
    }
    return options.output;
  }
  fs::create_directories(options.output);
  fs::path name = fs::path(input).filename();
  if (!options.to.empty()) name.replace_extension(options.to);
  return (fs::path(options.output) / name).string();
}

void Write(const EditOptions& options, const std::string& input, const std::string& output,
           const SignalSource& source, const Console& console, nlohmann::json* written) {
  for (const std::string& path : SignalFilesOf(output, source.NumChannels())) {
    options.outputs.CheckMade(path, ExpandFiles(options.input.files));
  }
  SignalWriteSettings settings;
  const ByteOrder order = options.big_endian ? ByteOrder::kBig : ByteOrder::kLittle;
  if (options.int16) settings.rpc3.data_type = Rpc3DataType::kInt16;
  settings.rpc3.order = order;
  settings.dac.order = order;
  settings.uff58 = {!options.text, order};
  for (const std::string& path : WriteAnySignals(output, source, settings, console.command_line)) {
    written->push_back(path);
    console.Print("{}: {} channels from {}", path, source.NumChannels(), input);
  }
}

ExitCode Run(const EditOptions& options, const Edit& edit, const Console& console) {
  const std::vector<OpenedSignals> files = OpenSignalInput(options.input, console);
  nlohmann::json written = nlohmann::json::array();
  const auto progress = console.StartProgress("signal");
  if (options.join) {
    std::vector<SourcePtr> sources;
    for (const OpenedSignals& file : files) sources.push_back(file.source);
    const SourcePtr joined = std::make_shared<JoinedChannels>(std::move(sources));
    const std::string output = OutputFor(options, files.front().path, false);
    Write(options, files.front().path, output, *edit(options, joined), console, &written);
  } else {
    for (size_t f = 0; f < files.size(); ++f) {
      progress->Update(static_cast<double>(f), static_cast<double>(files.size()), files[f].path);
      const std::string output = OutputFor(options, files[f].path, files.size() > 1);
      Write(options, files[f].path, output, *edit(options, files[f].source), console, &written);
    }
  }
  console.PrintJson({{"files", written}});
  return ExitCode::kDone;
}

// The options that all of these verbs have.
std::shared_ptr<EditOptions> DeclareEdit(CLI::App& app) {
  auto options = std::make_shared<EditOptions>();
  DeclareSignalInput(app, &options->input);
  app.add_option(
         "-o,--output", options->output,
         "File to write, its format by its ending (.rsp .dac .csv .uff .mat .h5), or a folder/")
      ->required();
  app.add_option("--as", options->to, "Ending of the files written into a folder, e.g. .rsp");
  options->outputs.Declare(app);
  app.add_flag("--join", options->join, "All channels of all files into one file");
  app.add_flag("--int16", options->int16, "RPC III with 16-bit samples instead of floats");
  app.add_flag("--big-endian", options->big_endian, "RPC III, DAC and UFF 58 in this byte order");
  app.add_flag("--text", options->text, "UFF 58 as text instead of binary");
  return options;
}

SignalAction ActionOf(const std::shared_ptr<EditOptions>& options,
                      SourcePtr (*edit)(const EditOptions&, const SourcePtr&)) {
  return [options, edit](const Console& console) { return Run(*options, edit, console); };
}

}  // namespace

SignalAction DeclareSignalConvert(CLI::App& app) {
  const auto options = DeclareEdit(app);
  app.add_flag("--si", options->si, "Convert every channel to SI units");
  app.add_option("--unit", options->units,
                 "Convert channels of one unit to another (lbs=N), or all of them (N)");
  return ActionOf(options, &Convert);
}

SignalAction DeclareSignalFilter(CLI::App& app) {
  const auto options = DeclareEdit(app);
  app.add_option("--low", options->filter.low, "Take out what is slower than this, Hz")
      ->check(ZeroOrMore());
  app.add_option("--high", options->filter.high, "Take out what is faster than this, Hz")
      ->check(ZeroOrMore());
  app.add_option("--transition", options->filter.transition,
                 "Width of the transitions, Hz; as wide as the edges allow without it")
      ->check(ZeroOrMore());
  app.add_option("--attenuation", options->filter.attenuation, "Of the stop bands, dB")
      ->capture_default_str()
      ->check(AboveZero());
  app.add_flag("--despike", options->despike, "Replace spikes by straight lines");
  app.add_option("--spike-threshold", options->spikes.threshold,
                 "Robust standard deviations from which on a sample is a spike")
      ->capture_default_str()
      ->check(AboveZero());
  app.add_option("--spike-length", options->spikes.longest,
                 "Samples from which on an outlier is an event")
      ->capture_default_str();
  app.add_option("--remove", options->remove, "mean, start (the first value) or trend")
      ->check(CLI::IsMember({"mean", "start", "trend"}));
  return ActionOf(options, &Filter);
}

SignalAction DeclareSignalResample(CLI::App& app) {
  const auto options = DeclareEdit(app);
  app.add_option("--to-rate", options->to_rate, "New sample rate, Hz")
      ->required()
      ->check(AboveZero());
  return ActionOf(options, &ResampleAll);
}

SignalAction DeclareSignalCut(CLI::App& app) {
  const auto options = DeclareEdit(app);
  app.add_option("--from", options->from_time, "First time kept, s")->check(AnyFinite());
  app.add_option("--to", options->to_time, "Last time kept, s")->check(AnyFinite());
  return ActionOf(options, &Cut);
}

SignalAction DeclareSignalArithmetic(CLI::App& app) {
  const auto options = DeclareEdit(app);
  app.add_option("--formula", options->formula,
                 "Of the chosen channels a, b, c, ... (in their order) and the time t")
      ->required();
  app.add_option("--name", options->name, "Name of the new channel; the formula without it");
  app.add_option("--result-unit", options->unit, "Unit of the new channel; that of a without it");
  return ActionOf(options, &Combine);
}

}  // namespace jounce

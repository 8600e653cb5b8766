// `jounce compare`: measured and simulated channels side by side, judged.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "io/any_signals.h"
#include "io/field_reader.h"
#include "report/compare_page.h"
#include "report/page.h"
#include "signals/correlation.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

// Which simulated channel belongs to a measured one: an entry of `channels:` in the map file.
struct ChannelPair {
  std::string name;  // measured
  std::string simulated;
  double scale = 1;
};

struct ChannelMap {
  std::vector<ChannelPair> pairs;
};

void Describe(Fields& fields, ChannelPair& pair) {
  fields.Text({"simulated", "channel of the simulation", kRequired}, pair.simulated);
  fields.Number({"scale", "factor for the simulated channel, e.g. -1 for another sign"}, pair.scale,
                quantity::kNumber);
}

void Describe(Fields& fields, ChannelMap& map) {
  DescribeMap(fields, {"channels", "measured channels and their simulated partners", kRequired},
              "channel_pair", map.pairs);
}

struct CompareArguments {
  std::string measured;
  std::string simulated;
  std::string map;
  std::string output;
  std::vector<std::string> channels;
  CsvReadSettings csv;
  CorrelationSettings settings;
  std::string window = "hann";
  Outputs outputs;
};

ChannelMap ReadMap(const std::string& path) {
  ChannelMap map;
  Diagnostics diagnostics;
  const Document document = Document::Load(path, {}, &diagnostics);
  NameBook names;
  ReadFields(document, &names, &diagnostics, &map);
  diagnostics.ThrowIfErrors();
  return map;
}

// Without a map: the channels that both files call alike.
ChannelMap CommonChannels(const SignalSource& measured, const SignalSource& simulated,
                          const CompareArguments& options) {
  ChannelMap map;
  for (size_t m = 0; m < measured.NumChannels(); ++m) {
    const std::string& name = measured.Head(m).name;
    for (size_t s = 0; s < simulated.NumChannels(); ++s) {
      if (LowerCase(Trimmed(simulated.Head(s).name)) != LowerCase(Trimmed(name))) continue;
      map.pairs.push_back({name, simulated.Head(s).name, 1});
      break;
    }
  }
  if (map.pairs.empty()) {
    throw InputError(fmt::format("'{}' and '{}' have no channel of the same name", options.measured,
                                 options.simulated),
                     "say with --map which belong together");
  }
  return map;
}

nlohmann::json ToJson(const ChannelCorrelation& r, bool accepted) {
  return {{"measured", r.measured_name},
          {"simulated", r.simulated_name},
          {"unit", r.unit},
          {"begin", r.begin},
          {"end", r.end},
          {"measured_rms", r.measured_rms},
          {"simulated_rms", r.simulated_rms},
          {"measured_peak", r.measured_peak},
          {"simulated_peak", r.simulated_peak},
          {"max_error_percent", r.max_error_percent},
          {"rms_error_percent", r.rms_error_percent},
          {"psd_error_percent", r.psd_error_percent},
          {"psd_error_frequency", r.psd_error_frequency},
          {"psd_within_percent", r.psd_within_percent},
          {"psd_ratio", r.psd_ratio},
          {"correlation", r.correlation},
          {"relative_damage", r.relative_damage},
          {"accepted", accepted}};
}

ExitCode Compare(CompareArguments options, const Console& console) {
  options.settings.welch.window = WindowOfName(options.window);
  options.outputs.Check({options.measured, options.simulated, options.map});
  const auto measured = ChooseChannels(OpenAnySignals(options.measured, options.csv),
                                       options.channels, options.measured);
  const auto simulated = OpenAnySignals(options.simulated, options.csv);
  const ChannelMap map =
      options.map.empty() ? CommonChannels(*measured, *simulated, options) : ReadMap(options.map);
  report::ComparePageInput page{.measured_file = options.measured,
                                .simulated_file = options.simulated,
                                .settings = options.settings};
  nlohmann::json rows = nlohmann::json::array();
  console.Print("{:32} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9} {:>9}  {}", "channel", "rms measured",
                "simulated", "max err%", "rms err%", "psd err%", "psd ratio", "damage", "");
  bool all_accepted = true;
  for (const ChannelPair& pair : map.pairs) {
    const Channel x = measured->ReadChannel(FindChannel(*measured, pair.name, options.measured));
    Channel y = simulated->ReadChannel(FindChannel(*simulated, pair.simulated, options.simulated));
    for (double& sample : y.samples) sample *= pair.scale;
    page.channels.push_back(Correlate(x, y, options.settings));
    const ChannelCorrelation& r = page.channels.back();
    const bool accepted = IsAccepted(r, options.settings);
    all_accepted = all_accepted && accepted;
    rows.push_back(ToJson(r, accepted));
    console.Print("{:32} {:12.5g} {:12.5g} {:9.2f} {:9.2f} {:9.1f} {:9.3f} {:9.3f}  {}",
                  r.measured_name, r.measured_rms, r.simulated_rms, r.max_error_percent,
                  r.rms_error_percent, r.psd_error_percent, r.psd_ratio, r.relative_damage,
                  accepted ? "" : "beyond the limits");
  }
  if (!options.output.empty()) {
    report::WritePage(report::MakeComparePage(page), options.output);
    console.Print("{}", options.output);
  }
  console.PrintJson({{"measured", options.measured},
                     {"simulated", options.simulated},
                     {"output", options.output},
                     {"accepted", all_accepted},
                     {"channels", rows}});
  return all_accepted ? ExitCode::kDone : ExitCode::kRunFailed;
}

std::function<ExitCode(const Console&)> DeclareCompare(CLI::App& app) {
  auto options = std::make_shared<CompareArguments>();
  CorrelationSettings& s = options->settings;
  app.add_option("measured", options->measured, "Measured signals, any format")->required();
  app.add_option("simulated", options->simulated, "Simulated signals: a result or any format")
      ->required();
  app.add_option("--map", options->map,
                 "YAML file: channels: {measured name: {simulated: name, scale: 1}}; without it, "
                 "channels of the same name");
  app.add_option("-c,--channel", options->channels,
                 "Only these measured channels: names, patterns or numbers");
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html"},
                           "Page to write (.html)");
  options->outputs.Declare(app);
  app.add_option("--low", s.low, "Control band from this frequency, Hz")->capture_default_str();
  app.add_option("--high", s.high, "to this one, Hz; 0.9 of half the lower sample rate without it");
  app.add_option("--decades", s.decades, "Power this far below the peak does not count")
      ->capture_default_str();
  app.add_option("--slope", s.slope, "Of the Woehler line, for the relative damage")
      ->capture_default_str();
  app.add_option("--segment", s.welch.segment, "Samples of a segment of the spectra")
      ->capture_default_str();
  app.add_option("--window", options->window, "rectangular, hann, hamming, blackman or flattop")
      ->capture_default_str()
      ->check(CLI::IsMember({"rectangular", "hann", "hamming", "blackman", "flattop"},
                            CLI::ignore_case));
  app.add_flag("--remove-mean", s.remove_mean, "Compare without the means");
  app.add_option("--max-error", s.max_error_limit, "Limit of the largest error, % of the peak");
  app.add_option("--rms-error", s.rms_error_limit, "Limit of the rms of the error, % of the peak");
  app.add_option("--psd-error", s.psd_limit, "Limit of the deviation of the PSD, %");
  return [options](const Console& console) { return Compare(*options, console); };
}

}  // namespace

extern const Command kCompareCommand;
const Command kCompareCommand = {
    "compare", "Correlate measured and simulated channels",
    "  jounce compare measured.rsp run.h5 --map channels.yaml -o compare.html\n"
    "  jounce compare measured.rsp run.h5 --low 0.5 --high 50 --max-error 30 --rms-error 10\n"
    "The exit code is 1 where a channel is beyond a limit.\n",
    &DeclareCompare};

}  // namespace jounce

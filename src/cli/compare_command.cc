// `jounce compare`: channels of a simulation, a rig or another run beside those of a measurement,
// judged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "io/any_signals.h"
#include "io/field_reader.h"
#include "io/result_file.h"
#include "report/compare_page.h"
#include "report/page.h"
#include "signals/channel_units.h"
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
  std::vector<std::string> others;
  std::string map;
  std::string output;
  std::vector<std::string> channels;
  std::string units;
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

// A file, perhaps with the word that it is called by: desired=ground.rsp.
report::ComparedSet SetOf(const std::string& text, const std::string& word) {
  const size_t equals = text.find('=');
  const bool named = equals != std::string::npos && equals > 0 && text.find('/') > equals &&
                     !std::filesystem::exists(text);
  if (named) return {text.substr(0, equals), text.substr(equals + 1)};
  return {word, text};
}

std::vector<report::ComparedSet> SetsOf(const std::vector<std::string>& texts) {
  std::vector<report::ComparedSet> sets;
  for (const std::string& text : texts) {
    const std::string stem = std::filesystem::path(text).stem().string();
    sets.push_back(SetOf(text, texts.size() == 1 ? "simulated" : stem));
  }
  return sets;
}

using Source = std::shared_ptr<const SignalSource>;

// The number of a channel by its name, whatever its case.
std::optional<size_t> Find(const SignalSource& source, const std::string& name) {
  for (size_t i = 0; i < source.NumChannels(); ++i) {
    if (LowerCase(Trimmed(source.Head(i).name)) == LowerCase(Trimmed(name))) return i;
  }
  return std::nullopt;
}

// Without a map: the channels that any of the others calls as the measured ones are.
ChannelMap CommonChannels(const SignalSource& measured, const std::vector<Source>& others,
                          const report::ComparePageInput& page) {
  ChannelMap map;
  for (size_t m = 0; m < measured.NumChannels(); ++m) {
    const std::string& name = measured.Head(m).name;
    const bool common = std::any_of(others.begin(), others.end(), [&](const Source& source) {
      return Find(*source, name).has_value();
    });
    if (common) map.pairs.push_back({name, name, 1});
  }
  if (map.pairs.empty()) {
    throw InputError(fmt::format("'{}' and '{}' have no channel of the same name",
                                 page.reference.file, page.sets.front().file),
                     "say with --map which belong together");
  }
  return map;
}

// The partner of a measured channel in one of the sets: by the map, or of the same name.
std::optional<Channel> PartnerOf(const ChannelPair& pair, const SignalSource& source) {
  if (const auto mapped = Find(source, pair.simulated)) {
    Channel channel = source.ReadChannel(*mapped);
    for (double& sample : channel.samples) sample *= pair.scale;
    return channel;
  }
  const auto same = Find(source, pair.name);
  return same ? std::optional(source.ReadChannel(*same)) : std::nullopt;
}

nlohmann::json BandsJson(const ChannelCorrelation& r) {
  nlohmann::json bands = nlohmann::json::array();
  for (const BandComparison& band : r.bands) {
    bands.push_back({{"low", band.low},
                     {"high", band.high},
                     {"measured_rms", band.measured_rms},
                     {"simulated_rms", band.simulated_rms},
                     {"ratio", band.Ratio()}});
  }
  return bands;
}

nlohmann::json ToJson(const ChannelCorrelation& r, const std::string& set, bool accepted) {
  return {{"set", set},
          {"measured", r.measured_name},
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
          {"bands", BandsJson(r)},
          {"accepted", accepted}};
}

// All pairs of channels, those of one measured channel after each other.
void CorrelateAll(const SignalSource& measured, const std::vector<Source>& others,
                  const ChannelMap& map, report::ComparePageInput* page) {
  for (const ChannelPair& pair : map.pairs) {
    const Channel x = measured.ReadChannel(FindChannel(measured, pair.name, page->reference.file));
    bool found = false;
    for (size_t set = 0; set < others.size(); ++set) {
      const std::optional<Channel> y = PartnerOf(pair, *others[set]);
      if (!y) continue;
      page->channels.push_back({Correlate(x, *y, page->settings), set});
      found = true;
    }
    // Says what there is.
    if (!found) FindChannel(*others.front(), pair.simulated, page->sets.front().file);
  }
}

// The units that a file asks to be shown in: a result says so, others do not.
std::string UnitsOfFile(const std::string& path) {
  return IsResultName(path) ? ResultReader(path).ReadAttribute("units") : "";
}

// In the units to show; what is measured in others is compared in those.
Source ShownIn(const DisplayUnits& units, const Source& source) {
  std::vector<std::string> shown;
  for (size_t i = 0; i < source->NumChannels(); ++i) {
    const std::string& unit = source->Head(i).unit;
    const std::string name = units.NameOf(unit);
    shown.push_back(name == unit ? "" : name);
  }
  return std::make_shared<ConvertedChannels>(source, shown);
}

void PrintCriteria(const report::ComparePageInput& page, const Console& console) {
  const bool several = page.sets.size() > 1;
  console.Print("{:32} {:>12} {:>12} {:>9} {:>9} {:>9} {:>9} {:>9}  {}", "channel",
                "rms " + page.reference.word, several ? "other" : page.sets[0].word, "max err%",
                "rms err%", "psd err%", "psd ratio", "damage", several ? "other" : "");
  for (const report::ComparedChannel& channel : page.channels) {
    const ChannelCorrelation& r = channel.values;
    const char* verdict = IsAccepted(r, page.settings) ? "" : "beyond the limits";
    console.Print("{:32} {:12.5g} {:12.5g} {:9.2f} {:9.2f} {:9.1f} {:9.3f} {:9.3f}  {}{}{}",
                  r.measured_name, r.measured_rms, r.simulated_rms, r.max_error_percent,
                  r.rms_error_percent, r.psd_error_percent, r.psd_ratio, r.relative_damage,
                  several ? page.sets[channel.set].word : "", several && *verdict ? ": " : "",
                  verdict);
  }
}

// How much of each band the others have, in rms.
void PrintBands(const report::ComparePageInput& page, const Console& console) {
  if (page.settings.bands.size() < 2) return;
  std::string heads;
  for (const BandComparison& band : page.channels.front().values.bands) {
    heads += fmt::format(" {:>12}", fmt::format("{:g}-{:g} Hz", band.low, band.high));
  }
  console.Print("{:32}{}  rms by bands, over {}", "channel", heads, page.reference.word);
  for (const report::ComparedChannel& channel : page.channels) {
    std::string ratios;
    for (const BandComparison& band : channel.values.bands) {
      ratios += fmt::format(" {:12.3f}", band.Ratio());
    }
    console.Print("{:32}{}  {}", channel.values.measured_name, ratios,
                  page.sets.size() > 1 ? page.sets[channel.set].word : "");
  }
}

nlohmann::json SummaryOf(const report::ComparePageInput& page, const std::string& output) {
  nlohmann::json rows = nlohmann::json::array(), sets = nlohmann::json::array();
  bool all_accepted = true;
  for (const report::ComparedChannel& channel : page.channels) {
    const bool accepted = IsAccepted(channel.values, page.settings);
    all_accepted = all_accepted && accepted;
    rows.push_back(ToJson(channel.values, page.sets[channel.set].word, accepted));
  }
  for (const report::ComparedSet& set : page.sets) {
    sets.push_back({{"name", set.word}, {"file", set.file}});
  }
  return {{"measured", page.reference.file},
          {"simulated", page.sets.front().file},
          {"sets", sets},
          {"output", output},
          {"accepted", all_accepted},
          {"channels", rows}};
}

ExitCode Compare(CompareArguments options, const Console& console) {
  options.settings.welch.window = WindowOfName(options.window);
  report::ComparePageInput page{.reference = SetOf(options.measured, "measured"),
                                .sets = SetsOf(options.others),
                                .settings = options.settings};
  std::vector<std::string> inputs = {page.reference.file, options.map};
  for (const report::ComparedSet& set : page.sets) inputs.push_back(set.file);
  options.outputs.Check(inputs);
  const DisplayUnits units = UnitsToShow(options.units, UnitsOfFile(page.reference.file));
  const Source measured =
      ShownIn(units, ChooseChannels(OpenAnySignals(page.reference.file, options.csv),
                                    options.channels, page.reference.file));
  std::vector<Source> others;
  for (const report::ComparedSet& set : page.sets) {
    others.push_back(OpenAnySignals(set.file, options.csv));
  }
  CorrelateAll(*measured, others,
               options.map.empty() ? CommonChannels(*measured, others, page) : ReadMap(options.map),
               &page);
  PrintCriteria(page, console);
  PrintBands(page, console);
  if (!options.output.empty()) {
    report::WritePage(report::MakeComparePage(page), options.output);
    console.Print("{}", options.output);
  }
  const nlohmann::json summary = SummaryOf(page, options.output);
  console.PrintJson(summary);
  return summary["accepted"] ? ExitCode::kDone : ExitCode::kRunFailed;
}

std::function<ExitCode(const Console&)> DeclareCompare(CLI::App& app) {
  auto options = std::make_shared<CompareArguments>();
  CorrelationSettings& s = options->settings;
  app.add_option("measured", options->measured,
                 "Measured signals, any format; NAME=FILE to call them so")
      ->required();
  app.add_option("simulated", options->others,
                 "Simulated signals, a result or any format; several to be compared with the first")
      ->required();
  app.add_option("--map", options->map,
                 "YAML file: channels: {measured name: {simulated: name, scale: 1}}; without it, "
                 "channels of the same name");
  app.add_option("-c,--channel", options->channels,
                 "Only these measured channels: names, patterns or numbers");
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html"},
                           "Page to write (.html)");
  AddUnitsOption(app, &options->units);
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
  app.add_option("--bands", s.bands, "Borders of bands to compare, Hz: 0.5,5,10,20,50")
      ->delimiter(',')
      ->allow_extra_args(false);
  app.add_flag("--remove-mean", s.remove_mean, "Compare without the means");
  app.add_option("--max-error", s.max_error_limit, "Limit of the largest error, % of the peak");
  app.add_option("--rms-error", s.rms_error_limit, "Limit of the rms of the error, % of the peak");
  app.add_option("--psd-error", s.psd_limit, "Limit of the deviation of the PSD, %");
  return [options](const Console& console) { return Compare(*options, console); };
}

}  // namespace

extern const Command kCompareCommand;
const Command kCompareCommand = {
    "compare", "Correlate measured and simulated channels, of two or more sets",
    "  jounce compare measured.rsp run.h5 --map channels.yaml -o compare.html\n"
    "  jounce compare measured.rsp run.h5 --low 0.5 --high 50 --max-error 30 --rms-error 10\n"
    "  jounce compare desired=road.rsp raw=raw.rsp remote=rig.rsp simulated=run.h5 -o sets.html\n"
    "  jounce compare three_link.rsp four_link.rsp --bands 0.5,5,10,20,50\n"
    "The exit code is 1 where a channel is beyond a limit.\n",
    &DeclareCompare};

}  // namespace jounce

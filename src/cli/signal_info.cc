// `jounce signal info`.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/signal_input.h"
#include "cli/signal_verbs.h"
#include "signals/statistics.h"

namespace jounce {
namespace {

nlohmann::json ChannelJson(const SignalSource& source, size_t channel, const Statistics& s) {
  const ChannelHead& head = source.Head(channel);
  const auto time_of = [&](size_t sample) {
    return head.start + static_cast<double>(sample) / head.sample_rate;
  };
  return {{"number", channel + 1},
          {"name", head.name},
          {"description", head.description},
          {"unit", head.unit},
          {"sample_rate", head.sample_rate},
          {"start", head.start},
          {"samples", s.count},
          {"duration", static_cast<double>(s.count) / head.sample_rate},
          {"min", s.min},
          {"max", s.max},
          {"time_of_min", time_of(s.min_index)},
          {"time_of_max", time_of(s.max_index)},
          {"mean", s.mean},
          {"deviation", s.deviation},
          {"rms", s.rms},
          {"crest_factor", s.CrestFactor()},
          {"skewness", s.skewness},
          {"kurtosis", s.kurtosis}};
}

ExitCode Info(const SignalInput& input, const Console& console) {
  nlohmann::json files = nlohmann::json::array();
  for (const OpenedSignals& file : OpenSignalInput(input, console)) {
    const SignalSource& source = *file.source;
    nlohmann::json channels = nlohmann::json::array();
    console.Print("{}: {} channels", file.path, source.NumChannels());
    console.Print("{:>4} {:32} {:8} {:>10} {:>9} {:>10} {:>12} {:>12} {:>12} {:>12}", "", "name",
                  "unit", "rate [Hz]", "start [s]", "samples", "min", "max", "mean", "rms");
    for (size_t c = 0; c < source.NumChannels(); ++c) {
      // One channel at a time: a file may be larger than memory.
      const Statistics s = StatisticsOf(source.ReadChannel(c).samples);
      const ChannelHead& head = source.Head(c);
      console.Print("{:4} {:32} {:8} {:10.6g} {:9.4g} {:10} {:12.5g} {:12.5g} {:12.5g} {:12.5g}",
                    c + 1, head.name, head.unit, head.sample_rate, head.start, s.count, s.min,
                    s.max, s.mean, s.rms);
      channels.push_back(ChannelJson(source, c, s));
    }
    files.push_back({{"file", file.path}, {"channels", channels}});
  }
  console.PrintJson({{"files", files}});
  return ExitCode::kDone;
}

}  // namespace

SignalAction DeclareSignalInfo(CLI::App& app) {
  auto input = std::make_shared<SignalInput>();
  DeclareSignalInput(app, input.get());
  return [input](const Console& console) { return Info(*input, console); };
}

}  // namespace jounce

#include "report/compare_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "report/signal_page.h"

namespace jounce::report {
namespace {

std::string AnchorOf(size_t channel) { return fmt::format("channel-{}", channel + 1); }

// Judged against its limit, if there is one.
Cell Judged(double value, double limit) {
  const Mark verdict = value <= limit ? Mark::kGood : Mark::kBad;
  return {.value = value, .mark = limit > 0 ? verdict : Mark::kNone};
}

std::string Capitalized(std::string word) {
  if (!word.empty()) word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

Table Summary(const ComparePageInput& input) {
  const CorrelationSettings& s = input.settings;
  const auto number = [](const std::string& title, const char* unit = "") {
    return Column{.title = title, .unit = unit, .align = Align::kRight, .digits = 4};
  };
  Table table{.title = "Channels",
              .columns = {{.title = Capitalized(input.measured_word)},
                          {.title = Capitalized(input.simulated_word)},
                          {.title = "Unit"},
                          number("RMS " + input.measured_word),
                          number("RMS " + input.simulated_word),
                          number("Peak " + input.measured_word),
                          number("Peak " + input.simulated_word),
                          number("Largest error", "% of peak"),
                          number("RMS error", "% of peak"),
                          number("Largest PSD deviation", "%"),
                          number("at", "Hz"),
                          number("PSD ratio"),
                          number("Correlation"),
                          number("Relative damage")},
              .note = fmt::format(
                  "The error is the difference point by point, in per cent of the largest {} "
                  "value. The PSD counts where the {} power is less than {:g} decades below "
                  "its peak. Damage with a slope of {:g}.",
                  input.measured_word, input.measured_word, s.decades, s.slope)};
  for (size_t c = 0; c < input.channels.size(); ++c) {
    const ChannelCorrelation& r = input.channels[c];
    table.rows.push_back({{.value = r.measured_name, .anchor = AnchorOf(c)},
                          {.value = r.simulated_name},
                          {.value = r.unit},
                          {.value = r.measured_rms},
                          {.value = r.simulated_rms},
                          {.value = r.measured_peak},
                          {.value = r.simulated_peak},
                          Judged(r.max_error_percent, s.max_error_limit),
                          Judged(r.rms_error_percent, s.rms_error_limit),
                          Judged(r.psd_error_percent, s.psd_limit),
                          {.value = r.psd_error_frequency},
                          {.value = r.psd_ratio},
                          {.value = r.correlation},
                          {.value = r.relative_damage}});
  }
  return table;
}

Curve History(const std::string& name, const Channel& channel, CurveStyle style) {
  Curve curve{.name = name, .y = channel.samples, .style = style};
  for (size_t i = 0; i < channel.samples.size(); ++i) curve.x.push_back(channel.TimeOf(i));
  return curve;
}

Curve Density(const std::string& name, const PowerSpectrum& spectrum, CurveStyle style) {
  Curve curve{.name = name, .style = style};
  for (size_t k = 1; k < spectrum.density.size(); ++k) {
    curve.x.push_back(spectrum.FrequencyOf(k));
    curve.y.push_back(spectrum.density[k]);
  }
  return curve;
}

Section ChannelSection(const ComparePageInput& input, size_t channel) {
  const ChannelCorrelation& r = input.channels[channel];
  const CorrelationSettings& settings = input.settings;
  Section section{.title = r.measured_name, .columns = 2, .anchor = AnchorOf(channel)};
  if (r.simulated_name != r.measured_name)
    section.text = Capitalized(input.simulated_word) + ": " + r.simulated_name;
  section.items.push_back(
      Plot{.title = "Time history",
           .x = {.title = "Time", .unit = "s"},
           .y = {.title = "Value", .unit = r.unit},
           .curves = {History(input.measured_word, r.measured, CurveStyle::kLine),
                      History(input.simulated_word, r.simulated, CurveStyle::kDashed)},
           .link = "time"});
  Plot spectrum{.title = "Power spectral density",
                .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                .y = {.title = "Density", .unit = DensityUnit(r.unit), .scale = Scale::kLog},
                .curves = {Density(input.measured_word, r.measured_psd, CurveStyle::kLine),
                           Density(input.simulated_word, r.simulated_psd, CurveStyle::kDashed)},
                .link = "frequency"};
  if (settings.low > 0) {
    spectrum.guides.push_back({.vertical = true, .value = settings.low, .label = "control band"});
  }
  if (settings.high > 0) spectrum.guides.push_back({.vertical = true, .value = settings.high});
  section.items.push_back(std::move(spectrum));
  return section;
}

}  // namespace

Page MakeComparePage(const ComparePageInput& input) {
  const auto accepted = static_cast<size_t>(
      std::count_if(input.channels.begin(), input.channels.end(),
                    [&](const ChannelCorrelation& r) { return IsAccepted(r, input.settings); }));
  const bool all = accepted == input.channels.size();
  const CorrelationSettings& s = input.settings;
  const bool judged = s.max_error_limit > 0 || s.rms_error_limit > 0 || s.psd_limit > 0;
  Page page{
      .title = fmt::format("{} and {}", Capitalized(input.measured_word), input.simulated_word),
      .subtitle =
          fmt::format("{} channel{}", input.channels.size(), input.channels.size() == 1 ? "" : "s"),
      .facts = {{Capitalized(input.measured_word), input.measured_file},
                {Capitalized(input.simulated_word), input.simulated_file}}};
  if (judged) {
    page.facts.push_back({"Within the limits",
                          fmt::format("{} of {}", accepted, input.channels.size()),
                          all ? Mark::kGood : Mark::kBad});
  }
  page.sections.push_back({.title = "Channels", .items = {Summary(input)}, .anchor = "channels"});
  for (size_t c = 0; c < input.channels.size(); ++c) {
    page.sections.push_back(ChannelSection(input, c));
  }
  return page;
}

}  // namespace jounce::report

#include "report/compare_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "report/signal_page.h"

namespace jounce::report {
namespace {

std::string AnchorOf(size_t channel) { return fmt::format("channel-{}", channel + 1); }

// Channels shown before the reader chooses.
constexpr size_t kFirstShown = 4;

bool IsJudged(const CorrelationSettings& s) {
  return s.max_error_limit > 0 || s.rms_error_limit > 0 || s.psd_limit > 0;
}

// Judged against its limit, if there is one.
Cell Judged(double value, double limit) {
  const Mark verdict = value <= limit ? Mark::kGood : Mark::kBad;
  return {.value = value, .mark = limit > 0 ? verdict : Mark::kNone};
}

std::string Capitalized(std::string word) {
  if (!word.empty()) word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

// Both names where they differ.
std::string NameOf(const ChannelCorrelation& r) {
  return r.simulated_name == r.measured_name
             ? r.measured_name
             : fmt::format("{} \u2192 {}", r.measured_name, r.simulated_name);
}

// What is judged comes first, so that it is seen without scrolling.
Table Summary(const ComparePageInput& input) {
  const CorrelationSettings& s = input.settings;
  const auto number = [](const std::string& title, const char* unit = "") {
    return Column{.title = title, .unit = unit, .align = Align::kRight, .digits = 3};
  };
  Table table{.title = "Channels",
              .columns = {{.title = "Channel"},
                          {.title = "Unit"},
                          number("Damage ratio"),
                          number("Largest error", "%"),
                          number("RMS error", "%"),
                          number("PSD error", "%"),
                          number("at", "Hz"),
                          number("RMS " + input.measured_word),
                          number(input.simulated_word),
                          number("Peak " + input.measured_word),
                          number(input.simulated_word),
                          number("PSD ratio"),
                          number("Correlation")},
              .note = fmt::format(
                  "The error is the difference point by point, in per cent of the largest {} "
                  "value. The PSD counts where the {} power is less than {:g} decades below "
                  "its peak. Damage of {} relative to {}, with a slope of {:g}.",
                  input.measured_word, input.measured_word, s.decades, input.simulated_word,
                  input.measured_word, s.slope)};
  for (size_t c = 0; c < input.channels.size(); ++c) {
    const ChannelCorrelation& r = input.channels[c];
    table.rows.push_back({{.value = NameOf(r), .anchor = AnchorOf(c)},
                          {.value = r.unit},
                          {.value = r.relative_damage},
                          Judged(r.max_error_percent, s.max_error_limit),
                          Judged(r.rms_error_percent, s.rms_error_limit),
                          Judged(r.psd_error_percent, s.psd_limit),
                          {.value = r.psd_error_frequency},
                          {.value = r.measured_rms},
                          {.value = r.simulated_rms},
                          {.value = r.measured_peak},
                          {.value = r.simulated_peak},
                          {.value = r.psd_ratio},
                          {.value = r.correlation}});
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

Plot SpectraOf(const ComparePageInput& input, const ChannelCorrelation& r) {
  const CorrelationSettings& settings = input.settings;
  Plot spectrum{.title = "Power spectral density",
                .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                .y = {.title = "Density", .unit = DensityUnit(r.unit), .scale = Scale::kLog},
                .curves = {Density(input.measured_word, r.measured_psd, CurveStyle::kLine),
                           Density(input.simulated_word, r.simulated_psd, CurveStyle::kDashed)},
                .link = "frequency",
                .height = 230};
  if (settings.low > 0) {
    spectrum.guides.push_back({.vertical = true, .value = settings.low, .label = "control band"});
  }
  if (settings.high > 0) spectrum.guides.push_back({.vertical = true, .value = settings.high});
  return spectrum;
}

BrowsedChannel BrowsedOf(const ComparePageInput& input, size_t channel) {
  const ChannelCorrelation& r = input.channels[channel];
  const Mark verdict = IsAccepted(r, input.settings) ? Mark::kGood : Mark::kBad;
  return {.name = NameOf(r),
          .summary = fmt::format("{:.3g} %", r.rms_error_percent),
          .mark = IsJudged(input.settings) ? verdict : Mark::kNone,
          .anchor = AnchorOf(channel),
          .plots = {{.title = NameOf(r),
                     .x = {.title = "Time", .unit = "s"},
                     .y = {.title = "Value", .unit = r.unit},
                     .curves = {History(input.measured_word, r.measured, CurveStyle::kLine),
                                History(input.simulated_word, r.simulated, CurveStyle::kDashed)},
                     .link = "time",
                     .height = 230},
                    SpectraOf(input, r)}};
}

// Those that differ most are shown first, the others on demand.
Section ChannelSection(const ComparePageInput& input) {
  ChannelBrowser browser{.title = "Time histories and spectra",
                         .note = "In the list: RMS error in per cent of the peak."};
  std::vector<size_t> order;
  for (size_t c = 0; c < input.channels.size(); ++c) {
    browser.channels.push_back(BrowsedOf(input, c));
    order.push_back(c);
  }
  const auto error = [&](size_t c) { return input.channels[c].rms_error_percent; };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return error(a) > error(b); });
  for (size_t i = 0; i < std::min(order.size(), kFirstShown); ++i) {
    browser.channels[order[i]].visible = true;
  }
  return {.title = "Histories", .items = {std::move(browser)}, .anchor = "histories"};
}

const ChannelCorrelation& WorstBy(const std::vector<ChannelCorrelation>& channels,
                                  double ChannelCorrelation::*value, bool largest) {
  return *std::max_element(channels.begin(), channels.end(),
                           [&](const ChannelCorrelation& a, const ChannelCorrelation& b) {
                             return largest ? a.*value < b.*value : a.*value > b.*value;
                           });
}

// How alike they are, and what the difference does to damage.
std::vector<Note> Findings(const ComparePageInput& input, size_t accepted) {
  const size_t count = input.channels.size();
  if (count == 0) return {{"There is no channel to compare.", Mark::kWarning}};
  std::vector<Note> findings;
  const ChannelCorrelation& worst =
      WorstBy(input.channels, &ChannelCorrelation::rms_error_percent, true);
  const std::string differs = fmt::format(
      "{} differs most: RMS error {:.3g} % of its peak, {:.4g} instead of {:.4g} {} RMS.",
      NameOf(worst), worst.rms_error_percent, worst.simulated_rms, worst.measured_rms, worst.unit);
  if (IsJudged(input.settings)) {
    findings.push_back(
        {fmt::format("{} of {} channels are within the limits. {}", accepted, count, differs),
         accepted == count ? Mark::kGood : Mark::kBad});
  } else {
    findings.push_back(
        {fmt::format("{} channel{} compared. {}", count, count == 1 ? "" : "s", differs)});
  }
  const ChannelCorrelation& most =
      WorstBy(input.channels, &ChannelCorrelation::relative_damage, true);
  const ChannelCorrelation& least =
      WorstBy(input.channels, &ChannelCorrelation::relative_damage, false);
  findings.push_back(
      {count == 1 ? fmt::format("The damage of {} is {:.3g} times that of {}.",
                                input.simulated_word, most.relative_damage, input.measured_word)
                  : fmt::format(
                        "The damage of {} is between {:.3g} ({}) and {:.3g} ({}) times that of {}.",
                        input.simulated_word, least.relative_damage, NameOf(least),
                        most.relative_damage, NameOf(most), input.measured_word)});
  return findings;
}

}  // namespace

Page MakeComparePage(const ComparePageInput& input) {
  const auto accepted = static_cast<size_t>(
      std::count_if(input.channels.begin(), input.channels.end(),
                    [&](const ChannelCorrelation& r) { return IsAccepted(r, input.settings); }));
  const bool all = accepted == input.channels.size();
  Page page{
      .title = fmt::format("{} and {}", Capitalized(input.measured_word), input.simulated_word),
      .subtitle =
          fmt::format("{} channel{}", input.channels.size(), input.channels.size() == 1 ? "" : "s"),
      .facts = {{Capitalized(input.measured_word), input.measured_file},
                {Capitalized(input.simulated_word), input.simulated_file}}};
  page.findings = Findings(input, accepted);
  if (IsJudged(input.settings)) {
    page.facts.push_back({"Within the limits",
                          fmt::format("{} of {}", accepted, input.channels.size()),
                          all ? Mark::kGood : Mark::kBad});
  }
  page.sections.push_back({.title = "Channels", .items = {Summary(input)}, .anchor = "channels"});
  page.sections.push_back(ChannelSection(input));
  return page;
}

}  // namespace jounce::report

#include "report/compare_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "report/number_words.h"
#include "report/run_page.h"
#include "report/signal_page.h"

namespace jounce::report {
namespace {

std::string AnchorOf(size_t channel) { return fmt::format("channel-{}", channel + 1); }

// Channels shown before the reader chooses.
constexpr size_t kFirstCompared = 4;

bool IsJudged(const CorrelationSettings& s) {
  return s.max_error_limit > 0 || s.rms_error_limit > 0 || s.psd_limit > 0;
}

// What is as bad as can be shown: errors in per cent where there is no limit, and factors.
constexpr double kWorstError = 100, kWorstRmsError = 30, kWorstFactor = 4, kWorstCorrelation = 0.5;

// Judged against its limit, if there is one: then twice of that is as bad as can be shown.
Cell Judged(double value, double limit, double worst) {
  const Mark verdict = value <= limit ? Mark::kGood : Mark::kBad;
  return {.value = value,
          .mark = limit > 0 ? verdict : Mark::kNone,
          .shade = std::clamp(value / (limit > 0 ? 2 * limit : worst), 0.0, 1.0)};
}

// Twice is as bad as half.
Cell ShadedRatio(double ratio) {
  const double part = std::abs(std::log(ratio)) / std::log(kWorstFactor);
  return {.value = ratio, .shade = ratio > 0 ? std::min(part, 1.0) : 1.0};
}

std::string Capitalized(std::string word) {
  if (!word.empty()) word[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])));
  return word;
}

Column NumberColumn(const std::string& title, const char* unit = "") {
  return {.title = title, .unit = unit, .align = Align::kRight, .digits = 3};
}

// What the columns of the sets are called.
std::string OtherWord(const ComparePageInput& input) {
  return input.sets.size() == 1 ? input.sets[0].word : "other";
}

// A name, and whose it is where there is a choice.
std::string OtherName(const ComparePageInput& input, const ComparedChannel& channel) {
  const std::string& name = channel.values.simulated_name;
  if (input.sets.size() == 1) return name;
  const std::string& word = input.sets[channel.set].word;
  return name == channel.values.measured_name ? word : word + ": " + name;
}

// The section of each row: rows of one channel of the reference share it.
std::vector<size_t> SectionsOf(const ComparePageInput& input) {
  std::vector<size_t> sections;
  size_t section = 0;
  for (size_t c = 0; c < input.channels.size(); ++c) {
    const ComparedChannel& now = input.channels[c];
    const ComparedChannel& before = input.channels[c > 0 ? c - 1 : 0];
    const bool goes_on =
        now.values.measured_name == before.values.measured_name && now.set > before.set;
    if (c > 0 && !goes_on) ++section;
    sections.push_back(section);
  }
  return sections;
}

// Whether there is anything to compare: in both less than the rounding of the largest of its unit is
// nothing.
std::vector<bool> AreCompared(const ComparePageInput& input) {
  std::map<std::string, double> largest;
  const auto size_of = [](const ChannelCorrelation& r) {
    return std::max(r.measured_peak, r.simulated_peak);
  };
  for (const ComparedChannel& channel : input.channels) {
    double& most = largest[channel.values.unit];
    most = std::max(most, size_of(channel.values));
  }
  std::vector<bool> compared;
  for (const ComparedChannel& channel : input.channels) {
    compared.push_back(size_of(channel.values) > kRounding * largest[channel.values.unit]);
  }
  return compared;
}

// Numbers of the rows: those that differ most first, those of one section together.
std::vector<size_t> ByError(const ComparePageInput& input, const std::vector<size_t>& sections) {
  std::vector<double> error(input.channels.size(), 0.0);  // of sections
  const std::vector<bool> compared = AreCompared(input);
  for (size_t c = 0; c < input.channels.size(); ++c) {
    if (!compared[c]) continue;
    error[sections[c]] = std::max(error[sections[c]], input.channels[c].values.rms_error_percent);
  }
  std::vector<size_t> order(input.channels.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return error[sections[a]] > error[sections[b]]; });
  return order;
}

// Whether the names of the others say anything that those of the reference do not.
bool HasOtherNames(const ComparePageInput& input) {
  return input.sets.size() != 1 ||
         std::any_of(input.channels.begin(), input.channels.end(), [](const ComparedChannel& c) {
           return c.values.simulated_name != c.values.measured_name;
         });
}

// The first columns of a table of channels, and the cells of a row in them.
std::vector<Column> NameColumns(const ComparePageInput& input) {
  if (!HasOtherNames(input)) return {{.title = "Channel"}};
  return {{.title = Capitalized(input.reference.word)}, {.title = Capitalized(OtherWord(input))}};
}

std::vector<Cell> NameCells(const ComparePageInput& input, size_t channel, size_t section) {
  const ComparedChannel& own = input.channels[channel];
  std::vector<Cell> cells = {{.value = own.values.measured_name, .anchor = AnchorOf(section)}};
  if (HasOtherNames(input)) cells.push_back({.value = OtherName(input, own)});
  return cells;
}

// A channel that is nothing in both: no word about how alike they are.
std::vector<Cell> NothingToCompare(size_t cells) {
  return std::vector<Cell>(cells, Cell{.value = std::nan("")});
}

// What is judged comes first, so that it is seen without scrolling.
Table Summary(const ComparePageInput& input, const std::vector<size_t>& sections) {
  const CorrelationSettings& s = input.settings;
  const std::string& reference = input.reference.word;
  const std::string other = OtherWord(input);
  Table table{
      .title = "Channels",
      .columns = NameColumns(input),
      .note = fmt::format(
          "The error is the difference point by point, in per cent of the largest {} "
          "value. The PSD counts where the {} power is less than {:g} decades below "
          "its peak. Damage of {} relative to {}, with a slope of {:g}. The stronger a "
          "cell is coloured, the "
          "worse: most at twice a limit, or without one at {:g} % ({:g} % of RMS), a "
          "factor of {:g} and a correlation of {:g}. What is nothing but rounding in both is "
          "not compared.",
          reference, reference, s.decades, other, reference, s.slope, kWorstError, kWorstRmsError,
          kWorstFactor, 1 - kWorstCorrelation)};
  for (Column& column : std::vector<Column>{{.title = "Unit"},
                                            NumberColumn("Damage ratio"),
                                            NumberColumn("Largest error", "%"),
                                            NumberColumn("RMS error", "%"),
                                            NumberColumn("PSD error", "%"),
                                            NumberColumn("at", "Hz"),
                                            NumberColumn("RMS " + reference),
                                            NumberColumn(other),
                                            NumberColumn("Peak " + reference),
                                            NumberColumn(other),
                                            NumberColumn("PSD ratio"),
                                            NumberColumn("Correlation")}) {
    table.columns.push_back(std::move(column));
  }
  const std::vector<bool> compared = AreCompared(input);
  for (const size_t c : ByError(input, sections)) {
    const ChannelCorrelation& r = input.channels[c].values;
    auto& row = table.rows.emplace_back(NameCells(input, c, sections[c]));
    row.push_back({.value = WrittenUnit(r.unit)});
    const std::vector<Cell> values = {
        ShadedRatio(r.relative_damage),
        Judged(r.max_error_percent, s.max_error_limit, kWorstError),
        Judged(r.rms_error_percent, s.rms_error_limit, kWorstRmsError),
        Judged(r.psd_error_percent, s.psd_limit, kWorstError),
        {.value = r.psd_error_frequency},
        {.value = r.measured_rms},
        {.value = r.simulated_rms},
        {.value = r.measured_peak},
        {.value = r.simulated_peak},
        ShadedRatio(r.psd_ratio),
        {.value = r.correlation,
         .shade = std::clamp((1 - r.correlation) / kWorstCorrelation, 0.0, 1.0)}};
    const std::vector<Cell> shown = compared[c] ? values : NothingToCompare(values.size());
    row.insert(row.end(), shown.begin(), shown.end());
  }
  return table;
}

// How much of each band the others have of what the reference has.
Table Bands(const ComparePageInput& input, const std::vector<size_t>& sections) {
  Table table{
      .title = "Bands",
      .columns = NameColumns(input),
      .note = fmt::format("RMS in each band, {} over {}.", OtherWord(input), input.reference.word)};
  for (const BandComparison& band : input.channels.front().values.bands) {
    table.columns.push_back(NumberColumn(fmt::format("{:g} to {:g}", band.low, band.high), "Hz"));
  }
  for (const size_t c : ByError(input, sections)) {
    const ChannelCorrelation& r = input.channels[c].values;
    auto& row = table.rows.emplace_back(NameCells(input, c, sections[c]));
    for (const BandComparison& band : r.bands) row.push_back({.value = band.Ratio()});
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

// Channels first to last - 1: one of the reference against those of the sets.
BrowsedChannel BrowsedOf(const ComparePageInput& input, size_t first, size_t last) {
  const ChannelCorrelation& r = input.channels[first].values;
  const CorrelationSettings& settings = input.settings;
  Plot history{.title = r.measured_name,
               .x = {.title = "Time", .unit = "s"},
               .y = {.title = "Value", .unit = r.unit},
               .curves = {History(input.reference.word, r.measured, CurveStyle::kLine)},
               .link = "time",
               .height = 230};
  Plot spectrum{.title = "Spectrum",
                .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                .y = {.title = "Density", .unit = DensityUnit(r.unit), .scale = Scale::kLog},
                .curves = {Density(input.reference.word, r.measured_psd, CurveStyle::kLine)},
                .link = "frequency",
                .height = 230};
  double error = 0;
  bool accepted = true;
  for (size_t c = first; c < last; ++c) {
    const ChannelCorrelation& other = input.channels[c].values;
    const std::string& word = input.sets[input.channels[c].set].word;
    history.curves.push_back(History(word, other.simulated, CurveStyle::kDashed));
    spectrum.curves.push_back(Density(word, other.simulated_psd, CurveStyle::kDashed));
    error = std::max(error, other.rms_error_percent);
    accepted = accepted && IsAccepted(other, settings);
  }
  if (settings.low > 0) {
    spectrum.guides.push_back({.vertical = true, .value = settings.low, .label = "control band"});
  }
  if (settings.high > 0) spectrum.guides.push_back({.vertical = true, .value = settings.high});
  const Mark verdict = accepted ? Mark::kGood : Mark::kBad;
  return {.name = r.measured_name,
          .group = GroupOfChannel(r.measured_name),
          .summary = fmt::format("{:.3g} %", error),
          .mark = IsJudged(settings) ? verdict : Mark::kNone,
          .plots = {std::move(history), std::move(spectrum)}};
}

// Those that differ most are shown first, the others on demand.
Section ChannelSection(const ComparePageInput& input, const std::vector<size_t>& sections) {
  ChannelBrowser browser{.title = "Time histories and spectra",
                         .note = "In the list: RMS error in per cent of the peak."};
  std::vector<std::pair<double, size_t>> order;  // largest error, place in the browser
  const std::vector<bool> compared = AreCompared(input);
  for (size_t first = 0; first < input.channels.size();) {
    size_t last = first + 1;
    while (last < input.channels.size() && sections[last] == sections[first]) ++last;
    double error = 0;
    for (size_t c = first; c < last; ++c) {
      if (compared[c]) error = std::max(error, input.channels[c].values.rms_error_percent);
    }
    order.emplace_back(-error, browser.channels.size());
    browser.channels.push_back(BrowsedOf(input, first, last));
    browser.channels.back().anchor = AnchorOf(sections[first]);
    first = last;
  }
  std::sort(order.begin(), order.end());
  for (size_t i = 0; i < std::min(order.size(), kFirstCompared); ++i) {
    browser.channels[order[i].second].visible = true;
  }
  return {.title = "Histories", .items = {std::move(browser)}, .anchor = "histories"};
}

// Of those that are compared the channel with the largest value, or the smallest.
const ComparedChannel& Foremost(const ComparePageInput& input, double ChannelCorrelation::*value,
                                bool largest) {
  const std::vector<bool> compared = AreCompared(input);
  const ComparedChannel* best = nullptr;
  for (size_t c = 0; c < compared.size(); ++c) {
    const ComparedChannel& now = input.channels[c];
    if (!compared[c]) continue;
    const bool further = best && (largest ? now.values.*value > best->values.*value
                                          : now.values.*value < best->values.*value);
    if (!best || further) best = &now;
  }
  return best ? *best : input.channels.front();
}

// With the set, where there is a choice.
std::string FullName(const ComparePageInput& input, const ComparedChannel& channel) {
  const std::string& name = channel.values.measured_name;
  return input.sets.size() == 1 ? name : fmt::format("{}, {}", name, input.sets[channel.set].word);
}

// How alike they are, and what the difference does to damage.
std::vector<Note> Findings(const ComparePageInput& input, size_t accepted) {
  const size_t count = input.channels.size();
  if (count == 0) return {{"There is no channel to compare.", Mark::kWarning}};
  std::vector<Note> findings;
  const ComparedChannel& worst = Foremost(input, &ChannelCorrelation::rms_error_percent, true);
  const std::string differs = fmt::format(
      "{} differs most: RMS error {:.3g} % of its peak, {:.4g} instead of {:.4g} {} RMS.",
      FullName(input, worst), worst.values.rms_error_percent, worst.values.simulated_rms,
      worst.values.measured_rms, WrittenUnit(worst.values.unit));
  if (IsJudged(input.settings)) {
    findings.push_back(
        {fmt::format("{} of {} channels are within the limits. {}", accepted, count, differs),
         accepted == count ? Mark::kGood : Mark::kBad});
  } else {
    findings.push_back(
        {fmt::format("{} channel{} compared. {}", count, count == 1 ? "" : "s", differs)});
  }
  const ComparedChannel& most = Foremost(input, &ChannelCorrelation::relative_damage, true);
  const ComparedChannel& least = Foremost(input, &ChannelCorrelation::relative_damage, false);
  findings.push_back(
      {count == 1 ? fmt::format("The damage of {} is {:.3g} times that of {}.", OtherWord(input),
                                most.values.relative_damage, input.reference.word)
                  : fmt::format(
                        "The damage of {} is between {:.3g} ({}) and {:.3g} ({}) times that of {}.",
                        OtherWord(input), least.values.relative_damage, FullName(input, least),
                        most.values.relative_damage, FullName(input, most), input.reference.word)});
  return findings;
}

std::string TitleOf(const ComparePageInput& input) {
  std::string title = Capitalized(input.reference.word);
  for (size_t i = 0; i < input.sets.size(); ++i) {
    title += (i + 1 == input.sets.size() ? " and " : ", ") + input.sets[i].word;
  }
  return title;
}

}  // namespace

Page MakeComparePage(const ComparePageInput& input) {
  const auto accepted = static_cast<size_t>(std::count_if(
      input.channels.begin(), input.channels.end(),
      [&](const ComparedChannel& c) { return IsAccepted(c.values, input.settings); }));
  const bool all = accepted == input.channels.size();
  const std::vector<size_t> sections = SectionsOf(input);
  const size_t count = sections.empty() ? 0 : sections.back() + 1;
  Page page{.title = TitleOf(input),
            .subtitle = fmt::format("{} channel{}", count, count == 1 ? "" : "s"),
            .findings = Findings(input, accepted)};
  std::vector<ComparedSet> sets = {input.reference};
  sets.insert(sets.end(), input.sets.begin(), input.sets.end());
  for (const ComparedSet& set : sets) {
    if (!set.file.empty()) page.facts.push_back({Capitalized(set.word), set.file});
  }
  if (IsJudged(input.settings)) {
    page.facts.push_back({"Within the limits",
                          fmt::format("{} of {}", accepted, input.channels.size()),
                          all ? Mark::kGood : Mark::kBad});
  }
  Section& tables = page.sections.emplace_back();
  tables = {.title = "Channels", .items = {Summary(input, sections)}, .anchor = "channels"};
  if (!input.channels.empty() && !input.channels.front().values.bands.empty()) {
    tables.items.push_back(Bands(input, sections));
  }
  page.sections.push_back(ChannelSection(input, sections));
  return page;
}

}  // namespace jounce::report

#include "report/signal_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>
#include <utility>

#include "report/number_words.h"
#include "signals/statistics.h"

namespace jounce::report {
namespace {

std::string CountOfChannels(size_t count) {
  return fmt::format("{} channel{}", count, count == 1 ? "" : "s");
}

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

std::vector<double> Times(const Channel& channel) {
  std::vector<double> times(channel.samples.size());
  for (size_t i = 0; i < times.size(); ++i) times[i] = channel.TimeOf(i);
  return times;
}

// Line 0, the mean, has no place on a logarithmic axis and is left out.
std::vector<double> Frequencies(double resolution, size_t lines) {
  std::vector<double> f;
  for (size_t k = 1; k < lines; ++k) f.push_back(resolution * static_cast<double>(k));
  return f;
}

template <typename Value>
std::vector<Value> WithoutFirst(const std::vector<Value>& values) {
  return values.empty() ? values : std::vector<Value>(values.begin() + 1, values.end());
}

// The plot of this unit in `items`, made with `make` if there is none yet.
Plot& PlotOfUnit(const std::string& unit, const Plot& blank, std::vector<Item>* items) {
  for (Item& item : *items) {
    if (Plot* plot = std::get_if<Plot>(&item); plot && plot->y.unit == unit) return *plot;
  }
  Plot plot = blank;
  plot.y.unit = unit;
  items->push_back(std::move(plot));
  return std::get<Plot>(items->back());
}

Section SpectrumSection(const std::vector<Channel>& channels,
                        const std::vector<PowerSpectrum>& spectra, const WelchSettings& welch) {
  Section section{.title = "Spectra",
                  .text = fmt::format("Power spectral densities by Welch's method, one-sided: {} "
                                      "window, segments of {} samples, overlap {:.0f} %{}.",
                                      NameOf(welch.window), welch.segment, 100 * welch.overlap,
                                      welch.remove_mean ? ", mean of each segment removed" : ""),
                  .anchor = "spectra"};
  const Plot blank{.title = "Power spectral density",
                   .x = {.title = "Frequency", .unit = "Hz", .scale = Scale::kLog},
                   .y = {.title = "Density", .scale = Scale::kLog},
                   .link = "frequency"};
  for (size_t c = 0; c < channels.size(); ++c) {
    Plot& plot = PlotOfUnit(DensityUnit(channels[c].unit), blank, &section.items);
    plot.curves.push_back({.name = channels[c].name,
                           .x = Frequencies(spectra[c].resolution, spectra[c].density.size()),
                           .y = WithoutFirst(spectra[c].density)});
  }
  return section;
}

// Of each unit the channel that varies most; at most five.
std::vector<Note> LargestOfUnits(const std::vector<Channel>& channels) {
  constexpr size_t kMostNotes = 5;
  std::vector<Note> notes;
  std::set<std::string> units;
  for (const Channel& first : channels) {
    if (!units.insert(first.unit).second || notes.size() == kMostNotes) continue;
    const Channel* largest = nullptr;
    Statistics most;
    for (const Channel& channel : channels) {
      if (channel.unit != first.unit || channel.samples.empty()) continue;
      const Statistics s = StatisticsOf(channel.samples);
      if (largest && !(s.deviation > most.deviation)) continue;
      largest = &channel;
      most = s;
    }
    if (!largest) continue;
    notes.push_back({fmt::format(
        "{} varies most{}: from {} to {}, {} in the root mean square "
        "about its mean.",
        largest->name, first.unit.empty() ? "" : " in " + WrittenUnit(first.unit),
        Readable(most.min), Readable(most.max), WithUnit(most.deviation, first.unit))});
  }
  return notes;
}

Table StatisticsTable(const std::vector<Channel>& channels) {
  const auto number = [](const char* title) {
    return Column{.title = title, .align = Align::kRight, .digits = 5};
  };
  Table table{.title = "Statistics",
              .columns = {{.title = "Channel"},
                          {.title = "Unit"},
                          number("Min"),
                          number("Max"),
                          number("Mean"),
                          number("RMS"),
                          number("Deviation"),
                          number("Crest"),
                          number("Kurtosis")}};
  for (const Channel& channel : channels) {
    const Statistics s = StatisticsOf(channel.samples);
    table.rows.push_back({{.value = channel.name},
                          {.value = channel.unit},
                          {.value = s.min},
                          {.value = s.max},
                          {.value = s.mean},
                          {.value = s.rms},
                          {.value = s.deviation},
                          {.value = s.CrestFactor()},
                          {.value = s.kurtosis}});
  }
  return table;
}

Section HistorySection(const std::vector<Channel>& channels) {
  Section section{.title = "Time histories", .anchor = "time"};
  const Plot blank{.title = "Time history", .x = {.title = "Time", .unit = "s"}, .link = "time"};
  for (const Channel& channel : channels) {
    Plot& plot = PlotOfUnit(channel.unit, blank, &section.items);
    plot.curves.push_back({.name = channel.name, .x = Times(channel), .y = channel.samples});
  }
  return section;
}

// How often each range is reached or exceeded.
Curve CumulativeCurve(const NamedCycles& channel) {
  std::vector<std::pair<double, double>> ranges;
  for (const LoadCycle& cycle : channel.cycles) ranges.emplace_back(cycle.Range(), cycle.count);
  std::sort(ranges.rbegin(), ranges.rend());
  Curve curve{.name = channel.name};
  double total = 0;
  for (const auto& [range, count] : ranges) {
    total += count;
    curve.x.push_back(total);
    curve.y.push_back(range);
  }
  return curve;
}

Heatmap FromToMap(const NamedCycles& channel) {
  const Eigen::MatrixXd counts = FromToMatrix(channel.cycles, channel.levels);
  Heatmap map{.title = channel.name,
              .x = {.title = "To", .unit = channel.unit},
              .y = {.title = "From", .unit = channel.unit},
              .value_title = "Cycles (log10)"};
  for (size_t i = 0; i < channel.levels.count; ++i) {
    map.x_values.push_back(channel.levels.Middle(i));
    map.y_values.push_back(channel.levels.Middle(i));
  }
  for (Eigen::Index from = 0; from < counts.rows(); ++from) {
    for (Eigen::Index to = 0; to < counts.cols(); ++to) {
      map.values.push_back(counts(from, to) > 0 ? std::log10(counts(from, to)) : kNoValue);
    }
  }
  return map;
}

}  // namespace

std::string DensityUnit(const std::string& unit) {
  if (unit.empty()) return "1/Hz";
  const bool compound = unit.find_first_of("/^* ") != std::string::npos;
  return compound ? fmt::format("({})^2/Hz", unit) : fmt::format("{}^2/Hz", unit);
}

std::string ResponseUnit(const std::string& output, const std::string& input) {
  if (output == input) return "";
  const std::string numerator = output.empty() ? "1" : output;
  if (input.empty()) return output;
  const bool compound = input.find_first_of("/* ") != std::string::npos;
  return compound ? fmt::format("{}/({})", numerator, input)
                  : fmt::format("{}/{}", numerator, input);
}

Page MakeSignalPage(const std::vector<Channel>& channels, const WelchSettings& welch) {
  Page page{.title = "Time histories",
            .subtitle = CountOfChannels(channels.size()),
            .findings = LargestOfUnits(channels)};
  page.sections.push_back(HistorySection(channels));
  page.sections.push_back(SpectrumSection(channels, PowerSpectraOf(channels, welch), welch));
  page.sections.push_back(
      {.title = "Statistics", .items = {StatisticsTable(channels)}, .anchor = "statistics"});
  return page;
}

Page MakePsdPage(const std::vector<Channel>& channels, const std::vector<PowerSpectrum>& spectra,
                 const WelchSettings& welch) {
  Page page{.title = "Power spectral densities",
            .subtitle = CountOfChannels(channels.size()),
            .findings = LargestOfUnits(channels)};
  page.sections.push_back(SpectrumSection(channels, spectra, welch));
  return page;
}

Page MakeFrfPage(const std::string& input_name, const std::string& input_unit,
                 const std::vector<NamedResponse>& responses) {
  Page page{.title = "Frequency responses", .subtitle = "to " + input_name};
  const Axis frequency{.title = "Frequency", .unit = "Hz", .scale = Scale::kLog};
  for (const NamedResponse& named : responses) {
    const MeasuredResponse& r = named.response;
    const std::vector<double> f = Frequencies(r.resolution, r.h1.size());
    Plot magnitude{.title = "Magnitude",
                   .x = frequency,
                   .y = {.title = "Magnitude",
                         .unit = ResponseUnit(named.unit, input_unit),
                         .scale = Scale::kLog},
                   .link = "frequency"};
    const auto add = [&](const char* name, const std::vector<std::complex<double>>& h,
                         bool visible) {
      std::vector<double> size;
      for (const auto& line : WithoutFirst(h)) size.push_back(std::abs(line));
      magnitude.curves.push_back({.name = name, .x = f, .y = std::move(size), .visible = visible});
    };
    add("H1", r.h1, true);
    add("H2", r.h2, false);
    add("Hv", r.hv, false);
    std::vector<double> phase;
    for (const auto& line : WithoutFirst(r.h1)) {
      phase.push_back(std::arg(line) * 180 / std::numbers::pi);
    }
    page.sections.push_back(
        {.title = named.name,
         .items = {std::move(magnitude),
                   Plot{.title = "Phase",
                        .x = frequency,
                        .y = {.title = "Phase of H1", .unit = "deg"},
                        .curves = {{.name = "H1", .x = f, .y = std::move(phase)}},
                        .link = "frequency",
                        .height = 180},
                   Plot{.title = "Coherence",
                        .x = frequency,
                        .y = {.title = "Coherence", .min = 0, .max = 1},
                        .curves = {{.name = "coherence", .x = f, .y = WithoutFirst(r.coherence)}},
                        .link = "frequency",
                        .height = 160}}});
  }
  return page;
}

Page MakeRainflowPage(const std::vector<NamedCycles>& channels, size_t classes, double slope) {
  Page page{.title = "Rainflow counts", .subtitle = CountOfChannels(channels.size())};
  Table table{.title = "Cycles",
              .columns = {{.title = "Channel"},
                          {.title = "Unit"},
                          {.title = "Cycles", .align = Align::kRight},
                          {.title = "Largest range", .align = Align::kRight},
                          {.title = fmt::format("Pseudo-damage, slope {:g}", slope),
                           .align = Align::kRight},
                          {.title = "Damage-equivalent range", .align = Align::kRight}}};
  Section cumulative{.title = "Cumulative counts", .anchor = "cumulative"};
  Section pairs{.title = "Range pairs", .columns = 2, .anchor = "pairs"};
  Section matrices{.title = "From-to matrices", .columns = 2, .anchor = "matrices"};
  const Plot blank{.title = "Ranges reached or exceeded",
                   .x = {.title = "Cumulative cycles", .scale = Scale::kLog},
                   .y = {.title = "Range"}};
  for (const NamedCycles& channel : channels) {
    const Classes ranges = ClassesOfRanges(channel.cycles, classes);
    const Eigen::VectorXd counts = RangePairs(channel.cycles, ranges);
    const double damage = PseudoDamage(channel.cycles, slope);
    const double total = counts.sum();
    table.rows.push_back({{.value = channel.name},
                          {.value = channel.unit},
                          {.value = total},
                          {.value = channel.cycles.empty() ? 0 : ranges.high},
                          {.value = damage},
                          {.value = total > 0 ? EquivalentRange(damage, slope, total) : kNoValue}});
    PlotOfUnit(channel.unit, blank, &cumulative.items).curves.push_back(CumulativeCurve(channel));
    Plot histogram{.title = channel.name,
                   .x = {.title = "Range", .unit = channel.unit},
                   .y = {.title = "Cycles", .scale = Scale::kLog},
                   .curves = {{.name = "cycles", .style = CurveStyle::kPoints}}};
    for (size_t i = 0; i < classes; ++i) {
      const double count = counts(static_cast<Eigen::Index>(i));
      histogram.curves[0].x.push_back(ranges.Middle(i));
      histogram.curves[0].y.push_back(count > 0 ? count : kNoValue);
    }
    pairs.items.push_back(std::move(histogram));
    matrices.items.push_back(FromToMap(channel));
  }
  page.sections = {{.title = "Cycles", .items = {std::move(table)}, .anchor = "cycles"},
                   std::move(cumulative),
                   std::move(pairs),
                   std::move(matrices)};
  return page;
}

}  // namespace jounce::report

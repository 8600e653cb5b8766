#include "report/frf_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <utility>

#include "report/number_words.h"

namespace jounce::report {
namespace {

constexpr size_t kMostFindings = 5;
constexpr char kFrequency[] = "frequency";  // All plots share the range of their x axes.

Curve CurveOf(const FrequencyResponse& response, size_t channel, bool phase) {
  Curve curve{.name = response.channels[channel].name, .x = response.frequency};
  double last = 0;
  for (size_t row = 0; row < response.frequency.size(); ++row) {
    const std::complex<double> value = response.Value(row, channel);
    if (!phase) {
      curve.y.push_back(std::abs(value));
      continue;
    }
    // Without jumps of full turns.
    const double turn = 180 / M_PI * std::arg(value);
    last = row == 0 ? turn : last + std::remainder(turn - last, 360.0);
    curve.y.push_back(last);
  }
  return curve;
}

Section SectionOf(const FrequencyResponse& response, const std::string& unit) {
  const Axis frequency{.title = "Frequency", .unit = "Hz", .scale = Scale::kLog};
  const std::string ratio = unit + "/" + response.input_unit;
  Plot amplitude{.title = "Amplitude",
                 .x = frequency,
                 .y = {.title = "Amplitude", .unit = ratio, .scale = Scale::kLog},
                 .link = kFrequency};
  Plot phase{.title = "Phase",
             .x = frequency,
             .y = {.title = "Phase", .unit = "deg"},
             .link = kFrequency,
             .height = 200};
  for (size_t i = 0; i < response.channels.size(); ++i) {
    if (response.channels[i].unit != unit) continue;
    amplitude.curves.push_back(CurveOf(response, i, false));
    phase.curves.push_back(CurveOf(response, i, true));
  }
  return {.title = fmt::format("Sensors in {}", WrittenUnit(unit)),
          .items = {std::move(amplitude), std::move(phase)}};
}

// Where each unit answers most: the largest amplitude of its channels.
std::vector<Note> Findings(const FrequencyResponse& response,
                           const std::vector<std::string>& units) {
  std::vector<Note> findings;
  for (const std::string& unit : units) {
    double largest = 0, frequency = 0;
    std::string name;
    for (size_t i = 0; i < response.channels.size(); ++i) {
      if (response.channels[i].unit != unit) continue;
      for (size_t row = 0; row < response.frequency.size(); ++row) {
        const double amplitude = std::abs(response.Value(row, i));
        if (!(amplitude > largest)) continue;
        largest = amplitude;
        frequency = response.frequency[row];
        name = response.channels[i].name;
      }
    }
    if (name.empty()) continue;
    const std::string written = WrittenUnit(unit);
    findings.push_back(
        {fmt::format("In {} the largest answer is {:.4g} {}/{} of {} at {:.4g} Hz.", written,
                     largest, written, WrittenUnit(response.input_unit), name, frequency)});
    if (findings.size() == kMostFindings) break;
  }
  return findings;
}

}  // namespace

Page MakeFrfPage(const FrfPageInput& input) {
  const FrequencyResponse& response = input.response;
  Page page{.title = input.title, .subtitle = input.subtitle};
  page.facts = {{"Frequencies", fmt::format("{}", response.frequency.size())},
                {"Driven by", "an amplitude of 1 " + response.input_unit}};
  std::vector<std::string> units;
  for (const ProbeChannel& channel : response.channels) {
    if (std::find(units.begin(), units.end(), channel.unit) == units.end()) {
      units.push_back(channel.unit);
    }
  }
  page.findings = Findings(response, units);
  for (const std::string& unit : units) page.sections.push_back(SectionOf(response, unit));
  return page;
}

}  // namespace jounce::report

// `jounce signal psd` and `frf`.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numbers>

#include "cli/number_check.h"
#include "cli/outputs.h"
#include "cli/signal_input.h"
#include "cli/signal_verbs.h"
#include "io/any_signals.h"
#include "io/text_file.h"
#include "report/page.h"
#include "report/signal_page.h"
#include "signals/frequency_response.h"
#include "signals/spectrum.h"

namespace jounce {
namespace {

struct SpectrumOptions {
  SignalInput input;
  std::string output;
  WelchSettings welch;
  std::string window = "hann";
  bool keep_mean = false;
  double low = 0;
  double high = 0;
  std::string driving;  // the input channel of a frequency response
  Outputs outputs;
};

std::shared_ptr<SpectrumOptions> DeclareSpectrum(CLI::App& app) {
  auto options = std::make_shared<SpectrumOptions>();
  DeclareSignalInput(app, &options->input);
  options->outputs.AddFile(app, "-o,--output", &options->output, {".html", ".csv"},
                           "Page (.html) or table (.csv) to write");
  options->outputs.Declare(app);
  app.add_option("--segment", options->welch.segment, "Samples of a segment")
      ->capture_default_str()
      ->check(CLI::Range(2, std::numeric_limits<int>::max()));
  app.add_option("--overlap", options->welch.overlap, "Part of a segment shared with the next")
      ->capture_default_str()
      ->check(NumberThat([](double x) { return x >= 0 && x < 1; }, "from 0 to below 1"));
  app.add_option("--window", options->window, "rectangular, hann, hamming, blackman or flattop")
      ->capture_default_str()
      ->check(CLI::IsMember({"rectangular", "hann", "hamming", "blackman", "flattop"},
                            CLI::ignore_case));
  app.add_flag("--keep-mean", options->keep_mean, "Do not remove the mean of each segment");
  return options;
}

void Finish(SpectrumOptions* options) {
  options->welch.window = WindowOfName(options->window);
  options->welch.remove_mean = !options->keep_mean;
  options->outputs.Check(ExpandFiles(options->input.files));
}

nlohmann::json SettingsJson(const WelchSettings& welch) {
  return {{"segment", welch.segment},
          {"overlap", welch.overlap},
          {"window", NameOf(welch.window)},
          {"remove_mean", welch.remove_mean},
          {"normalization", "one-sided density, unit^2/Hz"}};
}

// A table over frequency: columns must have one resolution.
std::string FrequencyCsv(double resolution, const std::vector<std::string>& names,
                         const std::vector<std::vector<double>>& columns) {
  fmt::memory_buffer text;
  fmt::format_to(std::back_inserter(text), "frequency [Hz]");
  for (const std::string& name : names) {
    std::string clean = name;
    std::replace(clean.begin(), clean.end(), '"', '\'');
    fmt::format_to(std::back_inserter(text), ",\"{}\"", clean);
  }
  text.push_back('\n');
  for (size_t k = 0; k < columns.front().size(); ++k) {
    fmt::format_to(std::back_inserter(text), "{}", resolution * static_cast<double>(k));
    for (const auto& column : columns) {
      fmt::format_to(std::back_inserter(text), ",{}", column[k]);
    }
    text.push_back('\n');
  }
  return fmt::to_string(text);
}

void WritePsdTable(const std::string& path, const std::vector<Channel>& channels,
                   const std::vector<PowerSpectrum>& spectra) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  for (size_t c = 0; c < channels.size(); ++c) {
    if (spectra[c].resolution != spectra[0].resolution ||
        spectra[c].density.size() != spectra[0].density.size()) {
      throw InputError(
          fmt::format("'{}' has other frequencies than '{}'", channels[c].name, channels[0].name),
          "write a page (.html), or choose channels of one sample rate");
    }
    names.push_back(
        fmt::format("{} [{}]", channels[c].name, report::DensityUnit(channels[c].unit)));
    columns.push_back(spectra[c].density);
  }
  WriteTextFile(path, FrequencyCsv(spectra[0].resolution, names, columns));
}

nlohmann::json SpectrumJson(const Channel& channel, const PowerSpectrum& spectrum,
                            bool with_lines) {
  const SpectralMoments moments = MomentsOf(spectrum);
  const auto peak = std::max_element(spectrum.density.begin(), spectrum.density.end());
  nlohmann::json json = {
      {"name", channel.name},
      {"unit", report::DensityUnit(channel.unit)},
      {"resolution", spectrum.resolution},
      {"segments", spectrum.segments},
      {"noise_bandwidth", spectrum.bandwidth},
      {"rms", spectrum.Rms()},
      {"peak_density", *peak},
      {"peak_frequency",
       spectrum.FrequencyOf(static_cast<size_t>(peak - spectrum.density.begin()))},
      {"zero_crossing_rate", moments.ZeroCrossingRate()},
      {"peak_rate", moments.PeakRate()},
      {"irregularity", moments.Irregularity()}};
  if (with_lines) json["density"] = spectrum.density;
  return json;
}

ExitCode Psd(SpectrumOptions options, const Console& console) {
  Finish(&options);
  const std::vector<Channel> channels = LoadFiniteSignals(options.input, console);
  const std::vector<PowerSpectrum> spectra = PowerSpectraOf(channels, options.welch);
  nlohmann::json json = {{"settings", SettingsJson(options.welch)},
                         {"channels", nlohmann::json::array()}};
  console.Print("{:40} {:>14} {:>14} {:>12} {:>10}", "channel", "rms", "peak [/Hz]", "at [Hz]",
                "averages");
  for (size_t c = 0; c < channels.size(); ++c) {
    json["channels"].push_back(SpectrumJson(channels[c], spectra[c], options.output.empty()));
    const nlohmann::json& row = json["channels"].back();
    console.Print("{:40} {:14.6g} {:14.6g} {:12.5g} {:10}", channels[c].name,
                  row["rms"].get<double>(), row["peak_density"].get<double>(),
                  row["peak_frequency"].get<double>(), spectra[c].segments);
  }
  if (options.output.ends_with(".csv")) {
    WritePsdTable(options.output, channels, spectra);
  } else if (!options.output.empty()) {
    report::WritePage(report::MakePsdPage(channels, spectra, options.welch), options.output);
  }
  if (!options.output.empty()) console.Print("{}", options.output);
  json["output"] = options.output;
  console.PrintJson(json);
  return ExitCode::kDone;
}

std::vector<double> Magnitudes(const std::vector<std::complex<double>>& h) {
  std::vector<double> values;
  for (const auto& line : h) values.push_back(std::abs(line));
  return values;
}

std::vector<double> Degrees(const std::vector<std::complex<double>>& h) {
  std::vector<double> values;
  for (const auto& line : h) values.push_back(std::arg(line) * 180 / std::numbers::pi);
  return values;
}

void WriteFrfTable(const std::string& path, const std::vector<report::NamedResponse>& responses) {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;
  for (const report::NamedResponse& r : responses) {
    const auto add = [&](const char* what, std::vector<double> values) {
      names.push_back(fmt::format("{} {}", r.name, what));
      columns.push_back(std::move(values));
    };
    add("|H1|", Magnitudes(r.response.h1));
    add("H1 phase [deg]", Degrees(r.response.h1));
    add("|H2|", Magnitudes(r.response.h2));
    add("|Hv|", Magnitudes(r.response.hv));
    add("coherence", r.response.coherence);
  }
  WriteTextFile(path, FrequencyCsv(responses.front().response.resolution, names, columns));
}

ExitCode Frf(SpectrumOptions options, const Console& console) {
  Finish(&options);
  const std::vector<std::string> files = ExpandFiles(options.input.files);
  if (files.size() != 1) throw InputError("a frequency response is taken within one file");
  const auto all = OpenAnySignals(files[0], options.input.csv);
  const auto outputs = ChooseChannels(all, options.input.channels, files[0]);
  RequireFinite(*ChooseChannels(all, {options.driving}, files[0]), files[0]);
  RequireFinite(*outputs, files[0]);
  const Channel input = all->ReadChannel(FindChannel(*all, options.driving, files[0]));
  std::vector<report::NamedResponse> responses;
  nlohmann::json json = {{"settings", SettingsJson(options.welch)},
                         {"input", input.name},
                         {"responses", nlohmann::json::array()}};
  for (const Channel& output : outputs->ReadAll()) {
    if (output.name == input.name) continue;
    if (output.sample_rate != input.sample_rate || output.start != input.start) {
      throw InputError(
          fmt::format("channel '{}' has another time axis than '{}'", output.name, input.name),
          "resample or cut the file first");
    }
    const CrossSpectrum cross =
        CrossSpectrumOf(input.samples, output.samples, input.sample_rate, options.welch);
    responses.push_back({output.name, output.unit, ResponseOf(cross)});
    const MeasuredResponse& r = responses.back().response;
    nlohmann::json row = {{"name", output.name},
                          {"unit", report::ResponseUnit(output.unit, input.unit)},
                          {"resolution", r.resolution},
                          {"segments", r.segments}};
    if (options.output.empty()) {
      row["h1"] = Magnitudes(r.h1);
      row["h1_phase_deg"] = Degrees(r.h1);
      row["h2"] = Magnitudes(r.h2);
      row["hv"] = Magnitudes(r.hv);
      row["coherence"] = r.coherence;
    }
    json["responses"].push_back(row);
    console.Print("{} / {}: {} lines of {:.5g} Hz, {} averages", output.name, input.name,
                  r.h1.size(), r.resolution, r.segments);
  }
  if (responses.empty()) throw InputError("no output channel", "choose one with --channel");
  if (responses.front().response.segments < 2) {
    console.Warn(
        "one segment makes no average: the coherence is 1 whatever was measured; choose a "
        "shorter --segment");
  }
  if (options.output.ends_with(".csv")) {
    WriteFrfTable(options.output, responses);
  } else if (!options.output.empty()) {
    report::WritePage(report::MakeFrfPage(input.name, input.unit, responses), options.output);
  }
  json["output"] = options.output;
  console.PrintJson(json);
  return ExitCode::kDone;
}

}  // namespace

SignalAction DeclareSignalPsd(CLI::App& app) {
  const auto options = DeclareSpectrum(app);
  return [options](const Console& console) { return Psd(*options, console); };
}

SignalAction DeclareSignalFrf(CLI::App& app) {
  const auto options = DeclareSpectrum(app);
  app.add_option("--input", options->driving, "The channel that drives: name or number")
      ->required();
  return [options](const Console& console) { return Frf(*options, console); };
}

}  // namespace jounce

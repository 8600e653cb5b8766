#include "cli/signal_input.h"

#include <fmt/format.h>
#include <fnmatch.h>
#include <glob.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "cli/number_check.h"
#include "io/any_signals.h"

namespace jounce {
namespace {

bool IsPattern(const std::string& text) { return text.find_first_of("*?[") != std::string::npos; }

}  // namespace

void DeclareSignalInput(CLI::App& app, SignalInput* input) {
  app.add_option("files", input->files, "Signal files: RPC III, DAC, CSV, UFF 58, MATLAB, results")
      ->required();
  app.add_option("-c,--channel", input->channels,
                 "Only these channels: names, patterns ('*Shock*') or numbers");
  app.add_option("--rate", input->csv.sample_rate,
                 "Sample rate in Hz of CSV and MATLAB files without a time column")
      ->check(AboveZero());
  app.add_option("--time-column", input->csv.time_column,
                 "Name of the time column of CSV files, or the time variable of MATLAB files");
}

std::vector<std::string> ExpandFiles(const std::vector<std::string>& patterns) {
  std::vector<std::string> files;
  for (const std::string& pattern : patterns) {
    // A file may be called like a pattern.
    if (!IsPattern(pattern) || std::filesystem::exists(pattern)) {
      files.push_back(pattern);
      continue;
    }
    glob_t found = {};
    if (::glob(pattern.c_str(), GLOB_TILDE, nullptr, &found) == 0) {
      files.insert(files.end(), found.gl_pathv, found.gl_pathv + found.gl_pathc);
    }
    const bool none = found.gl_pathc == 0;
    ::globfree(&found);
    if (none) throw InputError(fmt::format("no file matches '{}'", pattern));
  }
  return files;
}

std::shared_ptr<const SignalSource> ChooseChannels(std::shared_ptr<const SignalSource> source,
                                                   const std::vector<std::string>& wanted,
                                                   const std::string& file) {
  if (wanted.empty()) return source;
  std::vector<size_t> chosen;
  for (const std::string& name : wanted) {
    if (!IsPattern(name)) {
      chosen.push_back(FindChannel(*source, name, file));
      continue;
    }
    for (size_t c = 0; c < source->NumChannels(); ++c) {
      const std::string own = WithSlashes(source->Head(c).name);
      if (::fnmatch(WithSlashes(name).c_str(), own.c_str(), FNM_CASEFOLD) == 0) {
        chosen.push_back(c);
      }
    }
  }
  if (chosen.empty()) {
    throw InputError(fmt::format("{}: no channel matches '{}'", file, wanted.front()),
                     "`jounce signal info` lists the channels");
  }
  return std::make_shared<SelectedChannels>(std::move(source), std::move(chosen));
}

std::vector<OpenedSignals> OpenSignalInput(const SignalInput& input, const Console& console) {
  std::vector<OpenedSignals> opened;
  for (const std::string& path : ExpandFiles(input.files)) {
    const auto source = OpenAnySignals(path, input.csv);
    for (const std::string& remark : source->Remarks()) {
      console.Warn(fmt::format("{}: {}", path, remark));
    }
    opened.push_back({path, ChooseChannels(source, input.channels, path)});
  }
  return opened;
}

void ForEachPiece(const SignalSource& source, size_t channel,
                  const std::function<bool(size_t, std::span<const double>)>& take) {
  constexpr size_t kPiece = size_t{1} << 16;
  const size_t length = source.Length(channel);
  std::vector<double> samples(std::min(kPiece, length));
  for (size_t first = 0; first < length; first += kPiece) {
    samples.resize(std::min(kPiece, length - first));
    source.Read(channel, first, samples);
    if (!take(first, samples)) return;
  }
}

void RequireFinite(const SignalSource& source, const std::string& path) {
  Diagnostics problems;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const ChannelHead& channel = source.Head(c);
    size_t index = 0;
    double wrong = 0;
    ForEachPiece(source, c, [&](size_t first, std::span<const double> samples) {
      const auto at =
          std::find_if(samples.begin(), samples.end(), [](double x) { return !std::isfinite(x); });
      if (at == samples.end()) return true;
      index = first + static_cast<size_t>(at - samples.begin());
      wrong = *at;
      return false;
    });
    if (std::isfinite(wrong)) continue;
    problems.Error(
        {path},
        fmt::format("channel '{}': sample {}, at {:.6g} s, is {}", channel.name, index + 1,
                    channel.start + static_cast<double>(index) / channel.sample_rate, wrong),
        "leave the channel out, cut the file, or repair it with `jounce signal filter "
        "--despike`");
  }
  problems.ThrowIfErrors();
}

// All channels of opened files. Where there are several files, names say whose they are.
static std::vector<Channel> ReadAllOf(const std::vector<OpenedSignals>& opened) {
  std::vector<Channel> channels;
  for (const OpenedSignals& file : opened) {
    for (Channel& channel : file.source->ReadAll()) {
      if (opened.size() > 1) {
        const std::string stem = std::filesystem::path(file.path).stem().string();
        channel.name = fmt::format("{}: {}", stem, channel.name);
      }
      channels.push_back(std::move(channel));
    }
  }
  return channels;
}

std::vector<Channel> LoadFiniteSignals(const SignalInput& input, const Console& console) {
  const std::vector<OpenedSignals> opened = OpenSignalInput(input, console);
  for (const OpenedSignals& file : opened) RequireFinite(*file.source, file.path);
  return ReadAllOf(opened);
}

std::vector<Channel> LoadSignalInput(const SignalInput& input, const Console& console) {
  return ReadAllOf(OpenSignalInput(input, console));
}

}  // namespace jounce

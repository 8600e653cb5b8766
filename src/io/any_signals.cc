#include "io/any_signals.h"

#include <algorithm>
#include <filesystem>
#include <span>

#include "base/output_file.h"
#include "io/mat73.h"
#include "io/result_file.h"
#include "io/result_seal.h"
#include "io/result_source.h"

namespace jounce {
namespace {

void WriteResult(const std::string& path, const SignalSource& source,
                 const std::string& command_line) {
  std::vector<ChannelInfo> channels;
  for (size_t c = 0; c < source.NumChannels(); ++c) {
    const ChannelHead& head = source.Head(c);
    channels.push_back({head.name, head.unit, head.description});
  }
  const size_t rows = source.Length(0);
  ResultOrigin origin;
  origin.command = command_line;
  ResultWriter writer(path, channels, rows, origin, true);
  // Some rows of all channels at a time: a file may be larger than memory.
  constexpr size_t kPiece = 1024;
  std::vector<double> row(channels.size());
  std::vector<std::vector<double>> columns(channels.size(), std::vector<double>(kPiece));
  const ChannelHead& axis = source.Head(0);
  for (size_t first = 0; first < rows; first += kPiece) {
    const size_t count = std::min(kPiece, rows - first);
    for (size_t c = 0; c < channels.size(); ++c) {
      source.Read(c, first, std::span(columns[c]).first(count));
    }
    for (size_t i = 0; i < count; ++i) {
      for (size_t c = 0; c < channels.size(); ++c) row[c] = columns[c][i];
      writer.Append(axis.start + static_cast<double>(first + i) / axis.sample_rate, row);
    }
  }
  writer.Close();
}

}  // namespace

std::shared_ptr<const SignalSource> OpenAnySignals(const std::string& path,
                                                   const CsvReadSettings& csv) {
  if (LooksLikeResult(path)) return OpenResultSource(path);
  if (LooksLikeMat73(path)) return OpenMat73(path, {csv.sample_rate, csv.time_column});
  return OpenSignals(path, csv);
}

std::vector<std::string> WriteAnySignals(const std::string& path, const SignalSource& source,
                                         const SignalWriteSettings& settings,
                                         const std::string& command_line) {
  if (!path.ends_with(".h5")) return WriteSignals(path, source, settings);
  Diagnostics problems;
  CheckOneTimeAxis(source, path, &problems);
  problems.ThrowIfErrors();
  RequireReplaceable(path, {}, /*overwrite=*/true);
  const std::string target = FindOutputTarget(path).path;
  const std::string unfinished = target + ".part";
  try {
    WriteResult(unfinished, source, command_line);
    std::filesystem::rename(unfinished, target);
  } catch (...) {
    std::error_code ignored;
    std::filesystem::remove(unfinished, ignored);
    throw;
  }
  return {path};
}

}  // namespace jounce

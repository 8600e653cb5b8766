#include "signals/signal_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.h"
#include "signals/mat4.h"
#include "signals/matlab.h"
#include "signals/number_text.h"

namespace jounce {
namespace {

constexpr std::pair<const char*, SignalFormat> kEndings[] = {
    {".rsp", SignalFormat::kRpc3}, {".drv", SignalFormat::kRpc3},  {".tim", SignalFormat::kRpc3},
    {".rpc", SignalFormat::kRpc3}, {".rpc3", SignalFormat::kRpc3}, {".dac", SignalFormat::kDac},
    {".csv", SignalFormat::kCsv},  {".txt", SignalFormat::kCsv},   {".tsv", SignalFormat::kCsv},
    {".dat", SignalFormat::kCsv},  {".uff", SignalFormat::kUff58}, {".unv", SignalFormat::kUff58},
    {".58", SignalFormat::kUff58}, {".mat", SignalFormat::kMatlab}};

// A DAC header has no magic word, but a type of 1 and a byte order of 3 or 12.
bool LooksLikeDac(const std::string& head) {
  if (head.size() < 512) return false;
  const auto* bytes = reinterpret_cast<const std::byte*>(head.data());
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const int kind = LoadNumber<int16_t>(bytes + 128, order);
    const int mark = LoadNumber<int16_t>(bytes + 130, order);
    if (kind == 1 && (mark == 3 || mark == 12)) return true;
  }
  return false;
}

}  // namespace

std::string NameOf(SignalFormat format) {
  switch (format) {
    case SignalFormat::kRpc3:
      return "RPC III";
    case SignalFormat::kDac:
      return "DAC";
    case SignalFormat::kCsv:
      return "CSV";
    case SignalFormat::kUff58:
      return "UFF 58";
    case SignalFormat::kMatlab:
      return "MATLAB";
  }
  return "";
}

SignalFormat FormatOfPath(const std::string& path) {
  const std::string ending = LowerCase(std::filesystem::path(path).extension().string());
  std::string known;
  for (const auto& [name, format] : kEndings) {
    if (ending == name) return format;
    known += fmt::format("{}{}", known.empty() ? "" : " ", name);
  }
  throw InputError(
      {{Severity::kError, Place{path},
        fmt::format("the ending '{}' is that of no signal format", ending), "known: " + known}});
}

SignalFormat FormatOfContent(const ByteSource& file) {
  std::string head(std::min<uint64_t>(file.size(), 512), '\0');
  file.ReadAt(0, std::as_writable_bytes(std::span(head)));
  if (head.starts_with(std::string("FORMAT\0", 7))) return SignalFormat::kRpc3;
  if (head.size() >= 128 && (head.substr(126, 2) == "IM" || head.substr(126, 2) == "MI") &&
      head.starts_with("MATLAB")) {
    return SignalFormat::kMatlab;
  }
  if (LooksLikeMat4(file)) return SignalFormat::kMatlab;
  if (LooksLikeDac(head)) return SignalFormat::kDac;
  const std::string_view first_line = std::string_view(head).substr(0, head.find('\n'));
  if (Trimmed(first_line) == "-1") return SignalFormat::kUff58;
  return SignalFormat::kCsv;
}

std::shared_ptr<const SignalSource> OpenSignals(const std::string& path,
                                                const CsvReadSettings& csv) {
  const auto file = OpenFile(path);
  switch (FormatOfContent(*file)) {
    case SignalFormat::kRpc3:
      return std::make_shared<Rpc3Source>(file);
    case SignalFormat::kDac:
      return std::make_shared<DacSource>(file);
    case SignalFormat::kUff58:
      return std::make_shared<MemorySource>(ReadUff58(*file));
    case SignalFormat::kMatlab:
      return OpenMatlab(*file, {csv.sample_rate, csv.time_column});
    case SignalFormat::kCsv:
      break;
  }
  return std::make_shared<MemorySource>(ReadCsv(*file, csv));
}

std::vector<std::string> SignalFilesOf(const std::string& path, size_t channels) {
  const std::filesystem::path name(path);
  const std::string ending = name.extension().string();
  if (channels < 2 || LowerCase(ending) != ".dac") return {path};
  std::vector<std::string> files;
  for (size_t c = 0; c < channels; ++c) {
    const std::string numbered = fmt::format("{}_{:03}{}", name.stem().string(), c + 1, ending);
    files.push_back((name.parent_path() / numbered).string());
  }
  return files;
}

std::vector<std::string> WriteSignals(const std::string& path, const SignalSource& source,
                                      const SignalWriteSettings& settings) {
  switch (FormatOfPath(path)) {
    case SignalFormat::kRpc3:
      WriteRpc3(path, source, settings.rpc3);
      return {path};
    case SignalFormat::kUff58:
      WriteUff58(path, source, settings.uff58);
      return {path};
    case SignalFormat::kMatlab:
      WriteMatlab(path, source);
      return {path};
    case SignalFormat::kCsv:
      WriteCsv(path, source, settings.csv);
      return {path};
    case SignalFormat::kDac:
      break;
  }
  if (source.NumChannels() == 0) {
    throw InputError({{Severity::kError, Place{path}, "no channels to write", ""}});
  }
  std::vector<std::string> files = SignalFilesOf(path, source.NumChannels());
  for (size_t c = 0; c < source.NumChannels(); ++c) WriteDac(files[c], source, c, settings.dac);
  return files;
}

}  // namespace jounce

#include "io/any_signals.h"

#include <algorithm>
#include <cstdint>
#include <span>

#include "io/result_source.h"
#include "signals/byte_source.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

// HDF5 files begin with a signature of eight bytes.
bool IsResultFile(const std::string& path) {
  const auto file = OpenFile(path);
  std::string head(std::min<uint64_t>(file->size(), 8), '\0');
  file->ReadAt(0, std::as_writable_bytes(std::span(head)));
  return head == "\x89HDF\r\n\x1a\n";
}

}  // namespace

std::shared_ptr<const SignalSource> OpenAnySignals(const std::string& path,
                                                   const CsvReadSettings& csv) {
  return IsResultFile(path) ? OpenResultSource(path) : OpenSignals(path, csv);
}

}  // namespace jounce

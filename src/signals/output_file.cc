#include "signals/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace jounce {

OutputFile::OutputFile(const std::string& path) : path_(path) {
  static std::atomic<int> count = 0;
  temporary_path_ = fmt::format("{}.{}-{}.part", path, getpid(), count++);
  file_ = std::fopen(temporary_path_.c_str(), "wbx");
  if (!file_) throw FileError(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
}

OutputFile::~OutputFile() {
  if (file_) std::fclose(file_);
  // After Commit there is no such file any more.
  std::remove(temporary_path_.c_str());
}

void OutputFile::Write(std::span<const std::byte> bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) {
    throw FileError(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
}

void OutputFile::Write(std::string_view text) { Write(std::as_bytes(std::span(text))); }

void OutputFile::Commit() {
  const bool closed = std::fclose(file_) == 0;
  file_ = nullptr;
  if (!closed || std::rename(temporary_path_.c_str(), path_.c_str()) != 0) {
    throw FileError(path_, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
}

}  // namespace jounce

#include "signals/byte_source.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/error.h"

namespace jounce {
namespace {

class OpenedFile : public ByteSource {
 public:
  OpenedFile(const std::string& path, int descriptor, uint64_t size)
      : ByteSource(path, size), descriptor_(descriptor) {}
  ~OpenedFile() override { close(descriptor_); }
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;

  void ReadAt(uint64_t offset, std::span<std::byte> bytes) const override {
    while (!bytes.empty()) {
      const ssize_t got =
          pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) throw FileError(name(), std::strerror(errno));
      if (got == 0) throw FileError(name(), fmt::format("the file ends at byte {}", offset));
      offset += static_cast<uint64_t>(got);
      bytes = bytes.subspan(static_cast<size_t>(got));
    }
  }

 private:
  int descriptor_;
};

class MemoryBytes : public ByteSource {
 public:
  MemoryBytes(std::string name, std::vector<std::byte> bytes)
      : ByteSource(std::move(name), bytes.size()), bytes_(std::move(bytes)) {}

  void ReadAt(uint64_t offset, std::span<std::byte> bytes) const override {
    if (offset > size() || bytes.size() > size() - offset) {
      throw FileError(name(), fmt::format("the file ends at byte {}", size()));
    }
    std::copy_n(bytes_.begin() + static_cast<std::ptrdiff_t>(offset), bytes.size(), bytes.begin());
  }

 private:
  std::vector<std::byte> bytes_;
};

}  // namespace

std::string ByteSource::ReadText() const {
  std::string text(size_, '\0');
  ReadAt(0, std::as_writable_bytes(std::span(text)));
  return text;
}

std::shared_ptr<const ByteSource> OpenFile(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) throw FileError(path, std::strerror(errno));
  struct stat status = {};
  if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    close(descriptor);
    throw FileError(path, "not a regular file");
  }
  return std::make_shared<OpenedFile>(path, descriptor, static_cast<uint64_t>(status.st_size));
}

std::shared_ptr<const ByteSource> BytesInMemory(std::string name, std::vector<std::byte> bytes) {
  return std::make_shared<MemoryBytes>(std::move(name), std::move(bytes));
}

std::shared_ptr<const ByteSource> TextInMemory(std::string name, const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return BytesInMemory(std::move(name), {bytes.begin(), bytes.end()});
}

}  // namespace jounce

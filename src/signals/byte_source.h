// Bytes to be read: of a file, or of memory (which is how readers are tested with damaged files).
// Files are read where needed and never loaded whole, so their size does not matter.
#ifndef JOUNCE_SIGNALS_BYTE_SOURCE_H_
#define JOUNCE_SIGNALS_BYTE_SOURCE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace jounce {

class ByteSource {
 public:
  virtual ~ByteSource() = default;

  // The path, for error messages.
  const std::string& name() const { return name_; }
  uint64_t size() const { return size_; }

  // Fills `bytes` from `offset` on. Throws a FileError if the file ends before. Thread-safe.
  virtual void ReadAt(uint64_t offset, std::span<std::byte> bytes) const = 0;

  // The whole file as text, for formats made of lines.
  std::string ReadText() const;

 protected:
  ByteSource(std::string name, uint64_t size) : name_(std::move(name)), size_(size) {}

 private:
  std::string name_;
  uint64_t size_;
};

// Opens a file, or throws a FileError that says why not.
std::shared_ptr<const ByteSource> OpenFile(const std::string& path);

// Bytes in memory under the name `name`.
std::shared_ptr<const ByteSource> BytesInMemory(std::string name, std::vector<std::byte> bytes);
std::shared_ptr<const ByteSource> TextInMemory(std::string name, const std::string& text);

}  // namespace jounce

#endif  // JOUNCE_SIGNALS_BYTE_SOURCE_H_

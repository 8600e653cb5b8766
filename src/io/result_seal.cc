#include "io/result_seal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "io/result_file.h"

namespace jounce {
namespace {

constexpr size_t kLeastSealSize = 4096;
constexpr size_t kBytesPerColumn = 64;  // two ranges of up to 15 digits a number
constexpr size_t kHashSize = 64;        // hexadecimal digits
constexpr const char* kDamaged = "is damaged: its checksum does not agree; run again to make it";

// A descriptor that closes itself.
class OpenedFile {
 public:
  explicit OpenedFile(const std::string& path)
      : descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~OpenedFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  OpenedFile(const OpenedFile&) = delete;
  OpenedFile& operator=(const OpenedFile&) = delete;
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

uint64_t SizeOf(int file) {
  struct stat status = {};
  return ::fstat(file, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

// Bytes are read in pieces of at most this size.
constexpr uint64_t kReadBytes = 1 << 20;

// Appends the bytes of a range; false where the file has fewer.
bool AppendBytes(int file, ByteRange range, std::string* bytes) {
  const size_t before = bytes->size();
  bytes->resize(before + (range.end - range.begin));
  char* to = bytes->data() + before;
  for (uint64_t at = range.begin; at < range.end;) {
    const ssize_t count = ::pread(file, to, range.end - at, static_cast<off_t>(at));
    if (count <= 0) return false;
    to += count;
    at += static_cast<uint64_t>(count);
  }
  return true;
}

// SHA-256 of text and parts of files, piece after piece.
class Digest {
 public:
  Digest() : context_(EVP_MD_CTX_new()) { EVP_DigestInit_ex(context_, EVP_sha256(), nullptr); }
  ~Digest() { EVP_MD_CTX_free(context_); }
  Digest(const Digest&) = delete;
  Digest& operator=(const Digest&) = delete;

  void Add(const std::string& bytes) { EVP_DigestUpdate(context_, bytes.data(), bytes.size()); }
  // False where the file has fewer bytes.
  bool Add(int file, ByteRange range) {
    for (; range.begin < range.end; range.begin += kReadBytes) {
      std::string piece;
      if (!AppendBytes(file, {range.begin, std::min(range.end, range.begin + kReadBytes)},
                       &piece)) {
        return false;
      }
      Add(piece);
    }
    return true;
  }
  std::string Take() {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size = 0;
    EVP_DigestFinal_ex(context_, digest, &size);
    std::string text;
    for (unsigned i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
    return text;
  }

 private:
  EVP_MD_CTX* context_;
};

// Sorted, and those that touch made one.
std::vector<ByteRange> Merged(std::vector<ByteRange> ranges) {
  std::sort(ranges.begin(), ranges.end(),
            [](const ByteRange& a, const ByteRange& b) { return a.begin < b.begin; });
  std::vector<ByteRange> merged;
  for (const ByteRange& range : ranges) {
    if (!merged.empty() && range.begin <= merged.back().end) {
      merged.back().end = std::max(merged.back().end, range.end);
    } else if (range.begin < range.end) {
      merged.push_back(range);
    }
  }
  return merged;
}

// The hash of the seal's own text and of all bytes behind the seal that no range covers.
std::optional<std::string> HashOfStructure(int file, const std::string& text, size_t seal_size,
                                           uint64_t size, const std::vector<ByteRange>& ranges) {
  Digest digest;
  digest.Add(text);
  uint64_t at = seal_size;
  for (const ByteRange& range : ranges) {
    if (range.begin < at || range.end < range.begin || range.end > size) return std::nullopt;
    if (!digest.Add(file, {at, range.begin})) return std::nullopt;
    at = range.end;
  }
  if (at > size || !digest.Add(file, {at, size})) return std::nullopt;
  return digest.Take();
}

void WriteBlock(int file, const std::string& text, const std::string& hash, size_t seal_size,
                const std::string& path) {
  std::string block = text + "sha256 " + hash + "\n";
  block.resize(seal_size, '\0');
  if (::pwrite(file, block.data(), block.size(), 0) != static_cast<ssize_t>(block.size())) {
    throw FileError(path, fmt::format("cannot be written: {}", std::strerror(errno)));
  }
}

std::string FirstLine(size_t seal_size) {
  return fmt::format("{}{}\n", kResultSealStart, seal_size);
}

// Takes a number off the front of the text.
std::optional<uint64_t> TakeNumber(std::string_view* text) {
  uint64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc()) return std::nullopt;
  text->remove_prefix(static_cast<size_t>(end - text->data()));
  return value;
}

bool TakeWord(std::string_view* text, std::string_view word) {
  if (!text->starts_with(word)) return false;
  text->remove_prefix(word.size());
  return true;
}

// 0 where the file does not begin as a result does.
size_t ReadSealSize(int file) {
  std::string head;
  if (!AppendBytes(file, {0, 512}, &head)) return 0;
  std::string_view rest = head;
  if (!TakeWord(&rest, kResultSealStart)) return 0;
  const uint64_t size = TakeNumber(&rest).value_or(0);
  return size >= 512 && std::has_single_bit(size) && size < SizeOf(file) ? size : 0;
}

bool SealHolds(int file, size_t seal_size) {
  std::string block;
  if (!AppendBytes(file, {0, seal_size}, &block)) return false;
  const size_t end = block.find("sha256 ");
  if (end == std::string::npos || end + 7 + kHashSize > seal_size) return false;
  const std::string text = block.substr(0, end);
  const std::string hash = block.substr(end + 7, kHashSize);
  std::string_view rest = text;
  if (!TakeWord(&rest, FirstLine(seal_size))) return false;
  if (rest == "changing\n") return hash == Sha256(text);
  if (!TakeWord(&rest, "sealed ")) return false;
  const uint64_t size = TakeNumber(&rest).value_or(0);
  if (size != SizeOf(file)) return false;
  std::vector<ByteRange> ranges;
  while (TakeWord(&rest, " ")) {
    const std::optional<uint64_t> begin = TakeNumber(&rest);
    if (!begin || !TakeWord(&rest, "-")) return false;
    ranges.push_back({*begin, TakeNumber(&rest).value_or(0)});
  }
  return rest == "\n" && HashOfStructure(file, text, seal_size, size, ranges) == hash;
}

}  // namespace

size_t ResultSealSize(size_t columns) {
  return std::bit_ceil(kLeastSealSize + kBytesPerColumn * columns);
}

void SealResult(int file, size_t seal_size, std::vector<ByteRange> overwritten,
                const std::string& path) {
  const std::vector<ByteRange> ranges = Merged(std::move(overwritten));
  const uint64_t size = SizeOf(file);
  std::string text = fmt::format("{}sealed {}", FirstLine(seal_size), size);
  for (const ByteRange& range : ranges) text += fmt::format(" {}-{}", range.begin, range.end);
  text += "\n";
  if (text.size() + 8 + kHashSize > seal_size) return UnsealResult(file, seal_size, path);
  const auto hash = HashOfStructure(file, text, seal_size, size, ranges);
  if (!hash) throw FileError(path, "cannot be read back after it was written");
  WriteBlock(file, text, *hash, seal_size, path);
}

void UnsealResult(int file, size_t seal_size, const std::string& path) {
  const std::string text = FirstLine(seal_size) + "changing\n";
  WriteBlock(file, text, Sha256(text), seal_size, path);
}

void CheckResultSeal(const std::string& path) {
  const OpenedFile file(path);
  if (file.get() < 0) {
    throw FileError(path, errno == ENOENT
                              ? "does not exist"
                              : fmt::format("cannot be read: {}", std::strerror(errno)));
  }
  const size_t seal_size = ReadSealSize(file.get());
  if (seal_size == 0) throw FileError(path, "is not a result of Jounce, or it is damaged");
  if (!SealHolds(file.get(), seal_size)) throw FileError(path, kDamaged);
}

bool LooksLikeResult(const std::string& path) {
  const OpenedFile file(path);
  const std::string_view start = kResultSealStart;
  std::string head;
  return file.get() >= 0 && AppendBytes(file.get(), {0, start.size()}, &head) && head == start;
}

uint64_t CarryChecksum(uint64_t sum, std::span<const uint64_t> values) {
  for (const uint64_t value : values) {
    sum = (sum ^ value) * 0x9e3779b97f4a7c15;  // odd: no two sums become one
    sum ^= sum >> 32;
  }
  return sum;
}

uint64_t CarryChecksum(uint64_t sum, std::span<const double> values) {
  for (const double value : values) {
    const uint64_t bits = std::bit_cast<uint64_t>(value);
    sum = CarryChecksum(sum, std::span(&bits, 1));
  }
  return sum;
}

}  // namespace jounce

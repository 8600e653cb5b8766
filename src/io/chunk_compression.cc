#include "io/chunk_compression.h"

#include <zlib.h>

#include <array>
#include <cmath>
#include <new>

namespace jounce {
namespace {

// Planes with more bits a byte than this are not worth the time.
constexpr double kNoise = 7.0;
// With more than this nothing is found that repeats itself: shorter codes for frequent bytes are all.
constexpr double kNoRepeats = 3.0;
constexpr int kFast = 1;  // level of compression

std::vector<std::byte> Shuffled(std::span<const std::byte> chunk, size_t width) {
  const size_t count = chunk.size() / width;
  std::vector<std::byte> planes(chunk.size());
  for (size_t plane = 0; plane < width; ++plane) {
    std::byte* to = planes.data() + plane * count;
    for (size_t i = 0; i < count; ++i) to[i] = chunk[i * width + plane];
  }
  return planes;
}

// Bits a byte [Shannon 1948], of every fourth.
double EntropyOf(std::span<const std::byte> bytes) {
  std::array<unsigned, 256> count{};
  unsigned total = 0;
  for (size_t i = 0; i < bytes.size(); i += 4, ++total) ++count[static_cast<size_t>(bytes[i])];
  double entropy = 0;
  for (const unsigned n : count) {
    if (n > 0) entropy -= n * std::log2(static_cast<double>(n) / total);
  }
  return total > 0 ? entropy / total : 0;
}

}  // namespace

std::vector<std::byte> CompressChunk(std::span<const std::byte> chunk, size_t width) {
  std::vector<std::byte> planes = Shuffled(chunk, width);
  const size_t count = chunk.size() / width;
  z_stream stream = {};
  if (deflateInit(&stream, kFast) != Z_OK) throw std::bad_alloc();
  // Changing the level ends a block.
  std::vector<std::byte> out(deflateBound(&stream, static_cast<uLong>(chunk.size())) +
                             64 * (width + 1) + chunk.size() / 1000);
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  for (size_t plane = 0; plane < width; ++plane) {
    const std::span<std::byte> bytes(planes.data() + plane * count, count);
    const double entropy = EntropyOf(bytes);
    deflateParams(&stream, entropy > kNoise ? Z_NO_COMPRESSION : kFast,
                  entropy > kNoRepeats ? Z_HUFFMAN_ONLY : Z_DEFAULT_STRATEGY);
    stream.next_in = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    deflate(&stream, plane + 1 == width ? Z_FINISH : Z_NO_FLUSH);
  }
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

}  // namespace jounce

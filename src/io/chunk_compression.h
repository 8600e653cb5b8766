// Chunks of numbers as HDF5's filters `shuffle` and `deflate` read them, made faster than they
// would make them.
//
// Shuffled, the first bytes of all numbers come first, then the second ones and so on. Signs,
// exponents and the first digits of a time history repeat themselves; its last digits are noise
// that no compression shrinks, but each tries hard to. So the planes of bytes whose entropy says so
// are put into the stream as they are (stored blocks of RFC 1951), and only the others are
// compressed.
#ifndef JOUNCE_IO_CHUNK_COMPRESSION_H_
#define JOUNCE_IO_CHUNK_COMPRESSION_H_

#include <cstddef>
#include <span>
#include <vector>

namespace jounce {

// `chunk` holds numbers of `width` bytes each.
std::vector<std::byte> CompressChunk(std::span<const std::byte> chunk, size_t width);

}  // namespace jounce

#endif  // JOUNCE_IO_CHUNK_COMPRESSION_H_

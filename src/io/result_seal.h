// The seal of a result file: by it a damaged file is found out before HDF5 sees it, whose readers
// may crash or never return on one.
//
// HDF5 leaves the first bytes of a file, a block of 512 times a power of two, to whoever writes it.
// There stand, as text, the size of the file, the ranges of bytes that a run overwrites in place
// (the numbers, which have checksums of their own) and the SHA-256 of all other bytes, which are
// HDF5's structure. The seal holds from the first moment of a run on: rows written later change
// nothing outside these ranges. Where the structure itself changes, at the end of a run or where it
// gets longer than announced, a copy is changed and takes the place of the file. Only on a disk
// without room for that is it changed in place: then the file says so and is read on trust.
#ifndef JOUNCE_IO_RESULT_SEAL_H_
#define JOUNCE_IO_RESULT_SEAL_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace jounce {

// From begin to before end.
struct ByteRange {
  uint64_t begin = 0;
  uint64_t end = 0;
};

// What every result file begins with.
inline constexpr const char* kResultSealStart = "jounce result, HDF5 from byte ";

// Bytes of the seal of a file with so many columns.
size_t ResultSealSize(size_t columns);

// Seals an open file as it is now. Where the ranges do not fit, they are left to be read on trust.
// Throws FileError, which speaks of `path`.
void SealResult(int file, size_t seal_size, std::vector<ByteRange> overwritten,
                const std::string& path);

// Says that the structure is being changed.
void UnsealResult(int file, size_t seal_size, const std::string& path);

// Throws FileError where the file is no result or not what its seal says.
void CheckResultSeal(const std::string& path);

// Whether the file begins as a result does, damaged or not.
bool LooksLikeResult(const std::string& path);

// Checksum of a column of numbers, carried on from row to row. Each step can be undone, so that one
// changed number changes every sum after it.
inline constexpr uint64_t kChecksumStart = 0x6a6f756e6365;  // "jounce"
uint64_t CarryChecksum(uint64_t sum, std::span<const double> values);
uint64_t CarryChecksum(uint64_t sum, std::span<const uint64_t> values);

}  // namespace jounce

#endif  // JOUNCE_IO_RESULT_SEAL_H_

// What the fuzz targets of the signal formats share.
#ifndef JOUNCE_TESTS_FUZZ_SIGNALS_FUZZ_H_
#define JOUNCE_TESTS_FUZZ_SIGNALS_FUZZ_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/error.h"
#include "signals/byte_source.h"

namespace jounce::testing {

// Gives the bytes to a reader; its own errors are right, anything else is a finding.
template <typename Read>
int FuzzReader(const uint8_t* data, size_t size, Read read) {
  const auto* first = reinterpret_cast<const std::byte*>(data);
  const auto file = BytesInMemory("fuzz", std::vector<std::byte>(first, first + size));
  try {
    read(file);
  } catch (const InputError&) {
  } catch (const FileError&) {
  }
  return 0;
}

}  // namespace jounce::testing

#endif  // JOUNCE_TESTS_FUZZ_SIGNALS_FUZZ_H_

// Any bytes as a universal file: read, or refused with a clear error.
#include "signals/uff58.h"
#include "signals_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return jounce::testing::FuzzReader(
      data, size,
      [](const std::shared_ptr<const jounce::ByteSource>& file) { jounce::ReadUff58(*file); });
}

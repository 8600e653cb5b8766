// Any bytes as a CSV table: read, or refused with a clear error.
#include "signals/csv.h"
#include "signals_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return jounce::testing::FuzzReader(
      data, size,
      [](const std::shared_ptr<const jounce::ByteSource>& file) { jounce::ReadCsv(*file); });
}

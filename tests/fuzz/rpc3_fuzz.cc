// Any bytes as an RPC III file: read, or refused with a clear error.
#include "signals/rpc3.h"
#include "signals_fuzz.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  return jounce::testing::FuzzReader(data, size,
                                     [](const std::shared_ptr<const jounce::ByteSource>& file) {
                                       jounce::Rpc3Source(file).ReadAll();
                                     });
}

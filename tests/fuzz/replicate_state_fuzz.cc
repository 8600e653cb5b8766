// States of replications, with a seal that fits: what is left of the reader behind it.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/error.h"
#include "replicate/state_file.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string bytes = "JOUNCE replicate 1\n" + std::string(8, '\0');
  bytes.append(reinterpret_cast<const char*>(data), size);
  std::uint64_t checksum = 0xcbf29ce484222325;
  for (const char c : bytes) checksum = (checksum ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  bytes.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  try {
    jounce::DecodeState(bytes, 0, "state");
  } catch (const jounce::InputError&) {
  }
  return 0;
}

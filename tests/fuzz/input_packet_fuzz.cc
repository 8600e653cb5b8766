// Any bytes as a packet of inputs: finite numbers for inputs that there are, and no line that is
// neither obeyed, refused nor empty.
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "cli/input_packet.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view packet(reinterpret_cast<const char*>(data), size);
  const std::vector<std::string> names = {"steer", "brake", "two words"};
  std::int64_t obeyed = 0;
  const std::int64_t refused = jounce::ReadInputPacket(packet, names, [&](int input, double value) {
    if (input < 0 || input > 2 || !std::isfinite(value)) std::abort();
    ++obeyed;
  });
  const std::int64_t lines = std::count(packet.begin(), packet.end(), '\n') + 1;
  if (refused < 0 || obeyed + refused > lines) std::abort();
  return 0;
}

#include "cli/input_packet.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include "signals/number_text.h"

namespace jounce {

bool ParseInputLine(std::string_view line, InputLine* input) {
  line = Trimmed(line);
  const size_t gap = line.find_last_of(" \t");  // names may have blanks
  if (gap == std::string_view::npos) return false;
  input->name = Trimmed(line.substr(0, gap));
  const std::string_view number = line.substr(gap + 1);
  const auto [end, error] =
      std::from_chars(number.data(), number.data() + number.size(), input->value);
  return error == std::errc() && end == number.data() + number.size() && !input->name.empty() &&
         std::isfinite(input->value);
}

std::int64_t ReadInputPacket(std::string_view packet, const std::vector<std::string>& names,
                             const std::function<void(int input, double value)>& set) {
  std::int64_t refused = 0;
  while (!packet.empty()) {
    const size_t end = std::min(packet.find('\n'), packet.size());
    const std::string_view line = packet.substr(0, end);
    packet.remove_prefix(std::min(end + 1, packet.size()));
    if (Trimmed(line).empty()) continue;
    InputLine input;
    const auto found = ParseInputLine(line, &input)
                           ? std::find(names.begin(), names.end(), input.name)
                           : names.end();
    if (found == names.end()) {
      ++refused;
    } else {
      set(static_cast<int>(found - names.begin()), input.value);
    }
  }
  return refused;
}

}  // namespace jounce

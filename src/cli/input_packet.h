// A packet of inputs from outside (`jounce run --udp`): text, "name value" in each line, e.g.
// "steer 0.12\nbrake 0\n": numbers in SI units for inputs of the model. Lines that are empty are
// skipped; what is no such line is counted, not obeyed.
#ifndef JOUNCE_CLI_INPUT_PACKET_H_
#define JOUNCE_CLI_INPUT_PACKET_H_

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace jounce {

// One line of a packet. False where it is none: no name, no finite number, something after it.
struct InputLine {
  std::string_view name;
  double value = 0;
};
bool ParseInputLine(std::string_view line, InputLine* input);

// Gives what the lines say of inputs of these names, by their numbers; returns how many lines were
// refused.
std::int64_t ReadInputPacket(std::string_view packet, const std::vector<std::string>& names,
                             const std::function<void(int input, double value)>& set);

}  // namespace jounce

#endif  // JOUNCE_CLI_INPUT_PACKET_H_

// A column of numbers that a sensor writes.
#ifndef JOUNCE_MODEL_PROBE_CHANNEL_H_
#define JOUNCE_MODEL_PROBE_CHANNEL_H_

#include <string>

namespace jounce {

struct ProbeChannel {
  std::string name;         // "wheel centre.z"
  std::string unit;         // SI
  std::string description;  // "position along z"
  // Its change is proportional to a small motion, and known from that motion alone. Not so sums and
  // roots of squares (energies, von Mises), nor the forces of constraints.
  bool linear = true;
};

}  // namespace jounce

#endif  // JOUNCE_MODEL_PROBE_CHANNEL_H_

// What a sensor writes: how many numbers, their names and units, and which of them follow a small
// motion linearly. This is the only place that says so; run, static, frf and check all read it.
#ifndef JOUNCE_MECHANICS_SENSOR_CHANNELS_H_
#define JOUNCE_MECHANICS_SENSOR_CHANNELS_H_

#include <string>
#include <vector>

#include "model/model.h"

namespace jounce {

struct SensorChannel {
  std::string name;  // "wheel centre.z"
  std::string unit;  // SI
  // Its change is proportional to a small motion, and known from that motion alone. Not so sums and
  // roots of squares (energies, von Mises), nor the forces of constraints.
  bool linear = true;
};

// The channels of a sensor of this model, in their order.
std::vector<SensorChannel> ChannelsOf(const Model& model, const Sensor& sensor);

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SENSOR_CHANNELS_H_

// Which channels of the sensors a result holds, and under which names, units and rate: the
// `channels` section of a model. Without it a result holds all of them as they are.
#ifndef JOUNCE_MODEL_CHANNELS_H_
#define JOUNCE_MODEL_CHANNELS_H_

#include <optional>
#include <string>
#include <vector>

#include "model/item.h"
#include "model/probe_channel.h"

namespace jounce {

// One line of the list. Its name is what the channel is called in results; the `*` in it stands for
// what the `*` of `from` stands for.
struct ChannelChoice : Item {
  std::string from;         // channels of sensors, "wheel.*"; empty: the same as the name
  std::string unit;         // empty: as the sensor has it
  double scale = 1;         // of the value, besides the unit
  std::string description;  // empty: as the sensor has it
};

struct ChannelSettings {
  Place place;
  std::optional<double> rate;  // rows a second [1/s]; as the run writes them by default
  std::vector<ChannelChoice> list;
};

// A channel of a result: `factor` times that of a sensor.
struct ChosenChannel {
  int source = 0;  // among all channels of the sensors
  double factor = 1;
  ProbeChannel channel;
};

// What the settings choose of `all` channels of the sensors, in the order of the list; all of them
// where the list is empty. Throws InputError where a line chooses nothing, or one name twice.
std::vector<ChosenChannel> ChooseChannels(const ChannelSettings& settings,
                                          const std::vector<ProbeChannel>& all);

}  // namespace jounce

#endif  // JOUNCE_MODEL_CHANNELS_H_

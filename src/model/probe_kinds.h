// The one list of what a sensor can measure. Reader, writer, schema and reference follow from the
// keys of a kind, messages from its check, results from its channels; what it reads is a class of
// mechanics/probes.h under the same word.
#ifndef JOUNCE_MODEL_PROBE_KINDS_H_
#define JOUNCE_MODEL_PROBE_KINDS_H_

#include <span>
#include <string>
#include <vector>

#include "model/geometry.h"
#include "model/model.h"
#include "model/probe_channel.h"

namespace jounce {

class SensorCheck;

// The keys that a kind takes besides `sensor` and `item`.
enum ProbeKey : unsigned {
  kKeyOf = 1U << 0,            // of
  kKeyFrom = 1U << 1,          // relative_to
  kKeyPoint = 1U << 2,         // at, axis, x_axis
  kKeyObserver = 1U << 3,      // seen_from
  kKeyAxes = 1U << 4,          // axes
  kKeyAbout = 1U << 5,         // about
  kKeyDirection = 1U << 6,     // direction
  kKeySection = 1U << 7,       // beam, along
  kKeySectionPoint = 1U << 8,  // point
  kKeyStress = 1U << 9         // element, node, surface
};

// How the ends of a sensor become frames: they have none; the first as it is, so that what is seen
// from there is a place; or both alike at the start, as those of a joint.
enum class ProbePlacing { kNone, kPlace, kAligned };

struct ProbeKind {
  const char* word;
  const char* meaning;
  unsigned keys;
  const char* items;  // what `item` may name, "joint|motion"; null where there is none
  ProbePlacing placing;
  // Without the sensor's name.
  std::vector<ProbeChannel> (*channels)(const Model& model, const Sensor& sensor);
  void (*check)(const SensorCheck& check, const Sensor& sensor);
};

std::span<const ProbeKind> ProbeKinds();
// Null for an unknown word.
const ProbeKind* FindProbeKind(const std::string& word);

// The channels of a sensor of this model, in their order; none for one that is wrong.
std::vector<ProbeChannel> ChannelsOf(const Model& model, const Sensor& sensor);
// Those of all its sensors.
std::vector<ProbeChannel> ChannelsOf(const Model& model);

// The frames of a sensor that is placed.
FramePair PlaceSensor(const ModelGeometry& geometry, const Sensor& sensor);

// Which coordinates along and about its z axis a joint leaves free.
struct JointCoordinates {
  bool travel = false, angle = false;
};
JointCoordinates CoordinatesOf(JointKind kind);

}  // namespace jounce

#endif  // JOUNCE_MODEL_PROBE_KINDS_H_

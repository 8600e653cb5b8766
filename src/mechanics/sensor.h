// Sensors: what a user wants to see of a system, as channels of numbers with names and units
// (sensor_channels.h).
//
// Positions and orientations are places, those of the `second` end as seen from the `first`: the
// ground, a body or a frame. Velocities and accelerations are their derivatives as seen from there,
//   v = v_2 - v_1 - w_1 x r,   a = a_2 - a_1 - w_1' x r - w_1 x (w_1 x r) - 2 w_1 x v,
//   w = w_2 - w_1,             w' = w_2' - w_1' - w_1 x w,        r = p_2 - p_1,
// so that two points of one body stand still to each other however it turns. Their components are
// given in the axes that the user chose.
#ifndef JOUNCE_MECHANICS_SENSOR_H_
#define JOUNCE_MECHANICS_SENSOR_H_

#include <memory>
#include <string>
#include <vector>

#include "mechanics/sensor_channels.h"
#include "mechanics/stress.h"
#include "mechanics/system.h"

namespace jounce {

// A connection by the user's name, also where a joint or motion has the same one; null for none.
const ConnectionElement* FindConnection(const System& system, const std::string& name);

class SensorReader {
 public:
  // `system` must outlive the reader.
  explicit SensorReader(const System& system);

  const std::vector<SensorChannel>& channels() const { return channels_; }

  // Writes one value a channel. `at` is of the whole system, as for System::Residual.
  void Read(const Evaluation& at, double* values) const;

 private:
  // A sensor with its names looked up.
  struct Probe {
    SensorKind kind;
    SensorAxes axes;
    FramePair frames;
    const Element* item = nullptr;
    int size = 0;
    // Of a section: where in the element, 0 to 1, and the point for stresses.
    double part = 0;
    const Beam* beam = nullptr;
    const SectionPoint* point = nullptr;
    std::shared_ptr<const StressField> stress = nullptr;
    Vector6 gauge = Vector6::Zero();  // strain of a gauge over stress
  };
  void AddProbe(const Sensor& sensor);
  void PlaceOnBeam(const Sensor& sensor, Probe* probe) const;
  void ReadSection(const Probe& probe, const Evaluation& at, double* values) const;
  void ReadProbe(const Probe& probe, const Evaluation& at, double* values) const;
  void ReadStress(const Probe& probe, const SystemState& state, double* values) const;
  Eigen::Vector3d ReadVector(const Probe& probe, const SystemState& state) const;
  FramePair FramesOf(const Sensor& sensor) const;

  const System& system_;
  std::vector<Probe> probes_;
  std::vector<SensorChannel> channels_;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_SENSOR_H_

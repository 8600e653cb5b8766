// Sensors: what a user wants to see of a system, as channels of numbers with names and units.
#ifndef JOUNCE_MECHANICS_SENSOR_H_
#define JOUNCE_MECHANICS_SENSOR_H_

#include <memory>
#include <string>
#include <vector>

#include "mechanics/stress.h"
#include "mechanics/system.h"

namespace jounce {

struct SensorChannel {
  std::string name;  // "wheel centre.z"
  std::string unit;  // SI
};

// How many channels a sensor has.
int ChannelCount(const System& system, const Sensor& sensor);

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
    int size = 3;
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

// The probes of a system: one table from the words of model/probe_kinds.h to the classes that read.
#ifndef JOUNCE_MECHANICS_PROBES_H_
#define JOUNCE_MECHANICS_PROBES_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "mechanics/probe.h"
#include "mechanics/system.h"

namespace jounce {

// Whether there is a class for this kind of sensor.
bool HasProbe(const std::string& kind);

// `sensor` is one of the model and has passed its check; `system` must outlive the probe.
std::unique_ptr<Probe> MakeProbe(const System& system, const Sensor& sensor);

// The frames whose turns a sensor counts (turn_counter.h); nothing where it counts none.
std::optional<FramePair> CountedTurns(const System& system, const Sensor& sensor);

// All sensors of a system.
class SensorReader {
 public:
  // `system` must outlive the reader.
  explicit SensorReader(const System& system);

  const std::vector<ProbeChannel>& channels() const { return channels_; }
  // In the order of the model's sensors.
  const std::vector<std::unique_ptr<Probe>>& probes() const { return probes_; }

  // Whether one of them reads the energies of the system.
  bool reads_energies() const { return reads_energies_; }

  // Writes one value a channel. `at` is of the whole system, as for System::Residual. Never
  // allocates.
  void Read(const Evaluation& at, double* values) const;
  // The same of these probes alone; other values are left as they are.
  void ReadSome(const std::vector<int>& probes, const Evaluation& at, double* values) const;
  // The probe that a channel belongs to.
  int ProbeOf(int channel) const;

 private:
  std::vector<std::unique_ptr<Probe>> probes_;
  std::vector<int> first_channels_;  // of each
  std::vector<ProbeChannel> channels_;
  bool reads_energies_ = false;
};

}  // namespace jounce

#endif  // JOUNCE_MECHANICS_PROBES_H_

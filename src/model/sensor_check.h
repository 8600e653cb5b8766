// What can be wrong with a sensor: one function for each family of kinds (probe_kinds.h).
#ifndef JOUNCE_MODEL_SENSOR_CHECK_H_
#define JOUNCE_MODEL_SENSOR_CHECK_H_

#include <string>

#include "base/error.h"
#include "model/geometry.h"
#include "model/model.h"

namespace jounce {

// Where checks look and what they find. All must outlive this.
class SensorCheck {
 public:
  SensorCheck(const Model& model, const ModelGeometry& geometry, Diagnostics* out)
      : model_(model), geometry_(geometry), out_(out) {}

  // All that is wrong with a sensor of the model.
  void Check(const Sensor& sensor) const;

  const Model& model() const { return model_; }
  const ModelGeometry& geometry() const { return geometry_; }
  void Error(const Sensor& sensor, const std::string& message,
             const std::string& remedy = "") const;
  // Runs something that throws InputError, and reports it.
  template <class Function>
  bool Guard(const Sensor& sensor, Function function) const {
    try {
      function();
      return true;
    } catch (const InputError& error) {
      for (const Diagnostic& d : error.diagnostics()) Error(sensor, d.message, d.remedy);
    }
    return false;
  }

 private:
  const Model& model_;
  const ModelGeometry& geometry_;
  Diagnostics* out_;
};

void CheckNothing(const SensorCheck& check, const Sensor& sensor);
void CheckPlaceSensor(const SensorCheck& check, const Sensor& sensor);
void CheckJointSensor(const SensorCheck& check, const Sensor& sensor);
void CheckReactionSensor(const SensorCheck& check, const Sensor& sensor);
void CheckLawSensor(const SensorCheck& check, const Sensor& sensor);
void CheckInputSensor(const SensorCheck& check, const Sensor& sensor);
void CheckSignalSensor(const SensorCheck& check, const Sensor& sensor);
void CheckElementSensor(const SensorCheck& check, const Sensor& sensor);
void CheckSectionSensor(const SensorCheck& check, const Sensor& sensor);
void CheckSectionStressSensor(const SensorCheck& check, const Sensor& sensor);
void CheckStressSensor(const SensorCheck& check, const Sensor& sensor);
void CheckLargestStressSensor(const SensorCheck& check, const Sensor& sensor);
void CheckGaugeSensor(const SensorCheck& check, const Sensor& sensor);

}  // namespace jounce

#endif  // JOUNCE_MODEL_SENSOR_CHECK_H_

// placeholder of the contract
#ifndef JOUNCE_MECHANICS_PROBE_H_
#define JOUNCE_MECHANICS_PROBE_H_
#include <optional>
#include "mechanics/element.h"
#include "mechanics/sensor_channels.h"
namespace jounce {
struct ScalarGradient {
  Eigen::RowVectorXd K, C, M;
  void Reset(int size) {
    K.setZero(size);
    C.setZero(size);
    M.setZero(size);
  }
};
class Probe {
 public:
  virtual ~Probe() = default;
  const std::vector<SensorChannel>& channels() const { return channels_; }
  virtual void Read(const Evaluation& at, double* values) const = 0;
  virtual std::optional<SeenUnknowns> Sees() const { return std::nullopt; }
  virtual void Differentiate(const Evaluation&, int, ScalarGradient*) const {}

 protected:
  std::vector<SensorChannel> channels_;
};
class System;
std::unique_ptr<Probe> MakeProbe(const System& system, const Sensor& sensor);
}  // namespace jounce
#endif

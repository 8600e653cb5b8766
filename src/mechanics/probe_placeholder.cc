#include "mechanics/probe.h"
#include "mechanics/sensor.h"
#include "mechanics/system.h"
namespace jounce {
namespace {
// Numeric until the real ones are there.
class SlowProbe : public Probe {
 public:
  SlowProbe(const System& system, const Sensor& sensor) : system_(system) {
    const SensorReader reader(system);
    int first = 0;
    for (const Sensor& s : system.model().sensors) {
      const auto channels = ChannelsOf(system.model(), s);
      if (s.name == sensor.name) {
        channels_ = channels;
        first_ = first;
      }
      first += static_cast<int>(channels.size());
    }
    reader_ = std::make_unique<SensorReader>(system);
    all_.resize(reader_->channels().size());
    for (int i = 0; i < system.body_count(); ++i) seen_.slots.push_back(i);
  }
  void Read(const Evaluation& at, double* values) const override {
    reader_->Read(at, all_.data());
    for (size_t i = 0; i < channels_.size(); ++i) values[i] = all_[first_ + i];
  }
  std::optional<SeenUnknowns> Sees() const override { return seen_; }
  void Differentiate(const Evaluation& at, int channel, ScalarGradient* g) const override {
    SystemState s = at.state;
    std::vector<double> v(channels_.size());
    const double d = 1e-6;
    auto read = [&] {
      Read({s, at.h, at.history, at.next}, v.data());
      return v[channel];
    };
    for (int b = 0; b < system_.body_count(); ++b)
      for (int k = 0; k < 6; ++k) {
        const Vector6 e = Vector6::Unit(k);
        s.pose[b] = at.state.pose[b] * ExpPose(d * e);
        double p = read();
        s.pose[b] = at.state.pose[b] * ExpPose(-d * e);
        g->K[6 * b + k] += (p - read()) / (2 * d);
        s.pose[b] = at.state.pose[b];
        s.velocity[b] = at.state.velocity[b] + d * e;
        p = read();
        s.velocity[b] = at.state.velocity[b] - d * e;
        g->C[6 * b + k] += (p - read()) / (2 * d);
        s.velocity[b] = at.state.velocity[b];
        s.acceleration[b] = at.state.acceleration[b] + d * e;
        p = read();
        s.acceleration[b] = at.state.acceleration[b] - d * e;
        g->M[6 * b + k] += (p - read()) / (2 * d);
        s.acceleration[b] = at.state.acceleration[b];
      }
  }

 private:
  const System& system_;
  std::unique_ptr<SensorReader> reader_;
  int first_ = 0;
  mutable std::vector<double> all_;
  SeenUnknowns seen_;
};
}  // namespace
std::unique_ptr<Probe> MakeProbe(const System& system, const Sensor& sensor) {
  return std::make_unique<SlowProbe>(system, sensor);
}
}  // namespace jounce

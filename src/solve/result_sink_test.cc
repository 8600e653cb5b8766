// Sinks and what they cost: energies are summed up for whoever reads them, and never half.
#include "solve/result_sink.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace jounce {
namespace {

constexpr double kForce = 12, kMass = 3, kEnd = 0.5;

// Pushed from rest by a constant force F, a mass m has the work F^2 t^2 / (2 m) after a time t.
Model PushedMass() {
  Model model;
  model.gravity.setZero();
  Body mass;
  mass.name = "mass";
  mass.mass = kMass;
  mass.inertia.setOnes();
  model.bodies.push_back(mass);
  Load push;
  push.name = "push";
  push.on = "mass";
  push.function.constant = kForce;
  model.loads.push_back(push);
  model.solver.end_time = kEnd;
  model.solver.step = 1e-2;
  return model;
}
constexpr double kWork = 0.5 * kForce * kForce * kEnd * kEnd / kMass;

class SupplySink : public ResultSink {
 public:
  explicit SupplySink(bool needs) : needs_(needs) {}
  bool needs_energies() const override { return needs_; }
  void Row(const ResultRow& row) override {
    supplied = row.energies().supplied;
    kinetic = row.energies().kinetic;
    sensors.assign(row.sensors().begin(), row.sensors().end());
  }

  double supplied = 0, kinetic = 0;
  std::vector<double> sensors;

 private:
  bool needs_;
};

TEST(ResultSink, WhoNeedsEnergiesGetsThemWhole) {
  Simulation simulation(PushedMass());
  SupplySink needs(true), other(false);
  ASSERT_TRUE(RunInto(&simulation, {&other, &needs}, nullptr).status.ok);
  EXPECT_NEAR(needs.supplied, kWork, 1e-9 * kWork);
  EXPECT_NEAR(other.supplied, kWork, 1e-9 * kWork);
}

TEST(ResultSink, WhereNobodyNeedsThemWhatIsSuppliedIsNoNumber) {
  Simulation simulation(PushedMass());
  SupplySink sink(false);
  ASSERT_TRUE(RunInto(&simulation, {&sink}, nullptr).status.ok);
  EXPECT_TRUE(std::isnan(sink.supplied));
  EXPECT_NEAR(sink.kinetic, kWork, 1e-9 * kWork);
}

TEST(ResultSink, ASensorOfEnergiesNeedsThem) {
  Model model = PushedMass();
  Sensor energy;
  energy.name = "energy";
  energy.kind = "energy";
  model.sensors.push_back(energy);
  Simulation simulation(model);
  SupplySink sink(false);
  ASSERT_TRUE(RunInto(&simulation, {&sink}, nullptr).status.ok);
  EXPECT_NEAR(sink.sensors.at(4), kWork, 1e-9 * kWork);
}

// Of two sensors with channels before and after, `channels` choose one of the second: it alone is
// read, and rows hold where the mass is, F t^2 / (2 m).
TEST(ResultSink, SensorsThatNoChannelNeedsAreNotRead) {
  Model model = PushedMass();
  Sensor energy, place;
  energy.name = "energy";
  energy.kind = "energy";
  place.name = "place";
  place.ends.second = "mass";
  model.sensors = {energy, place, energy};
  model.sensors.back().name = "more energy";
  ChannelChoice way;
  way.name = "way";
  way.from = "place.z";
  model.channels.list = {way};
  model.loads[0].direction = Eigen::Vector3d::UnitZ();
  Simulation simulation(model);
  const std::vector<int> needed = simulation.SelectChannelsOfRows().SensorsIn(simulation.sensors());
  EXPECT_EQ(needed, std::vector<int>{1});
  SupplySink sink(false);
  ASSERT_TRUE(RunInto(&simulation, {&sink}, nullptr).status.ok);
  ASSERT_EQ(sink.sensors.size(), 1u);
  EXPECT_NEAR(sink.sensors[0], 0.5 * kForce * kEnd * kEnd / kMass, 1e-9);
  std::vector<double> all(simulation.sensors().channels().size(), NAN);
  simulation.ReadSensors(needed, all.data());
  for (size_t i = 0; i < all.size(); ++i) {
    const bool of_place = simulation.sensors().channels()[i].name.starts_with("place");
    EXPECT_EQ(std::isnan(all[i]), !of_place) << i;
  }
}

}  // namespace
}  // namespace jounce

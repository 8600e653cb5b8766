#include "model/signal_units.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace jounce {
namespace {

Signal MakeSignal(const std::string& name, const std::string& kind, const std::string& input,
                  const std::string& unit = "") {
  Signal signal;
  signal.name = name;
  signal.unit = unit;
  if (kind.empty()) {
    signal.function.expression = input;
  } else {
    signal.block = BlockSettings{kind, {input}, {}, {}};
  }
  return signal;
}

// A mass with a sensor of its place [m] and speed [m/s].
class SignalUnitsTest : public ::testing::Test {
 protected:
  SignalUnitsTest() {
    Body mass;
    mass.name = "mass";
    model_.bodies.push_back(mass);
    for (const char* kind : {"position", "velocity"}) {
      Sensor sensor;
      sensor.name = kind;
      sensor.kind = kind;
      sensor.ends.second = "mass";
      model_.sensors.push_back(sensor);
    }
  }

  std::string UnitOf(const std::string& formula) const {
    const auto unit = SignalUnits(model_).Of(formula);
    return unit ? unit->name : "unknown";
  }
  std::string ErrorOf(const Signal& signal) const {
    try {
      SignalUnits(model_).Check(signal);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

  Model model_;
};

TEST_F(SignalUnitsTest, GoThroughBlocksAndSums) {
  model_.signals = {MakeSignal("held", "sample_and_hold", "position.z"),
                    MakeSignal("path", "integrator", "velocity.x"),
                    MakeSignal("travel", "", "held - position.z"),
                    MakeSignal("command", "", "3*t", "N"), MakeSignal("amplified", "gain", "held")};
  EXPECT_EQ(UnitOf("held"), "m");
  EXPECT_EQ(UnitOf("path"), "m/s s");
  EXPECT_EQ(UnitOf("path - held"), "m/s s");  // the same
  EXPECT_EQ(UnitOf("travel"), "m");
  EXPECT_EQ(UnitOf("2*held"), "unknown");
  EXPECT_EQ(UnitOf("amplified"), "unknown");
  EXPECT_EQ(UnitOf("0.1 - held"), "m");
}

TEST_F(SignalUnitsTest, WhatDoesNotFitIsNamed) {
  EXPECT_NE(ErrorOf(MakeSignal("a", "limiter", "position.z", "N")).find("in N, and is made in m"),
            std::string::npos);
  EXPECT_NE(ErrorOf(MakeSignal("b", "integrator", "position.z - velocity.z"))
                .find("'position.z' is in m and 'velocity.z' in m/s"),
            std::string::npos);
  Signal pid = MakeSignal("c", "pid", "position.z");
  pid.block->inputs.push_back("position.x");
  EXPECT_NE(ErrorOf(pid).find("its error is in m and the rate of it in m"), std::string::npos);
  pid.block->inputs[1] = "velocity.z";
  EXPECT_EQ(ErrorOf(pid), "");
  EXPECT_EQ(ErrorOf(MakeSignal("d", "delay", "position.z", "mm")), "");
  EXPECT_EQ(ErrorOf(MakeSignal("e", "gain", "position.z", "N")), "");
}

// One that follows itself is refused elsewhere and must not hang this.
TEST_F(SignalUnitsTest, CirclesEnd) {
  model_.signals = {MakeSignal("a", "delay", "b"), MakeSignal("b", "delay", "a")};
  EXPECT_EQ(UnitOf("a"), "unknown");
}

}  // namespace
}  // namespace jounce

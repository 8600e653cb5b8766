// What results hold of the sensors, and under which names: the `channels` section.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "command_test.h"
#include "io/any_signals.h"
#include "io/result_file.h"
#include "io/text_file.h"

namespace jounce {
namespace {

class ChannelsCli : public CommandTest {
 protected:
  ChannelsCli() { most_seconds_ = 60; }
};

// Free fall, z = -g t^2/2, of which an interpolation by cubics leaves nothing over.
constexpr char kFall[] = R"(
bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}
sensors: {ball: {sensor: position, of: ball}, speed: {sensor: velocity, of: ball}}
channels:
  rate: 409.6 Hz
  list:
    Drop: {from: ball.z, unit: mm, scale: -1, description: how far it fell}
    speed.*: {}
solver: {end_time: 0.1, step: 1 ms}
)";

TEST_F(ChannelsCli, ResultsHoldWhatWasChosen) {
  WriteTextFile(Path("fall.yaml"), kFall);
  ASSERT_EQ(Run("run fall.yaml -o fall.h5").code, 0);
  const ResultReader result(Path("fall.h5"));
  ASSERT_EQ(result.channels().size(), 4u);
  EXPECT_EQ(result.channels()[0].name, "Drop");
  EXPECT_EQ(result.channels()[0].unit, "mm");
  EXPECT_EQ(result.channels()[0].description, "how far it fell");
  EXPECT_EQ(result.channels()[3].name, "speed.z");
  EXPECT_EQ(result.channels()[3].unit, "m/s");
  // One row a step, whatever the rate of the channels.
  const std::vector<double> time = result.ReadTime(), drop = result.ReadChannel("Drop");
  ASSERT_EQ(time.size(), 101u);
  for (size_t i = 0; i < time.size(); ++i) {
    EXPECT_NEAR(drop[i], 500 * 9.81 * time[i] * time[i], 1e-6);
  }
}

TEST_F(ChannelsCli, SignalFilesHaveTheRateThatWasChosen) {
  WriteTextFile(Path("fall.yaml"), kFall);
  ASSERT_EQ(Run("run fall.yaml -o fall.csv").code, 0);
  const auto source = OpenAnySignals(Path("fall.csv"));
  ASSERT_EQ(source->NumChannels(), 4u);
  EXPECT_EQ(source->Head(0).name, "Drop");
  ASSERT_EQ(source->Length(0), 41u);  // 0.1 s are 40.96 periods
  std::vector<double> drop(41);
  source->Read(0, 0, drop);
  for (size_t i = 0; i < drop.size(); ++i) {
    const double time = static_cast<double>(i) / 409.6;
    EXPECT_NEAR(drop[i], 500 * 9.81 * time * time, 1e-6);
  }
}

TEST_F(ChannelsCli, MistakesAreNamedWithTheirLine) {
  std::string text = kFall;
  text.replace(text.find("ball.z"), 6, "bal.z");
  WriteTextFile(Path("fall.yaml"), text);
  const Outcome outcome = Run("check fall.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("fall.yaml:7"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("did you mean 'ball.z'"), std::string::npos) << outcome.err;
}

TEST_F(ChannelsCli, TheOldWordForAnglesIsExplained) {
  WriteTextFile(Path("old.yaml"), R"(
bodies: {ball: {mass: 1, inertia: [1, 1, 1]}}
sensors: {turn: {sensor: angles, of: ball, relative_to: ground}}
)");
  const Outcome outcome = Run("check old.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("old.yaml:3"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("`euler_313`"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("`cardan`"), std::string::npos) << outcome.err;
}

// The example with the 79 channels of [Wood 2003, table 4.3] that need no flexible body. At rest
// the wheel force transducers carry all but the wheels, 1453 kg, in pounds.
TEST_F(ChannelsCli, TheChannelsOfADurabilityTest) {
  const std::string model =
      std::string(JOUNCE_SOURCE_DIR) + "/examples/instrumentation/vehicle.yaml";
  const Outcome rest = Run("static " + model + " --json");
  ASSERT_EQ(rest.code, 0) << rest.err;
  const nlohmann::json sensors = rest.Json()["sensors"];
  EXPECT_EQ(sensors.size(), 79u);
  double load = 0;
  for (const char* corner : {"LF", "RF", "LR", "RR"}) {
    load += sensors[std::string(corner) + " Wheel Force Transducer Fz"].get<double>();
  }
  const double weight = 1453 * 9.81 / 4.4482216152605;
  EXPECT_NEAR(load, weight, 1e-3 * weight);
  EXPECT_NEAR(sensors["Left Front Spindle Acceleration Z"].get<double>(), 9.81 / 9.80665, 1e-3);
  EXPECT_NEAR(sensors["Steering Wheel Angle"].get<double>(), 0, 1e-9);

  ASSERT_EQ(Run("run " + model + " --equilibrium --end-time 0.25 -o car.h5").code, 0);
  const ResultReader result(Path("car.h5"));
  EXPECT_EQ(result.channels().size(), 79u);
  // The motor of the steering turns by 0.1 sin(2 pi t) rad.
  const std::vector<double> time = result.ReadTime();
  const std::vector<double> wheel = result.ReadChannel("Steering Wheel Angle");
  for (size_t i = 0; i < time.size(); ++i) {
    EXPECT_NEAR(wheel[i], 18 / M_PI * std::sin(2 * M_PI * time[i]), 1e-5);
  }
}

}  // namespace
}  // namespace jounce

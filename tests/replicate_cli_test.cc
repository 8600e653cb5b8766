// `jounce replicate`: what it prints, writes, refuses, and how it goes on. Its numbers are tested beside
// replicate/.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "command_test.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

class ReplicateCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    // A spring that hardens, so that one run is not enough.
    WriteTextFile(Path("model.yaml"), R"(
bodies: {mass: {mass: 10, position: [0, 0, 1]}, foot: {mass: 0}}
joints:
  guide: {joint: translational, between: [ground, mass], at: [0, 0, 1], axis: [0, 0, 1]}
  foot: {joint: translational, between: [ground, foot], axis: [0, 0, 1]}
motions: {shaker: {motion: translation, joint: foot, value: 0}}
connections:
  spring: {connection: rod, between: [foot, mass], at_second: [0, 0, 1], law: {law: polynomial, k1: 40000, k3: 5e7, damping: 150}}
sensors:
  up: {sensor: accelerometer, of: mass}
  spring: {sensor: law_force, item: spring}
solver: {step: 1 ms}
)");
    WriteTextFile(Path("plan.yaml"), R"(
parameters: {most: 6, target: up.z}
plant: {model: model.yaml}
drives: {shaker: {unit: mm, level: 2 mm, stroke: 40 mm, force: 5 kN, force_probe: spring}}
targets: {acc: {probe: "${target}"}}
events: {rough road: {file: targets.csv}}
band: {low: 1, high: 25}
identification: {noise: {duration: 30 s, segment: 256}}
iteration: {most: "${most}", error: 0.2 %}
)");
    std::string csv = "Time [s],acc [m/s^2]\n";
    for (int i = 0; i < 1000; ++i) {
      const double t = i / 200.0;
      csv += std::to_string(t) + "," +
             std::to_string(12 * std::sin(2 * M_PI * 3 * t) + 9 * std::sin(2 * M_PI * 8 * t)) +
             "\n";
    }
    WriteTextFile(Path("targets.csv"), csv);
  }

  std::vector<double> Drive(const std::string& folder) const {
    return OpenSignals(Path(folder + "/rough_road_drive.rsp"))->ReadChannel(0).samples;
  }
};

TEST_F(ReplicateCli, DrivesPageAndJson) {
  Outcome outcome = Run("replicate plan.yaml --check --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.Json()["events"][0]["seconds"], 5);
  EXPECT_FALSE(std::filesystem::exists(Path("out")));
  outcome = Run("replicate plan.yaml -o out --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json event = outcome.Json()["events"][0];
  EXPECT_TRUE(event["reached"]);
  EXPECT_LT(event["targets"][0]["rms_error_percent"], 0.2);
  EXPECT_GT(event["iterations"].size(), 1u);
  EXPECT_EQ(event["drives"][0]["unit"], "mm");
  EXPECT_GT(std::filesystem::file_size(Path("out/replicate.html")), 10000u);
  const auto drive = OpenSignals(Path("out/rough_road_drive.rsp"));
  EXPECT_EQ(drive->Head(0).start, 0);
  EXPECT_EQ(drive->Head(0).unit, "mm");
  EXPECT_EQ(Run("replicate plan.yaml -o out").code, 2) << "it is there";
  EXPECT_EQ(Run("replicate plan.yaml -o out --force").code, 0);
  EXPECT_EQ(Run("replicate plan.yaml").code, 2) << "no folder";
}

// Stopped after two runs and gone on with, it ends with the drives of one that was not stopped.
TEST_F(ReplicateCli, GoesOn) {
  ASSERT_EQ(Run("replicate plan.yaml -o whole").code, 0);
  const Outcome first = Run("replicate plan.yaml -o parts --set most=2");
  EXPECT_EQ(first.code, 1) << first.err;
  EXPECT_NE(first.out.find("as many runs as the plan allows"), std::string::npos);
  const Outcome second = Run("replicate plan.yaml -o parts --resume");
  EXPECT_EQ(second.code, 0) << second.err;
  EXPECT_NE(second.out.find("goes on after run 2"), std::string::npos) << second.out;
  EXPECT_EQ(Drive("whole"), Drive("parts"));
  const Outcome other = Run("replicate plan.yaml -o parts --resume --set target=spring");
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("plan.yaml"), std::string::npos) << "N is no m/s^2: " << other.err;
}

}  // namespace
}  // namespace jounce

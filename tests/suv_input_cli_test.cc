// How the compact SUV of the examples is driven: the four methods of [Wood 2003, 5.1], the
// anti-drift springs, the dummy axle, wheels on and off.
//
// [Wood 2003] J. C. Wood, thesis on the virtual durability test of a sport utility vehicle, 2003.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "command_test.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

class SuvInputCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples/suv", folder_,
                          std::filesystem::copy_options::recursive);
  }

  // The channels of table 4.4: `size` of a kind times a sine of its own, begun gently.
  void WriteRoad(double vertical, double load, double way, double constant_load = 0) const {
    std::vector<Channel> channels;
    const auto add = [&](const std::string& kind, const char* unit, double size, double constant) {
      for (const char* corner : {"LF", "LR", "RF", "RR"}) {
        Channel c;
        c.name = std::string(corner) + " Spindle " + kind;
        c.unit = unit;
        c.sample_rate = 409.6;
        const double frequency = 1 + 0.37 * static_cast<double>(channels.size());
        for (int i = 0; i < 900; ++i) {
          const double t = i / c.sample_rate, rise = std::min(1.0, t);
          c.samples.push_back(constant + size * rise * rise * (3 - 2 * rise) *
                                             std::sin(2 * std::numbers::pi * frequency * t));
        }
        channels.push_back(c);
      }
    };
    add("Vert. Disp.", "in", vertical, 0);
    add("Lat. Load", "lb", load, 0);
    add("Long. Load", "lb", load, constant_load);
    add("Lat. Disp.", "in", way, 0);
    add("Long. Disp.", "in", way, 0);
    WriteSignals(Path("road.rsp"), MemorySource(channels));
  }
};

// Each displacement takes one of the 82 freedoms of table 4.2.
TEST_F(SuvInputCli, EveryDisplacementTakesAFreedom) {
  WriteRoad(0.5, 100, 0.01);
  const std::pair<const char*, const char*> methods[] = {
      {"method_1", "4 motions, 78 degrees of freedom"},
      {"method_2", "8 motions, 74 degrees of freedom"},
      {"method_3", "8 motions, 74 degrees of freedom"},
      {"method_4", "12 motions, 70 degrees of freedom"}};
  for (const auto& [method, counts] : methods) {
    const Outcome outcome =
        Run("check suv.yaml --set detail=thesis --set input=" + std::string(method));
    EXPECT_NE(outcome.out.find(counts), std::string::npos) << outcome.out << outcome.err;
  }
}

// Loads drive the vehicle, and the spindles go where they go. Driven there by displacements, the
// vehicle must answer with the same loads; the lateral ones act at the hubs here.
TEST_F(SuvInputCli, DisplacementsAnswerWithTheLoadsThatMadeThem) {
  WriteRoad(0.5, 100, 0);
  std::string common = " --set detail=thesis --set record=thesis --equilibrium --end-time 2";
  for (const char* corner : {"fl", "fr", "rl", "rr"}) {
    common += std::string(" --set wheel_") + corner + "/radius=0";
  }
  common += " --step 0.00244140625";  // the rate of the channels
  const Outcome first = Run("run suv.yaml --set input=method_1 -o loads.rsp" + common);
  ASSERT_EQ(first.code, 0) << first.err;
  const Outcome second =
      Run("run suv.yaml --set input=method_4 --set road=loads.rsp -o ways.rsp" + common);
  ASSERT_EQ(second.code, 0) << second.err;
  const Outcome compared = Run(
      "compare loads.rsp ways.rsp -c '?? Wheel Force Transducer F?' -c '*LCA Axial*' --max-error 1 "
      "--json");
  EXPECT_EQ(compared.code, 0) << compared.out;
  const nlohmann::json channels = compared.Json()["channels"];
  EXPECT_EQ(channels.size(), 14u);
  for (const auto& channel : channels) EXPECT_GT(channel["measured_peak"].get<double>(), 50);
}

// One axle tube cannot be as wide as its two spindles like: what is prescribed twice must agree.
TEST_F(SuvInputCli, OpposingDisplacementsAreAnErrorThatNamesBoth) {
  WriteRoad(0.5, 100, 0.01);
  const Outcome outcome = Run("run suv.yaml --set input=method_4 --equilibrium --end-time 1");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("'RR lateral' contradicts motion 'LR lateral'"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.out.find("done"), std::string::npos);
  // The dummy axle takes up the difference.
  const Outcome dummy = Run(
      "run suv.yaml --set input=method_4 --set detail=thesis --equilibrium --end-time 0.2 --json");
  EXPECT_EQ(dummy.code, 0) << dummy.err;
}

// Four loads of 10 lb push rearwards against 0.5 N/mm at each front and 0.1 N/mm at each rear
// spindle.
TEST_F(SuvInputCli, SpringsHoldWhatForcesPush) {
  WriteRoad(0, 0, 0, 10);
  const Outcome outcome = Run("static suv.yaml --set input=method_1 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json sensors = outcome.Json()["sensors"];
  const auto way = [&](const char* corner) {
    return sensors["wheel_" + std::string(corner) + "/way.x"].get<double>();
  };
  const double held = 500 * (way("fl") + way("fr")) + 100 * (way("rl") + way("rr"));
  EXPECT_NEAR(held, 4 * 10 * 4.4482216152605, 0.1);
  EXPECT_NEAR(way("fl"), 4 * 10 * 4.4482216152605 / 1200, 1e-3);
}

// With wheels on, front and rear hop are at about 11.1 and 9.1 Hz by the sheet's own estimate.
TEST_F(SuvInputCli, WheelsLowerTheHop) {
  const Outcome outcome = Run("modes suv.yaml --set wheels=on --undamped -n 12 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json modes = outcome.Json()["modes"];
  const auto expect_mode = [&](const std::string& name, double frequency) {
    for (const auto& mode : modes) {
      const std::string found = mode["name"];
      if (found.rfind(name, 0) != 0 || found.find(" -z") != std::string::npos) continue;
      EXPECT_NEAR(mode["frequency"].get<double>(), frequency, 0.05) << found;
      return;
    }
    ADD_FAILURE() << "no mode " << name;
  };
  expect_mode("rear/axle +z", 9.1);
  expect_mode("front_", 11.1);  // both knuckles up
  const Outcome check = Run("check suv.yaml --set wheels=on");
  EXPECT_NE(check.out.find("mass         1824.1 kg"), std::string::npos) << check.out;
}

// Each course gives its drive signals, and the vehicle survives them with every payload.
TEST_F(SuvInputCli, EightCoursesAreDriven) {
  const char* payloads[] = {"lap", "hrl", "frl"};
  size_t number = 0;
  for (const std::string name : {"belgian_block", "cobble", "country", "gravel", "highway",
                                 "potholes", "twist", "washboard"}) {
    const Outcome made =
        Run("road roads/" + name + ".yaml --set time=2.5 --drive " + name + ".rsp --json");
    ASSERT_EQ(made.code, 0) << made.err;
    const nlohmann::json channels = made.Json()["channels"];
    ASSERT_EQ(channels.size(), 16u);
    EXPECT_EQ(channels[0]["name"], "LF Spindle Vert. Disp.");
    EXPECT_EQ(channels[0]["unit"], "in");
    EXPECT_GT(channels[0]["rms"].get<double>(), 0.03) << name;
    EXPECT_EQ(channels[11]["name"], "RR Spindle Long. Load");
    EXPECT_EQ(channels[11]["unit"], "lb");
    EXPECT_GT(channels[11]["rms"].get<double>(), 1) << name;
    const Outcome run =
        Run("run suv.yaml --equilibrium --end-time 1.5 --set input=method_1 --set road=" + name +
            ".rsp --set payload=" + payloads[number++ % 3]);
    EXPECT_EQ(run.code, 0) << name << run.err;
  }
  // A road under the tyre-like bushings: the spindles follow it but for what tyres give way.
  const Outcome on_road =
      Run("run suv.yaml --equilibrium --end-time 2.4 --set wheels=on --set input=road --set "
          "road=country.rsp --set record=thesis -o road.rsp");
  ASSERT_EQ(on_road.code, 0) << on_road.err;
  const Outcome compared =
      Run("compare country.rsp road.rsp -c 'LR Spindle Vert. Disp.' --rms-error 10 --json");
  EXPECT_EQ(compared.code, 0) << compared.out << compared.err;
}

// From three links to four [Wood 2003, 5.4]: the vertical acceleration of the axle is as it was, since
// it is driven (figure 5.18); the lateral one is larger about the side shake that four links bring
// (figure 5.20), by the sheet at 15.7 Hz; the upper links push more along the vehicle (5.22).
TEST_F(SuvInputCli, FourLinksChangeWhatTheThesisFound) {
  ASSERT_EQ(Run("road roads/belgian_block.yaml --set time=4 --drive road.rsp").code, 0);
  for (const std::string rear : {"three_link", "four_link"}) {
    const Outcome run = Run(
        "run suv.yaml --set input=method_1 --set record=links --equilibrium --end-time 4 --step "
        "0.00244140625 --set rear=" +
        rear + " -o " + rear + ".rsp");
    ASSERT_EQ(run.code, 0) << run.err;
  }
  const Outcome outcome = Run("compare three_link.rsp four_link.rsp --bands 0.5,5,10,15,20 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json channels = outcome.Json()["channels"];
  ASSERT_EQ(channels.size(), 12u);
  const auto ratio = [&](const char* name, size_t band) {
    for (const auto& channel : channels) {
      if (channel["measured"] == name) return channel["bands"][band]["ratio"].get<double>();
    }
    return std::nan("");
  };
  for (size_t band = 0; band < 4; ++band) {
    EXPECT_NEAR(ratio("Axle Acceleration Vertical", band), 1, 0.03);
  }
  EXPECT_GT(ratio("Axle Acceleration Lateral", 2), 1.5);
  EXPECT_GT(ratio("UCA Body Force Longitudinal", 2), 1.5);
}

// One matrix for the whole road and four iterations a step: the loads are those of the run that
// iterates until it has converged, and what is left is said.
TEST_F(SuvInputCli, AFixedMatrixSurvivesTheRoad) {
  ASSERT_EQ(Run("road roads/belgian_block.yaml --set time=4 --drive road.rsp").code, 0);
  const std::string common =
      "run suv.yaml --set input=method_1 --set record=thesis --set detail=thesis --equilibrium "
      "--end-time 3.75 --step 0.00244140625 --json -o ";
  ASSERT_EQ(Run(common + "converged.rsp").code, 0);
  const Outcome fixed = Run(common + "fixed.rsp --matrix fixed --max-iterations 4");
  ASSERT_EQ(fixed.code, 0) << fixed.err;
  EXPECT_EQ(fixed.Json()["factorizations"], 1) << fixed.out;
  const Outcome compared =
      Run("compare converged.rsp fixed.rsp -c '?? Wheel Force Transducer F?' -c '*Spring' "
          "--max-error 0.5 --json");
  EXPECT_EQ(compared.code, 0) << compared.out;
  EXPECT_EQ(compared.Json()["channels"].size(), 16u);
}

TEST_F(SuvInputCli, ARoadWithoutADriveSaysSo) {
  WriteTextFile(Path("plain.yaml"), "bumps: [{start: 5, length: 1, height: 0.02}]\n");
  const Outcome outcome = Run("road plain.yaml --drive plain.rsp");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("drive: {speed"), std::string::npos) << outcome.err;
  WriteTextFile(Path("slow.yaml"), "drive: {speed: 0 m/s}\n");
  EXPECT_EQ(Run("road slow.yaml --drive slow.rsp").code, 2);
  const Outcome there = Run("road roads/twist.yaml --set time=1 --drive twist.rsp");
  EXPECT_EQ(there.code, 0) << there.err;
  EXPECT_EQ(Run("road roads/twist.yaml --set time=1 --drive twist.rsp").code, 2);  // exists
}

}  // namespace
}  // namespace jounce

// The road simulator of the library, alone and under the compact SUV: counts of tables 5.4 and 5.5
// [Wood 2003], and its motions and forces against levers, triangles and balances.
//
// [Wood 2003] J. C. Wood, thesis on the virtual durability test of a sport utility vehicle, 2003.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command_test.h"

namespace jounce {
namespace {

class RigCli : public CommandTest {
 protected:
  static std::string Example(const std::string& name) {
    return std::string(JOUNCE_SOURCE_DIR) + "/" + name;
  }

  nlohmann::json Static(const std::string& model, const std::string& sets) const {
    const Outcome outcome = Run("static " + Example(model) + " --json " + sets);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.Json()["sensors"];
  }
  nlohmann::json Corner(const std::string& sets) const {
    return Static("library/rig_corner.yaml", sets);
  }
  nlohmann::json Vehicle(const std::string& sets) const {
    return Static("examples/suv/suv.yaml", "--set detail=thesis --set input=rig " + sets);
  }

  void ExpectCounts(const std::string& model_and_sets, const std::string& line) const {
    const Outcome outcome = Run("check " + Example(model_and_sets));
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(line), std::string::npos) << outcome.out;
  }
};

double At(const nlohmann::json& sensors, const std::string& channel) {
  return sensors.at(channel).get<double>();
}

// Tables 5.4 and 5.5, with the three fixed joints a corner that both sums ask for.
TEST_F(RigCli, PartsAndFreedomsAreThoseOfTheThesis) {
  ExpectCounts(
      "library/rig_corner.yaml",
      "20 parts, 3 fixed, 5 revolute, 3 translational, 8 spherical, 3 motions, 35 degrees");
  ExpectCounts("library/rig_corner.yaml", "9 bushings");
  const std::string vehicle = "examples/suv/suv.yaml --set detail=thesis --set input=rig";
  ExpectCounts(vehicle,
               "143 parts, 49 fixed, 34 revolute, 17 translational, 33 spherical, "
               "2 universal, 2 in-line, 12 motions, 186 degrees of freedom");
  ExpectCounts(vehicle, "61 bushings");
  // The sheet's vehicle has 84; each corner of 31 is held by 5 at its spindle.
  ExpectCounts("examples/suv/suv.yaml --set input=rig", "12 motions, 188 degrees of freedom");
  // Two cylinders more a corner hold a strut each.
  ExpectCounts("library/rig_corner.yaml --set channels=six", "5 motions, 33 degrees");
  // What force or oil moves is free: 35 + 2, 35 + 3.
  ExpectCounts("library/rig_corner.yaml --set drive=force", "1 motion, 37 degrees");
  ExpectCounts("library/rig_corner.yaml --set drive=servo", "8 spherical, 38 degrees");
  // Two corners of 31 and a tube in two parts, 12, less 2 revolute and a translational joint, 15.
  ExpectCounts("examples/suv/half_rig.yaml",
               "42 parts, 6 fixed, 16 revolute, 7 translational, "
               "12 spherical, 6 motions, 59 degrees of freedom");
  ExpectCounts("examples/suv/suv.yaml --set input=posts", "4 motions, 84 degrees of freedom");
}

// The crank's triangle of trunnion, pivot and rod end: how high 25 mm of cylinder lift the spindle.
TEST_F(RigCli, TheCrankLiftsTheSpindle) {
  const nlohmann::json low = Corner("--set channels=six");
  const nlohmann::json high = Corner("--set channels=six --set z=0.05");
  const double side = std::hypot(0.375, 0.8);  // of pivot and trunnion; the rod is upright at first
  const auto angle_at_pivot = [&](double length) {
    return std::acos((0.375 * 0.375 + side * side - length * length) / (2 * 0.375 * side));
  };
  const double turned = angle_at_pivot(0.825) - angle_at_pivot(0.8);
  EXPECT_NEAR(At(high, "z travel") - At(low, "z travel"), 0.025, 1e-12);
  // The strut's tilt of 2 mm in 800 lowers it by 3 um; eyes and trunnions give way by some 10 um.
  EXPECT_NEAR(At(high, "adapter.z") - At(low, "adapter.z"), 0.75 * std::sin(turned), 5e-5);
}

// Camber and toe of the six-channel rig are what is asked for.
TEST_F(RigCli, SixChannelsTurnTheSpindle) {
  const nlohmann::json straight = Corner("--set channels=six");
  const nlohmann::json leaning = Corner("--set channels=six --set camber=0.02");
  const nlohmann::json turned = Corner("--set channels=six --set toe=0.02");
  const auto by = [&](const nlohmann::json& to, const char* axis) {
    const std::string channel = std::string("adapter angles.") + axis;
    return At(to, channel) - At(straight, channel);
  };
  EXPECT_NEAR(by(leaning, "x"), -0.02, 5e-4);  // the top goes to +y
  EXPECT_NEAR(by(leaning, "z"), 0, 1e-4);
  EXPECT_NEAR(by(turned, "z"), 0.02, 5e-4);  // the front, at -x, goes to -y
  EXPECT_NEAR(by(turned, "x"), 0, 2e-4);
}

// The rig carries the vehicle, and all corners, mirrored and turned, move the way they are told.
TEST_F(RigCli, SpindlesMoveInTheAxesOfTheVehicle) {
  const nlohmann::json rest = Vehicle("");
  double sum = 0;
  for (const char* wheel : {"fr", "fl", "rr", "rl"}) {
    sum += At(rest, "wheel_" + std::string(wheel) + "/load.z");
  }
  EXPECT_NEAR(sum, 1726.1 * 9.81, 0.1);
  const nlohmann::json up = Vehicle(
      "--set fr_z=0.005 --set fl_z=0.005 --set rr_z=0.005 --set rl_z=0.005 --set fr_x=0.005 "
      "--set fl_x=0.005 --set rr_x=0.005 --set rl_x=0.005 --set fr_y=0.005 --set fl_y=0.005 "
      "--set rr_y=0.005 --set rl_y=0.005");
  for (const char* wheel : {"fr", "fl", "rr", "rl"}) {
    for (const char* axis : {"x", "y", "z"}) {
      const std::string channel = "wheel_" + std::string(wheel) + "/way." + axis;
      // All move alike, so nothing but gravity holds them back; across, struts and arms lean.
      EXPECT_NEAR(At(up, channel) - At(rest, channel), 0.005, 1e-3) << channel;
    }
  }
}

// Channels of a file, in inches under the names of table 4.4, do what formulas do.
TEST_F(RigCli, AFileDrivesTheRig) {
  std::string heads = "time", units = "s", row = "";
  for (const char* corner : {"LF", "RF", "LR", "RR"}) {
    for (const char* direction : {"Vert", "Long", "Lat"}) {
      heads += fmt::format(",{} Spindle {}. Disp.", corner, direction);
      units += ",in";
      const std::string name = std::string(corner) + direction;
      row += name == "RFVert" ? ",0.2" : name == "LRLat" ? ",-0.1" : ",0";
    }
  }
  std::string text = heads + "\n" + units + "\n";
  for (int i = 0; i < 20; ++i) text += fmt::format("{}{}\n", 0.1 * i, row);
  WriteTextFile(Path("drive.csv"), text);
  const nlohmann::json file = Vehicle("--set rig_input=file --set rig_file=" + Path("drive.csv"));
  const nlohmann::json formula = Vehicle("--set fr_z=0.00508 --set rl_y=-0.00254");
  for (const char* wheel : {"fr", "fl", "rr", "rl"}) {
    for (const char* axis : {"x", "y", "z"}) {
      const std::string channel = "wheel_" + std::string(wheel) + "/load." + axis;
      EXPECT_NEAR(At(file, channel), At(formula, channel), 0.1) << channel;
    }
  }
}

// Along: cylinder and centring spring at the low end of the crank balance the load cell at its top.
TEST_F(RigCli, ForceGoesThroughTheCrank) {
  const nlohmann::json rest = Vehicle("--set rig_drive=force");
  const nlohmann::json pushed = Vehicle("--set rig_drive=force --set fr_x=500");
  const auto by = [&](const std::string& name) {
    const std::string channel = "rig_front/right/x " + name;
    return At(pushed, channel) - At(rest, channel);
  };
  const double ratio = -0.5 / 0.6;
  EXPECT_NEAR(by("load.force"), 500 - 40e3 * by("travel") * ratio, 5);
  EXPECT_GT(At(pushed, "wheel_fr/load.x") - At(rest, "wheel_fr/load.x"), 200);
}

// A proportional controller on a cylinder lags behind a ramp by its speed over the gain; the valve
// gives sqrt(1 - p/p_s) of its flow against the load pressure.
TEST_F(RigCli, TheServoLagsBehindARamp) {
  const Outcome outcome =
      Run("run " + Example("library/rig_corner.yaml") +
          " --set drive=servo --set z=0.06*t --equilibrium --end-time 0.5 -o ramp.csv");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  std::istringstream file(ReadTextFile(Path("ramp.csv")));
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  const auto travel = [&](const std::string& line) {
    return std::stod(line.substr(line.find(',') + 1));  // the second column
  };
  ASSERT_EQ(lines[0].rfind("time,z travel,", 0), 0u);
  const double droop = -travel(lines[2]);  // what leaks past the piston at rest
  const double lag = 0.5 * 0.06 * 0.5 - travel(lines.back()) - droop;
  EXPECT_GT(droop, 0);
  EXPECT_LT(droop, 1e-4);
  EXPECT_NEAR(lag, 0.5 * 0.06 / 60, 0.02 * 0.5 * 0.06 / 60);
}

// Posts: the load goes where a rigid frame on four springs sends it, all diagonal.
TEST_F(RigCli, APostTwistsTheVehicle) {
  const nlohmann::json rest = Static("examples/suv/suv.yaml", "--set input=posts");
  const nlohmann::json up = Static("examples/suv/suv.yaml", "--set input=posts --set fr_z=0.01");
  const auto by = [&](const std::string& wheel) {
    const std::string channel = "wheel_" + wheel + "/load.z";
    return At(up, channel) - At(rest, channel);
  };
  EXPECT_NEAR(At(rest, "wheel_fr/load.z"), 4745.4, 1);  // as on the ground
  EXPECT_GT(by("fr"), 100);
  EXPECT_NEAR(by("fr") + by("fl") + by("rr") + by("rl"), 0, 0.01);
  EXPECT_NEAR(by("fl"), -by("fr"), 0.05 * by("fr"));  // roll balance, equal tracks
  EXPECT_NEAR(by("rr"), -by("rl"), 0.05 * by("fr"));
}

}  // namespace
}  // namespace jounce

// The compact SUV of the examples: the structure and the modes that the thesis prints [Wood 2003],
// and the modes and loads that an independent program computed from the sheet.
//
// [Wood 2003] J. C. Wood, thesis on the virtual durability test of a sport utility vehicle, 2003.
#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command_test.h"
#include "shared_data.h"

namespace jounce {
namespace {

class SuvCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples/suv", folder_,
                          std::filesystem::copy_options::recursive);
  }

  std::vector<double> Frequencies(const std::string& options, int count) const {
    const Outcome outcome =
        Run("modes suv.yaml --undamped --json -n " + std::to_string(count) + " " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    std::vector<double> frequencies;
    const nlohmann::json json = outcome.Json();
    for (const auto& mode : json["modes"]) frequencies.push_back(mode["frequency"]);
    return frequencies;
  }

  // The three sheets of another vehicle take the place of the example's.
  void ExchangeSheets() const {
    for (const char* name : {"hardpoints.csv", "bodies.csv", "bushings.csv"}) {
      std::filesystem::copy(testing::SharedPath(std::string("data/suv/") + name), Path(name),
                            std::filesystem::copy_options::overwrite_existing);
    }
  }
};

// The cells of a CSV file without quotes, by rows.
std::vector<std::vector<std::string>> Rows(const std::string& path) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  return rows;
}

TEST_F(SuvCli, TheSheetHasTheModesOfAnIndependentProgram) {
  JOUNCE_NEEDS_SHARED("data/suv");
  ExchangeSheets();
  const auto rows = Rows(testing::SharedPath("data/suv/modes_3link_spindle.csv"));
  ASSERT_EQ(rows.size(), 22u);
  const std::vector<double> frequencies = Frequencies("", 21);
  ASSERT_EQ(frequencies.size(), 21u);
  for (size_t i = 0; i < 21; ++i) {
    const double expected = std::stod(rows[i + 1][1]);
    EXPECT_NEAR(frequencies[i], expected, 1e-4 * expected) << "mode " << i + 1;
  }
}

TEST_F(SuvCli, TheSheetHasTheLoadsOfAnIndependentProgram) {
  JOUNCE_NEEDS_SHARED("data/suv");
  ExchangeSheets();
  std::map<std::string, double> expected;
  for (const auto& row : Rows(testing::SharedPath("data/suv/static_3link_spindle.csv"))) {
    if (row[0] != "quantity") expected[row[0]] = std::stod(row[1]);
  }
  const Outcome outcome = Run("static suv.yaml --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const auto channels = outcome.Json()["sensors"];
  const auto expect_near = [&](const std::string& quantity, double value) {
    EXPECT_NEAR(value, expected.at(quantity), 1e-4 * expected.at(quantity)) << quantity;
  };
  const std::pair<std::string, std::string> sides[] = {{"left", "l"}, {"right", "r"}};
  for (const auto& [side, letter] : sides) {
    const std::string front = "front_" + side + "/coil", rear = "rear/" + side + " coil";
    expect_near("front wheel load each", channels["wheel_f" + letter + "/load.z"]);
    expect_near("rear wheel load each", channels["wheel_r" + letter + "/load.z"]);
    expect_near("front coil force", -channels[front].get<double>());
    expect_near("rear coil force", -channels[rear].get<double>());
    // The lengths as drawn are the distances of the hardpoints.
    const double front_length = std::hypot(0.020, 0.060, 0.507), rear_length = 0.238;
    expect_near("front coil length", front_length + channels[front + " travel"].get<double>());
    expect_near("rear coil length", rear_length + channels[rear + " travel"].get<double>());
  }
}

// Corner weights: all four carry the vehicle and its load, front and rear by the lever between the
// axles; what the horizontal forces of the spindles add to it is in the balance as well.
TEST_F(SuvCli, PayloadsAreOnTheCorners) {
  const std::pair<std::string, double> payloads[] = {{"lap", 0}, {"hrl", 237.5}, {"frl", 475}};
  std::vector<double> rear_loads;
  for (const auto& [payload, load] : payloads) {
    const Outcome outcome = Run("static suv.yaml --json --set payload=" + payload);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json json = outcome.Json();
    const auto& at = json["sensors"];
    double sum = 0;
    for (const char* corner : {"fl", "fr", "rl", "rr"}) {
      sum += at["wheel_" + std::string(corner) + "/load.z"].get<double>();
    }
    EXPECT_NEAR(sum, (1726.1 + load) * 9.81, 0.01);
    rear_loads.push_back(at["wheel_rl/load.z"].get<double>() + at["wheel_rr/load.z"].get<double>());
  }
  // 1.75 m of the 2.649 m between the axles, but for the sinking and pitching of the body.
  EXPECT_NEAR(rear_loads[2] - rear_loads[0], 475 * 9.81 * 1.75 / 2.649, 40);
}

// Names, units and number of tables 4.3 and 4.4, as far as the vehicle has them.
TEST_F(SuvCli, ChannelsOfTheProvingGround) {
  const Outcome run = Run("run suv.yaml --set record=thesis --equilibrium -o suv.rsp");
  ASSERT_EQ(run.code, 0) << run.err;
  const Outcome info = Run("signal info suv.rsp");
  EXPECT_NE(info.out.find("91 channels"), std::string::npos) << info.out;
  EXPECT_NE(info.out.find("LF Wheel Force Transducer Fz"), std::string::npos);
  EXPECT_NE(info.out.find("RR Spindle Long. Disp."), std::string::npos);
}

// Another folder of sheets, without touching the model.
TEST_F(SuvCli, AFolderOfSheetsIsAParameter) {
  std::filesystem::create_directories(folder_ / "heavy");
  for (const char* name : {"hardpoints.csv", "bodies.csv", "bushings.csv"}) {
    std::filesystem::copy(folder_ / name, folder_ / "heavy" / name);
  }
  std::string bodies = ReadTextFile(Path("bodies.csv"));
  bodies.replace(bodies.find("body,1192"), 9, "body,1292");
  WriteTextFile(Path("heavy/bodies.csv"), bodies);
  const Outcome outcome = Run("check suv.yaml --set sheet=heavy");
  EXPECT_NE(outcome.out.find("mass         1826.1 kg"), std::string::npos) << outcome.out;
}

// Table 4.2.
TEST_F(SuvCli, PartsJointsAndFreedomsAreThoseOfTheThesis) {
  const Outcome three = Run("check suv.yaml --set detail=thesis");
  EXPECT_NE(three.out.find("63 parts, 37 fixed, 2 revolute, 5 translational, 9 spherical, "
                           "2 universal, 2 in-line, 82 degrees of freedom"),
            std::string::npos)
      << three.out << three.err;
  const Outcome four = Run("check suv.yaml --set detail=thesis --set rear=four_link");
  EXPECT_NE(four.out.find("65 parts, 38 fixed, 2 revolute, 5 translational, 8 spherical, "
                          "2 universal, 2 in-line, 91 degrees of freedom"),
            std::string::npos)
      << four.out << four.err;
  // The sheet's vehicle is split, not changed.
  EXPECT_NE(three.out.find("mass         1726.1 kg"), std::string::npos);
}

// Table 5.1, by the shapes' places in the list: pitch about the rear and the front, roll, rear hop,
// front hop and engine.
TEST_F(SuvCli, ModesAreThoseOfTheThesis) {
  const std::vector<double> f = Frequencies("--set detail=thesis", 12);
  ASSERT_EQ(f.size(), 12u);
  const std::pair<size_t, double> table[] = {{0, 1.12},  {1, 1.37},   {2, 2.28},
                                             {8, 10.87}, {10, 14.43}, {11, 14.92}};
  for (const auto& [i, printed] : table) EXPECT_NEAR(f[i], printed, 0.04 * printed);
}

// Hop and tramp of the front wheels by the signs of their shapes; and each mode is like itself.
TEST_F(SuvCli, ModesHaveSignsAndShapes) {
  const Outcome first = Run("modes suv.yaml --undamped -n 21 --json");
  ASSERT_EQ(first.code, 0) << first.err;
  WriteTextFile(Path("modes.json"), first.out);
  const nlohmann::json modes = first.Json()["modes"];
  const auto rise = [&](size_t mode, const char* body) {
    return modes[mode]["shape"][body][2].get<double>();
  };
  EXPECT_GT(rise(10, "front_left/knuckle") * rise(10, "front_right/knuckle"), 0.02);
  EXPECT_LT(rise(13, "front_left/knuckle") * rise(13, "front_right/knuckle"), -0.02);
  const std::string hop = modes[8]["name"];
  EXPECT_EQ(hop.rfind("rear/axle +z 9", 0), 0u) << hop;  // 93 % by the independent program
  const Outcome again = Run("modes suv.yaml --undamped -n 21 --json --compare modes.json");
  ASSERT_EQ(again.code, 0) << again.err;
  const nlohmann::json compared = again.Json()["modes"];
  for (size_t i = 0; i < compared.size(); ++i) {
    EXPECT_EQ(compared[i]["most_like"], i + 1);
    EXPECT_NEAR(compared[i]["assurance"][i].get<double>(), 1, 1e-6);
  }
  // The rear hop is the same mode with four links.
  const Outcome four =
      Run("modes suv.yaml --set rear=four_link --undamped -n 9 --compare modes.json --json");
  const nlohmann::json others = four.Json()["modes"];
  EXPECT_EQ(others[8]["most_like"], 9);
  EXPECT_EQ(Run("modes suv.yaml --compare bodies.csv").code, 2);
}

// Every part of the library is a model by itself, with its ports on the ground. Freedoms counted by
// hand.
TEST_F(SuvCli, PartsOfTheLibraryStandAlone) {
  const std::pair<const char*, const char*> parts[] = {
      {"body", "1 part, 6 degrees"},
      {"front_wishbone", "2 spherical, 1 in-line, 16 degrees"},    // 24 - 6 - 2
      {"tie_rod", "1 spherical, 1 universal, 0 degrees"},          // 6 - 4 - 3, one too many
      {"steering_rack", "1 translational, 1 degree"},              // 6 - 5
      {"stabilizer", "1 revolute, 19 degrees"},                    // 24 - 5
      {"rear_three_link", "1 spherical, 21 degrees"},              // 24 - 3
      {"rear_four_link", "5 parts, 30 degrees"},                   // 30
      {"powertrain", "1 translational, 2 spherical, 7 degrees"}};  // 18 - 5 - 6
  for (const auto& [name, counts] : parts) {
    const std::string file = std::string(JOUNCE_SOURCE_DIR) + "/library/" + name + ".yaml";
    const Outcome outcome = Run("check " + file);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(counts), std::string::npos) << name << "\n" << outcome.out;
  }
}

}  // namespace
}  // namespace jounce

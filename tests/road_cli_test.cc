// `jounce road` as users and scripts meet it.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>
#include <vector>

#include "command_test.h"
#include "signals/signal_file.h"

namespace jounce {
namespace {

class RoadCliTest : public CommandTest {
 protected:
  // The numbers of a row of a CSV file, the heads being row 0.
  std::vector<double> Row(const std::string& file, int row) const {
    std::stringstream lines(ReadTextFile(Path(file)));
    std::string line;
    for (int i = 0; i <= row; ++i) std::getline(lines, line);
    std::stringstream cells(line);
    std::vector<double> numbers;
    for (std::string cell; std::getline(cells, cell, ',');) numbers.push_back(std::stod(cell));
    return numbers;
  }
};

TEST_F(RoadCliTest, ADescribedRoadIsEvaluated) {
  WriteTextFile(Path("road.yaml"),
                "units: {length: mm}\nfriction: 0.9\nlength: 50000\nslope: 0.1\n"
                "bumps: [{start: 5000, length: 30, height: 15}]\n"
                "random: [{class: A, length: 50 m, seed: 3, start: 0 m}]\n"
                "patches: [{v_low: 0, friction: 0.3}]\n");
  WriteTextFile(Path("flat.yaml"),
                "friction: 0.9\nslope: 0.1\n"
                "bumps: [{start: 5, length: 0.03, height: 0.015}]\n"
                "patches: [{v_low: 0, friction: 0.3}]\n");
  WriteTextFile(Path("points.csv"), "x,y [mm]\n5.01,-500\n6,500\n");
  const Outcome outcome = Run("road flat.yaml --points points.csv -o out.csv --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.Json()["points"], 2);
  const std::vector<double> first = Row("out.csv", 1), second = Row("out.csv", 2);
  ASSERT_EQ(first.size(), 11u);
  EXPECT_NEAR(first[4], 0.501 + 0.015, 1e-12);
  EXPECT_NEAR(first[7] / first[9], -0.1, 1e-12);
  EXPECT_EQ(first[10], 0.9);
  EXPECT_NEAR(second[4], 0.6, 1e-12);
  EXPECT_EQ(second[10], 0.3);
  EXPECT_EQ(Run("road road.yaml --page road.html").code, 0);
  EXPECT_NE(ReadTextFile(Path("road.html")).find("Profiles"), std::string::npos);
  EXPECT_EQ(Run("road road.yaml --page road.html").code, 2);
}

// Heights of a signal file, driven at 10 m/s, as the road that it was.
TEST_F(RoadCliTest, MeasuredProfilesLieAlongTheRoad) {
  Channel left;
  left.name = "left";
  left.unit = "mm";
  left.sample_rate = 100;
  for (int i = 0; i < 200; ++i) left.samples.push_back(i);
  Channel right = left;
  right.name = "right";
  for (double& x : right.samples) x *= 2;
  WriteSignals(Path("heights.csv"), MemorySource({left, right}));
  WriteTextFile(Path("road.yaml"),
                "profiles: [{file: heights.csv, channels: [left, right], "
                "v: [0.75, -0.75], speed: 10, start: 2}]\n");
  WriteTextFile(Path("points.csv"), "u,v\n2.5,0.75\n2.5,-2\n2.5,0\n");
  const Outcome outcome = Run("road road.yaml --points points.csv -o out.csv");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NEAR(Row("out.csv", 1)[4], 0.005, 1e-12);
  EXPECT_NEAR(Row("out.csv", 2)[4], 0.010, 1e-12);
  EXPECT_NEAR(Row("out.csv", 3)[4], 0.0075, 1e-12);
}

TEST_F(RoadCliTest, MistakesAreNamed) {
  WriteTextFile(Path("bad.yaml"), "bumps: [{start: 5, lenght: 0.03, height: 0.015}]\n");
  const Outcome bad = Run("road bad.yaml");
  EXPECT_EQ(bad.code, 2);
  EXPECT_NE(bad.err.find("length"), std::string::npos) << bad.err;
  WriteTextFile(Path("bad.crg"), "$ROAD_CRG\nREFERENCE_LINE_INCREMENT = x\n$\n$$$$\n");
  const Outcome crg = Run("road bad.crg");
  EXPECT_EQ(crg.code, 2);
  EXPECT_NE(crg.err.find("bad.crg:2"), std::string::npos) << crg.err;
  EXPECT_EQ(Run("road none.crg").code, 3);
}

}  // namespace
}  // namespace jounce

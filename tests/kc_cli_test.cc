// `jounce kc`: what it prints, writes and refuses. Its numbers are tested beside vehicle/kc.cc.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "command_test.h"

namespace jounce {
namespace {

class KcCli : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::filesystem::copy(std::filesystem::path(JOUNCE_SOURCE_DIR) / "examples/suv", folder_,
                          std::filesystem::copy_options::recursive);
  }
};

TEST_F(KcCli, AFrontAxle) {
  const Outcome outcome =
      Run("kc suv.yaml --axle front --steer steering/guide --steer-range 0.02 --points 2 "
          "-o front.csv --page front.html");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("body 'chassis/body' held, wheel radius 0.346 m"), std::string::npos);
  EXPECT_NE(outcome.out.find("anti"), 0u);
  const std::string csv = ReadTextFile(Path("front.csv"));
  EXPECT_EQ(csv.rfind("test,pivots,vertical_support,pattern,wheel,side,input,unit,toe_deg", 0), 0u);
  EXPECT_NE(csv.find("\nsteer,rigid,height_held,symmetric,front_left/wheel,left,0.02"),
            std::string::npos);
  EXPECT_GT(std::filesystem::file_size(Path("front.html")), 10000u);
  EXPECT_EQ(Run("kc suv.yaml --axle front --points 1 -o front.csv").code, 2) << "it is there";
}

// The sheet tells 40 to 50 % of anti-squat for its rear axles.
TEST_F(KcCli, ALiveAxle) {
  for (const char* rear : {"three_link", "four_link"}) {
    const Outcome outcome = Run(std::string("kc suv.yaml --axle rear --rear --wheelbase 2.649 "
                                            "--cg-height 0.656 --points 1 --json --set rear=") +
                                rear);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json json = outcome.Json();
    EXPECT_EQ(json["wheels"][0], "rear/right_wheel");
    EXPECT_GT(json["anti"]["traction_axle_percent"], 35);
    EXPECT_LT(json["anti"]["traction_axle_percent"], 55);
  }
}

TEST_F(KcCli, MistakesAreNamed) {
  const Outcome many = Run("kc suv.yaml");
  EXPECT_EQ(many.code, 2);
  EXPECT_NE(many.err.find("rear/right_wheel"), std::string::npos) << many.err;
  const Outcome unknown = Run("kc suv.yaml --wheels front_right/whel");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("front_right/wheel"), std::string::npos) << unknown.err;
  const Outcome joint = Run("kc suv.yaml --axle front --steer steering/guid");
  EXPECT_EQ(joint.code, 2);
  EXPECT_NE(joint.err.find("'steering/guide'"), std::string::npos) << joint.err;
  const Outcome same = Run("kc suv.yaml --wheels front_right/wheel,rear/right_wheel");
  EXPECT_NE(same.err.find("same side"), std::string::npos) << same.err;
}

}  // namespace
}  // namespace jounce

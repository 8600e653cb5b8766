// A flexible part in a model file, from its keys to results, page and VTK.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"
#include "io/flexible_part_file.h"
#include "io/result_file.h"
#include "mechanics/beam_part_for_test.h"

namespace jounce {
namespace {

constexpr const char* kModel = R"(
gravity: [0, 0, 0]
bodies:
  beam: {flexible: beam.h5, level: full, damping: 0.05}
frames:
  hand: {body: beam.n6, position: [0, 0, 0.02]}
joints:
  clamp: {joint: fixed, between: [ground, beam.n1]}
loads:
  push: {load: force, on: hand, direction: [0, 0, -1], value: 20}
sensors:
  tip: {sensor: position, of: beam.n6}
  hand: {sensor: acceleration, of: hand}
  root: {sensor: stress, of: beam, element: 1}
  root mises: {sensor: von_mises, of: beam, element: 1, surface: top}
  root principal: {sensor: principal_stress, of: beam, element: 1}
  anywhere: {sensor: von_mises, of: beam}
solver: {end_time: 0.02, step: 1e-4}
)";

class FlexibleCliTest : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    WriteFlexiblePart(Path("beam.h5"), testing::MakeBeamPart(beam_));
    WriteTextFile(Path("model.yaml"), kModel);
  }

  // The JSON of a command that must succeed.
  nlohmann::json Json(const std::string& arguments) const {
    const Outcome outcome = Run(arguments + " --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.Json();
  }

  testing::BeamPart beam_;
};

TEST_F(FlexibleCliTest, StaticDeflectionAndStressAreTheClosedForms) {
  const auto result = Json("static model.yaml");
  const double deflection = 20 / (3 * beam_.E * beam_.Iy);
  EXPECT_NEAR(result["sensors"]["tip.z"].get<double>(), -deflection, 1e-3 * deflection);
  const double stress = 20 * 0.9 * beam_.half_height / beam_.Iy;  // M c / I in the first element
  EXPECT_NEAR(result["sensors"]["root.xx"].get<double>(), stress, 1e-3 * stress);
  EXPECT_NEAR(result["sensors"]["root mises"].get<double>(), stress, 1e-3 * stress);
  EXPECT_NEAR(result["sensors"]["root principal.1"].get<double>(), stress, 1e-3 * stress);
  EXPECT_NEAR(result["sensors"]["anywhere"].get<double>(), stress, 1e-3 * stress);
}

TEST_F(FlexibleCliTest, ARunWritesStressesFieldsAndAPage) {
  const auto summary =
      Json("run model.yaml -o run.h5 -p run.html --vtk fields --vtk-times 0.005,0.01");
  const auto& peak = summary["stresses"][0];
  EXPECT_EQ(peak["body"], "beam");
  EXPECT_EQ(peak["element"], 1);
  // A load that comes at once bends twice as far as at rest, less damping.
  const double rest = 20 * 0.9 * beam_.half_height / beam_.Iy;
  EXPECT_GT(peak["von_mises"].get<double>(), 1.5 * rest);
  EXPECT_LT(peak["von_mises"].get<double>(), 2.5 * rest);
  const ResultReader reader(Path("run.h5"));
  const std::vector<double> mises = reader.ReadChannel("root mises");
  EXPECT_NEAR(*std::max_element(mises.begin(), mises.end()), peak["von_mises"].get<double>(),
              1e-6 * rest);
  EXPECT_TRUE(std::filesystem::exists(Path("fields.pvd")));
  for (int i = 1; i <= 3; ++i) {
    EXPECT_TRUE(std::filesystem::exists(Path("fields_" + std::to_string(i) + ".vtu"))) << i;
  }
  EXPECT_GT(std::filesystem::file_size(Path("run.html")), 1000u);
}

TEST_F(FlexibleCliTest, ModesAreThoseOfACantilever) {
  const auto result = Json("modes model.yaml");
  const double exact = 3.5160 / (2 * M_PI) * std::sqrt(beam_.E * beam_.Iy / beam_.mass());
  // Six lumped masses are 2 % soft.
  EXPECT_NEAR(result["modes"][0]["frequency"].get<double>(), exact, 0.03 * exact);
}

TEST_F(FlexibleCliTest, MistakesAreNamed) {
  const auto error_of = [&](const std::string& from, const std::string& to) {
    std::string text = kModel;
    text.replace(text.find(from), from.size(), to);
    WriteTextFile(Path("wrong.yaml"), text);
    const Outcome outcome = Run("check wrong.yaml");
    EXPECT_EQ(outcome.code, 2) << to;
    return outcome.err;
  };
  EXPECT_NE(error_of("beam.n1]", "beam.m1]").find("beam.m1"), std::string::npos);
  EXPECT_NE(error_of("level: full", "level: full, mass: 3").find("flexible part"),
            std::string::npos);
  EXPECT_NE(error_of("level: full", "modes_off: [99]").find("1 to 30"), std::string::npos);
  EXPECT_NE(error_of("level: full", "stiffening: true").find("stiffening"), std::string::npos);
  EXPECT_NE(error_of("beam.h5", "none.h5").find("none.h5"), std::string::npos);
  EXPECT_NE(error_of("of: beam, element: 1}", "of: beam, element: 77}").find("no stress there"),
            std::string::npos);
}

}  // namespace
}  // namespace jounce

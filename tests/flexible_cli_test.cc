// A flexible part in a model file, from its keys to results, page and VTK.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"
#include "io/flexible_part_file.h"
#include "io/part_hdf5.h"
#include "io/result_file.h"
#include "mechanics/beam_part_for_test.h"

namespace jounce {
namespace {

constexpr const char* kFlexibleModel = R"(
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
    WriteTextFile(Path("model.yaml"), kFlexibleModel);
  }

  // The JSON of a command that must succeed.
  nlohmann::json Json(const std::string& arguments) const {
    const Outcome outcome = Run(arguments + " --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.Json();
  }

  testing::BeamPart beam_;
};

TEST_F(FlexibleCliTest, CheckCountsTheMassOfAPart) {
  const double mass = Json("check model.yaml")["mass"].get<double>();
  EXPECT_NEAR(mass, beam_.mass(), 1e-12);
}

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

TEST_F(FlexibleCliTest, AnEquilibriumCanBeSeenAsAField) {
  const auto result = Json("static model.yaml --vtk still");
  const double stress = 20 * 0.9 * beam_.half_height / beam_.Iy;
  EXPECT_EQ(result["stresses"][0]["body"], "beam");
  EXPECT_EQ(result["stresses"][0]["element"], 1);
  EXPECT_NEAR(result["stresses"][0]["von_mises"].get<double>(), stress, 1e-3 * stress);
  EXPECT_TRUE(std::filesystem::exists(Path("still.pvd")));
  const std::string field = ReadTextFile(Path("still_1.vtu"));
  EXPECT_NE(field.find("von_mises"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(Path("still_2.vtu")));
}

// A gauge on the top fibre of the first element reads M c / E I, across it -nu of that.
TEST_F(FlexibleCliTest, StrainGaugesReadStrain) {
  FlexiblePart part = testing::MakeBeamPart(beam_);
  for (StressPoint& point : part.stress_points) {
    point.young = beam_.E;
    point.poisson = 0.25;
  }
  WriteFlexiblePart(Path("beam.h5"), part);
  std::string text = kFlexibleModel;
  text.replace(text.find("solver:"), 0,
               "  along: {sensor: strain_gauge, of: beam, element: 1, direction: [2, 0, 0]}\n"
               "  across: {sensor: strain_gauge, of: beam, element: 1, direction: [0, 1, 0]}\n");
  WriteTextFile(Path("gauges.yaml"), text);
  const auto result = Json("static gauges.yaml");
  const double strain = 20 * 0.9 * beam_.half_height / beam_.Iy / beam_.E;
  EXPECT_NEAR(result["sensors"]["along"].get<double>(), strain, 1e-3 * strain);
  EXPECT_NEAR(result["sensors"]["across"].get<double>(), -0.25 * strain, 1e-3 * strain);
  text.replace(text.find("direction: [0, 1, 0]"), 20, "direction: [0, 0, 0]");
  WriteTextFile(Path("gauges.yaml"), text);
  EXPECT_NE(Run("check gauges.yaml").err.find("direction of the strain gauge"), std::string::npos);
}

// Fields are outputs as others are: what stands there is not replaced unasked.
TEST_F(FlexibleCliTest, FieldsThatExistAreNotReplaced) {
  WriteTextFile(Path("fields_2.vtu"), "precious");
  for (const char* line : {"run model.yaml --vtk fields", "static model.yaml --vtk fields"}) {
    const Outcome outcome = Run(line);
    EXPECT_EQ(outcome.code, 2) << line;
    EXPECT_NE(outcome.err.find("fields_2.vtu' exists"), std::string::npos) << outcome.err;
  }
  EXPECT_EQ(ReadTextFile(Path("fields_2.vtu")), "precious");
  EXPECT_EQ(Run("run model.yaml --vtk fields --vtk-times 0.005 --force").code, 0);
  EXPECT_NE(ReadTextFile(Path("fields_2.vtu")), "precious");
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

constexpr const char* kBlade = R"(BEGIN BULK
MAT1,1,1.+9,,.25,1000.
PBAR,1,1,4.-4,5.3-8,3.3-9,6.-9,,
,.02,.005,-.02,.005,-.02,-.005,.02,-.005
PARAM,COUPMASS,1
GRID,1,,0.,0.,0.
GRID,2,,.25,0.,0.
GRID,3,,.5,0.,0.
GRID,4,,.75,0.,0.
GRID,5,,1.,0.,0.
CBAR,1,1,1,2,0.,1.,0.
CBAR,2,1,2,3,0.,1.,0.
CBAR,3,1,3,4,0.,1.,0.
CBAR,4,1,4,5,0.,1.,0.
ENDDATA
)";

// From a deck to a blade that hangs: its weight along x stretches it, and its own gauges say so.
TEST_F(FlexibleCliTest, AStiffenedBladeFromItsDeck) {
  WriteTextFile(Path("blade.bdf"), kBlade);
  const auto reduced = Json("reduce blade.bdf -i root=1,tip=5 --stiffening root -n 18 -o blade.h5");
  EXPECT_EQ(reduced["stiffening"], true);
  WriteTextFile(Path("blade.yaml"), R"(
gravity: [1000, 0, 0]
bodies: {blade: {flexible: blade.h5, stiffening: true}}
joints: {clamp: {joint: fixed, between: [ground, blade.root]}}
sensors:
  gauge: {sensor: strain_gauge, of: blade, element: 1, node: 1, surface: C, direction: [1, 0, 0]}
  point: {sensor: stress, of: blade, element: 1, node: 1, surface: E}
)");
  const auto hanging = Json("static blade.yaml");
  // The first element carries all but the eighth of the mass that its root node has.
  const double stress = 1000.0 * 1000 * 0.875;
  EXPECT_NEAR(hanging["sensors"]["point.xx"].get<double>(), stress, 1e-3 * stress);
  EXPECT_NEAR(hanging["sensors"]["gauge"].get<double>(), stress / 1e9, 1e-3 * stress / 1e9);
  // Hanging it is stiffer than without weight, and softer standing on its root.
  const auto first = [&](const char* gravity) {
    std::string text = ReadTextFile(Path("blade.yaml"));
    text.replace(text.find("[1000, 0, 0]"), 12, gravity);
    WriteTextFile(Path("other.yaml"), text);
    return Json("modes other.yaml --undamped")["modes"][0]["frequency"].get<double>();
  };
  const double free = first("[0, 0, 0]");
  EXPECT_NEAR(free, 3.5160 / (2 * M_PI) * std::sqrt(1e9 * 3.3e-9 / 0.4), 0.01 * free);
  EXPECT_GT(first("[5, 0, 0]"), 1.01 * free);
  EXPECT_LT(first("[-5, 0, 0]"), 0.99 * free);
  const Outcome wrong = Run("reduce blade.bdf -i root=1,tip=5 --stiffening rot -o b.h5");
  EXPECT_EQ(wrong.code, 2);
  EXPECT_NE(wrong.err.find("--stiffening 'rot' is no interface"), std::string::npos) << wrong.err;
}

TEST_F(FlexibleCliTest, MistakesAreNamed) {
  const auto error_of = [&](const std::string& from, const std::string& to) {
    std::string text = kFlexibleModel;
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

// The bending stress at the root is uniaxial: the worst point of the surface lives as long as the
// history of its sensor, counted by itself.
TEST_F(FlexibleCliTest, LifeOfTheSurfaceIsThatOfItsWorstPoint) {
  WriteTextFile(Path("steel.yaml"), "stress_life: {amplitude: 1 MPa, cycles: 1e6, slope: 5}\n");
  Json("run model.yaml -o run.h5");
  const auto sensor = Json("fatigue run.h5 -c root.xx --material steel.yaml");
  const double expected = sensor["damage"].get<double>();
  ASSERT_GT(expected, 0);
  for (const char* method : {"normal", "signed-von-mises", "absolute-principal"}) {
    const auto part = Json(std::string("fatigue run.h5 --part beam --material steel.yaml --force "
                                       "--vtk life -o nodes.csv --multiaxial ") +
                           method);
    EXPECT_NEAR(part["damage"].get<double>(), expected, 1e-3 * expected) << method;
    EXPECT_EQ(part["hot_spots"][0]["node"], 1) << method;
  }
  EXPECT_NE(ReadTextFile(Path("life_1.vtu")).find("log10_damage"), std::string::npos);
  EXPECT_NE(ReadTextFile(Path("nodes.csv")).find("node,side,x [m]"), std::string::npos);
  // Two passes and three of the same run in a schedule are five times the damage.
  WriteTextFile(
      Path("schedule.yaml"),
      "events:\n  a: {file: run.h5, repetitions: 2}\n  b: {file: run.h5, repetitions: 3}\n");
  const auto all = Json("fatigue --schedule schedule.yaml --part beam --material steel.yaml");
  EXPECT_NEAR(all["damage"].get<double>(), 5 * expected, 5e-3 * expected);
  // The result on the command line and the schedule with its repetitions; a file and a page of it.
  WriteTextFile(Path("five.yaml"), "events: {road: {repetitions: 5}}\n");
  const auto five = Json(
      "fatigue run.h5 --part beam --material steel.yaml --schedule five.yaml -o life.h5 "
      "--page life.html");
  EXPECT_NEAR(five["damage"].get<double>(), 5 * expected, 5e-3 * expected);
  PartReader life(Path("life.h5"));
  const hsize_t points = life.Count("points/damage");
  const std::vector<double> damage = life.Numbers("points/damage", {points});
  EXPECT_EQ(*std::max_element(damage.begin(), damage.end()), five["damage"].get<double>());
  EXPECT_NEAR(life.Numbers("events/damage", {1, points})[0], damage[0] / 5, 1e-12 * damage[0]);
  const std::string page = ReadTextFile(Path("life.html"));
  EXPECT_NE(page.find("log10 of damage"), std::string::npos);
  EXPECT_NE(page.find("Loads that matter"), std::string::npos);
  // The mode whose absence would take most of it away comes first.
  const auto& loads = five["hot_spots"][0]["loads"];
  ASSERT_GT(loads.size(), 1u);
  EXPECT_TRUE(loads[0]["name"].get<std::string>().starts_with("mode "));
  EXPECT_GE(loads[0]["effect"].get<double>(), loads[1]["effect"].get<double>());
  EXPECT_EQ(Run("fatigue run.h5 --part beem --material steel.yaml").code, 2);
}

}  // namespace
}  // namespace jounce

// The car on beams of the examples: its size as that of the paper's model [Merel 2007, section 5],
// and the stiffness of its bar and its twist beam against closed forms.
//
// [Merel 2007] J. Merel, I. Wander, P. Masarati, M. Morandini, Analysis of load patterns in rubber
// components for vehicles, Multibody Dynamics 2007, Milano.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <sstream>

#include "command_test.h"

namespace jounce {
namespace {

class CarOnBeamsCli : public CommandTest {
 protected:
  nlohmann::json Static(const std::string& model, const std::string& options = "") const {
    WriteTextFile(Path("model.yaml"), model);
    const Outcome outcome = Run("static model.yaml --json " + options);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    return outcome.Json()["sensors"];
  }
};

// The U section of the twist beam by the formulas of textbooks, from the lines of its walls.
struct OpenU {
  double E = 206e9, G = 80e9, t = 0.005, h = 0.085, b = 0.065, length = 1.16;

  double shear_centre() const { return 3 * b * b / (h + 6 * b); }
  // Torsional rigidity of a bar whose ends cannot warp, as that of one which warps freely.
  double torsion() const {
    const double GJ = G * t * t * t * (h + 2 * b) / 3;
    const double EC = E * t * std::pow(b, 3) * h * h * (3 * b + 2 * h) / (12 * (6 * b + h));
    const double u = length / 2 * std::sqrt(GJ / EC);
    return GJ / (1 - std::tanh(u) / u);
  }
  // Of the ends, pushed past each other along the web without turning.
  double sway() const {
    const double EI = E * t * (h * h * h / 12 + b * h * h / 2);
    const double shear = 12 * EI / (G * t * h * length * length);
    return 12 * EI / (std::pow(length, 3) * (1 + shear));
  }
};

// About 1,300 equations, 100 nodes, nearly 60 beams, more than 80 joints.
TEST_F(CarOnBeamsCli, IsAsLargeAsThePapersModel) {
  const std::string file = JOUNCE_SOURCE_DIR "/examples/car_on_beams/car.yaml";
  const Outcome outcome = Run("check " + file + " --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json counts = outcome.Json()["engine"];
  EXPECT_NEAR(counts["first_order_equations"].get<double>(), 1300, 65);
  EXPECT_NEAR(counts["nodes"].get<double>(), 100, 10);
  EXPECT_NEAR(counts["beam_elements"].get<double>(), 60, 3);
  EXPECT_GT(counts["joints"], 80);
  // Twelve a node, one a row: six of a fixed joint, and so on, counted by hand.
  EXPECT_EQ(counts["first_order_equations"], 12 * 94 + 4 * 6 + 9 * 5 + 8 * 4 + 6 * 3 + 4);
  const Outcome text = Run("check " + file);
  EXPECT_NE(text.out.find("94 nodes, 58 beam elements, 83 joints"), std::string::npos) << text.out;
}

// Turned about the line of its web, the member twists about its shear centre and sways with it.
TEST_F(CarOnBeamsCli, TwistBeamTurnedAboutItsWeb) {
  const nlohmann::json at = Static(R"(
gravity: [0, 0, 0]
subsystems:
  rear: {file: library/twist_beam.yaml, ports: {right_body: ground, left_body: ground, right_tower: ground, left_tower: ground}, set: {spring_force: 0 N}}
joints:
  root: {joint: fixed, between: [ground, rear/cross.0], at: [2.3, 0.58, 0.28]}
  hinge: {joint: revolute, between: [ground, rear/cross.16], at: [2.3, -0.58, 0.28], axis: [0, -1, 0]}
motions: {turn: {motion: rotation, joint: hinge, value: 1e-4}}
)");
  const OpenU u;
  const double e = u.shear_centre();
  const double expected = 1e-4 * (u.torsion() / u.length + u.sway() * e * e);
  EXPECT_NEAR(at["rear/cross middle.rx"].get<double>(), expected, 1e-3 * expected);
}

constexpr char kRearAxle[] = R"(
gravity: [0, 0, 0]
parameters: {refine: 1, way: 1 mm}
subsystems:
  rear: {file: library/twist_beam.yaml, ports: {right_body: ground, left_body: ground, right_tower: ground, left_tower: ground}, set: {spring_force: 0 N, refine: "${refine}"}}
motions:
  right: {motion: translation, between: [ground, rear/right_spindle], at: [2.55, 0.73, 0.3], axis: [0, 0, 1], value: "${way}"}
  left: {motion: translation, between: [ground, rear/left_spindle], at: [2.55, -0.73, 0.3], axis: [0, 0, 1], value: "${-way}"}
sensors:
  twist: {sensor: angle, of: "rear/cross.${16*refine}", relative_to: rear/cross.0, axis: [0, -1, 0]}
  right: {sensor: reaction, item: right}
  left: {sensor: reaction, item: left}
)";

// In the axle, wheels in opposite travel: the torque about the shear centre twists the member.
TEST_F(CarOnBeamsCli, TwistBeamInItsAxle) {
  const nlohmann::json at = Static(kRearAxle);
  const OpenU u;
  const double torque = at["rear/cross middle.rx"].get<double>() +
                        u.shear_centre() * at["rear/cross middle.y"].get<double>();
  const double expected = u.torsion() / u.length;
  EXPECT_NEAR(torque / at["twist"].get<double>(), expected, 1e-3 * expected);
}

TEST_F(CarOnBeamsCli, RollStiffnessOfTheRearAxleAsWithTenTimesTheElements) {
  for (const char* way : {"1 mm", "20 mm"}) {
    const auto moment = [&](const std::string& refine) {
      const std::string options = "--set way='" + std::string(way) + "' --set refine=" + refine;
      const nlohmann::json at = Static(kRearAxle, options);
      return 0.73 * (at["right.z"].get<double>() - at["left.z"].get<double>());
    };
    const double fine = moment("10");
    EXPECT_GT(fine, 0);
    EXPECT_NEAR(moment("1"), fine, 1e-3 * fine) << way;
  }
}

// Forces +-P across the plane of the bar at its ends. The arm bends, the part up to the clamp bends
// and twists, so does the part between the clamps, whose bending vanishes in the middle; the clamps
// give way under 0.55/0.3 P. By Castigliano's theorem, with the shear of round bars.
TEST_F(CarOnBeamsCli, StabilizerInOppositeTravel) {
  WriteTextFile(Path("clamps.csv"),
                "name,k_radial1,k_radial2,k_axial,kt_conical1,kt_conical2,kt_torsional\n"
                "clamp,9e6,9e6,1.5e6,0,0,0\n");
  const nlohmann::json at = Static(R"(
gravity: [0, 0, 0]
bodies:
  right: {mass: 1, position: [0.050, 0.575, 0.545], inertia: [1, 1, 1]}
  left: {mass: 1, position: [0.050, -0.575, 0.545], inertia: [1, 1, 1]}
subsystems:
  bar: {file: library/stabilizer_of_beams.yaml, ports: {body: ground, right_strut: right, left_strut: left}, set: {tables.bushings: clamps.csv}}
joints:
  right guide: {joint: translational, between: [ground, right], at: [0.050, 0.575, 0.545], axis: [0, 0, 1]}
  left guide: {joint: translational, between: [ground, left], at: [0.050, -0.575, 0.545], axis: [0, 0, 1]}
motions:
  right: {motion: translation, joint: right guide, value: 0.1 mm}
  left: {motion: translation, joint: left guide, value: -0.1 mm}
sensors:
  end: {sensor: position, of: bar/bar.0}
  load: {sensor: reaction, item: right}
)");
  const double E = 206e9, nu = 0.29, d = 0.02, arm = 0.25;
  const double EI = E * std::numbers::pi * std::pow(d, 4) / 64, GJ = EI / (1 + nu);
  const double shear =
      6 * (1 + nu) / (7 + 6 * nu) * E / (2 * (1 + nu)) * std::numbers::pi * d * d / 4;
  const double at_clamp = 0.55 / 0.3;
  const double bending =
      (arm * arm * arm + (0.25 * 0.25 * 0.25 - 0.15 * 0.15 * 0.15) + 0.25 * 0.25 * 0.3) / (3 * EI);
  const double flexibility = bending + 0.2 * 0.2 * 0.4 / GJ + at_clamp * at_clamp / 9e6 +
                             (0.35 + (1 - at_clamp) * (1 - at_clamp) * 0.3) / shear;
  const double seen = (at["end.z"].get<double>() - 0.245) / at["load.z"].get<double>();
  EXPECT_NEAR(seen, flexibility, 5e-3 * flexibility);
}

// A pulse of 30 mm from rest to rest, as an accelerometer in g sees it that has an offset and
// drifts: the axle goes up and down as the pulse does, and its acceleration is the one measured
// without offset and drift.
TEST_F(CarOnBeamsCli, AnAxleFollowsItsAccelerometer) {
  const auto shape = [](double u) { return std::exp(-u * u); };
  std::ostringstream csv;
  csv << "time,axle\ns,g\n";
  for (int i = 0; i <= 8000; ++i) {
    const double t = i / 400.0, u = (t - 10) / 0.12;
    const double a = 0.03 * (-6 + 24 * u * u - 8 * std::pow(u, 4)) * shape(u) / (0.12 * 0.12);
    csv << t << ',' << a / 9.80665 + 0.05 + 0.001 * t << '\n';
  }
  WriteTextFile(Path("axle.csv"), csv.str());
  const auto model = [](const std::string& signal) {
    return "bodies: {axle: {mass: 20, inertia: [1, 1, 1]}}\n"
           "joints: {guide: {joint: translational, between: [ground, axle], at: [0, 0, 0]}}\n"
           "motions: {height: {motion: translation, joint: guide, signal: {" +
           signal +
           "}}}\n"
           "sensors:\n  way: {sensor: position, of: axle}\n"
           "  acceleration: {sensor: acceleration, of: axle}\n"
           "solver: {end_time: 20, step: 2.5 ms}\n";
  };
  WriteTextFile(Path("m.yaml"), model("file: axle.csv, channel: axle, quantity: acceleration, "
                                      "high_pass: 0.25 Hz"));
  ASSERT_EQ(Run("run m.yaml -o m.csv").code, 0);
  std::istringstream rows(ReadTextFile(Path("m.csv")));
  std::string line;
  std::getline(rows, line);
  std::getline(rows, line);
  int count = 0;
  for (; std::getline(rows, line); ++count) {
    std::istringstream cells(line);
    std::vector<double> value;
    for (std::string cell; std::getline(cells, cell, ',');) value.push_back(std::stod(cell));
    const double u = (value[0] - 10) / 0.12;
    EXPECT_NEAR(value[3], 0.03 * (1 - 2 * u * u) * shape(u), 0.02 * 0.03) << value[0];
    const double a = 0.03 * (-6 + 24 * u * u - 8 * std::pow(u, 4)) * shape(u) / (0.12 * 0.12);
    if (std::abs(u) < 3) {
      EXPECT_NEAR(value[6], a, 0.02 * 12.5) << value[0];
    }
  }
  EXPECT_EQ(count, 8001);
  // What is no acceleration, and a record without a single period of what it should keep.
  WriteTextFile(Path("m.yaml"),
                model("file: axle.csv, channel: axle, unit: m/s, quantity: acceleration"));
  EXPECT_NE(Run("check m.yaml").err.find("m/s^2"), std::string::npos);
  WriteTextFile(Path("m.yaml"), model("file: axle.csv, channel: axle, quantity: acceleration, "
                                      "high_pass: 0.02 Hz"));
  const Outcome slow = Run("check m.yaml");
  EXPECT_EQ(slow.code, 2);
  EXPECT_NE(slow.err.find("m.yaml:3"), std::string::npos) << slow.err;
  EXPECT_NE(slow.err.find("give a higher high_pass"), std::string::npos) << slow.err;
}

// A stone of 2 kg and 1.5 m of a tube: density pi (D - t) t a metre.
TEST_F(CarOnBeamsCli, BeamsHaveMassInCheck) {
  WriteTextFile(Path("m.yaml"), R"(
bodies: {stone: {mass: 2, position: [0, 0, 1], inertia: [1, 1, 1]}}
beams:
  rail:
    along: [[0, 0, 0], [1.5, 0, 0]]
    elements: 4
    section: {shape: tube, diameter: 0.03, wall: 0.002, E: 210e9, nu: 0.3, density: 7850}
)");
  const Outcome outcome = Run("check m.yaml --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const double tube = 7850 * std::numbers::pi * (0.03 - 0.002) * 0.002 * 1.5;
  EXPECT_NEAR(outcome.Json()["mass"].get<double>(), 2 + tube, 1e-9);
}

// Every part is a model by itself, with its ports on the ground. Freedoms counted by hand.
TEST_F(CarOnBeamsCli, PartsOfTheLibraryStandAlone) {
  const std::pair<const char*, const char*> parts[] = {
      {"macpherson", "4 parts, 1 revolute, 1 cylindrical, 1 spherical, 12 degrees"},  // 24 - 12
      {"stabilizer_of_beams", "1 beam, 2 spherical, 2 universal, 160 degrees"},       // 29 * 6 - 14
      {"twist_beam", "3 beams, 4 fixed, 2 cylindrical, 214 degrees"},                 // 41 * 6 - 32
      {"wheel_on_rig", "1 part, 1 revolute, 1 degree"},
      {"front_subframe", "2 parts, 12 degrees"},
      {"seat", "1 part, 6 degrees"}};
  for (const auto& [name, counts] : parts) {
    const Outcome outcome =
        Run("check " + std::string(JOUNCE_SOURCE_DIR) + "/library/" + name + ".yaml");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find(counts), std::string::npos) << name << "\n" << outcome.out;
  }
}

}  // namespace
}  // namespace jounce

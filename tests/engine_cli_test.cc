// The commands of the engine on model files: numbers against closed forms, nonsense against clear
// answers.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"

namespace jounce {
namespace {

class EngineCli : public CommandTest {
 protected:
  EngineCli() { most_seconds_ = 60; }

  void Write(const std::string& name, const std::string& text) const {
    WriteTextFile(Path(name), text);
  }

  // The last value of a channel of run.h5.
  double LastOf(const std::string& channel) const {
    const std::string text = Run("export run.h5 -c '" + channel + "'").out;
    const size_t comma = text.rfind(',');
    return comma == std::string::npos ? NAN : std::stod(text.substr(comma + 1));
  }
};

// benchmarks/buckling of the shared data at 90 N; attached to the ground z = F/1000.
TEST_F(EngineCli, BucklingExampleFollowsThePaths) {
  const struct {
    const char* attached;
    double z, y;
  } kCases[] = {{"ground", 0.09, 0},
                {"node", .869988047, .152999885},
                {"invariant", .579932, .395994},
                {"exchanged", .579932, .395994}};
  double invariant = 0;
  for (const auto& c : kCases) {
    const Outcome outcome =
        Run(std::string("static " JOUNCE_SOURCE_DIR "/examples/buckling/node.yaml --path --json "
                        "--set attached=") +
            c.attached);
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const nlohmann::json path = outcome.Json();
    EXPECT_EQ(path["time"].back(), 90.0);
    EXPECT_NEAR(path["sensors"]["node.z"].back(), c.z, 1e-6) << c.attached;
    EXPECT_NEAR(std::abs(path["sensors"]["node.y"].back().get<double>()), c.y, 1e-6) << c.attached;
    const double z = path["sensors"]["node.z"].back();
    if (std::string(c.attached) == "invariant") invariant = z;
    if (std::string(c.attached) == "exchanged") {
      EXPECT_NEAR(z, invariant, 1e-10);
    }
  }
}

const char kMassOnSpring[] = R"(
bodies:
  mass: {mass: 2, position: [0, 0, 1], inertia: [0.1, 0.1, 0.1]}
joints:
  rail: {joint: translational, between: [ground, mass], at: [0, 0, 1]}
connections:
  spring: {connection: rod, between: [ground, mass], at: [0, 0, 0], at_second: [0, 0, 1],
           law: {law: prony, stiffness: 800, branches: [{stiffness: 400, time: 50 ms}]}}
loads:
  shake: {load: force, on: mass, direction: [0, 0, 1], value: 0}
sensors:
  mass: {sensor: position, of: mass}
  spring: {sensor: law_force, item: spring}
)";

// x/F = 1/(K* - m w^2), K* = k + k1 i w tau/(1 + i w tau).
TEST_F(EngineCli, FrequencyResponseIsTheClosedForm) {
  Write("model.yaml", kMassOnSpring);
  const Outcome outcome =
      Run("frf model.yaml --from 1 --to 10 --count 10 --linear --json --page frf.html");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "frf.html"));
  const nlohmann::json result = outcome.Json();
  ASSERT_EQ(result["frequency"].size(), 10u);
  const nlohmann::json& z = result["channels"][2];
  EXPECT_EQ(z["name"], "mass.z");
  EXPECT_EQ(z["unit"], "m/N");
  for (int i = 0; i < 10; ++i) {
    const double omega = 2 * M_PI * (i + 1);
    const std::complex<double> turn(0, omega * 0.05);
    const std::complex<double> expected =
        1.0 / (800.0 + 400.0 * turn / (1.0 + turn) - 2 * omega * omega);
    EXPECT_NEAR(z["real"][i], expected.real(), 1e-7 * std::abs(expected));
    EXPECT_NEAR(z["imaginary"][i], expected.imag(), 1e-7 * std::abs(expected));
  }
  EXPECT_EQ(Run("frf model.yaml --input shak").code, 2);
  EXPECT_NE(Run("frf model.yaml --input shak").err.find("shake"), std::string::npos);
}

// A table drives a motion, joined by straight lines.
// A quarter car on rails; the roots of its characteristic polynomial are 1.3137 Hz with 24.04 % and
// 12.384 Hz with 32.79 %.
TEST_F(EngineCli, ModesOfAQuarterCarAreItsPoles) {
  Write("car.yaml", R"(
gravity: [0, 0, 0]
bodies:
  body: {mass: 400, position: [0, 0, 1], inertia: [1, 1, 1]}
  wheel: {mass: 40, position: [0, 0, 0.5], inertia: [1, 1, 1]}
joints:
  a: {joint: translational, between: [ground, body], at: [0, 0, 1]}
  b: {joint: translational, between: [ground, wheel], at: [0, 0, 0.5]}
connections:
  strut: {connection: rod, between: [wheel, body], at: [0, 0, 0.5], at_second: [0, 0, 1],
          law: {law: linear, stiffness: 30000, damping: 2000}}
  tyre: {connection: rod, between: [ground, wheel], at: [0, 0, 0], at_second: [0, 0, 0.5],
         law: {law: linear, stiffness: 220000}}
)");
  const nlohmann::json modes = Run("modes car.yaml --json").Json()["modes"];
  ASSERT_EQ(modes.size(), 2u);
  EXPECT_NEAR(modes[0]["frequency"], 1.3137, 5e-5);
  EXPECT_NEAR(modes[0]["damping"], 0.2404, 5e-5);
  EXPECT_NEAR(modes[1]["frequency"], 12.384, 5e-4);
  EXPECT_NEAR(modes[1]["damping"], 0.3279, 5e-5);
}

TEST_F(EngineCli, ModesWithoutBodiesOrMassAreErrors) {
  Write("none.yaml", "gravity: [0, 0, 0]\n");
  const Outcome none = Run("modes none.yaml");
  EXPECT_EQ(none.code, 2);
  EXPECT_NE(none.err.find("no bodies"), std::string::npos) << none.err;
  Write("massless.yaml", R"(
gravity: [0, 0, 0]
bodies: {a: {mass: 0, inertia: [0, 0, 0]}}
connections: {s: {connection: bushing, between: [ground, a], law: {law: linear, dimension: 6, stiffness: 9}}}
)");
  for (const char* option : {"", " --undamped"}) {
    const Outcome massless = Run(std::string("modes massless.yaml") + option);
    EXPECT_EQ(massless.code, 2);
    EXPECT_NE(massless.err.find("has mass"), std::string::npos) << massless.err;
  }
}

TEST_F(EngineCli, AReactionTakesNoAxisOfItsOwn) {
  Write("model.yaml", R"(
bodies: {a: {mass: 1, inertia: [1, 1, 1]}}
joints: {pin: {joint: fixed, between: [ground, a]}}
sensors: {load: {sensor: reaction, item: pin, axis: [1, 0, 0]}}
)");
  const Outcome outcome = Run("check model.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("model.yaml:4"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("axes"), std::string::npos) << outcome.err;
}

// A torsion spring of 1 N m/rad that a motor turns by two turns: 4 pi N m at the end.
TEST_F(EngineCli, ATorsionSpringIsWoundUp) {
  Write("model.yaml", R"(
gravity: [0, 0, 0]
bodies: {disk: {mass: 1, inertia: [1, 1, 1]}}
joints: {axle: {joint: revolute, between: [ground, disk], axis: [0, 0, 1]}}
motions: {motor: {motion: rotation, joint: axle, expression: 4*pi*t}}
connections: {spring: {connection: angular_spring, between: [ground, disk],
              law: {law: linear, dimension: 3, stiffness: 1}}}
sensors: {moment: {sensor: law_force, item: spring}}
solver: {end_time: 1, step: 10 ms}
)");
  ASSERT_EQ(Run("run model.yaml -o run.h5").code, 0);
  EXPECT_NEAR(LastOf("moment.z"), 4 * M_PI, 1e-6);
}

// A law attached to one end is named by check, and by a run that turns it about two axes.
TEST_F(EngineCli, LawsAttachedToOneEndAreWarnedOf) {
  Write("model.yaml", R"(
gravity: [0, 0, 0]
bodies: {disk: {mass: 1, inertia: [1, 1, 1], angular_velocity: [1, 1, 0]}}
connections: {mount: {connection: bushing, between: [ground, disk], attached: first,
              law: {law: linear, dimension: 6, stiffnesses: [9, 9, 9, 1, 2, 3]}}}
solver: {end_time: 1, step: 10 ms}
)");
  EXPECT_NE(Run("check model.yaml").out.find("attached to one end"), std::string::npos);
  const Outcome far = Run("run model.yaml");
  EXPECT_EQ(far.code, 0) << far.err;
  EXPECT_NE(far.err.find("bushing 'mount'"), std::string::npos) << far.err;
  EXPECT_EQ(Run("run model.yaml --end-time 0.03").err, "");
}

TEST_F(EngineCli, TablesDriveMotions) {
  Write("model.yaml", R"(
bodies: {post: {mass: 1, inertia: [1, 1, 1]}}
joints: {rail: {joint: translational, between: [ground, post], at: [0, 0, 0]}}
motions: {lift: {motion: translation, joint: rail, table: [[0, 0 mm], [1, 40 mm], [3, 20 mm]], interpolation: linear}}
sensors: {post: {sensor: position, of: post}}
solver: {end_time: 2, step: 1e-2}
)");
  const Outcome run = Run("run model.yaml -o run.h5 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NEAR(LastOf("post.z"), 0.030, 1e-9);
}

// A pinion of 10 mm on a rack: one turn of the pinion slides the rack by its circumference.
TEST_F(EngineCli, RackAndPinion) {
  Write("model.yaml", R"(
bodies:
  rack: {mass: 2, inertia: [1, 1, 1]}
  pinion: {mass: 1, position: [0, 0.1, 0], inertia: [1, 1, 1]}
joints:
  slide: {joint: translational, between: [ground, rack], at: [0, 0, 0], axis: [1, 0, 0]}
  bearing: {joint: revolute, between: [ground, pinion], at: [0, 0.1, 0]}
couplers: {steering: {rack_and_pinion: {rack: slide, pinion: bearing, radius: 10 mm}}}
motions: {wheel: {motion: rotation, joint: bearing, expression: 2*pi*t}}
sensors: {rack: {sensor: position, of: rack}}
solver: {end_time: 1, step: 1e-2}
)");
  const Outcome outcome = Run("run model.yaml -o run.h5 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.Json()["degrees_of_freedom"], 0);
  EXPECT_NEAR(LastOf("rack.x"), 2 * M_PI * 0.01, 1e-9);
}

// What was written, counted as in a table of joints: 6 * 5 - 2 * 6 - 2 * 5 - 3 - 1 = 4.
TEST_F(EngineCli, CheckCountsPartsAndJointsByKind) {
  Write("model.yaml", R"(
bodies:
  chassis: {mass: 9, inertia: [1, 1, 1]}
  bracket: {mass: 1, position: [0.1, 0, 0], inertia: [1, 1, 1]}
  wheel: {mass: 2, position: [0.2, 0, 0], inertia: [1, 1, 1]}
  cap: {mass: 1, position: [0.3, 0, 0], inertia: [1, 1, 1]}
  tow bar: {mass: 3, position: [-0.3, 0, 0], inertia: [1, 1, 1]}
joints:
  rail: {joint: translational, between: [ground, chassis], at: [0, 0, 0]}
  seam: {joint: fixed, between: [chassis, bracket], at: [0.1, 0, 0]}
  axle: {joint: revolute, between: [bracket, wheel], at: [0.2, 0, 0]}
  rivet: {joint: fixed, between: [cap, bracket], at: [0.3, 0, 0]}
  ball: {joint: spherical, between: [cap, tow bar], at: [-0.2, 0, 0]}
motions: {lift: {motion: translation, joint: rail, expression: 0.1*t}}
)");
  const Outcome text = Run("check model.yaml");
  ASSERT_EQ(text.code, 0) << text.err;
  for (const char* line :
       {"  5 parts, 2 fixed, 1 revolute, 1 translational, 1 spherical, 1 motion, "
        "4 degrees of freedom\n",
        "  3 moving bodies when welded ones are merged:\n", "    chassis with bracket, cap\n"}) {
    EXPECT_NE(text.out.find(line), std::string::npos) << line << "---\n" << text.out;
  }
  const nlohmann::json counts = Run("check model.yaml --json").Json();
  EXPECT_EQ(counts["bodies"], 5);
  EXPECT_EQ(
      counts["joints_by_kind"],
      (nlohmann::json{{"fixed", 2}, {"revolute", 1}, {"translational", 1}, {"spherical", 1}}));
  EXPECT_EQ(counts["motions"], 1);
  EXPECT_EQ(counts["degrees_of_freedom"], 4);
  EXPECT_EQ(counts["moving_bodies"], 3);
  EXPECT_EQ(counts["merged"],
            nlohmann::json::parse(R"([{"body": "chassis", "parts": ["bracket", "cap"]}])"));
}

TEST_F(EngineCli, RealTimeStatisticsOfABoundedRun) {
  Write("model.yaml", kMassOnSpring);
  const Outcome outcome = Run("run model.yaml --matrix fixed --max-iterations 2 --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json result = outcome.Json();
  EXPECT_EQ(result["steps"], 1000);
  EXPECT_LE(result["iterations"], 2000);
  EXPECT_EQ(result["factorizations"], 1);
  EXPECT_TRUE(result.contains("residual_left"));
  const nlohmann::json& times = result["step_seconds"];
  EXPECT_GT(times["median"], 0.0);
  EXPECT_LE(times["median"], times["p99.9"]);
  EXPECT_LE(times["p99.9"], times["worst"]);
}

// Nonsense gets a clear answer, and in time.
TEST_F(EngineCli, NonsenseIsNamed) {
  const auto expect = [&](const std::string& command, const std::string& text, int code,
                          const std::string& part) {
    Write("model.yaml", text);
    const Outcome outcome = Run(command + " model.yaml");
    EXPECT_EQ(outcome.code, code) << text << outcome.err;
    EXPECT_NE(outcome.err.find(part), std::string::npos) << text << outcome.err;
  };
  const std::string body = "bodies: {stone: {mass: 1, inertia: [1, 1, 1]}}\n";
  expect("check", "bodies: {stone: {mass: -1}}\n", 2, "mass");
  expect("check", "bodies: {stone: {mass: 1, inertia: [1, 1, 5]}}\n", 2, "inertia");
  expect("check", "bodies: {stone: {mass: 1e60}}\n", 2, "more than can be computed with");
  expect("check",
         body +
             "joints: {pin: {joint: revolute, between: [ground, stone], at: [0, 0, 0], axis: "
             "[0, 0, 0]}}\n",
         2, "pin");
  expect("check",
         body + "joints: {pin: {joint: spherical, between: [stone, stone], at: [0, 0, 0]}}\n", 2,
         "same body");
  expect("check", body + "loads: {push: {load: force, on: stone, table: [[0, 0], [1, .nan]]}}\n", 2,
         "not a number");
  expect("check", body + "loads: {push: {load: force, on: stone, table: [[1, 0], [0, 1]]}}\n", 2,
         "push");
  expect("check",
         body +
             "joints: {track: {joint: curve, between: [ground, stone], at: [0, 0, 0], points: "
             "[[0, 0, 0], [0, 0, 0]]}}\n",
         2, "track");
  // A floating body in statics.
  expect("static", body, 1, "stone");
}

// Two springs in a row, 1e9 N/m and 1 N/m: statics and dynamics come to the closed form.
TEST_F(EngineCli, StiffNextToSoft) {
  Write("model.yaml", R"(
bodies:
  upper: {mass: 1, position: [0, 0, 0], inertia: [1, 1, 1]}
  lower: {mass: 0.01, position: [0, 0, -1], inertia: [1, 1, 1]}
joints:
  upper rail: {joint: translational, between: [ground, upper], at: [0, 0, 0]}
  lower rail: {joint: translational, between: [ground, lower], at: [0, 0, -1]}
connections:
  stiff: {connection: rod, between: [ground, upper], at: [0, 0, 1], at_second: [0, 0, 0], law: {law: linear, stiffness: 1e9}}
  soft: {connection: rod, between: [upper, lower], at: [0, 0, 0], at_second: [0, 0, -1], law: {law: linear, stiffness: 1}}
solver: {end_time: 0.5}
)");
  const Outcome statics = Run("static model.yaml --json");
  ASSERT_EQ(statics.code, 0) << statics.err;
  const nlohmann::json bodies = statics.Json()["bodies"];
  EXPECT_NEAR(bodies["lower"]["position"][2], -1 - 0.0981 - 1.01 * 9.81e-9, 1e-9);
  const Outcome run = Run("run model.yaml --json");
  EXPECT_EQ(run.code, 0) << run.err;
}

// By hand: 50 N on 10 N/mm beside 40 N/mm that stick up to 100 N is 1 mm.
const char kRubbingMass[] = R"(
gravity: [0, 0, 0]
bodies:
  mass: {mass: 2, inertia: [1, 1, 1]}
joints:
  guide: {joint: translational, between: [ground, mass], at: [0, 0, 0], axis: [1, 0, 0]}
connections:
  rubber: {connection: rod, between: [ground, mass], at: [-1, 0, 0], at_second: [0, 0, 0],
           law: {law: parallel, parts: [{law: linear, stiffness: 10 N/mm},
                 {law: elastoplastic, elements: [{stiffness: 40 N/mm, yield_force: 100}]}]}}
loads:
  pull: {load: force, "on": mass, direction: [1, 0, 0], value: 50}
sensors:
  x: {sensor: position, of: mass}
  f: {sensor: law_force, item: rubber}
solver: {end_time: 0.1}
)";

TEST_F(EngineCli, StaticPathAndRunAgreeOnFriction) {
  Write("model.yaml", kRubbingMass);
  const nlohmann::json at_once = Run("static model.yaml --json").Json();
  EXPECT_NEAR(at_once["sensors"]["x.x"], 1e-3, 1e-10);
  EXPECT_NEAR(at_once["sensors"]["f"], 50, 1e-6);
  const nlohmann::json path = Run("static model.yaml --path --json").Json();
  EXPECT_NEAR(path["sensors"]["x.x"].back(), 1e-3, 1e-10);
  EXPECT_NEAR(path["sensors"]["f"].back(), 50, 1e-6);
  ASSERT_EQ(Run("run model.yaml --equilibrium -o run.h5").code, 0);
  EXPECT_NEAR(LastOf("x.x"), 1e-3, 1e-9);
  EXPECT_NEAR(LastOf("f"), 50, 1e-5);
}

TEST_F(EngineCli, AnArcThatIsNoNumberIsRefused) {
  Write("model.yaml", kRubbingMass);
  for (const char* arc : {"nan", "inf", "0"}) {
    const Outcome outcome = Run(std::string("static model.yaml --path --arc ") + arc);
    EXPECT_EQ(outcome.code, 2) << arc;
    EXPECT_NE(outcome.err.find("is not a number from"), std::string::npos) << outcome.err;
  }
}

TEST_F(EngineCli, AJointThatIsWideOpenIsRefused) {
  const std::string model = R"(
bodies:
  bar: {mass: 1, inertia: [1, 1, 1], position: [0.5, 0, 0]}
joints:
  hook: {joint: spherical, between: [ground, bar]}
)";
  Write("open.yaml", model);
  const Outcome refused = Run("check open.yaml");
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("open.yaml:5"), std::string::npos) << refused.err;
  Write("assembled.yaml", "assemble: true" + model);
  const Outcome moved = Run("check assembled.yaml");
  EXPECT_EQ(moved.code, 0) << moved.err;
  EXPECT_NE(moved.err.find("body 'bar' was moved by 0.5 m"), std::string::npos) << moved.err;
}

TEST_F(EngineCli, AnEquilibriumThatFailsSaysWhyBesideAPage) {
  Write("stone.yaml", "bodies: {stone: {mass: 1, inertia: [1, 1, 1]}}\n");
  const Outcome outcome = Run("run stone.yaml --equilibrium --page run.html");
  EXPECT_EQ(outcome.code, 1);
  EXPECT_NE(outcome.err.find("no static equilibrium"), std::string::npos) << outcome.err;
}

// What may be meant but seldom is: told on stderr and in the JSON, by all who read the model.
TEST_F(EngineCli, WarningsAreShown) {
  Write("model.yaml", R"(parameters: {k: 100, unused: 3}
bodies:
  mass: {mass: 2, position: [0, 0, 1], inertia: [0.1, 0.1, 0.1]}
joints:
  rail: {joint: translational, between: [ground, mass], at: [0, 0, 1]}
connections:
  spring: {connection: rod, between: [ground, mass], at: [0, 0, 0], at_second: [0, 0, 1],
           law: {law: parallel, parts: [{law: linear, stiffness: "${k}"}, {law: linear, stiffness: -1}]}}
loads:
  shake: {load: force, "on": mass, value: 0}
sensors:
  mass: {sensor: position, of: mass}
solver: {end_time: 0.01, tolerance: 0.01}
)");
  for (const char* command : {"check", "run", "static", "modes", "frf"}) {
    const Outcome outcome = Run(std::string(command) + " model.yaml --json");
    EXPECT_EQ(outcome.code, 0) << command << outcome.err;
    const nlohmann::json warnings = outcome.Json()["warnings"];
    ASSERT_EQ(warnings.size(), 4u) << command << outcome.err;
    for (const char* part :
         {"model.yaml:1:22: warning: the parameter 'unused' is used nowhere",
          "model.yaml:8:", "stiffness is -1", "acts along z", "tolerance = 0.01 is loose"}) {
      EXPECT_NE(outcome.err.find(part), std::string::npos) << command << part << outcome.err;
    }
    for (const nlohmann::json& warning : warnings) EXPECT_GT(warning["line"], 0);
  }
}

// Options out of range are refused by name; 2 is the code of wrong input.
TEST_F(EngineCli, OptionsOutOfRangeAreRefused) {
  Write("model.yaml", kMassOnSpring);
  for (const char* options :
       {"run model.yaml --end-time nan", "run model.yaml --end-time inf",
        "run model.yaml --end-time -1", "run model.yaml --end-time 1e300",
        "run model.yaml --step nan", "run model.yaml --step 0", "run model.yaml --step 1e-300",
        "run model.yaml --max-iterations 1000000000", "run model.yaml --max-iterations -1",
        "run model.yaml --vtk a --vtk-times nan", "static model.yaml --path --arc nan",
        "static model.yaml --path --arc 1e9", "static model.yaml --path --points -3",
        "modes model.yaml --count 0", "modes model.yaml --count 1e300", "frf model.yaml --from nan",
        "frf model.yaml --to inf", "frf model.yaml --from -2", "frf model.yaml --count 0"}) {
    const Outcome outcome = Run(options);
    EXPECT_EQ(outcome.code, 2) << options << outcome.err;
    EXPECT_NE(outcome.err.find("--"), std::string::npos) << options << outcome.err;
  }
}

// A run ends where it was told to, also between steps.
TEST_F(EngineCli, RunsEndExactly) {
  Write("model.yaml", kMassOnSpring);
  const Outcome run = Run("run model.yaml --end-time 0.0025 --step 0.001 --json");
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_NEAR(run.Json()["end_time"], 0.0025, 1e-15);
  EXPECT_EQ(run.Json()["steps"], 3);
}

// By hand: a mass that is free to turn and has no inertia has no response; Euler angles at rest
// have no slope.
TEST_F(EngineCli, ResponsesThatAreNoneAreRefused) {
  const std::string model = R"(
gravity: [0, 0, 0]
bodies: {mass: {mass: 2, inertia: INERTIA}}
connections: {s: {connection: linear_spring, between: [ground, mass], law: {law: linear, dimension: 3, stiffness: 100}}}
loads: {push: {load: torque, "on": mass, direction: [1, 0, 0], value: 0}}
sensors: {turn: {sensor: rotation_vector, of: mass}, euler: {sensor: euler_313, of: mass}}
)";
  const auto with = [&](const std::string& inertia) {
    std::string text = model;
    return text.replace(text.find("INERTIA"), 7, inertia);
  };
  Write("point.yaml", with("[0, 0, 0]"));
  const Outcome point = Run("frf point.yaml --from 1 --to 2 -n 2 --json");
  EXPECT_NE(point.code, 0) << point.out;
  Write("solid.yaml", with("[1, 1, 1]"));
  const Outcome solid = Run("frf solid.yaml --from 1 --to 1 -n 1 --json");
  EXPECT_EQ(solid.code, 0) << solid.err;
  EXPECT_NE(solid.err.find("euler.x"), std::string::npos) << solid.err;
  const nlohmann::json response = solid.Json();
  for (const nlohmann::json& channel : response["channels"]) {
    EXPECT_EQ(channel["name"].get<std::string>().find("euler"), std::string::npos);
  }
}

// A joint and a spring may have one name: the force of the law is that of the spring, 2 kg g.
TEST_F(EngineCli, ASpringMayHaveTheNameOfAJoint) {
  Write("model.yaml", R"(
bodies: {mass: {mass: 2, position: [0, 0, 1], inertia: [1, 1, 1]}}
joints: {front: {joint: translational, between: [ground, mass], at: [0, 0, 1]}}
connections: {front: {connection: rod, between: [ground, mass], at: [0, 0, 0], at_second: [0, 0, 1],
              law: {law: linear, stiffness: 1000}}}
sensors: {f: {sensor: law_force, item: front}}
)");
  EXPECT_NEAR(Run("static model.yaml --json").Json()["sensors"]["f"], -19.62, 1e-6);
}

// What `check` writes is the model as understood: run again, it gives the same numbers.
TEST_F(EngineCli, WhatCheckWritesRunsTheSame) {
  Write("arm.yaml", R"(
units: {length: mm}
ports: [body]
parameters: {rate: 30 N/mm}
bodies: {arm: {mass: 3, position: [400, 500, 200], inertia: [1e4, 2e4, 2e4], products: [100, 0, 50]}}
joints: {hinge: {joint: revolute, between: [body, arm], at: [0, 300, 200], axis: [1, 0, 0]}}
connections:
  spring: {connection: rod, between: [body, arm], at: [300, 450, 500], at_second: [300, 450, 200],
           law: {law: linear, stiffness: "${rate}", damping: 0.5 N*s/mm}}
)");
  Write("car.yaml", R"(
subsystems:
  left: {file: arm.yaml, ports: {body: ground}, set: {rate: 45 N/mm}}
  right: {file: arm.yaml, ports: {body: ground}, mirror: y}
sensors:
  left: {sensor: position, of: left/arm}
  right: {sensor: position, of: right/arm}
solver: {end_time: 0.05}
)");
  ASSERT_EQ(Run("check car.yaml --write flat.yaml").code, 0);
  ASSERT_EQ(Run("check car.yaml --write whole.yaml --with-subsystems").code, 0);
  EXPECT_EQ(Run("check car.yaml --write car.yaml --force").code, 2) << "never over an input";
  EXPECT_EQ(Run("check car.yaml --write flat.yaml").code, 2) << "not without --force";
  EXPECT_EQ(Run("check car.yaml --with-subsystems").code, 2) << "of nothing that is written";
  ASSERT_EQ(Run("run car.yaml -o car.h5").code, 0);
  std::vector<std::string> tables;
  for (const char* model : {"car", "flat", "whole"}) {
    const std::string name = model;
    ASSERT_EQ(Run("run " + name + ".yaml -o " + name + ".h5 --force").code, 0) << name;
    ASSERT_EQ(Run("export " + name + ".h5 -o " + name + ".csv").code, 0) << name;
    std::ifstream file(Path(name + ".csv"));
    tables.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  EXPECT_GT(tables[0].size(), 1000u);
  EXPECT_EQ(tables[1], tables[0]);
  EXPECT_EQ(tables[2], tables[0]);
}

// Two motions of one slide: +10 and -10 mm a second.
TEST_F(EngineCli, MotionsThatPartAreNamed) {
  Write("model.yaml", R"(
bodies: {post: {mass: 1, inertia: [1, 1, 1]}}
joints: {rail: {joint: translational, between: [ground, post], at: [0, 0, 0]}}
motions:
  up: {motion: translation, joint: rail, expression: 0.01*t}
  down: {motion: translation, joint: rail, expression: -0.01*t}
)");
  const Outcome check = Run("check model.yaml");
  EXPECT_NE(check.out.find("redundant: motion 'down', which follows from motion 'up'"),
            std::string::npos)
      << check.out;
  const Outcome run = Run("run model.yaml");
  EXPECT_EQ(run.code, 1);
  EXPECT_NE(run.err.find("motion 'down' contradicts motion 'up'"), std::string::npos) << run.err;
}

}  // namespace
}  // namespace jounce

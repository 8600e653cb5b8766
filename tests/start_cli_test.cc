// How models start, by the commands: preloads for the drawn position, velocities, moving ground.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"

namespace jounce {
namespace {

class StartCli : public CommandTest {
 protected:
  StartCli() { most_seconds_ = 60; }

  void Write(const std::string& name, const std::string& text) const {
    WriteTextFile(Path(name), text);
  }
  nlohmann::json JsonOf(const std::string& arguments) const {
    const Outcome outcome = Run(arguments + " --json");
    EXPECT_EQ(outcome.code, 0) << outcome.err << outcome.out;
    return outcome.Json();
  }
};

constexpr char kCorner[] = R"(
ports: [body]
bodies:
  arm: {mass: 10, position: [0, 0.6, 0.3], inertia: [0.2, 0.2, 0.2]}
joints:
  hinge: {joint: revolute, between: [body, arm], at: [0, 0.3, 0.3], axis: [1, 0, 0]}
connections:
  spring: {connection: rod, between: [body, arm], at: [0, 0.45, 0.8], at_second: [0, 0.45, 0.3],
           law: {law: linear, stiffness: 40 N/mm}, design_position: true}
  tyre: {connection: rod, between: [ground, arm], at: [0, 0.7, 0], at_second: [0, 0.7, 0.3],
         law: {law: linear, stiffness: 200 N/mm}, design_position: true}
)";

constexpr char kTwoCorners[] = R"(
bodies: {car: {mass: 400, position: [0, 0, 0.7], inertia: [50, 50, 50]}}
joints: {guide: {joint: translational, between: [ground, car], at: [0, 0, 0.7], axis: [0, 0, 1]}}
subsystems:
  left: {file: corner.yaml, ports: {body: car}}
  right: {file: corner.yaml, ports: {body: car}, mirror: y}
sensors: {tyre: {sensor: law_force, item: right/tyre}}
solver: {end_time: 0.01, step: 1 ms}
)";

// Each tyre carries half of 420 kg, T; about a hinge 0.4 T = 0.3 * 10 g + 0.15 S.
TEST_F(StartCli, SpringsHoldACarWhereItIsDrawn) {
  const double g = 9.81, tyre = 210 * g, spring = (0.4 * 210 - 0.3 * 10) * g / 0.15;
  Write("corner.yaml", kCorner);
  Write("car.yaml", kTwoCorners);
  ASSERT_EQ(Run("check car.yaml --write flat.yaml").code, 0);
  for (const char* model : {"car.yaml", "flat.yaml"}) {
    const nlohmann::json check = JsonOf(std::string("check ") + model);
    for (const char* side : {"left", "right"}) {
      const std::string prefix = std::string(side) + "/";
      EXPECT_NEAR(check["design_preloads"][prefix + "tyre"][0], -tyre, 1e-7);
      EXPECT_NEAR(check["design_preloads"][prefix + "spring"][0], -spring, 1e-7);
    }
    const nlohmann::json at_rest = JsonOf(std::string("static ") + model);
    EXPECT_NEAR(at_rest["bodies"]["car"]["position"][2], 0.7, 1e-9);
    EXPECT_NEAR(at_rest["bodies"]["right/arm"]["position"][1], -0.6, 1e-9);
    EXPECT_NEAR(at_rest["bodies"]["right/arm"]["position"][2], 0.3, 1e-9);
    EXPECT_NEAR(at_rest["sensors"]["tyre"], -tyre, 1e-6);
  }
  EXPECT_NE(Run("static car.yaml").out.find("preloads that hold it where it is drawn"),
            std::string::npos);
}

// Nothing holds the car about z: it would turn with its arms.
TEST_F(StartCli, WhatCannotBeHeldIsAnErrorAtItsPlace) {
  Write("corner.yaml", kCorner);
  std::string text = kTwoCorners;
  text.replace(text.find("translational"), 13, "cylindrical");
  text += "loads: {pull: {load: torque, on: car, direction: [0, 0, 1], value: 30 N m}}\n";
  Write("car.yaml", text);
  const Outcome outcome = Run("check car.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("car.yaml:2:"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("body 'left/arm'"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("body 'car'"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("moment of [0, 0, 30] N m"), std::string::npos) << outcome.err;
}

// A bar of 7850 kg/m3, 20 mm x 20 mm and 1 m: half of its weight at each end.
TEST_F(StartCli, BeamsCountAsRigid) {
  Write("bar.yaml", R"(
beams:
  bar: {along: [[0, 0, 0], [1, 0, 0]], elements: 6,
        section: {shape: constants, area: 4e-4, Iy: 1.3e-8, Iz: 1.3e-8, J: 2e-8, E: 210 GPa, nu: 0.3, density: 7850}}
connections:
  left: {connection: rod, between: [ground, bar.0], at: [0, 0, 1], at_second: [0, 0, 0],
         law: {law: linear, stiffness: 10 N/mm}, design_position: true}
  right: {connection: rod, between: [ground, bar.6], at: [1, 0, 1], at_second: [1, 0, 0],
          law: {law: linear, stiffness: 10 N/mm}, design_position: true}
solver: {end_time: 0.01, step: 1 ms}
)");
  const nlohmann::json check = JsonOf("check bar.yaml");
  const double half = 0.5 * 7850 * 4e-4 * 9.81;
  EXPECT_NEAR(check["design_preloads"]["left"][0], half, 1e-8);
  EXPECT_NEAR(check["design_preloads"]["right"][0], half, 1e-8);
}

constexpr char kShaker[] = R"(
units: {length: mm}
bodies: {mass: {mass: 2, position: [0, 100, 200]}}
frames:
  table: {body: ground, position: [0, 100, 0], motion: {z: {value: 5}, rx: {expression: 0.1*t}}}
  corner: {body: table, position: [0, 0, 10]}
joints: {slide: {joint: translational, between: [ground, mass], at: [0, 100, 200], axis: [0, 0, 1]}}
connections:
  spring: {connection: rod, between: [corner, mass], at_second: [0, 100, 200],
           law: {law: linear, stiffness: 1 N/mm}}
sensors:
  corner: {sensor: position, of: corner}
  turn: {sensor: rotation_vector, of: table}
solver: {end_time: 0.01, step: 1 ms}
)";

// Written and read, alone and mirrored into another model: 5 mm up, and the mass 2 g/k below.
TEST_F(StartCli, AMovingFrameIsReadWrittenAndMirrored) {
  Write("shaker.yaml", kShaker);
  Write("pair.yaml",
        "subsystems: {image: {file: shaker.yaml, mirror: y}}\n"
        "solver: {end_time: 0.01, step: 1 ms}\n");
  ASSERT_EQ(Run("check shaker.yaml --write flat.yaml").code, 0);
  ASSERT_EQ(Run("check pair.yaml --write pair_flat.yaml --page pair.html").code, 0);
  for (const char* file : {"shaker", "flat", "pair", "pair_flat"}) {
    const bool mirrored = std::string(file).starts_with("pair");
    const std::string prefix = mirrored ? "image/" : "";
    const nlohmann::json at_rest = JsonOf(std::string("static ") + file + ".yaml");
    EXPECT_NEAR(at_rest["bodies"][prefix + "mass"]["position"][2], 0.205 - 2 * 9.81 / 1000, 1e-10);
    EXPECT_NEAR(at_rest["sensors"][prefix + "corner.y"], mirrored ? -0.1 : 0.1, 1e-12);
    EXPECT_NEAR(at_rest["sensors"][prefix + "corner.z"], 0.015, 1e-12);
    ASSERT_EQ(Run(std::string("run ") + file + ".yaml --force -o run.h5 --page run.html").code, 0);
    const std::string text =
        Run(mirrored ? "export run.h5 -c 'image|turn.x'" : "export run.h5 -c turn.x").out;
    EXPECT_NEAR(std::stod(text.substr(text.rfind(',') + 1)), mirrored ? -1e-3 : 1e-3, 1e-12);
  }
}

TEST_F(StartCli, AMovingFrameIsOnTheGround) {
  std::string text = kShaker;
  text.replace(text.find("body: ground"), 12, "body: mass");
  Write("shaker.yaml", text);
  const Outcome outcome = Run("check shaker.yaml");
  EXPECT_EQ(outcome.code, 2);
  EXPECT_NE(outcome.err.find("shaker.yaml:5:"), std::string::npos) << outcome.err;
  EXPECT_NE(outcome.err.find("frame 'table': it has a motion, but is on 'mass'"), std::string::npos)
      << outcome.err;
}

}  // namespace
}  // namespace jounce

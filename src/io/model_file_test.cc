#include "io/model_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

namespace fs = std::filesystem;

constexpr char kArm[] = R"(
units: {length: mm, force: N, mass: kg, angle: deg}
ports: [subframe]
parameters: {rate: 30 N/mm, reach: 400}
bodies:
  arm: {mass: 3, position: ["${reach}", 500, 200], inertia: [1e4, 2e4, 2e4], products: [100, 0, 50]}
joints:
  hinge: {joint: revolute, between: [subframe, arm], at: [0, 300, 200], axis: [1, 0, 0]}
connections:
  spring:
    connection: rod
    between: [subframe, arm]
    at: [300, 450, 500]
    at_second: [300, 450, 200]
    law: {law: linear, stiffness: "${rate}", damping: 0.5 N s/mm}
sensors:
  travel: {sensor: position, of: arm}
)";

constexpr char kCar[] = R"(
units: {length: m, force: kN}
parameters: {spring: 45 N/mm}
bodies:
  body: {mass: 300, position: [0, 0, 0.6], inertia: [50, 50, 50]}
joints: {rail: {joint: translational, between: [ground, body], axis: [0, 0, 1]}}
subsystems:
  left: {file: parts/arm.yaml, ports: {subframe: body}, set: {rate: "${2*spring}"}}
  right: {file: parts/arm.yaml, ports: {subframe: body}, mirror: y}
sensors:
  between: {sensor: position, of: left/arm, relative_to: right/arm}
solver: {end_time: 0.1, step: 0.001}
)";

class ModelFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(testing::TemporaryPath("")).parent_path();
    fs::create_directories(folder_ / "parts");
    Write("parts/arm.yaml", kArm);
    Write("car.yaml", kCar);
  }
  void TearDown() override { fs::remove_all(folder_); }

  std::string Path(const std::string& name) const { return (folder_ / name).string(); }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  std::string ErrorsOf(const std::string& name, const Assignments& assignments = {}) const {
    try {
      LoadModel(Path(name), assignments);
    } catch (const InputError& error) {
      std::string all;
      for (const Diagnostic& d : error.diagnostics()) all += d.ToString() + "\n";
      return all;
    }
    return "";
  }

  fs::path folder_;
};

double RateOf(const Model& model, const std::string& name) {
  for (const Connection& c : model.connections) {
    if (c.name == name) return std::get<LinearSettings>(c.law->kind).stiffness[0];
  }
  return 0;
}

TEST_F(ModelFileTest, SubAssembliesHaveTheirOwnUnitsAndParameters) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"));
  ASSERT_EQ(loaded.model.bodies.size(), 3u);
  EXPECT_EQ(loaded.model.bodies[1].name, "left/arm");
  EXPECT_EQ(loaded.model.bodies[1].position, Eigen::Vector3d(0.4, 0.5, 0.2));
  EXPECT_EQ(loaded.model.bodies[2].position, Eigen::Vector3d(0.4, -0.5, 0.2));
  EXPECT_NEAR(RateOf(loaded.model, "left/spring"), 90e3, 1e-6);
  EXPECT_NEAR(RateOf(loaded.model, "right/spring"), 30e3, 1e-6);
  EXPECT_EQ(loaded.files.size(), 2u);
}

TEST_F(ModelFileTest, AssignmentsReachIn) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"), {{"right/rate", "12 N/mm"}});
  EXPECT_NEAR(RateOf(loaded.model, "right/spring"), 12e3, 1e-6);
  EXPECT_NE(ErrorsOf("car.yaml", {{"rihgt/rate", "1"}}).find("did you mean 'right'"),
            std::string::npos);
  EXPECT_NE(ErrorsOf("car.yaml", {{"right/rat", "1"}}).find("did you mean 'rate'"),
            std::string::npos);
}

TEST_F(ModelFileTest, ASubAssemblyStandsAlone) {
  const LoadedModel loaded = LoadModel(Path("parts/arm.yaml"));
  EXPECT_EQ(loaded.model.joints[0].ends.first, kGroundName);
}

// Written and read, flat and with its sub-assemblies: the same model to the last bit.
TEST_F(ModelFileTest, RoundTrip) {
  const LoadedModel loaded = LoadModel(Path("car.yaml"));
  Write("flat.yaml", WriteModel(loaded.model, folder_.string()));
  const LoadedModel flat = LoadModel(Path("flat.yaml"));
  EXPECT_TRUE(SameModel(flat.model, loaded.model));
  fs::create_directories(folder_ / "elsewhere");
  Write("elsewhere/whole.yaml", WriteModel(loaded.written, Path("elsewhere")));
  const LoadedModel whole = LoadModel(Path("elsewhere/whole.yaml"));
  EXPECT_EQ(WriteModel(whole.model, ""), WriteModel(loaded.model, ""));
  EXPECT_EQ(whole.written.subsystems.size(), 2u);
  Model other = loaded.model;
  other.bodies[0].mass += 1e-12;
  EXPECT_FALSE(SameModel(other, loaded.model));
}

TEST_F(ModelFileTest, MistakesInsideNameTheWayThere) {
  Write("parts/arm.yaml", std::string(kArm) + "loads: {push: {load: force, on: nobody}}\n");
  const std::string errors = ErrorsOf("car.yaml");
  EXPECT_NE(errors.find("arm.yaml:"), std::string::npos) << errors;
  EXPECT_NE(errors.find("(in sub-assembly 'left', "), std::string::npos) << errors;
  EXPECT_NE(errors.find("car.yaml:"), std::string::npos) << errors;
  EXPECT_EQ(errors.find("'right'"), std::string::npos) << "once for both: " << errors;
}

TEST_F(ModelFileTest, WrongPortsInstancesAndCircles) {
  Write("parts/loop.yaml", "subsystems: {inner: {file: loop.yaml}}\n");
  Write("bad.yaml", R"(
bodies: {body: {mass: 1, inertia: [1, 1, 1]}}
subsystems:
  a: {file: parts/arm.yaml, ports: {subfrme: body}}
  b: {file: parts/none.yaml}
  c: {file: parts/loop.yaml}
  d: {file: parts/arm.yaml, ports: {subframe: body}, set: {rat: 3}}
sensors: {s: {sensor: position, of: e/arm}}
)");
  const std::string errors = ErrorsOf("bad.yaml");
  EXPECT_NE(errors.find("there is no body or frame 'e/arm'"), std::string::npos) << errors;
  EXPECT_NE(errors.find("none.yaml"), std::string::npos) << errors;
  EXPECT_NE(errors.find("contains itself in a circle"), std::string::npos) << errors;
  EXPECT_NE(errors.find("'rat'"), std::string::npos) << errors;
  Write("ports.yaml", R"(
subsystems:
  a: {file: parts/arm.yaml, ports: {subfrme: ground}}
sensors: {s: {sensor: position, of: a/rma}}
)");
  EXPECT_NE(ErrorsOf("ports.yaml").find("has no port 'subfrme'"), std::string::npos);
  Write("names.yaml", R"(
subsystems:
  a: {file: parts/arm.yaml, ports: {subframe: ground}}
sensors: {s: {sensor: position, of: a/rma}}
)");
  EXPECT_NE(ErrorsOf("names.yaml").find("no body or frame is called 'a/rma'"), std::string::npos);
}

}  // namespace
}  // namespace jounce

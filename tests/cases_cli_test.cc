// Cases of a model by the commands: alone, side by side, and wrong ones.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "command_test.h"
#include "io/result_file.h"

namespace jounce {
namespace {

class CasesCli : public CommandTest {
 protected:
  CasesCli() { most_seconds_ = 60; }

  void Write(const std::string& name, const std::string& text) const {
    WriteTextFile(Path(name), text);
  }
};

// A mass at rest on a spring, pulled by a sudden force F: x = F/k (1 - cos wt), at most 2 F/k, and
// 2 F in the spring.
const char kPulledMass[] = R"(
gravity: [0, 0, 0]
parameters: {force: 10 N, rate: 2 N/mm}
bodies:
  mass: {mass: 2, position: [0, 0, 0], inertia: [0.1, 0.1, 0.1]}
joints:
  rail: {joint: translational, between: [ground, mass], at: [0, 0, 0]}
connections:
  spring: {connection: rod, between: [ground, mass], at: [0, 0, -1], at_second: [0, 0, 0],
           law: {law: linear, stiffness: "${rate}"}}
loads:
  pull: {load: force, on: mass, direction: [0, 0, 1], value: "${force}"}
sensors:
  mass: {sensor: position, of: mass}
  spring: {sensor: law_force, item: spring}
solver: {end_time: 0.5, step: 0.0005}
cases:
  weak: {force: 5 N}
  soft: {rate: 1 N/mm}
  strong: {force: 40 N, rate: 4 N/mm}
)";

// A vehicle of 100 kg with an arm of 10 kg that is part of it, on a spring: it carries (100 + load)
// g.
const char kWeighedVehicle[] = R"(
parameters: {load: 0 kg}
points: {root: [0, 0.2, 0], tip: [0, 0.8, 0]}
bodies:
  arm: {shapes: [{shape: rod, from: root, to: tip, mass: 10 kg}]}
  hull:
    remainder_of: {mass: 100 kg, centre: [0, 0, 0.5], inertia: [20, 30, 35]}
    payloads: {load: {mass: "${load}", at: [0, 0, 1]}}
joints:
  rail: {joint: translational, between: [ground, hull], axis: [0, 0, 1]}
  weld: {joint: fixed, between: [hull, arm], at: root}
connections:
  spring: {connection: rod, between: [ground, hull], at: [0, 0, -1], at_second: [0, 0, 0],
           law: {law: linear, stiffness: 10 N/mm}}
sensors:
  spring: {sensor: law_force, item: spring}
cases:
  laden: {load: 50 kg}
)";

TEST_F(CasesCli, ARemainderWithItsPayloadIsPrintedAndWeighs) {
  Write("model.yaml", kWeighedVehicle);
  const Outcome text = Run("check model.yaml");
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_NE(text.out.find("hull: 90 kg at [0, -0.0555556, 0.555556] m"), std::string::npos)
      << text.out;
  const nlohmann::json hull = Run("check model.yaml --case laden --json").Json();
  EXPECT_EQ(hull["mass"], 150);
  EXPECT_EQ(hull["computed_masses"][1]["body"], "hull");
  EXPECT_NEAR(hull["computed_masses"][1]["mass"].get<double>(), 140, 1e-12);
  for (const auto& [option, weight] : {std::pair("", 981.), std::pair(" --case laden", 1471.5)}) {
    const Outcome rest = Run(std::string("static model.yaml --json") + option);
    ASSERT_EQ(rest.code, 0) << rest.err;
    EXPECT_NEAR(rest.Json()["sensors"]["spring"].get<double>(), -weight, 1e-6) << rest.out;
  }
}

TEST_F(CasesCli, CasesSideBySideAreTheClosedForm) {
  Write("model.yaml", kPulledMass);
  const Outcome outcome = Run("run model.yaml --cases all -j 2 --set force+='1 N' --json");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const nlohmann::json cases = outcome.Json()["cases"];
  const struct {
    const char* name;
    double force, rate;
  } kExpected[] = {{"weak", 6, 2000}, {"soft", 11, 1000}, {"strong", 41, 4000}};
  ASSERT_EQ(cases.size(), 3u);
  for (int i = 0; i < 3; ++i) {
    const auto& expected = kExpected[i];
    EXPECT_EQ(cases[i]["case"], expected.name);
    EXPECT_EQ(cases[i]["status"], "done");
    const double largest = 2 * expected.force / expected.rate;
    EXPECT_NEAR(cases[i]["largest"]["mass.z"]["value"], largest, 1e-3 * largest);
    EXPECT_EQ(cases[i]["largest"]["mass.z"]["unit"], "m");
  }
  const Outcome table = Run("run model.yaml --cases soft,weak");
  ASSERT_EQ(table.code, 0) << table.err;
  for (const char* part : {"|mass.z|/m", "soft", "weak", "done", "1000"}) {
    EXPECT_NE(table.out.find(part), std::string::npos) << part << table.out;
  }
  EXPECT_EQ(table.out.find("strong"), std::string::npos) << table.out;
  // sqrt(k/m)/(2 pi) of each stiffness, by the other commands.
  const double frequency = std::sqrt(4000 / 2.0) / (2 * M_PI);
  const nlohmann::json modes = Run("modes model.yaml --case strong --json").Json()["modes"];
  EXPECT_NEAR(modes[0]["frequency"], frequency, 1e-6);
  const nlohmann::json rest = Run("static model.yaml --case strong --json").Json()["sensors"];
  EXPECT_NEAR(rest["mass.z"], 40 / 4000.0, 1e-9);
  const nlohmann::json frf =
      Run("frf model.yaml --case soft --from 1e-3 --to 1e-3 --count 1 --json").Json();
  EXPECT_NEAR(frf["channels"][2]["real"][0], 1e-3, 1e-8);
}

TEST_F(CasesCli, CasesSideBySideEqualSingleRunsBitByBit) {
  Write("model.yaml", kPulledMass);
  ASSERT_EQ(Run("run model.yaml --cases all -j 3 -o all.h5").code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder_ / "all.h5"));
  for (const std::string name : {"weak", "soft", "strong"}) {
    ASSERT_EQ(Run("run model.yaml --case " + name + " -o one_" + name + ".h5").code, 0);
    const ResultReader one(Path("one_" + name + ".h5")), all(Path("all_" + name + ".h5"));
    EXPECT_EQ(one.rows(), 1001u);
    EXPECT_EQ(one.ReadTime(), all.ReadTime());
    ASSERT_EQ(one.channels().size(), all.channels().size());
    for (const ChannelInfo& channel : one.channels()) {
      EXPECT_EQ(one.ReadChannel(channel.name), all.ReadChannel(channel.name)) << channel.name;
    }
    EXPECT_EQ(one.ReadAttribute("inputs_hash"), all.ReadAttribute("inputs_hash"));
  }
  // Other cases are other inputs.
  EXPECT_EQ(Run("run model.yaml --case soft -o one_weak.h5").code, 2);
}

TEST_F(CasesCli, WrongCasesAreRefused) {
  Write("model.yaml", std::string(kPulledMass) + "  wrong: {forec: 3, rate: 3 kg}\n");
  const Outcome check = Run("check model.yaml");
  EXPECT_EQ(check.code, 2);
  for (const char* part : {"model.yaml:21:11: error: there is no parameter or variant 'forec'",
                           "did you mean 'force'?", "(in case 'wrong')"}) {
    EXPECT_NE(check.err.find(part), std::string::npos) << part << check.err;
  }
  EXPECT_EQ(Run("run model.yaml --cases all").code, 2);
  EXPECT_EQ(Run("run model.yaml --case soft").code, 0);
  const Outcome unknown = Run("run model.yaml --case sotf");
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("did you mean 'soft'?"), std::string::npos) << unknown.err;
  for (const char* options : {"--cases soft,soft", "--cases soft --case weak", "-j 2",
                              "--cases soft --page a.html", "--cases soft --vtk a"}) {
    EXPECT_EQ(Run(std::string("run model.yaml ") + options).code, 2) << options;
  }
  const std::string text = kPulledMass;
  Write("plain.yaml", text.substr(0, text.find("cases:")));
  EXPECT_NE(Run("run plain.yaml --cases all").err.find("has no cases"), std::string::npos);
}

// One that fails does not stop the others, and its code is that of all.
TEST_F(CasesCli, TheWorstCaseSaysTheExitCode) {
  Write("model.yaml", R"(
parameters: {down: -0.01}
bodies: {post: {mass: 1, inertia: [1, 1, 1]}}
joints: {rail: {joint: translational, between: [ground, post], at: [0, 0, 0]}}
motions:
  up: {motion: translation, joint: rail, expression: 0.01*t}
  down: {motion: translation, joint: rail, expression: "${down}*t"}
solver: {end_time: 0.1, step: 0.001}
cases: {parts: {}, agrees: {down: 0.01}}
)");
  const Outcome outcome = Run("run model.yaml --cases all --json");
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  const nlohmann::json result = outcome.Json();
  EXPECT_EQ(result["status"], "failed");
  EXPECT_EQ(result["cases"][0]["status"], "failed");
  EXPECT_EQ(result["cases"][1]["status"], "done");
  EXPECT_NE(outcome.err.find("case 'parts': "), std::string::npos) << outcome.err;
}

}  // namespace
}  // namespace jounce

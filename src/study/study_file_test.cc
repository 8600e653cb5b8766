#include "study/study_file.h"

#include <gtest/gtest.h>

#include <cmath>

#include "io/text_file.h"
#include "study/evaluation.h"
#include "study/plan.h"

namespace jounce::study {
namespace {

std::string MistakesOf(const std::string& text) {
  try {
    ParseStudy(text, "s.yaml");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

constexpr char kOutputs[] = "outputs: {y: {take: formula, formula: 1}}\n";

TEST(StudyFile, NumbersWithUnits) {
  double number = 0;
  std::string unit;
  EXPECT_TRUE(ParseNumberWithUnit("-12.5e1 N/mm ", &number, &unit));
  EXPECT_EQ(number, -125);
  EXPECT_EQ(unit, "N/mm");
  for (const char* wrong : {"", " ", "N", "nan", "inf N", "0x10", "--1", "1e999"}) {
    EXPECT_FALSE(ParseNumberWithUnit(wrong, &number, &unit)) << wrong;
  }
}

TEST(StudyFile, MistakesAreNamedWithTheirLines) {
  const std::string head = kOutputs;
  EXPECT_NE(MistakesOf(head + "vary:\n  k: {from: 1 N, to: 2 mm}\n").find("different units"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "vary:\n  k: {from: 3, to: 2}\n").find("s.yaml:3"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "vary: {k: {}}\n").find("one way to say its values"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "vary: {k: {from: 1, to: 2, values: [3]}}\n").find("one way"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "vary: {y: {from: 1, to: 2}}\n").find("column 'y'"),
            std::string::npos);
  EXPECT_NE(MistakesOf("outputs: {y: {take: formula, formula: 2*z}}\n").find("'z'"),
            std::string::npos);
  EXPECT_NE(MistakesOf("outputs: {y: {take: statistic, channel: c}}\n").find("needs a model"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "vary: {k: {from: 1, to: 2}}\noptimize: {minimize: yy}\n")
                .find("no output 'yy'"),
            std::string::npos);
  EXPECT_NE(MistakesOf(head + "model: m.yaml\nvary: {k: {scale: force, from: 1, to: 2}}\n")
                .find("whose law"),
            std::string::npos);
}

// Quantiles: a tolerance of three deviations, 0.8413 of a normal distribution lies below one.
TEST(StudyFile, Distributions) {
  const Study study = ParseStudy(std::string(kOutputs) +
                                     "vary:\n"
                                     "  u: {nominal: 10 mm, tolerance: 10 %}\n"
                                     "  n: {nominal: 10, tolerance: 3, distribution: normal}\n"
                                     "  l: {nominal: 10, tolerance: 10, distribution: lognormal}\n"
                                     "  g: {from: 1, to: 100, spacing: logarithmic, count: 3}\n",
                                 "s.yaml");
  EXPECT_DOUBLE_EQ(study.factors[0].NumberAt(0), 9);
  EXPECT_DOUBLE_EQ(study.factors[0].NumberAt(1), 11);
  EXPECT_EQ(study.factors[0].unit, "mm");
  constexpr double kOneDeviation = 0.841344746068543;
  EXPECT_NEAR(study.factors[1].NumberAt(kOneDeviation), 11, 1e-9);
  EXPECT_NEAR(study.factors[1].NumberAt(0.5), 10, 1e-12);
  EXPECT_NEAR(study.factors[2].NumberAt(kOneDeviation), 10 * std::cbrt(2), 1e-9);
  EXPECT_NEAR(study.factors[3].NumberAtLevel(1), 10, 1e-12);
}

// Equal inputs, one key; another formula, other keys.
TEST(StudyFile, KeysTellInputsApart) {
  const auto runs = [](const std::string& formula) {
    return Planner(ParseStudy("vary: {a: {values: [p, q, p]}}\noutputs: {y: {take: formula, "
                              "formula: \"" +
                                  formula + "\"}}\n",
                              "s.yaml"))
        .Sampled();
  };
  const auto one = runs("1"), two = runs("2");
  EXPECT_EQ(one[0].key, one[2].key);
  EXPECT_NE(one[0].key, one[1].key);
  EXPECT_NE(one[0].key, two[0].key);
}

// Numbers of one unit are a column of numbers; what only looks like them is not.
TEST(StudyFile, ListsOfNumbersAndOfNames) {
  const Study study = ParseStudy(std::string(kOutputs) +
                                     "vary:\n  n: {values: [4 N/mm, 1.5e1 N/mm]}\n"
                                     "  m: {values: [4 N, 5 mm]}\n  c: {values: [007, 8]}\n",
                                 "s.yaml");
  EXPECT_EQ(study.factors[0].numbers, (std::vector<double>{4, 15}));
  EXPECT_EQ(study.factors[0].unit, "N/mm");
  EXPECT_TRUE(study.factors[1].IsText());
  EXPECT_TRUE(study.factors[2].IsText());
  const std::vector<study::Run> runs = Planner(study).Sampled();
  EXPECT_EQ(TextOf(study.factors[0], runs.back().values[0]), "15 N/mm");
}

TEST(StudyFile, FormulasOfInputsAndOutputs) {
  const Study study = ParseStudy(
      "vary: {a: {from: 1, to: 3, count: 3}, b: {values: [x]}}\n"
      "outputs:\n  y: {take: formula, formula: a^2}\n  z: {take: formula, formula: y + a, unit: "
      "m}\n",
      "s.yaml");
  const std::vector<study::Run> runs = Planner(study).Sampled();
  const Outcome outcome = Evaluate(study, runs[2]);
  EXPECT_EQ(outcome.state, RunState::kDone) << outcome.reason;
  EXPECT_EQ(outcome.outputs, (std::vector<double>{9, 12}));
  EXPECT_EQ(outcome.units[1], "m");
}

// A mass on a spring: what analyses give is known in closed form. m = 10 kg, k = 4000 N/m.
TEST(StudyFile, OutputsOfAModel) {
  const std::string model = std::string(::testing::TempDir()) + "study_mass.yaml";
  WriteTextFile(
      model,
      "parameters: {k: 4 N/mm}\n"
      "bodies: {mass: {mass: 10, inertia: [1, 1, 1]}}\n"
      "joints: {guide: {joint: translational, between: [ground, mass], at: [0, 0, 0], "
      "axis: [0, 0, 1]}}\n"
      "connections: {spring: {connection: bushing, between: [ground, mass], at: [0, 0, 0], "
      "law: {law: linear, dimension: 6, stiffnesses: ['${k}', '${k}', '${k}', 1, 1, 1]}}}\n"
      "sensors: {place: {sensor: position, of: mass}}\n"
      "solver: {end_time: 1 s, step: 1 ms}\n");
  const Study study = ParseStudy(
      "model: " + model +
          "\nvary:\n  k: {values: [4 N/mm, 16 N/mm]}\n"
          "  soft: {scale: stiffness, bushings: ['spr*'], directions: [z], values: [1, 0.25]}\n"
          "outputs:\n"
          "  f: {take: mode, body: mass, direction: z}\n"
          "  sag: {take: static, channel: place.z}\n"
          "  lowest: {take: statistic, channel: place.z, statistic: min}\n"
          "  half: {take: statistic, channel: place.z, statistic: min, to: 0.05 s}\n"
          "  cycles: {take: damage, channel: place.z, slope: 1}\n"
          "  band: {take: band, channel: place.z, low: 1 Hz, high: 10 Hz, segment: 1000}\n",
      "s.yaml");
  const std::vector<study::Run> runs = Planner(study).Sampled();
  ASSERT_EQ(runs.size(), 4U);
  const double g = 9.80665, stiffness[] = {4000, 1000, 16000, 4000};
  for (size_t i = 0; i < 4; ++i) {
    const Outcome outcome = Evaluate(study, runs[i]);
    ASSERT_EQ(outcome.state, RunState::kDone) << outcome.reason;
    const double w = std::sqrt(stiffness[i] / 10), sag = 10 * g / stiffness[i];
    EXPECT_NEAR(outcome.outputs[0], w / (2 * M_PI), 1e-6 * w);
    EXPECT_NEAR(outcome.outputs[1], -sag, 1e-3 * sag);
    EXPECT_NEAR(outcome.outputs[2], -2 * sag, 2e-3 * sag);
    EXPECT_NEAR(outcome.outputs[3], -sag * (1 - std::cos(std::min(w * 0.05, M_PI))), 2e-3 * sag);
    EXPECT_GT(outcome.outputs[4], 0);
    EXPECT_NEAR(outcome.outputs[5], sag / std::sqrt(2), 0.25 * sag);
    EXPECT_EQ(outcome.units[0], "Hz");
    EXPECT_EQ(outcome.units[1], "m");
    EXPECT_EQ(outcome.files.size(), 1U);
  }
}

TEST(StudyFile, WhatGoesWrongIsTheReason) {
  const Study study =
      ParseStudy("model: none.yaml\noutputs: {y: {take: static, channel: c}}\n", "s.yaml");
  const Outcome outcome = Evaluate(study, Planner(study).Sampled()[0]);
  EXPECT_EQ(outcome.state, RunState::kFailed);
  EXPECT_NE(outcome.reason.find("none.yaml"), std::string::npos) << outcome.reason;
}

}  // namespace
}  // namespace jounce::study

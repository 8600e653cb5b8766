#include "fatigue/woehler.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "fatigue/mean_stress.h"

namespace jounce {
namespace {

const WoehlerLine kLine{100, 1e6, 4};

// The slopes below the knee as Haibach (2006) names them.
TEST(WoehlerTest, RulesDifferBelowTheKneeAlone) {
  for (const MinerRule rule :
       {MinerRule::kElementary, MinerRule::kOriginal, MinerRule::kHaibach, MinerRule::kOwn}) {
    EXPECT_DOUBLE_EQ(kLine.Life(200, rule), 1e6 / 16);
    EXPECT_DOUBLE_EQ(kLine.Life(100, rule), 1e6);
  }
  EXPECT_DOUBLE_EQ(kLine.Life(50, MinerRule::kElementary), 16e6);
  EXPECT_DOUBLE_EQ(kLine.Life(50, MinerRule::kHaibach), 128e6);
  EXPECT_TRUE(std::isinf(kLine.Life(50, MinerRule::kOriginal)));
  EXPECT_EQ(kLine.Damage(0, MinerRule::kElementary), 0);
  WoehlerLine weld{41.5, 1e7, 3, 5};
  EXPECT_DOUBLE_EQ(weld.Life(20.75, MinerRule::kOwn), 32e7);
}

TEST(WoehlerTest, AmplitudeForIsTheInverse) {
  for (const double life : {1e3, 1e6, 1e8}) {
    const double amplitude = kLine.AmplitudeFor(life, MinerRule::kHaibach);
    EXPECT_NEAR(kLine.Life(amplitude, MinerRule::kHaibach), life, 1e-9 * life);
  }
}

// The quantile against printed tables of the normal distribution.
TEST(WoehlerTest, NormalQuantileOfTables) {
  EXPECT_NEAR(NormalQuantile(0.975), 1.959963984540054, 1e-13);
  EXPECT_NEAR(NormalQuantile(0.9), 1.2815515655446004, 1e-13);
  EXPECT_NEAR(NormalQuantile(1e-6), -4.753424308822899, 1e-11);
  EXPECT_NEAR(NormalQuantile(0.5), 0, 1e-15);
  EXPECT_THROW(NormalQuantile(0), InputError);
}

// T_S spans 10 % to 90 % by definition; the life follows with the slope.
TEST(WoehlerTest, ScatterSpansTheBand) {
  WoehlerLine line = kLine;
  line.scatter = 1.25;
  const WoehlerLine safe = line.ForFailure(0.1), weak = line.ForFailure(0.9);
  EXPECT_NEAR(weak.amplitude / safe.amplitude, 1.25, 1e-12);
  EXPECT_NEAR(safe.cycles, 1e6, 1e-6) << "the knee moves along the strength";
  const double ratio =
      weak.Life(200, MinerRule::kElementary) / safe.Life(200, MinerRule::kElementary);
  EXPECT_NEAR(ratio, std::pow(1.25, 4), 1e-9);
}

// ../shared/benchmarks/miner_damage: N = 1e12 S^-3 by range, three blocks.
TEST(WoehlerTest, BlocksOfThePublishedExample) {
  const WoehlerLine line{0.5, 1e12, 3};  // amplitude of range 1
  const std::vector<LoadLevel> blocks = {{50, 0, 2e5}, {75, 0, 5e4}, {100, 0, 1e4}};
  EXPECT_NEAR(DamageOf(blocks, line, MinerRule::kElementary), 0.44875, 1e-12);
}

TEST(WoehlerTest, BlockProgrammeKeepsTheDamage) {
  const std::vector<LoadLevel> levels = {{400, 10, 10}, {320, 5, 200}, {90, 0, 1e5}};
  const std::vector<LoadLevel> programme = BlockProgramme(levels, 5, 4);
  ASSERT_EQ(programme.size(), 4u);
  EXPECT_EQ(programme[0].amplitude, 400);
  EXPECT_NEAR(programme[0].cycles, 10 + 200 * std::pow(0.8, 5), 1e-9);
  EXPECT_EQ(programme[2].cycles, 0);
  EXPECT_NEAR(EquivalentAmplitude(programme, 5, 1e6), EquivalentAmplitude(levels, 5, 1e6), 1e-9);
}

// ../shared/benchmarks/miner_damage: Sa = 100, Sm = 50, Su = 500.
TEST(MeanStressTest, PublishedExample) {
  const MeanStressData data{.tensile_strength = 500, .sensitivity = 0.3};
  const auto equivalent = [&](MeanStressRule rule) {
    return MeanStressCorrection(rule, data).EquivalentAmplitude(100, 50);
  };
  EXPECT_NEAR(equivalent(MeanStressRule::kGoodman), 111.1111, 1e-4);
  EXPECT_NEAR(equivalent(MeanStressRule::kGerber), 101.0101, 1e-4);
  EXPECT_NEAR(equivalent(MeanStressRule::kSwt), 122.474487, 1e-6);
  EXPECT_NEAR(equivalent(MeanStressRule::kFkm), 115, 1e-12);
}

TEST(MeanStressTest, WhatAMaterialLacksIsNamed) {
  try {
    const MeanStressCorrection correction(MeanStressRule::kSoderberg, {.tensile_strength = 500},
                                          "steel.yaml");
    FAIL() << "yield strength is missing";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("`yield_strength`, which steel.yaml"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace jounce

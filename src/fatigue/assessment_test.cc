#include "fatigue/assessment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

FatigueMaterial TestSteel() {
  FatigueMaterial m;
  m.young = 206e9;
  m.mean_stress.tensile_strength = 600e6;
  m.stress_life = WoehlerLine{125e6, 2e6, 7};
  m.strain_life = StrainLifeLine{206e9, 948e6, -0.092, 0.26, -0.445};
  m.force_life = WoehlerLine{3000, 1e5, 6};
  m.cyclic_strength = 1184e6;
  m.cyclic_exponent = 0.187;
  m.weld = WeldClass{.range = 90e6};
  return m;
}

std::vector<double> Alternating(double amplitude, int cycles) {
  std::vector<double> samples;
  for (int i = 0; i < cycles; ++i) {
    samples.push_back(amplitude);
    samples.push_back(-amplitude);
  }
  return samples;
}

// Constant amplitude at every method gives the material's own line.
TEST(AssessmentTest, ConstantAmplitudeGivesTheOwnLine) {
  AssessmentSettings settings;
  settings.residue = Residue::kRepeat;
  const FatigueMaterial steel = TestSteel();
  const Assessment stress = AssessSamples(Alternating(200e6, 10), steel, settings);
  EXPECT_NEAR(stress.life, 2e6 * std::pow(200.0 / 125, -7), 1e-6);
  EXPECT_NEAR(stress.equivalent_amplitude, 200e6, 1e-3);
  EXPECT_NEAR(stress.passes, stress.life / 10, 1e-6);

  settings.method = LifeMethod::kForce;
  EXPECT_NEAR(AssessSamples(Alternating(3000, 5), steel, settings).life, 1e5, 1e-6);

  // Strain life of a measured strain of 0.005: the case sl1 of the reference cases.
  settings.method = LifeMethod::kStrain;
  settings.notch = NotchRule::kStrain;
  const Assessment strain = AssessSamples(Alternating(0.005 * 206e9, 4), steel, settings);
  EXPECT_NEAR(strain.life, 10127.625127427444, 1e-4);
  EXPECT_EQ(strain.cycles, 4);

  // FAT 90 bears 2e6 cycles of a range of 90 MPa.
  settings.method = LifeMethod::kWeld;
  EXPECT_NEAR(AssessSamples(Alternating(45e6, 4), steel, settings).life, 2e6, 1);
}

// Piece by piece, whatever the pieces, a history has the damage of the whole; without levels nothing
// is kept.
TEST(AssessmentTest, PiecesHaveTheDamageOfTheWhole) {
  const FatigueMaterial steel = TestSteel();
  std::vector<double> samples;
  for (int i = 0; i < 5000; ++i)
    samples.push_back(150e6 * std::sin(0.37 * i) * std::sin(0.011 * i));
  for (const Residue residue : {Residue::kHalfCycles, Residue::kRepeat, Residue::kIgnore}) {
    AssessmentSettings settings{.mean = MeanStressRule::kGoodman, .residue = residue};
    const Assessment whole = AssessSamples(samples, steel, settings);
    AssessmentStream stream(steel, settings, /*keeps_levels=*/false);
    for (size_t first = 0, size = 1; first < samples.size(); first += size, size = 2 * size % 997) {
      stream.Add(std::span(samples).subspan(first, std::min(size, samples.size() - first)));
    }
    const Assessment pieces = stream.End();
    EXPECT_DOUBLE_EQ(pieces.damage, whole.damage);
    EXPECT_EQ(pieces.cycles, whole.cycles);
    EXPECT_EQ(pieces.largest_amplitude, whole.largest_amplitude);
    EXPECT_DOUBLE_EQ(pieces.equivalent_amplitude, whole.equivalent_amplitude);
    EXPECT_TRUE(pieces.levels.empty());
  }
}

// Splitting a history and joining the pieces changes no damage beyond the residue.
TEST(AssessmentTest, SplitHistoriesAddUp) {
  const std::vector<double> samples = testing::WhiteNoise(60e6, 40000);
  const std::span<const double> all(samples);
  AssessmentSettings settings;
  const FatigueMaterial steel = TestSteel();
  const double whole = AssessSamples(all, steel, settings).damage;
  double pieces = 0;
  for (int i = 0; i < 4; ++i) {
    pieces += AssessSamples(all.subspan(10000 * i, 10000), steel, settings).damage;
  }
  // The residue of a piece is a handful of half cycles.
  EXPECT_NEAR(pieces, whole, 0.02 * whole);
  EXPECT_LE(pieces, whole * (1 + 1e-12));
}

TEST(AssessmentTest, MeanStressAndFactorActOnCycles) {
  AssessmentSettings settings;
  settings.mean = MeanStressRule::kGoodman;
  settings.factor = 2;
  const FatigueMaterial steel = TestSteel();
  const std::vector<LoadLevel> levels = {{60e6, 40e6, 100}};
  const Assessment found = AssessLevels(levels, steel, settings);
  // Case ms1: 120 MPa about 80 MPa at R_m = 600 MPa is 138.4615 MPa.
  EXPECT_NEAR(found.equivalent_amplitude, 138.46153846153845e6, 1e-3);
  EXPECT_NEAR(found.damage, 100 / (2e6 * std::pow(138.46153846153845 / 125, -7)), 1e-12);
}

TEST(AssessmentTest, RubberGrowsCracksByItsEnergy) {
  FatigueMaterial rubber;
  rubber.crack_growth = CrackGrowthLaw{3.4e-6, 10000, 2, 0, 0, 5e-5, 1e-3};
  AssessmentSettings settings;
  settings.method = LifeMethod::kCrackGrowth;
  settings.stretch = 1.5;
  settings.residue = Residue::kRepeat;
  // The case ru1 of the reference cases: from 0 to 200 kJ/m3.
  const Assessment found = AssessSamples(std::vector<double>{0, 2e5, 0, 2e5, 0}, rubber, settings);
  EXPECT_NEAR(found.life, 530818.7010673946, 1e-4);
}

TEST(AssessmentTest, WhatIsMissingIsNamed) {
  AssessmentSettings settings;
  settings.method = LifeMethod::kElongation;
  try {
    AssessLevels({}, TestSteel(), settings);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("`elongation_life`"), std::string::npos);
  }
  settings.method = LifeMethod::kStrain;
  settings.mean = MeanStressRule::kGoodman;
  EXPECT_THROW(AssessLevels({}, TestSteel(), settings), InputError);
}

}  // namespace
}  // namespace jounce

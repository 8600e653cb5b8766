#include "fatigue/history_damage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "signals/rainflow.h"

namespace jounce {
namespace {

std::vector<double> RandomHistory(unsigned seed, size_t count, double mean) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> samples;
  double slow = 0;
  for (size_t i = 0; i < count; ++i) {
    samples.push_back(mean + 20 * (slow = 0.9 * slow + normal(random)));
  }
  return samples;
}

// One after the other, with nothing left out (signals/rainflow.h).
double PlainDamage(const std::vector<double>& samples, const CycleDamage& damage, Residue residue) {
  double sum = 0;
  for (const LoadCycle& c : CountRainflow(samples, {.residue = residue}).cycles) {
    sum += c.count * damage(c.Amplitude(), c.Mean());
  }
  return sum;
}

std::vector<CycleDamage> Rules() {
  const WoehlerLine line{.amplitude = 60, .cycles = 1e6, .slope = 5, .slope_below = 4};
  MeanStressData data;
  data.tensile_strength = 600;
  data.walker_exponent = 0.6;
  data.sensitivity = 0.3;
  std::vector<CycleDamage> rules;
  for (const MinerRule miner :
       {MinerRule::kElementary, MinerRule::kHaibach, MinerRule::kOriginal, MinerRule::kOwn}) {
    for (const MeanStressRule mean :
         {MeanStressRule::kNone, MeanStressRule::kGoodman, MeanStressRule::kGerber,
          MeanStressRule::kSwt, MeanStressRule::kWalker, MeanStressRule::kFkm}) {
      rules.emplace_back(line, miner, MeanStressCorrection(mean, data));
    }
  }
  const StrainLifeLine strain{206e3, 948, -0.092, 0.26, -0.445};
  const Notch notch(NotchRule::kNeuber, {206e3, 1184, 0.187});
  for (const MeanStressRule mean :
       {MeanStressRule::kNone, MeanStressRule::kMorrow, MeanStressRule::kSwt}) {
    rules.emplace_back(strain, notch, mean);
  }
  return rules;
}

TEST(HistoryDamageTest, ExtentsAreThoseOfAPlainLoop) {
  for (const size_t count : {size_t{1}, size_t{2}, size_t{5}, size_t{8}, size_t{9}, size_t{103}}) {
    const std::vector<double> samples = RandomHistory(7, count, 3);
    const HistoryExtent extent = ExtentOf(samples);
    double way = 0;
    for (size_t i = 1; i < count; ++i) way += std::abs(samples[i] - samples[i - 1]);
    EXPECT_EQ(extent.low, *std::min_element(samples.begin(), samples.end()));
    EXPECT_EQ(extent.high, *std::max_element(samples.begin(), samples.end()));
    EXPECT_NEAR(extent.variation, way, 1e-12 * way);
  }
}

// By every rule and residue: the bound is one, and cycles that the gate leaves out do less than the
// tolerance.
TEST(HistoryDamageTest, BoundsHoldAndTheToleranceIsKept) {
  for (const CycleDamage& damage : Rules()) {
    for (const Residue residue : {Residue::kHalfCycles, Residue::kRepeat, Residue::kIgnore}) {
      for (unsigned seed = 1; seed < 6; ++seed) {
        const std::vector<double> samples = RandomHistory(seed, 500, 40.0 * seed - 120);
        const HistoryExtent extent = ExtentOf(samples);
        const double plain = PlainDamage(samples, damage, residue);
        HistoryDamage exact(damage, 0, residue), gated(damage, 1e-3, residue);
        EXPECT_NEAR(exact.Count(samples, extent), plain, 1e-9 * plain);
        const double counted = gated.Count(samples, extent);
        EXPECT_LE(counted, plain * (1 + 1e-9));
        const double half = 0.5 * damage(extent.Amplitude(), 0.5 * (extent.high + extent.low));
        EXPECT_GE(counted, plain - 1e-3 * half - 1e-9 * plain);
        EXPECT_GE(exact.Bound(extent, samples.size()), plain * (1 - 1e-12));
      }
    }
  }
}

// A triangle wave up and down n times between 0 and 2 A is its own bound: n cycles.
TEST(HistoryDamageTest, TheBoundIsSharpForConstantAmplitude) {
  const CycleDamage damage(WoehlerLine{100, 1e6, 5}, MinerRule::kElementary, {});
  std::vector<double> samples;
  for (int cycle = 0; cycle < 50; ++cycle) {
    for (const double x : {0.0, 50.0, 100.0, 150.0, 200.0, 150.0, 100.0, 50.0})
      samples.push_back(x);
  }
  samples.push_back(0);
  HistoryDamage counter(damage, 0, Residue::kHalfCycles);
  const HistoryExtent extent = ExtentOf(samples);
  EXPECT_NEAR(counter.Count(samples, extent), 50e-6, 1e-15);
  EXPECT_NEAR(counter.Bound(extent, samples.size()), 50.5e-6, 1e-15);
}

// A mean that breaks the part at once does so with a tolerance, too.
TEST(HistoryDamageTest, WhatBreaksAtOnceIsNotGated) {
  MeanStressData data;
  data.tensile_strength = 50;
  const CycleDamage damage(WoehlerLine{100, 1e6, 5}, MinerRule::kElementary,
                           MeanStressCorrection(MeanStressRule::kGoodman, data));
  const std::vector<double> samples = {0, 150, 0, 150, 0};
  HistoryDamage counter(damage, 1e-3, Residue::kHalfCycles);
  EXPECT_TRUE(std::isinf(counter.Count(samples, ExtentOf(samples))));
}

}  // namespace
}  // namespace jounce

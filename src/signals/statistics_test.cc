#include "signals/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(StatisticsTest, SmallSetByHand) {
  const std::vector<double> samples = {2, -1, 3, 3, -1};
  const Statistics s = StatisticsOf(samples);
  EXPECT_EQ(s.count, 5u);
  EXPECT_EQ(s.min, -1);
  EXPECT_EQ(s.max, 3);
  EXPECT_EQ(s.min_index, 1u) << "the first of equals";
  EXPECT_EQ(s.max_index, 2u);
  EXPECT_DOUBLE_EQ(s.mean, 1.2);
  EXPECT_DOUBLE_EQ(s.deviation, std::sqrt(16.8 / 4));
  EXPECT_DOUBLE_EQ(s.rms, std::sqrt(24.0 / 5));
  EXPECT_EQ(s.AbsoluteMax(), 3);
  EXPECT_DOUBLE_EQ(s.CrestFactor(), 3 / std::sqrt(24.0 / 5));
}

TEST(StatisticsTest, SineHasItsKnownMoments) {
  const auto samples = testing::Sine(3, 8, 1024, 1024);
  const Statistics s = StatisticsOf(samples);
  EXPECT_NEAR(s.mean, 0, 1e-12);
  EXPECT_NEAR(s.rms, 3 / std::sqrt(2), 1e-12);
  EXPECT_NEAR(s.skewness, 0, 1e-12);
  EXPECT_NEAR(s.kurtosis, 1.5, 1e-12) << "E[sin^4] / E[sin^2]^2 = (3/8) / (1/4)";
}

TEST(StatisticsTest, OffsetDoesNotSpoilTheDeviation) {
  std::vector<double> samples = testing::Sine(1e-3, 8, 1024, 1024);
  for (double& sample : samples) sample += 1e5;
  EXPECT_NEAR(StatisticsOf(samples).deviation, 1e-3 * std::sqrt(512.0 / 1023), 1e-9);
}

TEST(StatisticsTest, DegenerateSets) {
  EXPECT_EQ(StatisticsOf({}).count, 0u);
  const std::vector<double> one = {4};
  EXPECT_EQ(StatisticsOf(one).deviation, 0);
  const std::vector<double> constant(10, 0.1);
  EXPECT_EQ(StatisticsOf(constant).kurtosis, 0);
  EXPECT_EQ(StatisticsOf(constant).skewness, 0);
}

TEST(LevelCrossingTest, CountsRisesThroughALevel) {
  const std::vector<double> samples = {0, 1, 0, 1, 1, 2, -1, 0.5};
  const std::vector<double> levels = {-0.5, 0.25, 1, 1.5, 3};
  EXPECT_EQ(LevelCrossings(samples, levels), (std::vector<uint64_t>{1, 3, 2, 1, 0}));
  EXPECT_EQ(UpCrossings(samples, 0.25), 3u);
  EXPECT_EQ(UpCrossings({}, 0), 0u);
}

TEST(LevelCrossingTest, NarrowBandFollowsRice) {
  // A sine crosses each level within its amplitude once a period.
  const auto samples = testing::Sine(2, 10, 1000, 1001, 0.3);
  for (const uint64_t count : LevelCrossings(samples, std::vector<double>{-1.9, 0, 1.9})) {
    EXPECT_EQ(count, 10u);
  }
}

TEST(LevelCrossingTest, EvenLevelsSpanTheSamples) {
  const std::vector<double> samples = {-1, 3, 1};
  EXPECT_EQ(EvenLevels(samples, 5), (std::vector<double>{-1, 0, 1, 2, 3}));
  EXPECT_EQ(EvenLevels(samples, 1), (std::vector<double>{-1}));
}

}  // namespace
}  // namespace jounce

#include "signals/filter.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error.h"
#include "signals/extended.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

constexpr double kRate = 400;

// The largest difference in the middle half, away from the ends.
double MiddleDifference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (size_t i = a.size() / 4; i < 3 * a.size() / 4; ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

TEST(FilterTest, KeepsTheBandWithoutPhaseAndStopsTheRest) {
  const size_t n = 8000;
  const std::vector<double> zero(n, 0.0);
  const auto filtered = [&](double frequency) {
    FilterSettings settings;
    settings.low = 2;
    settings.high = 50;
    settings.transition = 2;
    return FilterBand(testing::Sine(1, frequency, kRate, n, 0.4), kRate, settings);
  };
  // In the band: the same sine at the same time, to the ripple of 80 dB at each edge.
  for (const double frequency : {3.5, 10.0, 30.0, 48.5}) {
    EXPECT_LT(MiddleDifference(filtered(frequency), testing::Sine(1, frequency, kRate, n, 0.4)),
              2.5e-4)
        << frequency;
  }
  for (const double frequency : {0.2, 0.8, 52.0, 80.0, 150.0}) {
    EXPECT_LT(MiddleDifference(filtered(frequency), zero), 2.5e-4) << frequency;
  }
}

TEST(FilterTest, HalfTheAmplitudeAtTheEdge) {
  FilterSettings settings;
  settings.high = 40;
  settings.transition = 8;
  const auto x = testing::Sine(1, 40, kRate, 8000);
  const auto half = testing::Sine(0.5, 40, kRate, 8000);
  EXPECT_LT(MiddleDifference(FilterBand(x, kRate, settings), half), 2e-3);
}

TEST(FilterTest, ConstantsAndRampsPassALowPassToTheLastSample) {
  std::vector<double> ramp(500);
  for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = 3 + 0.1 * static_cast<double>(i);
  FilterSettings settings;
  settings.high = 20;
  const auto y = FilterBand(ramp, kRate, settings);
  for (size_t i = 0; i < ramp.size(); ++i) ASSERT_NEAR(y[i], ramp[i], 1e-11);
  settings.high = 0;
  settings.low = 1;
  for (const double value : FilterBand(ramp, kRate, settings)) ASSERT_NEAR(value, 0, 1e-11);
}

TEST(FilterTest, FourierAndDefinitionAgree) {
  const auto x = testing::WhiteNoise(1, 777);
  const auto c = LowPassCoefficients(20, 5, 60, kRate);
  ASSERT_GT(c.size(), 64u);
  EXPECT_NEAR(std::accumulate(c.begin(), c.end(), 0.0), 1, 1e-14);
  const auto y = ConvolveCentred(x, c);
  const auto half = static_cast<std::ptrdiff_t>(c.size() / 2);
  for (size_t i = 0; i < x.size(); ++i) {
    double sum = 0;
    for (size_t k = 0; k < c.size(); ++k) {
      sum += c[k] * Extended(x, static_cast<std::ptrdiff_t>(i + k) - half);
    }
    ASSERT_NEAR(y[i], sum, 1e-12);
  }
}

TEST(FilterTest, ReflectionKeepsValueAndSlope) {
  const std::vector<double> x = {1, 2, 4};
  EXPECT_EQ(Extended(x, -1), 0);
  EXPECT_EQ(Extended(x, -2), -2);
  EXPECT_EQ(Extended(x, 3), 6);
  EXPECT_EQ(Extended(x, -4), -5) << "reflected twice: a period of four samples rises by six";
  EXPECT_EQ(Extended(std::vector<double>{7}, -100), 7);
}

TEST(FilterTest, RefusesEdgesThatDoNotFit) {
  const std::vector<double> x(100, 1.0);
  const auto with = [](double low, double high) {
    FilterSettings settings;
    settings.low = low;
    settings.high = high;
    return settings;
  };
  EXPECT_THROW(FilterBand(x, kRate, with(0, 200)), InputError);
  EXPECT_THROW(FilterBand(x, kRate, with(-1, 0)), InputError);
  EXPECT_THROW(FilterBand(x, kRate, with(30, 20)), InputError);
  EXPECT_TRUE(FilterBand({}, kRate, with(1, 20)).empty());
}

}  // namespace
}  // namespace jounce

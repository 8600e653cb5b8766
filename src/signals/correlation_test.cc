#include "signals/correlation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

Channel Make(std::vector<double> samples, double rate = 400, const std::string& unit = "N") {
  Channel channel;
  channel.name = std::string("Shock Force");
  channel.unit = unit;
  channel.sample_rate = rate;
  channel.samples = std::move(samples);
  return channel;
}

Channel Scaled(Channel channel, double factor) {
  for (double& sample : channel.samples) sample *= factor;
  return channel;
}

TEST(CorrelationTest, EqualChannelsMatchPerfectly) {
  const Channel x = Make(testing::WhiteNoise(100, 8000));
  const ChannelCorrelation r = Correlate(x, x);
  EXPECT_NEAR(r.max_error_percent, 0, 1e-9);
  EXPECT_NEAR(r.psd_error_percent, 0, 1e-9);
  EXPECT_NEAR(r.correlation, 1, 1e-12);
  EXPECT_NEAR(r.relative_damage, 1, 1e-9);
  EXPECT_NEAR(r.psd_ratio, 1, 1e-12);
}

// Two sines of known amplitudes, one in each band; the other channel has the second three times.
TEST(CorrelationTest, BandsTellWhereAChangeIs) {
  std::vector<double> x, y;
  for (int i = 0; i < 8192; ++i) {
    const double slow = 2 * std::sin(2 * M_PI * 5 * i / 400.0),
                 fast = std::sin(2 * M_PI * 50 * i / 400.0);
    x.push_back(slow + fast);
    y.push_back(slow + 3 * fast);
  }
  CorrelationSettings settings;
  settings.bands = {1, 20, 100};
  const ChannelCorrelation r = Correlate(Make(x), Make(y), settings);
  ASSERT_EQ(r.bands.size(), 2u);
  EXPECT_NEAR(r.bands[0].measured_rms, std::sqrt(2), 0.01);
  EXPECT_NEAR(r.bands[0].Ratio(), 1, 1e-4);
  EXPECT_NEAR(r.bands[1].measured_rms, std::sqrt(0.5), 0.005);
  EXPECT_NEAR(r.bands[1].Ratio(), 3, 1e-3);
  settings.bands = {20, 10};
  EXPECT_THROW(Correlate(Make(x), Make(y), settings), InputError);
}

// All that a factor of 1.1 does is known: errors of 10 % of the value, power 21 % more, damage
// 1.1^5.
TEST(CorrelationTest, AFactorDoesWhatItMust) {
  const Channel x = Make(testing::WhiteNoise(100, 8000));
  const ChannelCorrelation r = Correlate(x, Scaled(x, 1.1));
  EXPECT_NEAR(r.max_error_percent, 10, 1e-9);
  EXPECT_NEAR(r.rms_error_percent, 10 * r.measured_rms / r.measured_peak, 1e-9);
  EXPECT_NEAR(r.psd_error_percent, 21, 1e-8);
  EXPECT_NEAR(r.psd_ratio, 1.21, 1e-10);
  EXPECT_NEAR(r.simulated_rms / r.measured_rms, 1.1, 1e-12);
  EXPECT_NEAR(r.relative_damage, std::pow(1.1, 5), 1e-9);
  EXPECT_NEAR(r.correlation, 1, 1e-12);
}

TEST(CorrelationTest, LimitsDecide) {
  const Channel x = Make(testing::WhiteNoise(100, 8000));
  CorrelationSettings settings;
  EXPECT_TRUE(IsAccepted(Correlate(x, Scaled(x, 2), settings), settings))
      << "no limits, no verdict";
  settings.max_error_limit = 11;
  settings.psd_limit = 22;
  EXPECT_TRUE(IsAccepted(Correlate(x, Scaled(x, 1.1), settings), settings));
  EXPECT_EQ(Correlate(x, Scaled(x, 1.1), settings).psd_within_percent, 100);
  settings.psd_limit = 20;
  EXPECT_FALSE(IsAccepted(Correlate(x, Scaled(x, 1.1), settings), settings));
  EXPECT_EQ(Correlate(x, Scaled(x, 1.1), settings).psd_within_percent, 0);
}

// A sine of small power far from the main one is off by a factor, but three decades down.
TEST(CorrelationTest, PowerThreeDecadesDownDoesNotCount) {
  const auto strong = testing::Sine(100, 10, 400, 16000);
  const auto weak = testing::Sine(1, 60, 400, 16000);
  auto x = strong, y = strong;
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] += weak[i];
    y[i] += 3 * weak[i];
  }
  CorrelationSettings settings;
  EXPECT_LT(Correlate(Make(x), Make(y), settings).psd_error_percent, 1);
  settings.decades = 5;
  const auto r = Correlate(Make(x), Make(y), settings);
  EXPECT_NEAR(r.psd_error_percent, 800, 20);
  EXPECT_NEAR(r.psd_error_frequency, 60, 1);
}

TEST(CorrelationTest, RatesUnitsAndTimesAreBroughtTogether) {
  const Channel x = Make(testing::Sine(100, 5, 400, 4000), 400, "N");
  Channel y = Make(testing::Sine(100, 5, 1000, 10000), 1000, "kN");
  y = Scaled(y, 1e-3);
  const ChannelCorrelation r = Correlate(x, y);
  EXPECT_LT(r.max_error_percent, 0.5);
  EXPECT_EQ(r.unit, "N");
  // The simulation starts a second later and half a sample off.
  Channel late = Make(testing::Sine(100, 5, 400, 4000, 2 * M_PI * 5 * 1.00125));
  late.start = 1.00125;
  const ChannelCorrelation shifted = Correlate(x, late);
  EXPECT_LT(shifted.max_error_percent, 0.5);
  EXPECT_DOUBLE_EQ(shifted.begin, 1.0025);
}

TEST(CorrelationTest, OffsetsCanBeLeftOut) {
  const Channel x = Make(testing::Sine(100, 5, 400, 4000));
  Channel y = x;
  for (double& sample : y.samples) sample += 50;
  CorrelationSettings settings;
  EXPECT_NEAR(Correlate(x, y, settings).max_error_percent, 50, 1e-9);
  settings.remove_mean = true;
  EXPECT_NEAR(Correlate(x, y, settings).max_error_percent, 0, 1e-9);
}

TEST(CorrelationTest, RefusesWhatCannotBeCompared) {
  const Channel x = Make(testing::Sine(100, 5, 400, 400));
  Channel later = x;
  later.start = 100;
  EXPECT_THROW(Correlate(x, later), InputError);
  EXPECT_THROW(Correlate(x, Make(x.samples, 400, "mm")), InputError);
  EXPECT_THROW(Correlate(x, Make({})), InputError);
}

TEST(CorrelationTest, SilenceIsComparedToo) {
  const Channel zero = Make(std::vector<double>(1000, 0.0));
  const ChannelCorrelation same = Correlate(zero, zero);
  EXPECT_EQ(same.max_error_percent, 0);
  EXPECT_EQ(same.relative_damage, 1);
  const ChannelCorrelation wrong = Correlate(zero, Make(testing::Sine(1, 5, 400, 1000)));
  EXPECT_TRUE(std::isinf(wrong.max_error_percent));
}

}  // namespace
}  // namespace jounce

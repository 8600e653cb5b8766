#include "signals/spectrum.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "base/error.h"
#include "signals/signal_testing.h"
#include "signals/statistics.h"

namespace jounce {
namespace {

WelchSettings Settings(size_t segment, Window window, double overlap = 0) {
  WelchSettings settings;
  settings.segment = segment;
  settings.window = window;
  settings.overlap = overlap;
  settings.remove_mean = false;
  return settings;
}

// A sine of amplitude 3 at a line: 4.5 unit^2 in one line with no window; a periodic Hann window
// spreads it as 3.0, 0.75, 0.75.
TEST(PowerSpectrumTest, SineAtALine) {
  const auto x = testing::Sine(3, 100, 1024, 1024);
  const auto plain = PowerSpectrumOf(x, 1024, Settings(1024, Window::kRectangular));
  EXPECT_EQ(plain.resolution, 1);
  ASSERT_EQ(plain.density.size(), 513u);
  EXPECT_NEAR(plain.density[100], 4.5, 1e-12);
  EXPECT_NEAR(plain.density[99], 0, 1e-12);
  const auto hann = PowerSpectrumOf(x, 1024, Settings(1024, Window::kHann));
  EXPECT_NEAR(hann.density[100], 3.0, 1e-12);
  EXPECT_NEAR(hann.density[99], 0.75, 1e-12);
  EXPECT_NEAR(hann.density[101], 0.75, 1e-12);
  EXPECT_NEAR(hann.Rms(), 3 / std::sqrt(2), 1e-12);
  EXPECT_NEAR(hann.bandwidth, 1.5, 1e-12);
}

TEST(PowerSpectrumTest, TwoTonesKeepTheirPower) {
  auto x = testing::Sine(3, 50.3, 1024, 16384);
  const auto second = testing::Sine(0.5, 212.7, 1024, 16384, 1);
  for (size_t i = 0; i < x.size(); ++i) x[i] += second[i];
  for (const Window window : {Window::kHann, Window::kBlackman, Window::kFlatTop}) {
    const auto spectrum = PowerSpectrumOf(x, 1024, Settings(2048, window, 0.5));
    EXPECT_NEAR(spectrum.Rms(40, 60), 3 / std::sqrt(2), 1e-3);
    EXPECT_NEAR(spectrum.Rms(205, 220), 0.5 / std::sqrt(2), 1e-3);
  }
}

// White noise of deviation s has the density 2 s^2 / f_s, to the scatter of the average.
TEST(PowerSpectrumTest, WhiteNoiseIsFlat) {
  const auto x = testing::WhiteNoise(2, 1 << 18);
  const auto spectrum = PowerSpectrumOf(x, 500, Settings(256, Window::kHann, 0.5));
  const double expected = 2 * 4.0 / 500;
  // 2047 segments, half of them nearly independent: about 2.5 % deviation a line.
  EXPECT_GT(spectrum.segments, 2000u);
  for (size_t k = 1; k + 1 < spectrum.density.size(); ++k) {
    EXPECT_NEAR(spectrum.density[k], expected, 0.12 * expected) << k;
  }
  EXPECT_NEAR(spectrum.Rms(), 2, 0.01);
}

TEST(PowerSpectrumTest, ParsevalHolds) {
  const auto x = testing::WhiteNoise(1.7, 4096);
  // Without window and overlap: exactly the mean square of the signal.
  const auto plain = PowerSpectrumOf(x, 409.6, Settings(512, Window::kRectangular));
  EXPECT_NEAR(plain.Rms(), StatisticsOf(x).rms, 1e-13);
  // With them: the mean square of the weighted segments, over the mean square of the window.
  for (const Window window : {Window::kHann, Window::kHamming, Window::kFlatTop}) {
    for (const size_t segment : {512, 500, 375}) {
      const auto weights = WindowWeights(window, segment);
      const auto spectrum = PowerSpectrumOf(x, 409.6, Settings(segment, window, 0.5));
      const size_t step = segment - static_cast<size_t>(std::round(0.5 * segment));
      double weighted = 0, window_power = 0;
      for (const double w : weights) window_power += w * w;
      for (size_t s = 0; s < spectrum.segments; ++s) {
        for (size_t i = 0; i < segment; ++i) weighted += std::pow(weights[i] * x[s * step + i], 2);
      }
      const double expected = weighted / window_power / static_cast<double>(spectrum.segments);
      EXPECT_NEAR(spectrum.Rms() * spectrum.Rms(), expected, 1e-12 * expected) << segment;
    }
  }
}

TEST(PowerSpectrumTest, MeanOfASegmentIsRemoved) {
  auto x = testing::Sine(1, 64, 1024, 4096);
  for (double& value : x) value += 1000;
  WelchSettings settings;
  settings.segment = 1024;
  const auto spectrum = PowerSpectrumOf(x, 1024, settings);
  EXPECT_NEAR(spectrum.Rms(), std::sqrt(0.5), 1e-9);
}

TEST(PowerSpectrumTest, ShortSignalsGiveCoarseSpectra) {
  const auto x = testing::WhiteNoise(1, 1000);
  EXPECT_EQ(PowerSpectrumOf(x, 1000).resolution, 1);
  EXPECT_EQ(PowerSpectrumOf(std::vector<double>{1}, 1000).density.size(), 1u);
}

TEST(PowerSpectrumTest, ManyChannelsAsOne) {
  const auto channels = testing::TwoChannels(5000);
  const auto many = PowerSpectraOf(channels);
  ASSERT_EQ(many.size(), 2u);
  for (size_t c = 0; c < 2; ++c) {
    EXPECT_EQ(many[c].density, PowerSpectrumOf(channels[c].samples, 409.6).density);
  }
  EXPECT_TRUE(PowerSpectraOf({}).empty());
}

TEST(PowerSpectrumTest, RefusesNonsense) {
  const std::vector<double> x(100, 1.0);
  EXPECT_THROW(PowerSpectrumOf({}, 100), InputError);
  EXPECT_THROW(PowerSpectrumOf(x, 0), InputError);
  EXPECT_THROW(PowerSpectrumOf(x, 100, Settings(1, Window::kHann)), InputError);
  EXPECT_THROW(PowerSpectrumOf(x, 100, Settings(10, Window::kHann, 1)), InputError);
  EXPECT_THROW(PowerSpectrumOf(std::vector<double>{1, std::nan(""), 2}, 100), InputError);
  EXPECT_THROW(CrossSpectrumOf(x, std::vector<double>(50, 1.0), 100), InputError);
}

// Flat band of 1 unit^2/Hz from 5 to 15 Hz: m0 = 10, m1 = 100, m2 = 1083.3, m4 = 151250.
TEST(SpectralMomentsTest, FlatBand) {
  PowerSpectrum band;
  band.resolution = 1e-3;
  for (size_t k = 0; k < 20000; ++k) {
    // The end lines count half, as in the trapezoidal rule.
    const double weight = k == 5000 || k == 15000 ? 0.5 : (k > 5000 && k < 15000 ? 1 : 0);
    band.density.push_back(weight);
  }
  const SpectralMoments m = MomentsOf(band);
  EXPECT_NEAR(m.m0, 10, 1e-9);
  EXPECT_NEAR(m.m1, 100, 1e-9);
  EXPECT_NEAR(m.m2, 3250.0 / 3, 1e-4);
  EXPECT_NEAR(m.m4, 151250, 1e-1);
  EXPECT_NEAR(m.ZeroCrossingRate(), 10.4083300, 1e-6);
  EXPECT_NEAR(m.PeakRate(), 11.8158954, 1e-6);
  EXPECT_NEAR(m.Irregularity(), 0.8808752639, 1e-6);
}

TEST(CrossSpectrumTest, DelayTurnsThePhase) {
  const auto noise = testing::WhiteNoise(1, 40010);
  const std::vector<double> x(noise.begin() + 4, noise.begin() + 40004);
  const std::vector<double> y(noise.begin(), noise.begin() + 40000);  // x, four samples later
  WelchSettings settings;
  settings.segment = 1000;
  const auto s = CrossSpectrumOf(x, y, 1000, settings);
  for (const size_t k : {20, 50, 100}) {
    const double phase = std::arg(s.across[k]);
    EXPECT_NEAR(phase, -2 * std::numbers::pi * 0.004 * s.FrequencyOf(k), 0.02) << k;
  }
}

}  // namespace
}  // namespace jounce

#include "signals/frequency_response.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

constexpr double kSampleRate = 1024;
constexpr double kNatural = 10, kDamping = 0.05;

// Force to displacement of a mass on a spring and damper, times the stiffness.
std::complex<double> Oscillator(double frequency) {
  const double r = frequency / kNatural;
  return 1.0 / std::complex<double>(1 - r * r, 2 * kDamping * r);
}

// Sines of random phase at every line of a segment below 100 Hz, and what the oscillator answers.
void MakeMeasurement(size_t count, std::vector<double>* input, std::vector<double>* output) {
  constexpr size_t kPeriod = 4096;
  std::mt19937 bits(5);
  input->assign(count, 0.0);
  output->assign(count, 0.0);
  for (size_t line = 1; line < 400; ++line) {
    const double frequency = static_cast<double>(line) * kSampleRate / kPeriod;
    const double phase = 2 * std::numbers::pi * (bits() / 4294967296.0);
    const std::complex<double> answer = Oscillator(frequency);
    for (size_t i = 0; i < count; ++i) {
      const double angle =
          2 * std::numbers::pi * static_cast<double>(line * (i % kPeriod)) / kPeriod;
      (*input)[i] += std::cos(angle + phase);
      (*output)[i] += std::abs(answer) * std::cos(angle + phase + std::arg(answer));
    }
  }
}

WelchSettings OnePeriod() {
  WelchSettings settings;
  settings.segment = 4096;
  settings.window = Window::kRectangular;
  settings.overlap = 0;
  return settings;
}

TEST(FrequencyResponseTest, KnownOscillatorToAThousandth) {
  std::vector<double> x, y;
  MakeMeasurement(8192, &x, &y);
  const auto response = ResponseOf(CrossSpectrumOf(x, y, kSampleRate, OnePeriod()));
  for (size_t k = 1; k < 400; ++k) {
    const auto exact = Oscillator(response.FrequencyOf(k));
    for (const auto* h : {&response.h1, &response.h2, &response.hv}) {
      ASSERT_LT(std::abs((*h)[k] - exact), 1e-3 * std::abs(exact)) << response.FrequencyOf(k);
    }
    ASSERT_NEAR(response.coherence[k], 1, 1e-6);
  }
}

// The same from noise through a simulated oscillator: what a test rig gives. The exact answer is
// that of the difference equation (bilinear transform), so only the estimate is tested: leakage and
// scatter of 31 averages leave half a per cent.
TEST(FrequencyResponseTest, NoiseThroughASimulatedOscillator) {
  const double w = 2 * std::numbers::pi * kNatural, h = 1 / kSampleRate;
  const double a = 4 / (h * h), b = 2 * (2 * kDamping * w) / h, c = w * w;
  const auto x = testing::WhiteNoise(1, 1 << 19);
  std::vector<double> y(x.size(), 0.0);
  for (size_t i = 2; i < x.size(); ++i) {
    y[i] = (c * (x[i] + 2 * x[i - 1] + x[i - 2]) - (2 * c - 2 * a) * y[i - 1] -
            (a - b + c) * y[i - 2]) /
           (a + b + c);
  }
  WelchSettings settings;
  settings.segment = 1 << 15;
  const auto response = ResponseOf(CrossSpectrumOf(x, y, kSampleRate, settings));
  for (const double frequency : {3.0, 8.0, 9.5, 10.0, 10.5, 12.0, 20.0, 40.0}) {
    const auto k = static_cast<size_t>(std::round(frequency / response.resolution));
    const double warped = std::tan(std::numbers::pi * response.FrequencyOf(k) / kSampleRate) *
                          kSampleRate / std::numbers::pi;
    const auto exact = Oscillator(warped);
    EXPECT_LT(std::abs(response.h1[k] - exact), 5e-3 * std::abs(exact)) << frequency;
  }
}

TEST(FrequencyResponseTest, NoiseBiasesTheEstimatesAsTheoryHasIt) {
  // y = 2 x, and noise as strong as the signal at the output: H1 stays, H2 doubles in size.
  const auto x = testing::WhiteNoise(1, 1 << 18, 1);
  auto y = x;
  const auto noise = testing::WhiteNoise(2, x.size(), 2);
  for (size_t i = 0; i < y.size(); ++i) y[i] = 2 * x[i] + noise[i];
  WelchSettings settings;
  settings.segment = 256;
  const auto response = ResponseOf(CrossSpectrumOf(x, y, kSampleRate, settings));
  double h1 = 0, h2 = 0, hv = 0, coherence = 0;
  for (size_t k = 1; k < 128; ++k) {
    h1 += std::abs(response.h1[k]) / 127;
    h2 += std::abs(response.h2[k]) / 127;
    hv += std::abs(response.hv[k]) / 127;
    coherence += response.coherence[k] / 127;
  }
  EXPECT_NEAR(h1, 2, 0.02);
  EXPECT_NEAR(h2, 4, 0.04);
  EXPECT_NEAR(hv, 2 * std::sqrt(2), 0.03);
  EXPECT_NEAR(coherence, 0.5, 0.01);
}

TEST(FrequencyResponseTest, WithoutInputNothingIsKnown) {
  const std::vector<double> zero(1000, 0.0);
  const auto response = ResponseOf(CrossSpectrumOf(zero, testing::WhiteNoise(1, 1000), 100));
  EXPECT_TRUE(std::isnan(response.h1[5].real()));
  EXPECT_TRUE(std::isnan(response.coherence[5]));
}

}  // namespace
}  // namespace jounce

#include "signals/fourier.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(FourierTest, AgreesWithTheDefinition) {
  for (const size_t n : {1, 2, 3, 4, 5, 6, 8, 12, 15, 20, 100}) {
    const auto x = testing::WhiteNoise(1, n);
    RealFourier fourier(n);
    std::vector<std::complex<double>> lines(fourier.NumLines());
    fourier.Forward(x, lines);
    for (size_t k = 0; k < lines.size(); ++k) {
      std::complex<double> sum = 0;
      for (size_t i = 0; i < n; ++i) {
        sum += x[i] * std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(i * k) /
                                          static_cast<double>(n));
      }
      EXPECT_NEAR(std::abs(lines[k] - sum), 0, 1e-12 * static_cast<double>(n)) << n << " " << k;
    }
    std::vector<double> back(n);
    fourier.Inverse(lines, back);
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(back[i], x[i], 1e-13) << n;
  }
}

TEST(FourierTest, FastLengths) {
  EXPECT_EQ(FastLengthBelow(1024), 1024u);
  EXPECT_EQ(FastLengthBelow(1023), 1000u);
  EXPECT_EQ(FastLengthBelow(0), 1u);
  EXPECT_EQ(FastLengthBelow(7), 4u);
  EXPECT_EQ(FastLengthAbove(1001), 1024u);
  EXPECT_EQ(FastLengthAbove(5), 8u);
}

}  // namespace
}  // namespace jounce

#include "fatigue/spectral_damage.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "signals/rainflow.h"

namespace jounce {
namespace {

// ../shared/benchmarks/miner_damage: range-based, sigma = 20, 10 crossings a second, an hour, C =
// 1e12, m = 3; by amplitude C is 8 times smaller.
TEST(SpectralDamageTest, NarrowBandOfThePublishedExample) {
  StressMoments m;
  m.m0 = 400;
  m.m2 = 400 * 100;
  m.m4 = 400 * 1e4;
  m.m1 = 400 * 10;
  EXPECT_NEAR(3600 * SpectralDamage(m, SpectralMethod::kNarrowBand, 3, 1e12 / 8),
              0.00866290731712474, 1e-15);
  // One line: all methods are the narrow band.
  for (const SpectralMethod method : AllSpectralMethods()) {
    EXPECT_NEAR(SpectralDamage(m, method, 3, 1e12 / 8) * 3600, 0.00866290731712474, 1e-12)
        << NameOf(method);
  }
}

// A triangle from 0 to 2 about 1: integral f^n G by hand.
TEST(SpectralDamageTest, MomentsOfATriangle) {
  const StressMoments m = MomentsOfDensity(std::vector{0.0, 1.0, 2.0}, std::vector{0.0, 1.0, 0.0});
  EXPECT_NEAR(m.m0, 1, 1e-14);
  EXPECT_NEAR(m.m1, 1, 1e-14);
  EXPECT_NEAR(m.m2, 7.0 / 6, 1e-14);
  EXPECT_NEAR(m.m4, 31.0 / 15, 1e-13);
}

// Against rainflow counting of a long realization: what the wide-band methods are made for.
TEST(SpectralDamageTest, WideBandMethodsMeetRainflow) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> phase(0, 2 * M_PI);
  const int lines = 200;
  const double low = 1, high = 20, df = (high - low) / lines, g = 5;
  std::vector<double> samples(1 << 16, 0.0);
  const double dt = 1.0 / 250;
  for (int i = 0; i < lines; ++i) {
    const double w = 2 * M_PI * (low + (i + 0.5) * df), p = phase(random);
    const double amplitude = std::sqrt(2 * g * df);
    for (size_t k = 0; k < samples.size(); ++k) {
      samples[k] += amplitude * std::cos(w * dt * static_cast<double>(k) + p);
    }
  }
  const double slope = 5;
  const double counted = PseudoDamage(CountRainflow(samples).cycles, slope) / std::pow(2, slope) /
                         (dt * static_cast<double>(samples.size()));
  const StressMoments m = MomentsOfDensity(std::vector{low, high}, std::vector{g, g});
  for (const SpectralMethod method : {SpectralMethod::kDirlik, SpectralMethod::kTovoBenasciutti2}) {
    EXPECT_NEAR(SpectralDamage(m, method, slope, 1) / counted, 1, 0.15) << NameOf(method);
  }
  EXPECT_NEAR(SpectralDamage(m, SpectralMethod::kZhaoBaker, slope, 1) / counted, 1, 0.3);
  EXPECT_GT(SpectralDamage(m, SpectralMethod::kNarrowBand, slope, 1), counted);
}

TEST(SpectralDamageTest, EquivalentOfTensionAndShear) {
  Eigen::Matrix<double, 6, 6> cross = Eigen::Matrix<double, 6, 6>::Zero();
  cross(0, 0) = 4;
  EXPECT_EQ(EquivalentDensity(cross), 4);
  cross(3, 3) = 2;
  EXPECT_EQ(EquivalentDensity(cross), 10);
  EXPECT_THROW(SpectralMethodOfName("dirlick"), InputError);
}

}  // namespace
}  // namespace jounce

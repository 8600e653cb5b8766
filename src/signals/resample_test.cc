#include "signals/resample.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "signals/signal_testing.h"
#include "signals/spectrum.h"

namespace jounce {
namespace {

double InnerDifference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (size_t i = a.size() / 4; i < 3 * a.size() / 4; ++i) {
    largest = std::max(largest, std::abs(a[i] - b[i]));
  }
  return largest;
}

TEST(ResampleTest, SinesKeepTheirValues) {
  struct Case {
    double from, to, frequency;
  };
  for (const Case& c : {Case{409.6, 200, 50}, Case{409.6, 1000, 150}, Case{100, 409.6, 40},
                        Case{1000, 250, 100}, Case{250, 1000, 100}, Case{800, 300, 120}}) {
    const auto x = testing::Sine(2, c.frequency, c.from, 8000, 0.7);
    const auto y = Resample(x, c.from, c.to);
    const auto exact = testing::Sine(2, c.frequency, c.to, y.size(), 0.7);
    EXPECT_LT(InnerDifference(y, exact), 2 * 2e-4) << c.from << " to " << c.to;
    EXPECT_LE((static_cast<double>(y.size()) - 1) / c.to, 7999 / c.from + 1e-12);
    EXPECT_GT(static_cast<double>(y.size()) / c.to, 7999 / c.from - 1e-12);
  }
}

TEST(ResampleTest, NothingAliases) {
  // 130 Hz at 200 Hz would come back as 70 Hz.
  const auto y = Resample(testing::Sine(1, 130, 1000, 20000), 1000, 200);
  const std::vector<double> zero(y.size(), 0.0);
  EXPECT_LT(InnerDifference(y, zero), 2e-4);
}

TEST(ResampleTest, UpAndDownAgainIsTheSame) {
  const auto x = Resample(testing::WhiteNoise(1, 4000), 500, 200);  // nothing above 90 Hz but some
  const auto smooth = Resample(Resample(x, 200, 150), 150, 200);
  const auto again = Resample(Resample(smooth, 200, 600), 600, 200);
  EXPECT_LT(InnerDifference(again, smooth), 1e-3);
}

TEST(ResampleTest, ConstantsAndRampsToTheLastSample) {
  std::vector<double> ramp(300);
  for (size_t i = 0; i < ramp.size(); ++i) ramp[i] = 5 + 0.25 * static_cast<double>(i);
  const auto y = Resample(ramp, 100, 40);
  for (size_t i = 0; i < y.size(); ++i) {
    ASSERT_NEAR(y[i], 5 + 0.25 * 2.5 * static_cast<double>(i), 1e-10);
  }
}

TEST(ResampleTest, DegenerateAndRefused) {
  EXPECT_TRUE(Resample({}, 100, 50).empty());
  EXPECT_NEAR(Resample(std::vector<double>{3}, 100, 50).at(0), 3, 1e-14);
  const auto x = testing::WhiteNoise(1, 10);
  EXPECT_EQ(Resample(x, 100, 100), x);
  EXPECT_EQ(Resample(x, 409.6, 409.6 * (1 + 1e-15)), x);
  EXPECT_THROW(Resample(x, 100, 0), InputError);
  EXPECT_THROW(Resample(x, 100, 31.41592653589), InputError);
  EXPECT_THROW(Resample(x, 100, NAN), InputError);
}

TEST(ResampleTest, ChannelKeepsItsHead) {
  const auto channel = testing::TwoChannels(1000)[0];
  const Channel result = ResampleChannel(channel, 204.8);
  EXPECT_EQ(result.name, channel.name);
  EXPECT_EQ(result.sample_rate, 204.8);
  EXPECT_EQ(result.samples.size(), 500u);
}

}  // namespace
}  // namespace jounce

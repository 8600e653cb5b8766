#include "signals/editing.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(DespikeTest, TakesOutSpikesAndNothingElse) {
  const auto clean = testing::Sine(100, 3, 400, 2000);
  auto x = clean;
  x[500] += 2000;
  x[501] -= 1500;
  x[1200] = std::nan("");
  x[0] = -5000;
  const auto replaced = Despike({}, &x);
  EXPECT_EQ(replaced, (std::vector<size_t>{0, 500, 501, 1200}));
  for (size_t i = 1; i < x.size(); ++i) ASSERT_NEAR(x[i], clean[i], 0.6) << i;
}

TEST(DespikeTest, LeavesNoiseAndEventsAlone) {
  auto noise = testing::WhiteNoise(1, 5000);
  EXPECT_TRUE(Despike({}, &noise).empty());
  // A kerb strike of ten samples.
  std::vector<double> event(1000, 0.0);
  for (size_t i = 0; i < event.size(); ++i)
    event[i] = 0.01 * std::sin(0.05 * static_cast<double>(i));
  for (size_t i = 500; i < 510; ++i) event[i] += 50;
  const auto before = event;
  EXPECT_TRUE(Despike({}, &event).empty());
  EXPECT_EQ(event, before);
}

TEST(DespikeTest, Degenerate) {
  std::vector<double> none;
  EXPECT_TRUE(Despike({}, &none).empty());
  std::vector<double> gap(5, NAN);
  EXPECT_EQ(Despike({}, &gap).size(), 5u);
  EXPECT_EQ(gap, std::vector<double>(5, 0.0));
  std::vector<double> constant(100, 2.0);
  constant[50] = 3;
  EXPECT_EQ(Despike({}, &constant).size(), 1u);
}

TEST(EditingTest, MeanStartAndTrend) {
  std::vector<double> x = {1, 3, 5, 7};
  auto y = x;
  RemoveMean(&y);
  EXPECT_EQ(y, (std::vector<double>{-3, -1, 1, 3}));
  y = x;
  RemoveStart(&y);
  EXPECT_EQ(y, (std::vector<double>{0, 2, 4, 6}));
  y = x;
  RemoveTrend(&y);
  for (const double value : y) EXPECT_NEAR(value, 0, 1e-15);
  std::vector<double> one = {4}, none;
  RemoveTrend(&one);
  EXPECT_EQ(one[0], 0);
  RemoveTrend(&none);
  RemoveMean(&none);
  RemoveStart(&none);
}

TEST(EditingTest, CutByTime) {
  Channel channel = testing::TwoChannels(1000, 100)[0];
  channel.start = 5;
  const Channel cut = CutChannel(channel, 7, 7.1);
  EXPECT_EQ(cut.samples.size(), 11u);
  EXPECT_DOUBLE_EQ(cut.start, 7);
  EXPECT_EQ(cut.samples[0], channel.samples[200]);
  EXPECT_EQ(CutChannel(channel, -INFINITY, INFINITY).samples, channel.samples);
  try {
    CutChannel(channel, 20, 30);
    FAIL() << "cut";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("it lasts from 5 to 14.99 s"), std::string::npos);
  }
  EXPECT_THROW(CutChannel(channel, 8, 7), InputError);
}

TEST(EditingTest, Formulas) {
  const auto channels = testing::TwoChannels(100, 10);
  const Channel result = CombineChannels(channels, "2*a - b + t");
  for (size_t i = 0; i < 100; ++i) {
    ASSERT_DOUBLE_EQ(result.samples[i],
                     2 * channels[0].samples[i] - channels[1].samples[i] + channels[0].TimeOf(i));
  }
  EXPECT_EQ(result.name, channels[0].name);
  EXPECT_THROW(CombineChannels(channels, "a + c"), InputError);
  EXPECT_THROW(CombineChannels({}, "1"), InputError);
  auto other = channels;
  other[1].samples.pop_back();
  EXPECT_THROW(CombineChannels(other, "a + b"), InputError);
}

}  // namespace
}  // namespace jounce

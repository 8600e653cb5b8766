#include "solve/channel_selection.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::channel_selection_test {
namespace {

struct Written {
  std::vector<double> time, first, second;
};

// Two channels, a cubic and a sine, at the times of a run, written at a rate [Hz].
Written WriteAt(std::optional<double> rate, const std::vector<double>& times) {
  ChannelSettings settings;
  settings.rate = rate;
  ChannelSelection selection(settings, {{"cubic", "m", ""}, {"sine", "m", ""}});
  Written written;
  const ChannelSelection::Row out = [&](double time, const std::vector<double>& values) {
    written.time.push_back(time);
    written.first.push_back(values[0]);
    written.second.push_back(values[1]);
  };
  for (double t : times) {
    const double values[] = {1 - 2 * t + 3 * t * t - 5 * t * t * t, std::sin(20 * t)};
    selection.Add(t, values, out);
  }
  selection.Finish(out);
  return written;
}

std::vector<double> Times(int count, double step, double start = 0) {
  std::vector<double> times;
  for (int i = 0; i < count; ++i) times.push_back(start + i * step);
  return times;
}

TEST(ChannelSelection, WithoutARateRowsAreThoseOfTheRun) {
  const std::vector<double> times = {0, 0.1, 0.15, 0.4};
  const Written written = WriteAt(std::nullopt, times);
  EXPECT_EQ(written.time, times);
  for (size_t i = 0; i < times.size(); ++i) EXPECT_EQ(written.second[i], std::sin(20 * times[i]));
}

// 128 Hz of a run in steps of 0.01 s: every row between two of the run, but for one in 32.
TEST(ChannelSelection, ARateThatDoesNotDivideTheStepIsInterpolated) {
  const Written written = WriteAt(128, Times(101, 0.01, 0.5));
  ASSERT_EQ(written.time.size(), 129u);
  for (size_t i = 0; i < written.time.size(); ++i) {
    const double t = written.time[i];
    EXPECT_NEAR(t, 0.5 + static_cast<double>(i) / 128, 1e-12);
    EXPECT_NEAR(written.first[i], 1 - 2 * t + 3 * t * t - 5 * t * t * t, 1e-12);
    // |f''''| h^4 3/128 in the middle of four rows, |f''''| h^4 / 24 at the ends.
    EXPECT_NEAR(written.second[i], std::sin(20 * t), 1.1 * std::pow(20 * 0.01, 4) / 24);
  }
}

TEST(ChannelSelection, ARateThatDividesTheStepTakesRowsAsTheyAre) {
  const Written written = WriteAt(50, Times(101, 0.01));
  ASSERT_EQ(written.time.size(), 51u);
  for (size_t i = 0; i < written.time.size(); ++i) {
    EXPECT_EQ(written.second[i], std::sin(20 * (2 * static_cast<double>(i) * 0.01)));
  }
}

TEST(ChannelSelection, ShortRuns) {
  EXPECT_EQ(WriteAt(100, {}).time.size(), 0u);
  EXPECT_EQ(WriteAt(100, {3}).time, std::vector<double>{3});
  const Written two = WriteAt(40, {0, 0.1});
  ASSERT_EQ(two.time.size(), 5u);
  EXPECT_NEAR(two.second[1], 0.25 * std::sin(2.0), 1e-15);  // a straight line
}

}  // namespace
}  // namespace jounce::channel_selection_test

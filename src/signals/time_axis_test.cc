#include "signals/time_axis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace jounce {
namespace {

TEST(TimeAxisTest, RoundedTimesGiveTheRateThatWasMeant) {
  std::vector<double> times;
  for (int i = 0; i < 1000; ++i) times.push_back(2 + std::round(1000 * i / 409.6) / 1000);
  const TimeAxis axis = EvenTimeAxis(times, 1e-3);
  EXPECT_EQ(axis.problem, "");
  EXPECT_EQ(axis.sample_rate, 409.6);
  EXPECT_EQ(axis.start, 2);
}

TEST(TimeAxisTest, SaysWhichTimeIsWrong) {
  const TimeAxis axis = EvenTimeAxis(std::vector<double>{0, 1, 2, 3.5, 4}, 0);
  EXPECT_EQ(axis.problem, "the time 3.5 does not advance evenly: 3 was expected");
  EXPECT_EQ(axis.problem_index, 3u);
  EXPECT_NE(EvenTimeAxis(std::vector<double>{1}, 0).problem, "");
  EXPECT_NE(EvenTimeAxis(std::vector<double>{1, 1}, 1).problem, "");
  EXPECT_NE(EvenTimeAxis(std::vector<double>{2, 1}, 0).problem, "");
  EXPECT_NE(EvenTimeAxis(std::vector<double>{0, NAN, 2}, 0).problem, "");
}

}  // namespace
}  // namespace jounce

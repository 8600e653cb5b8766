#include "testbench/history.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/error.h"

namespace jounce::testbench {
namespace {

TEST(History, SineCycleClosesAndKnowsItsRate) {
  const History cycle = SineCycle(2e-3, 5, 64);
  ASSERT_EQ(cycle.size(), 65);
  EXPECT_DOUBLE_EQ(cycle.time.back(), 0.2);
  EXPECT_EQ(cycle.displacement.back(), cycle.displacement.front());
  EXPECT_DOUBLE_EQ(cycle.displacement[16], 2e-3);
  EXPECT_DOUBLE_EQ(cycle.rate[0], 2e-3 * 2 * std::numbers::pi * 5);
}

TEST(History, TriangleHasItsCornersAndSpeed) {
  const History cycle = TriangleCycle(1e-3, 0.05e-3, 30);
  ASSERT_EQ(cycle.size(), 33);  // 30 rounded up to 32
  EXPECT_DOUBLE_EQ(cycle.time.back(), 80);
  EXPECT_DOUBLE_EQ(cycle.displacement[8], 1e-3);
  EXPECT_DOUBLE_EQ(cycle.displacement[24], -1e-3);
  EXPECT_EQ(cycle.displacement.back(), 0);
  EXPECT_DOUBLE_EQ(cycle.rate[8], 0.05e-3);
  EXPECT_DOUBLE_EQ(cycle.rate[9], -0.05e-3);
}

TEST(History, RampAndHoldReachesItsLevelAndEnd) {
  const History history = RampAndHold(1e-3, 0.1, 10, 80);
  EXPECT_DOUBLE_EQ(history.time.back(), 10.1);
  EXPECT_DOUBLE_EQ(history.displacement[20], 1e-3);
  EXPECT_DOUBLE_EQ(history.rate[20], 1e-2);
  EXPECT_EQ(history.rate[21], 0);
  for (int i = 1; i < history.size(); ++i) EXPECT_GT(history.time[i], history.time[i - 1]);
}

TEST(History, MeasuredHistoryNamesItsBadRows) {
  try {
    MeasuredHistory({0, 1, 1, 2}, {0, 1, 2, std::nan("")});
    FAIL();
  } catch (const InputError& error) {
    ASSERT_EQ(error.diagnostics().size(), 2u);
    EXPECT_NE(error.diagnostics()[0].message.find("row 3"), std::string::npos);
    EXPECT_NE(error.diagnostics()[1].message.find("row 4"), std::string::npos);
  }
  EXPECT_THROW(MeasuredHistory({0, 1}, {0}), InputError);
  EXPECT_THROW(MeasuredHistory({0}, {0}), InputError);
}

TEST(History, RefusesCyclesThatAreNone) {
  EXPECT_THROW(SineCycle(0, 1, 64), InputError);
  EXPECT_THROW(SineCycle(1e-3, -1, 64), InputError);
  EXPECT_THROW(SineCycle(1e-3, 1, 3), InputError);
  EXPECT_THROW(TriangleCycle(1e-3, 0, 64), InputError);
  EXPECT_THROW(RampAndHold(1e-3, 0, 1, 64), InputError);
}

}  // namespace
}  // namespace jounce::testbench

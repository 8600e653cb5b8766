#include "signals/load_matrix.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

const std::vector<double> kHistory = {-2, 1, -3, 5, -1, 3, -4, 4, -2};  // ASTM E1049-85, figure 6

TEST(ClassesTest, EndsBelongToTheOuterClasses) {
  const Classes classes{-1, 3, 4};
  EXPECT_EQ(classes.Width(), 1);
  EXPECT_EQ(classes.IndexOf(-1), 0u);
  EXPECT_EQ(classes.IndexOf(0), 1u);
  EXPECT_EQ(classes.IndexOf(3), 3u);
  EXPECT_EQ(classes.IndexOf(-100), 0u);
  EXPECT_EQ(classes.IndexOf(100), 3u);
  EXPECT_EQ(classes.Middle(0), -0.5);
  EXPECT_GT(ClassesOfSamples(std::vector<double>{2, 2}, 4).Width(), 0);
  EXPECT_GT(ClassesOfRanges({}, 4).Width(), 0);
}

TEST(LoadMatrixTest, RangePairsOfTheAstmExample) {
  const auto cycles = CountRainflow(kHistory).cycles;
  // Classes one wide around the whole numbers.
  const Eigen::VectorXd counts = RangePairs(cycles, {0.5, 10.5, 10});
  Eigen::VectorXd expected(10);
  expected << 0, 0, 0.5, 1.5, 0, 0.5, 0, 1, 0.5, 0;
  EXPECT_EQ(counts, expected);
  EXPECT_EQ(ClassesOfRanges(cycles, 9).high, 9);
}

TEST(LoadMatrixTest, MatricesHoldEveryCycleOnce) {
  const auto cycles = CountRainflow(kHistory).cycles;
  const Classes levels{-4.5, 5.5, 10};
  const Eigen::MatrixXd from_to = FromToMatrix(cycles, levels);
  EXPECT_EQ(from_to.sum(), 4);
  EXPECT_EQ(from_to(3, 7), 1) << "the closed cycle from -1 to 3";
  EXPECT_EQ(from_to(9, 0), 0.5) << "the half cycle from 5 to -4";
  const Eigen::MatrixXd range_mean = RangeMeanMatrix(cycles, {0.5, 10.5, 10}, levels);
  EXPECT_EQ(range_mean.sum(), 4);
  EXPECT_EQ(range_mean(3, 5), 1) << "range 4 about 1";
}

TEST(LoadMatrixTest, MarkovCountsSteps) {
  const Eigen::MatrixXd steps = MarkovMatrix(kHistory, {-4.5, 5.5, 10});
  EXPECT_EQ(steps.sum(), 8);
  EXPECT_EQ(steps(2, 5), 1) << "from -2 to 1";
  EXPECT_EQ(steps(8, 2), 1) << "from 4 to -2";
  EXPECT_EQ(steps.diagonal().sum(), 0);
}

// ASTM E1049, figure 2 counts up-crossings; here by hand: -2 to 1 rises through -1, 0, 1, and so on.
TEST(LoadMatrixTest, LevelsCrossedAndHeld) {
  const Classes levels{-4.5, 5.5, 10};
  const Eigen::VectorXd crossed = LevelCrossings(kHistory, levels);
  // Rises: -2 to 1, -3 to 5, -1 to 3, -4 to 4; lower bounds are -4.5, -3.5, ..., 4.5.
  Eigen::VectorXd expected(10);
  expected << 0, 1, 2, 3, 4, 4, 3, 3, 2, 1;
  EXPECT_EQ(crossed, expected);
  const Eigen::VectorXd held = TimeAtLevel(kHistory, levels);
  EXPECT_DOUBLE_EQ(held.sum(), 1);
  EXPECT_DOUBLE_EQ(held(2), 2.0 / 9) << "-2 twice";
}

TEST(LoadMatrixTest, ExtrapolationScalesCountsAndWidensRanges) {
  const auto cycles = CountRainflow(kHistory).cycles;
  const auto more = ExtrapolateCycles(cycles, 100);
  EXPECT_NEAR(PseudoDamage(more, 3), 100 * 1094, 1e-9) << "ASTM figure 6: sum n r^3 = 1094";
  const auto wider = ExtrapolateCycles(cycles, 100, 0.3);
  // The mean of (1 + a)^3 at a = -0.3, -0.1, 0.1, 0.3 is 1 + 3 * 0.05.
  EXPECT_NEAR(PseudoDamage(wider, 3), 100 * 1094 * 1.15, 1e-6);
}

}  // namespace
}  // namespace jounce

#include "fatigue/racetrack.h"

#include <gtest/gtest.h>

#include "signals/rainflow.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

TEST(RacetrackTest, KeepsTheStatedPartWithFewerPoints) {
  const std::vector<double> samples = testing::WhiteNoise(10, 20000);
  const EditedHistory edited = KeepDamage(samples, 5, 0.95);
  EXPECT_GE(edited.kept, 0.95);
  EXPECT_LT(edited.kept, 0.96) << "no wider gate keeps as much";
  EXPECT_LT(edited.points.size(), TurningPoints(samples).size() / 2);
  // Counted by itself, what is left does what was said.
  const double ratio = PseudoDamage(CountRainflow(edited.points).cycles, 5) /
                       PseudoDamage(CountRainflow(samples).cycles, 5);
  EXPECT_NEAR(ratio, edited.kept, 1e-9);
}

TEST(RacetrackTest, ConstantHistoriesStay) {
  EXPECT_EQ(KeepDamage(std::vector<double>{3, 3, 3}, 5, 0.9).points.size(), 1u);
}

}  // namespace
}  // namespace jounce

#include "fatigue/surface_damage.h"

#include <gtest/gtest.h>

namespace jounce {
namespace {

// A strip of triangles over corners 0 to 5: 0 and 4 are peaks, 1 and 5 their neighbours; corner 3
// has a second point, its other side.
TEST(SurfaceDamageTest, HotSpotsAreLocalPeaks) {
  const std::vector<std::array<int, 3>> triangles = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}, {3, 4, 5}};
  const std::vector<int> corner = {0, 1, 2, 3, 3, 4, 5};
  const std::vector<double> damage = {9, 8, 1, 2, 2.5, 5, 4};
  EXPECT_EQ(HotSpots(damage, corner, triangles, 10), (std::vector<size_t>{0, 5}));
  EXPECT_EQ(HotSpots(damage, corner, triangles, 1), (std::vector<size_t>{0}));
  EXPECT_EQ(HotSpots(damage, corner, {}, 3), (std::vector<size_t>{0, 1, 5})) << "no triangles";
}

TEST(SurfaceDamageTest, EventsAddUpWithTheirRepetitions) {
  SurfaceDamage sum;
  sum.Add({{.damage = 1, .largest = 10}, {.damage = 2, .largest = 20}}, 3);
  sum.Add({{.damage = 4, .largest = 40}, {.damage = 1, .largest = 15}}, 0.5);
  EXPECT_EQ(sum.damage, (std::vector<double>{5, 6.5}));
  EXPECT_EQ(sum.worst[0].largest, 40);
  EXPECT_EQ(sum.worst[1].largest, 20);
  EXPECT_EQ(sum.WorstEvent(0), 0u) << "3 times 1 is more than half of 4";
}

}  // namespace
}  // namespace jounce

#include "study/sampling.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "study/sobol.h"

namespace jounce::study {
namespace {

// Point 999 of scipy 1.10.1, scipy.stats.qmc.Sobol(40, scramble=False, bits=32).
TEST(Sobol, PointsOfScipy) {
  const SobolSequence sequence(40, 0);
  EXPECT_EQ(sequence.At(999, 0), 0.1572265625);
  EXPECT_EQ(sequence.At(999, 1), 0.9091796875);
  EXPECT_EQ(sequence.At(999, 2), 0.0810546875);
  EXPECT_EQ(sequence.At(999, 9), 0.6318359375);
  EXPECT_EQ(sequence.At(999, 19), 0.0380859375);
  EXPECT_EQ(sequence.At(999, 39), 0.7919921875);
}

// Scrambled or not: of 2^k points each interval 2^-k has one in every dimension, and of the first two
// dimensions every box of area 2^-k (a (0, k, 2)-net in base 2).
TEST(Sobol, EveryIntervalHasOnePoint) {
  constexpr int kBits = 8, kPoints = 1 << kBits;
  for (const int seed : {0, 1, 77}) {
    const SobolSequence sequence(kMostSobolDimensions, static_cast<std::uint64_t>(seed));
    for (int d = 0; d < kMostSobolDimensions; ++d) {
      std::set<int> boxes;
      for (unsigned i = kPoints; i < 2 * kPoints; ++i) {
        boxes.insert(static_cast<int>(sequence.At(i, d) * kPoints));
      }
      EXPECT_EQ(boxes.size(), kPoints) << "dimension " << d << ", seed " << seed;
    }
    for (int across = 0; across <= kBits; ++across) {
      std::set<std::pair<int, int>> boxes;
      for (unsigned i = 0; i < kPoints; ++i) {
        boxes.emplace(static_cast<int>(sequence.At(i, 0) * (1 << across)),
                      static_cast<int>(sequence.At(i, 1) * (1 << (kBits - across))));
      }
      EXPECT_EQ(boxes.size(), kPoints) << "2^" << across << " columns, seed " << seed;
    }
  }
}

TEST(Sobol, ScramblingDependsOnTheSeedAndLeavesTheOrigin) {
  const SobolSequence one(3, 1), two(3, 2);
  int differ = 0;
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_GT(one.At(i, 0), 0);
    differ += one.At(i, 2) != two.At(i, 2) ? 1 : 0;
  }
  EXPECT_GT(differ, 60);
}

TEST(Sampling, LatinHypercubeHasOnePointInEachStratum) {
  const UnitPoints points =
      Sample({.method = SamplingMethod::kLatinHypercube, .runs = 50, .seed = 3}, {1, 1, 1, 1});
  ASSERT_EQ(points.runs(), 50);
  for (int factor = 0; factor < 4; ++factor) {
    std::set<int> strata;
    for (int run = 0; run < 50; ++run) strata.insert(static_cast<int>(points.At(run, factor) * 50));
    EXPECT_EQ(strata.size(), 50U);
  }
}

TEST(Sampling, GridHasAllCombinationsOnce) {
  const UnitPoints points = Sample({.method = SamplingMethod::kGrid}, {2, 3, 4});
  std::set<std::vector<int>> seen;
  for (int run = 0; run < points.runs(); ++run) {
    seen.insert({static_cast<int>(points.At(run, 0) * 2), static_cast<int>(points.At(run, 1) * 3),
                 static_cast<int>(points.At(run, 2) * 4)});
  }
  EXPECT_EQ(points.runs(), 24);
  EXPECT_EQ(seen.size(), 24U);
}

// [Morris 1991]: runs in a row differ in one factor by the jump, each factor once a trajectory, all on
// the levels of the grid.
TEST(Sampling, MorrisChangesOneFactorAtATime) {
  constexpr int kFactors = 5;
  const UnitPoints points =
      Sample({.method = SamplingMethod::kMorris, .runs = 7, .seed = 2, .levels = 4},
             std::vector<int>(kFactors, 1));
  ASSERT_EQ(points.runs(), 7 * (kFactors + 1));
  for (int start = 0; start < points.runs(); start += kFactors + 1) {
    std::set<int> changed;
    for (int run = start; run < start + kFactors; ++run) {
      int changes = 0;
      for (int i = 0; i < kFactors; ++i) {
        const double by = points.At(run + 1, i) - points.At(run, i);
        const double level = 3 * points.At(run, i);
        EXPECT_NEAR(level, std::round(level), 1e-12);
        EXPECT_TRUE(level > -1e-12 && level < 3 + 1e-12);
        if (by == 0) continue;
        EXPECT_NEAR(std::abs(by), 2.0 / 3, 1e-12);
        changed.insert(i);
        ++changes;
      }
      EXPECT_EQ(changes, 1);
    }
    EXPECT_EQ(changed.size(), static_cast<size_t>(kFactors));
  }
}

}  // namespace
}  // namespace jounce::study

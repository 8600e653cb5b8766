#include "report/decimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace jounce::report {
namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

struct Samples {
  std::vector<double> x, y;
};

Samples Noise(std::size_t size) {
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  Samples s;
  for (std::size_t i = 0; i < size; ++i) {
    s.x.push_back(0.01 * static_cast<double>(i));
    s.y.push_back(normal(random));
  }
  return s;
}

TEST(Decimate, ShortCurvesAreKeptWhole) {
  const Samples s = Noise(100);
  const auto kept = Decimate(s.x, s.y, Scale::kLinear, 100);
  ASSERT_EQ(kept.size(), 100u);
  for (std::size_t i = 0; i < 100; ++i) EXPECT_EQ(kept[i], i);
}

TEST(Decimate, KeepsEndsOrderAndSize) {
  const Samples s = Noise(100'000);
  const auto kept = Decimate(s.x, s.y, Scale::kLinear, 2000);
  EXPECT_LE(kept.size(), 2002u);
  EXPECT_GT(kept.size(), 1500u);
  EXPECT_EQ(kept.front(), 0u);
  EXPECT_EQ(kept.back(), 99'999u);
  EXPECT_TRUE(std::is_sorted(kept.begin(), kept.end()));
  EXPECT_EQ(std::adjacent_find(kept.begin(), kept.end()), kept.end());
}

// Wherever a single sample stands out, it is kept: tried at many places.
TEST(Decimate, NoPeakIsLost) {
  for (std::size_t at = 17; at < 50'000; at += 997) {
    Samples s = Noise(50'000);
    s.y[at] = at % 2 == 0 ? 30 : -30;
    const auto kept = Decimate(s.x, s.y, Scale::kLinear, 500);
    EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), at)) << at;
  }
}

// Drawn with as many columns as there are buckets, the picture is that of all samples: each
// column's lowest and highest value is the same.
TEST(Decimate, EveryBucketKeepsItsExtremes) {
  const Samples s = Noise(10'000);
  const auto kept = Decimate(s.x, s.y, Scale::kLinear, 200);
  for (std::size_t bucket = 0; bucket < 100; ++bucket) {
    const auto begin = s.y.begin() + static_cast<std::ptrdiff_t>(bucket * 100);
    double low = 1e9, high = -1e9;
    for (const std::size_t i : kept) {
      if (i / 100 != bucket) continue;
      low = std::min(low, s.y[i]);
      high = std::max(high, s.y[i]);
    }
    EXPECT_EQ(low, *std::min_element(begin, begin + 100));
    EXPECT_EQ(high, *std::max_element(begin, begin + 100));
  }
}

TEST(Decimate, LoopsKeepTheirExtremesInBothDirections) {
  Samples s;
  for (int i = 0; i < 20'000; ++i) {
    const double a = 2 * M_PI * i / 1000.0;
    s.x.push_back(std::cos(a));
    s.y.push_back(std::sin(a));
  }
  s.x[12'345] = 1.5;
  const auto kept = Decimate(s.x, s.y, Scale::kLinear, 1000);
  EXPECT_FALSE(IsAscending(s.x));
  EXPECT_LE(kept.size(), 1002u);
  EXPECT_TRUE(std::binary_search(kept.begin(), kept.end(), 12'345u));
}

TEST(Decimate, LogarithmicAxisKeepsEveryLowLine) {
  Samples s;
  for (int i = 0; i < 100'000; ++i) {
    s.x.push_back(i);  // Begins with 0, as spectra do.
    s.y.push_back(std::sin(i));
  }
  const auto kept = Decimate(s.x, s.y, Scale::kLog, 2000);
  for (std::size_t i = 0; i < 60; ++i) EXPECT_EQ(kept[i], i);
  EXPECT_LE(kept.size(), 2002u);
}

TEST(Decimate, GapsStayGaps) {
  Samples s = Noise(10'000);
  for (std::size_t i = 4000; i < 4300; ++i) s.y[i] = kNotANumber;
  const auto kept = Decimate(s.x, s.y, Scale::kLinear, 400);
  EXPECT_TRUE(
      std::any_of(kept.begin(), kept.end(), [&](std::size_t i) { return std::isnan(s.y[i]); }));
}

TEST(Decimate, NothingGivesNothing) { EXPECT_TRUE(Decimate({}, {}, Scale::kLog, 10).empty()); }

TEST(Decimate, AscendingMeansNeverBack) {
  EXPECT_TRUE(IsAscending(std::vector<double>{1, 1, 2}));
  EXPECT_FALSE(IsAscending(std::vector<double>{1, 2, 1.5}));
  EXPECT_FALSE(IsAscending(std::vector<double>{1, kNotANumber, 2}));
}

}  // namespace
}  // namespace jounce::report

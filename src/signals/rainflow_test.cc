#include "signals/rainflow.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "base/error.h"
#include "signals/signal_testing.h"

namespace jounce {
namespace {

const std::vector<double> kAstmHistory = {-2, 1, -3, 5, -1, 3, -4, 4, -2};

// Cycles by range.
std::map<double, double> Totals(const std::vector<LoadCycle>& cycles) {
  std::map<double, double> totals;
  for (const LoadCycle& cycle : cycles) totals[cycle.Range()] += cycle.count;
  return totals;
}

std::map<double, double> TotalsOf(const std::vector<double>& history, Residue residue) {
  return Totals(CountRainflow(history, {residue, 0}).cycles);
}

// The rules of ASTM E1049-85, 5.4.4, as they stand there: an independent second implementation.
std::vector<LoadCycle> CountAsWritten(const std::vector<double>& history) {
  std::vector<double> points;
  std::vector<LoadCycle> cycles;
  for (const double point : TurningPoints(history)) {
    points.push_back(point);
    while (points.size() >= 3) {
      const size_t n = points.size();
      const double x = std::abs(points[n - 1] - points[n - 2]);
      const double y = std::abs(points[n - 2] - points[n - 3]);
      if (x < y) break;
      if (n == 3) {  // Y contains the starting point: one half cycle, the start moves on
        cycles.push_back({points[0], points[1], 0.5});
        points.erase(points.begin());
      } else {
        cycles.push_back({points[n - 3], points[n - 2], 1});
        points.erase(points.end() - 3, points.end() - 1);
      }
    }
  }
  for (size_t i = 1; i < points.size(); ++i) {
    cycles.push_back({points[i - 1], points[i], 0.5});
  }
  return cycles;
}

// ASTM E1049-85, figure 6 and its table.
TEST(RainflowTest, AstmExample) {
  const RainflowResult result = CountRainflow(kAstmHistory);
  const std::map<double, double> expected = {{3, 0.5}, {4, 1.5}, {6, 0.5}, {8, 1.0}, {9, 0.5}};
  EXPECT_EQ(Totals(result.cycles), expected);
  ASSERT_FALSE(result.cycles.empty());
  EXPECT_EQ(result.cycles[0].Range(), 4);
  EXPECT_EQ(result.cycles[0].Mean(), 1);
  EXPECT_EQ(result.cycles[0].count, 1);
  // The half cycles and their means in the order of the standard.
  const std::vector<double> means = {-0.5, -1, 1, 0.5, 0, 1};
  ASSERT_EQ(result.cycles.size(), 7u);
  for (size_t i = 0; i < means.size(); ++i) EXPECT_EQ(result.cycles[i + 1].Mean(), means[i]);
}

// ISO 12110-2: one cycle and the residue.
TEST(RainflowTest, FourPointResidue) {
  const RainflowResult result = CountRainflow(kAstmHistory, {Residue::kIgnore, 0});
  EXPECT_EQ(result.cycles.size(), 1u);
  EXPECT_EQ(result.residue, (std::vector<double>{-2, 1, -3, 5, -4, 4, -2}));
}

// ASTM E1049-85, 5.4.5 and figure 7: the same history, repeating.
TEST(RainflowTest, RepeatingHistory) {
  const std::map<double, double> expected = {{3, 1}, {4, 1}, {7, 1}, {9, 1}};
  EXPECT_EQ(TotalsOf(kAstmHistory, Residue::kRepeat), expected);
}

TEST(RainflowTest, RepeatingHistoryDoesNotCareWhereItStarts) {
  const auto noise = testing::WhiteNoise(1, 500);
  const auto expected = TotalsOf(noise, Residue::kRepeat);
  for (const int shift : {1, 77, 300}) {
    auto rotated = noise;
    std::rotate(rotated.begin(), rotated.begin() + shift, rotated.end());
    EXPECT_EQ(TotalsOf(rotated, Residue::kRepeat), expected) << shift;
  }
}

TEST(RainflowTest, HalfCyclesAreThoseOfTheStandardForAnyHistory) {
  for (unsigned seed = 1; seed < 200; ++seed) {
    auto history = testing::WhiteNoise(3, 5 + seed, seed);
    // Whole numbers, so that equal ranges are frequent.
    if (seed % 2)
      std::transform(history.begin(), history.end(), history.begin(),
                     [](double x) { return std::round(x); });
    ASSERT_EQ(Totals(CountRainflow(history).cycles), Totals(CountAsWritten(history))) << seed;
  }
}

TEST(RainflowTest, EdgeCases) {
  using Map = std::map<double, double>;
  EXPECT_EQ(TotalsOf({}, Residue::kHalfCycles), Map());
  EXPECT_EQ(TotalsOf({7}, Residue::kHalfCycles), Map());
  EXPECT_EQ(TotalsOf({1, 1, 1, 1}, Residue::kHalfCycles), Map());
  EXPECT_EQ(TotalsOf({0, 1, 2, 3}, Residue::kHalfCycles), (Map{{3, 0.5}}));
  EXPECT_EQ(TotalsOf({0, 1, 1, 1, 0, 2, 2, -1, -1, 0}, Residue::kHalfCycles),
            (Map{{1, 1.5}, {2, 0.5}, {3, 0.5}}));
  EXPECT_EQ(TotalsOf({0, 1, 2, 3}, Residue::kRepeat), (Map{{3, 1}}));
}

TEST(RainflowTest, TurningPointsKeepTheEnds) {
  EXPECT_EQ(TurningPoints(std::vector<double>{1, 2, 3, 3, 2, 2, 5}),
            (std::vector<double>{1, 3, 2, 5}));
  EXPECT_EQ(TurningPoints(std::vector<double>{4, 4}), (std::vector<double>{4}));
}

TEST(RainflowTest, GateLeavesOutNoise) {
  const std::vector<double> x = {0, -0.4, 0.7, 0.4, 5, 4.8, 4.9, 0, 0.3, -0.1, 2};
  EXPECT_EQ(TurningPoints(x, 1), (std::vector<double>{-0.4, 5, -0.1, 2}));
  EXPECT_EQ(CountRainflow(x, {Residue::kHalfCycles, 1}).cycles.size(), 3u);
}

// Pseudo-damage of figure 6: sums of n r, n r^3 and n r^5.
TEST(RainflowTest, PseudoDamage) {
  const auto cycles = CountRainflow(kAstmHistory).cycles;
  EXPECT_DOUBLE_EQ(PseudoDamage(cycles, 1), 23);
  EXPECT_DOUBLE_EQ(PseudoDamage(cycles, 3), 1094);
  EXPECT_DOUBLE_EQ(PseudoDamage(cycles, 5), 67838);
  // In units of 100 MPa and over four cycles: 649.111211 and 701.265718 MPa.
  EXPECT_NEAR(100 * EquivalentRange(1094, 3, 4), 649.111211, 1e-6);
  EXPECT_NEAR(100 * EquivalentRange(67838, 5, 4), 701.265718, 1e-6);
}

// Narrow-band Gaussian: nu T (2 sqrt2 sigma)^m Gamma(1 + m/2), to the scatter of a random history.
TEST(RainflowTest, NarrowBandNoiseDoesTheDamageOfRayleigh) {
  // A slowly modulated sine: two independent normal amplitudes, constant over each period.
  const size_t periods = 40000;
  const auto a = testing::WhiteNoise(20, periods, 3), b = testing::WhiteNoise(20, periods, 4);
  double damage = 0;
  for (size_t p = 0; p < periods; ++p) {
    const double amplitude = std::hypot(a[p], b[p]);
    const std::vector<double> period = {0, amplitude, -amplitude, 0};
    damage += PseudoDamage(CountRainflow(period, {Residue::kRepeat, 0}).cycles, 3);
  }
  const double expected =
      static_cast<double>(periods) * std::pow(2 * std::sqrt(2) * 20, 3) * std::tgamma(2.5);
  EXPECT_NEAR(damage, expected, 0.03 * expected);
}

TEST(RainflowTest, RefusesWhatIsNoNumber) {
  EXPECT_THROW(CountRainflow(std::vector<double>{1, std::nan(""), 2}), InputError);
  EXPECT_THROW(CountRainflow(std::vector<double>{1, INFINITY, 2}), InputError);
  EXPECT_EQ(ResidueOfName("Repeat"), Residue::kRepeat);
  EXPECT_THROW(ResidueOfName("whole"), InputError);
}

// Whatever the pieces are, the cycles are those of the whole, in the same order.
TEST(RainflowTest, PiecesCountAsTheWhole) {
  std::vector<double> history = testing::WhiteNoise(1, 5000);
  for (const double gate : {0.0, 0.4}) {
    const RainflowResult whole = CountRainflow(history, {Residue::kRepeat, gate});
    RainflowCounter counter(gate);
    std::vector<LoadCycle> cycles;
    for (size_t first = 0, n = 1; first < history.size(); first += n, n = n % 97 + 1) {
      counter.Add(std::span(history).subspan(first, std::min(n, history.size() - first)), &cycles);
    }
    counter.End(Residue::kRepeat, &cycles);
    ASSERT_EQ(cycles.size(), whole.cycles.size());
    for (size_t i = 0; i < cycles.size(); ++i) {
      EXPECT_EQ(cycles[i].from, whole.cycles[i].from);
      EXPECT_EQ(cycles[i].to, whole.cycles[i].to);
    }
  }
}

TEST(RainflowTest, ThreePointMethodFindsTheSameCycles) {
  const std::vector<double> history = testing::WhiteNoise(1, 3000);
  const RainflowResult three = CountRainflow(history, {.method = RainflowMethod::kThreePoint});
  EXPECT_EQ(Totals(three.cycles), TotalsOf(history, Residue::kHalfCycles));
  // The order of ASTM E1049, 5.4.4: the first half cycle holds the start.
  const RainflowResult astm = CountRainflow(kAstmHistory, {.method = RainflowMethod::kThreePoint});
  ASSERT_EQ(astm.cycles.size(), 7u);
  EXPECT_EQ(astm.cycles[0].Range(), 3);
  EXPECT_EQ(astm.cycles[0].Mean(), -0.5);
  EXPECT_EQ(astm.cycles[2].count, 1);
}

}  // namespace
}  // namespace jounce

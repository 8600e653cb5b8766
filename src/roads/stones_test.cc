#include "roads/stones.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "base/error.h"
#include "roads/made_road.h"
#include "shared_data.h"
#include "signals/spectrum.h"

namespace jounce {
namespace {

RoadSurface Under(const StoneSettings& stones, double x, double y) {
  RoadSurface surface;
  AddStones(stones, x, y, &surface);
  return surface;
}

TEST(StonesTest, SlopesAreThoseOfTheHeight) {
  const StoneSettings stones;
  for (int i = 0; i < 200; ++i) {
    const double x = 0.1 + 0.0317 * i, y = -2 + 0.0213 * i, h = 1e-6;
    const RoadSurface s = Under(stones, x, y);
    const double along =
        (Under(stones, x + h, y).height - Under(stones, x - h, y).height) / (2 * h);
    const double across =
        (Under(stones, x, y + h).height - Under(stones, x, y - h).height) / (2 * h);
    EXPECT_NEAR(s.slope_x, along, 1e-5) << x;
    EXPECT_NEAR(s.slope_y, across, 1e-5) << x;
  }
}

// Joints between rows are as deep as they say; in the middle of a row of stones without tilts the
// mean and the deviation of all crowns are those of the settings.
TEST(StonesTest, JointsAndCrownsAreAsTheySay) {
  StoneSettings stones;
  stones.tilt_deviation = 0;
  stones.edge = 40;  // flat stones with narrow joints
  double sum = 0, squares = 0;
  int count = 0;
  for (int row = 0; row < 200; ++row) {
    EXPECT_NEAR(Under(stones, 0.17 * row, 0.3).height, -0.014, 1e-9);
    for (int i = 0; i < 50; ++i) {
      // Far enough from each other for stones of their own; those in a joint do not count.
      const RoadSurface s = Under(stones, 0.17 * (row + 0.5), 0.4 * i);
      if (std::abs(s.slope_y) > 1e-6) continue;
      sum += s.height;
      squares += s.height * s.height;
      ++count;
    }
  }
  EXPECT_NEAR(sum / count, 0, 1e-4);
  EXPECT_NEAR(std::sqrt(squares / count), 0.003, 1e-4);
}

TEST(StonesTest, LieWhereTheySayAndDependOnTheirSeed) {
  StoneSettings stones;
  stones.start = 10;
  stones.length = 5;
  stones.v_low = -1;
  stones.v_high = 1;
  for (const auto& [x, y] : {std::pair{9.9, 0.0}, {15.1, 0.0}, {12.0, 1.5}, {12.0, -1.5}}) {
    EXPECT_EQ(Under(stones, x, y).height, 0);
  }
  const double height = Under(stones, 12.03, 0.31).height;
  EXPECT_NE(height, 0);
  EXPECT_EQ(Under(stones, 12.03, 0.31).height, height);
  stones.seed = 2;
  EXPECT_NE(Under(stones, 12.03, 0.31).height, height);
  stones = {.stone_length = 0};
  EXPECT_THROW(CheckStones(stones), InputError);
  // Far away there is no stone, and no count that overflows.
  stones = {};
  stones.length = 1e300;
  stones.v_high = 1e300;
  EXPECT_EQ(Under(stones, 1e299, 0).height, 0);
  EXPECT_EQ(Under(stones, 1, 1e299).height, 0);
  EXPECT_EQ(Under(stones, std::nan(""), 0).height, 0);
}

// ---- Against a measured Belgian block -------------------------------------------------------------

constexpr size_t kRows = 1001, kColumns = 342;  // of the file: a heading, then 341 heights a row

// As the file has its numbers: big-endian. Headings and heights of this file are about 2 to 3.
float NumberAt(const std::string& bytes, size_t index) {
  uint32_t bits = 0;
  for (size_t i = 0; i < 4; ++i) {
    bits = bits << 8 | static_cast<unsigned char>(bytes[4 * index + i]);
  }
  return std::bit_cast<float>(bits);
}
bool Makes(float x) { return std::isnan(x) || (std::abs(x) > 1.5f && std::abs(x) < 3.2f); }
size_t FirstNonsense(const std::string& bytes, size_t index) {
  while (index < kRows * kColumns && 4 * index + 4 <= bytes.size() &&
         Makes(NumberAt(bytes, index))) {
    ++index;
  }
  return index;
}

// The public copy of the file lost the carriage return before six line feeds in its binary part:
// each is put back where the numbers go on longest.
std::string Repaired(std::string bytes) {
  for (int lost = 0; lost < 6; ++lost) {
    const size_t bad = FirstNonsense(bytes, 0);
    if (bad == kRows * kColumns) break;
    std::string best;
    size_t furthest = 0, feed = 4 * bad + 4;
    for (int i = 0; i < 6 && feed > 0; ++i) {
      feed = bytes.rfind('\n', feed - 1);
      if (feed == std::string::npos) break;
      std::string trial = bytes;
      trial.insert(feed, 1, '\r');
      const size_t reach = FirstNonsense(trial, feed / 4 - 2);
      if (reach <= furthest) continue;
      furthest = reach;
      best = std::move(trial);
    }
    bytes = std::move(best);
  }
  return bytes;
}

// Root of the power between spatial frequencies, by Welch's method, of the mean over lines.
std::vector<double> BandsOf(const std::vector<std::vector<double>>& lines, size_t segment) {
  constexpr double kEdges[] = {0.3, 1, 2, 3, 5, 7, 10, 15, 25};
  std::vector<double> power(std::size(kEdges) - 1);
  WelchSettings welch;
  welch.segment = segment;
  for (const std::vector<double>& line : lines) {
    const PowerSpectrum spectrum = PowerSpectrumOf(line, 100, welch);  // a sample a centimetre
    for (size_t k = 1; k < spectrum.density.size(); ++k) {
      const double n = spectrum.FrequencyOf(k);
      for (size_t b = 0; b < power.size(); ++b) {
        if (n >= kEdges[b] && n < kEdges[b + 1]) {
          power[b] +=
              spectrum.density[k] * spectrum.FrequencyOf(1) / static_cast<double>(lines.size());
        }
      }
    }
  }
  for (double& p : power) p = std::sqrt(p);
  return power;
}

// The Belgian block of the examples has the power of the measured one in every band along the road,
// and in those of stones across it, to a factor of 1.6; over all to 25 %.
TEST(StonesTest, ABelgianBlockIsLikeAMeasuredOne) {
  JOUNCE_NEEDS_SHARED("data/formats/crg/belgian_block.crg");
  std::ifstream file(testing::SharedPath("data/formats/crg/belgian_block.crg"), std::ios::binary);
  std::string all((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  const std::string bytes = Repaired(all.substr(all.find('\n', all.find("$$$$")) + 1));
  ASSERT_EQ(FirstNonsense(bytes, 0), kRows * kColumns);
  // Sections 34 to 341 have no gaps.
  const auto measured = [&](size_t row, size_t section) {
    return static_cast<double>(NumberAt(bytes, row * kColumns + section));
  };
  MadeRoadSettings made;
  made.stones.emplace_back();
  RandomRoadSettings& waves = made.random.emplace_back();
  waves.roughness = 0.08;
  waves.waviness = 3;
  waves.n_low = 0.3;
  waves.n_high = 5;
  const MadeRoad road(made);
  RoadHint hint;
  std::vector<std::vector<double>> along[2], across[2];
  for (size_t section = 34; section <= 341; section += 7) {
    auto& real = along[0].emplace_back();
    for (size_t row = 0; row < 1000; ++row) real.push_back(measured(row, section));
  }
  for (int track = 0; track < 40; ++track) {  // 40 tracks of 10 m, in another part of the road each
    auto& line = along[1].emplace_back();
    const double start = 4.8 * track, side = track % 2 == 0 ? 0.75 : -0.75;
    for (int i = 0; i < 1000; ++i) line.push_back(road.At(start + 0.01 * i, side, &hint).height);
  }
  for (size_t row = 0; row < 1000; row += 20) {
    auto& real = across[0].emplace_back();
    auto& line = across[1].emplace_back();
    for (size_t section = 34; section <= 341; ++section) {
      real.push_back(measured(row, section));
      RoadSurface surface;  // stones alone: between its tracks a random road is straight
      AddStones(made.stones[0], 0.1 * static_cast<double>(row), 0.01 * static_cast<double>(section),
                &surface);
      line.push_back(surface.height);
    }
  }
  const std::vector<double> a = BandsOf(along[0], 512), b = BandsOf(along[1], 512);
  double real_power = 0, power = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_LT(std::abs(std::log(b[i] / a[i])), std::log(1.6)) << i << ": " << b[i] << ", " << a[i];
    real_power += a[i] * a[i];
    power += b[i] * b[i];
  }
  EXPECT_NEAR(std::sqrt(power / real_power), 1, 0.25);
  const std::vector<double> c = BandsOf(across[0], 256), d = BandsOf(across[1], 256);
  for (size_t i = 3; i < c.size(); ++i) {  // from 3 cycles/m on
    EXPECT_LT(std::abs(std::log(d[i] / c[i])), std::log(1.6)) << i << ": " << d[i] << ", " << c[i];
  }
}

}  // namespace
}  // namespace jounce

#include "roads/made_road.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <vector>

#include "base/error.h"
#include "signals/fourier.h"

namespace jounce {
namespace {

RoadSurface Under(const MadeRoad& road, double x, double y) {
  RoadHint hint;
  return road.At(x, y, &hint);
}

TEST(MadeRoadTest, BumpsWavesAndPatchesLieWhereTheySay) {
  MadeRoadSettings s;
  s.friction = 0.9;
  s.slope = 0.02;
  s.banking = -0.01;
  s.bumps = {{{-1, 1}, 10, 0.5, 0.04, 0.1}, {{}, 20, 1, -0.08, 0}};
  s.waves = {{{}, 30, 10, 4, 0.05, 0}};
  s.patches = {{{0, 5}, 0, 100, 0.3}};
  const MadeRoad road(s);
  EXPECT_NEAR(Under(road, 5, 2).height, 0.1 - 0.02, 1e-15);
  EXPECT_NEAR(Under(road, 10.25, 0.5).height, 0.205 - 0.005 + 0.04, 1e-12);
  EXPECT_NEAR(Under(road, 10.05, 0.5).height, 0.201 - 0.005 + 0.02, 1e-12);
  EXPECT_NEAR(Under(road, 10.05, 0.5).slope_x, 0.02 + 0.4, 1e-12);
  EXPECT_NEAR(Under(road, 10.45, 0.5).slope_x, 0.02 - 0.4, 1e-12);
  EXPECT_NEAR(Under(road, 10.25, 1.5).height, 0.205 - 0.015, 1e-12);  // beside it
  EXPECT_NEAR(Under(road, 20.5, 0).height, 0.41 - 0.08, 1e-12);
  EXPECT_NEAR(Under(road, 31, 0).height, 0.62 + 0.05, 1e-12);
  EXPECT_NEAR(Under(road, 32, 0).slope_x, 0.02 - 0.05 * 2 * M_PI / 4, 1e-12);
  EXPECT_NEAR(Under(road, 41, 0).height, 0.82, 1e-12);
  EXPECT_EQ(Under(road, 5, 1).friction, 0.3);  // mu-split
  EXPECT_EQ(Under(road, 5, -1).friction, 0.9);
}

TEST(MadeRoadTest, ProfilesAreStraightBetweenSamplesAndTracks) {
  MadeRoadSettings s;
  s.profiles = {{1, 0.5, false, {{-1, {0, 0.1, 0.3}}, {1, {0, 0.2, 0.2}}}}};
  MadeRoad road(s);
  EXPECT_NEAR(Under(road, 1.25, -1).height, 0.05, 1e-15);
  EXPECT_NEAR(Under(road, 1.75, 0).height, 0.5 * (0.2 + 0.2), 1e-15);
  EXPECT_NEAR(Under(road, 1.75, 0).slope_x, 0.5 * (0.4 + 0), 1e-12);
  EXPECT_NEAR(Under(road, 1.5, 0).slope_y, 0.05, 1e-12);
  EXPECT_NEAR(Under(road, 9, 5).height, 0.2, 1e-15);
  EXPECT_NEAR(Under(road, 9, 5).slope_y, 0, 1e-15);
  s.profiles[0].repeats = true;
  road = MadeRoad(s);
  EXPECT_NEAR(Under(road, 1.25 + 1.5, -1).height, 0.05, 1e-12);
}

// The spectrum of the samples is that of ISO 8608, line by line: class C has 256e-6 m^3 at 0.1/m.
TEST(MadeRoadTest, RandomTracksHaveTheSpectrumOfTheirClass) {
  RandomProfileSettings s;
  s.roughness = RoughnessOfClass('C');
  EXPECT_DOUBLE_EQ(s.roughness, 256e-6);
  s.length = 400;
  s.coherence_length = 2;
  const RandomTracks tracks = MakeRandomTracks(s);
  const size_t count = tracks.left.size();
  RealFourier fourier(count);
  std::vector<std::complex<double>> left(fourier.NumLines()), right(fourier.NumLines());
  fourier.Forward(tracks.left, left);
  fourier.Forward(tracks.right, right);
  const double scale = 2 * s.length / static_cast<double>(count) / static_cast<double>(count);
  std::complex<double> cross = 0;
  double power = 0;
  for (size_t k = 1; k < 800; ++k) {
    const double n = static_cast<double>(k) / s.length;
    const double expected = n < s.n_low ? 0 : 256e-6 * 0.01 / (n * n);
    EXPECT_NEAR(std::norm(left[k]) * scale, expected, 1e-9 * (expected + 1e-6)) << n;
    // About 0.5 cycles/m, where gamma is exp(-1).
    if (n > 0.4 && n < 0.6) {
      cross += left[k] * std::conj(right[k]) / std::abs(left[k]) / std::abs(left[k]);
      power += 1;
    }
  }
  EXPECT_NEAR(std::abs(cross) / power, std::exp(-1), 0.12);
  // The same seed, the same road; another, another.
  EXPECT_EQ(MakeRandomTracks(s).right, tracks.right);
  s.seed = 2;
  EXPECT_NE(MakeRandomTracks(s).right, tracks.right);
  s.coherence_length = 0;
  const RandomTracks same = MakeRandomTracks(s);
  EXPECT_NEAR(same.left[17], same.right[17], 1e-15);
}

TEST(MadeRoadTest, WhatMakesNoRoadIsRefused) {
  MadeRoadSettings s;
  s.bumps = {{{}, 0, 0.1, 0.02, 0.06}};
  EXPECT_THROW(MadeRoad{s}, InputError);
  s = {};
  s.profiles = {{0, 0.1, false, {{0, {1}}}}};
  EXPECT_THROW(MadeRoad{s}, InputError);
  s = {};
  s.random.emplace_back().length = 0;
  EXPECT_THROW(MadeRoad{s}, InputError);
  EXPECT_EQ(RoughnessOfClass('Z'), 0);
}

}  // namespace
}  // namespace jounce

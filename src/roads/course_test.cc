#include "roads/course.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include "base/error.h"
#include "roads/made_road.h"

namespace jounce {
namespace {

const std::vector<double>& Named(const std::vector<Channel>& channels, const std::string& name) {
  for (const Channel& channel : channels) {
    if (channel.name == name) return channel.samples;
  }
  throw std::out_of_range(name);
}

// Largest absolute value of the second half, where all has settled.
double Amplitude(const std::vector<double>& x) {
  double most = 0;
  for (size_t i = x.size() / 2; i < x.size() * 3 / 4; ++i) most = std::max(most, std::abs(x[i]));
  return most;
}

// The amplitude of the wheel's way over that of the road: the two equations of the quarter car for
// a sine, solved by hand.
double WheelOverRoad(const QuarterCar& q, double omega) {
  const std::complex<double> i(0, 1);
  const std::complex<double> strut = q.spring_rate + i * omega * q.damping;
  const std::complex<double> tyre = q.tyre_rate + i * omega * q.tyre_damping;
  const std::complex<double> body = strut / (strut - q.body_mass * omega * omega);
  return std::abs(tyre / (tyre + strut * (1.0 - body) - q.wheel_mass * omega * omega));
}

// A long sine as road: cams feel its height. The spindle answers as the quarter car does in the
// frequency domain, the load is that of the slope.
TEST(CourseTest, ASineIsAnsweredAsByHand) {
  MadeRoadSettings made;
  made.waves = {{{}, 0, 1e6, 12, 0.01, 0}};
  const MadeRoad road(made);
  CourseSettings s;
  s.time = 8;
  s.rate = 200;
  s.start = 20;
  s.front.wheel_mass = 40;
  for (const double frequency : {1.0, 2.5}) {
    s.speed = 12 * frequency;
    const std::vector<Channel> channels = DriveCourse(road, s);
    ASSERT_EQ(channels.size(), 16u);
    const double omega = 2 * std::numbers::pi * frequency;
    EXPECT_NEAR(Amplitude(Named(channels, "LF Road")) * 0.0254, 0.01, 1e-4);
    EXPECT_NEAR(Amplitude(Named(channels, "LF Spindle Vert. Disp.")) * 0.0254,
                0.01 * WheelOverRoad(s.front, omega), 1.5e-4);
    EXPECT_NEAR(Amplitude(Named(channels, "RR Spindle Vert. Disp.")) * 0.0254,
                0.01 * WheelOverRoad(s.rear, omega), 1.5e-4);
  }
  s.speed = 0.5;  // slowly: the load at rest times the slope
  s.hold = 0;
  s.time = 48;
  s.rate = 10;
  const double slope = 0.01 * 2 * std::numbers::pi / 12;
  EXPECT_NEAR(Amplitude(Named(DriveCourse(road, s), "LR Spindle Long. Load")) * 4.4482216152605,
              9.81 * 505 * slope, 0.01 * 9.81 * 505 * slope);
}

// The rear wheels come where the front ones were, wheelbase/speed later; left and right differ.
TEST(CourseTest, RearWheelsFollow) {
  MadeRoadSettings made;
  made.random.emplace_back().roughness = 64e-6;
  const MadeRoad road(made);
  CourseSettings s;
  s.time = 4;
  s.rate = 400;
  s.speed = 10;
  s.wheelbase = 2.5;  // 100 samples
  s.rise = 0;
  const std::vector<Channel> channels = DriveCourse(road, s);
  const std::vector<double>& front = Named(channels, "RF Road");
  const std::vector<double>& rear = Named(channels, "RR Road");
  ASSERT_EQ(front.size(), 1601u);
  for (size_t i = 100; i < front.size(); ++i) ASSERT_NEAR(rear[i], front[i - 100], 1e-9);
  EXPECT_GT(std::abs(Named(channels, "LF Road")[700] - front[700]), 1e-3);
}

// A lean to the left pushes to the right. For as long as it lasts; without its mean, as it changes.
TEST(CourseTest, LateralLoads) {
  MadeRoadSettings made;
  made.banking = 0.02;
  CourseSettings s;
  s.time = 10;
  s.rate = 100;
  s.track = 0;
  s.hold = 0;
  const auto lateral = [&](size_t i) {
    return Named(DriveCourse(MadeRoad(made), s), "LF Spindle Lat. Load")[i] * 4.4482216152605;
  };
  EXPECT_NEAR(lateral(500), 505 * 9.81 * 0.02, 1e-3);
  s.hold = 2;
  EXPECT_NEAR(lateral(500), 0, 1e-9);
  EXPECT_LT(lateral(25), -1);  // rising to what the mean of later samples is already
}

// A wheel that leaves the ground has no load, and comes back.
TEST(CourseTest, TyresDoNotPull) {
  MadeRoadSettings made;
  made.bumps = {{{}, 20, 5, -0.3, 0.1}};
  CourseSettings s;
  s.time = 6;
  s.speed = 10;
  s.rise = 0.1;
  const std::vector<Channel> channels = DriveCourse(MadeRoad(made), s);
  const std::vector<double>& load = Named(channels, "LF Spindle Long. Load");
  const auto [low, high] = std::minmax_element(load.begin(), load.end());
  EXPECT_LT(*low, 0);
  EXPECT_GT(*high, 0);
  EXPECT_NEAR(Named(channels, "LF Spindle Vert. Disp.").back(), 0, 0.02);
  double deepest = 0;
  for (const double way : Named(channels, "LF Spindle Vert. Disp.")) {
    deepest = std::min(deepest, way);
  }
  EXPECT_LT(deepest * 0.0254, -0.3);
}

TEST(CourseTest, WhatMakesNoCourseIsRefused) {
  const MadeRoad road({});
  CourseSettings s;
  s.speed = 0;
  EXPECT_THROW(DriveCourse(road, s), InputError);
  s = {};
  s.time = 1e9;
  EXPECT_THROW(DriveCourse(road, s), InputError);
  s = {};
  s.rear.wheel_mass = 0;
  EXPECT_THROW(DriveCourse(road, s), InputError);
  s = {};
  s.rise = std::nan("");
  EXPECT_THROW(DriveCourse(road, s), InputError);
}

}  // namespace
}  // namespace jounce

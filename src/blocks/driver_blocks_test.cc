#include "blocks/driver_blocks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "blocks/driver_laws.h"

namespace jounce {
namespace {

using Eigen::Vector2d;

BlockSettings DriverSettings(const char* kind, int inputs,
                             std::map<std::string, std::vector<double>> numbers) {
  BlockSettings settings;
  settings.kind = kind;
  settings.inputs.assign(inputs, "0");
  settings.values.numbers = std::move(numbers);
  return settings;
}

// A step of what is wanted: 1 - (1 + t/T) exp(-t/T), whatever the time between looks.
TEST(DriverLaws, HandsFollowAsACriticallyDampedOscillator) {
  for (const double h : {0.001, 0.01}) {
    Hands hands;
    for (double t = h; t < 0.1; t += h) {
      const double angle = hands.Follow(0.5, h), s = t / kHandsTime;
      EXPECT_NEAR(angle, 0.5 * (1 - (1 + s) * std::exp(-s)), 1e-12);
    }
  }
}

// One who goes along a circle is sent along it by any of its points.
TEST(DriverLaws, CurvatureIsThatOfTheCircle) {
  const double radius = 40;
  for (const double angle : {0.05, 0.4, 2.0}) {
    const PlaneMotion motion{{3, -2}, M_PI / 6, 0, 10};
    const Vector2d ahead(std::cos(motion.way), std::sin(motion.way));
    const Vector2d left(-ahead.y(), ahead.x());
    const Vector2d point =
        motion.place + radius * std::sin(angle) * ahead + radius * (1 - std::cos(angle)) * left;
    EXPECT_NEAR(motion.CurvatureTo(point), 1 / radius, 1e-12);
  }
}

TEST(DriverLaws, PathGoesOnBeyondItsEnds) {
  const PointPath path({{0, 0}, {10, 0}, {10, 10}});
  EXPECT_LT((path.Ahead({3, 1}, 4) - Vector2d(7, 0)).norm(), 1e-12);
  EXPECT_LT((path.Ahead({3, 1}, 12) - Vector2d(10, 5)).norm(), 1e-12);
  EXPECT_LT((path.Ahead({-7, 1}, 2) - Vector2d(-5, 0)).norm(), 1e-12);
  EXPECT_LT((path.Ahead({11, 14}, 3) - Vector2d(10, 17)).norm(), 1e-12);
  EXPECT_THROW(PointPath({{1, 1}}), InputError);
  EXPECT_THROW(PointPath({{1, 1}, {1, 1}}), InputError);
}

// e/T1 + (sum of e h)/T2^2 with T1 = 0.3 s, T2 = 0.8 s, as driver_laws.h has it: put out evenly from
// one look to the next, never above the maximum, and not wound up there.
TEST(DriverBlocks, SpeedIsHeldFromLookToLook) {
  const auto block =
      MakeBlock(DriverSettings("speed_driver", 2,
                               {{"period", {0.01}}, {"factor", {100}}, {"maximum", {900}}}),
                {0.001});
  ASSERT_EQ(block->states(), 0);
  std::vector<double> memory(block->memory()), next(memory);
  double u[2] = {20, 19};
  block->StartMemory(0, u, memory.data());
  double last = 0;
  for (int i = 1; i <= 40; ++i) {
    if (i == 31) u[0] = 40;  // far more than it has
    const BlockPoint at{0.001 * i, 0.001, nullptr, u, memory.data(), next.data()};
    double y = -1;
    block->Outputs(at, &y);
    EXPECT_LE(std::abs(y - last), 40) << "no jump";
    const double first = 100 * (1 / 0.3 + 0.01 / 0.64), second = 100 * (1 / 0.3 + 0.02 / 0.64);
    if (i == 10) {
      EXPECT_EQ(y, 0);
    }
    if (i == 15) {
      EXPECT_NEAR(y, 0.5 * first, 1e-9);
    }
    if (i == 20) {
      EXPECT_NEAR(y, first, 1e-9);
    }
    if (i == 25) {
      EXPECT_NEAR(y, 0.5 * (first + second), 1e-9);
    }
    last = y;
    block->Remember(at);
    memory = next;
  }
  const BlockPoint end{0.05, 0.001, nullptr, u, memory.data(), next.data()};
  double y = 0;
  block->Outputs(end, &y);
  EXPECT_EQ(y, 900);
  EXPECT_NEAR(memory[3], 0.03, 1e-12) << "the sum of three looks";
}

TEST(DriverBlocks, MistakesAreRefused) {
  const std::vector<double> line = {0, 0, 100, 0};
  const auto make = [](const BlockSettings& settings) { return MakeBlock(settings, {0.001}); };
  EXPECT_NO_THROW(make(DriverSettings(
      "path_driver", 5, {{"period", {0.01}}, {"points", line}, {"curvature_gain", {0.02}}})));
  EXPECT_THROW(
      make(DriverSettings("path_driver", 5,
                          {{"period", {0.01}}, {"points", line}, {"curvature_gain", {0}}})),
      InputError);
  EXPECT_THROW(
      make(DriverSettings("path_driver", 5,
                          {{"period", {0.01}}, {"points", {0, 0}}, {"curvature_gain", {1}}})),
      InputError);
  EXPECT_THROW(make(DriverSettings("speed_driver", 2, {{"period", {0.0015}}})), InputError);
  EXPECT_THROW(make(DriverSettings("speed_driver", 2, {{"period", {0}}})), InputError);
  EXPECT_THROW(make(DriverSettings("speed_driver", 2,
                                   {{"period", {0.01}}, {"minimum", {1}}, {"maximum", {0}}})),
               InputError);
}

}  // namespace
}  // namespace jounce

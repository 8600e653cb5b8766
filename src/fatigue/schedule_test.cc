#include "fatigue/schedule.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce {
namespace {

// 24,140 km in equal thirds of three payloads [Wood 2003, 4.7.2], here one road each, by hand.
TEST(ScheduleTest, EqualThirdsOfADistance) {
  Schedule schedule{"durability",
                    24140e3,
                    {{.name = "empty", .length = 1000},
                     {.name = "half", .length = 2000},
                     {.name = "full", .length = 4000}}};
  Diagnostics problems;
  schedule.Resolve(&problems);
  EXPECT_FALSE(problems.HasErrors());
  EXPECT_NEAR(schedule.events[0].repetitions, 24140.0 / 3, 1e-9);
  EXPECT_NEAR(schedule.events[2].repetitions, 24140.0 / 12, 1e-9);
  const ScheduleLife life = LifeOf(schedule, std::vector<double>{1e-8, 1e-6, 1e-4});
  const double thirds = 24140.0 / 3;
  const double damage = thirds * (1e-8 + 0.5e-6 + 0.25e-4);
  EXPECT_NEAR(life.damage, damage, 1e-12);
  EXPECT_NEAR(life.distance, 24140e3 / damage, 1e-3);
  EXPECT_EQ(life.events[0].name, "full");
  EXPECT_TRUE(life.events[2].droppable) << "0.04 % of the damage";
  EXPECT_FALSE(life.events[1].droppable) << "2 %";
  EXPECT_NEAR(life.kept_distance, 2.0 / 3, 1e-12);
}

TEST(ScheduleTest, WhatIsMissingIsNamed) {
  Schedule schedule{"s", 0, {{.name = "a"}, {.name = "b", .share = 0.5, .repetitions = 3}}};
  Diagnostics problems;
  schedule.Resolve(&problems);
  EXPECT_EQ(problems.all().size(), 2u);
}

TEST(ScheduleTest, NoDamageLivesForEver) {
  const Schedule schedule{"s", 0, {{.name = "a", .repetitions = 3}}};
  EXPECT_TRUE(std::isinf(LifeOf(schedule, std::vector<double>{0.0}).schedules));
}

}  // namespace
}  // namespace jounce

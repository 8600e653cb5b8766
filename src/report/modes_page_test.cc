#include "report/modes_page.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace jounce::report {
namespace {

TEST(ModesPage, WhoMovesNamesTheLargestShares) {
  EXPECT_EQ(WhoMoves({{"a", 0.05}, {"b", 0.8}, {"c", 0.15}}), "b 80 %, c 15 %");
  EXPECT_EQ(WhoMoves({{"a", 0.3}, {"b", 0.25}, {"c", 0.25}, {"d", 0.2}}), "a 30 %, b 25 %, c 25 %");
  EXPECT_EQ(WhoMoves({}), "");
}

TEST(ModesPage, RowsOfTheTableChooseTheShapes) {
  Scene shapes;
  shapes.modes = {{.name = "1", .frequency = 1.5, .damping = 0.3},
                  {.name = "2", .frequency = 12, .damping = -0.01},
                  {.name = "3", .time_constant = 0.2}};
  const Page page = MakeModesPage({.shapes = shapes});
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  const Scene& scene = std::get<Scene>(page.sections[0].items[1]);
  EXPECT_EQ(table.link, scene.link);
  ASSERT_EQ(table.rows.size(), 3u);
  EXPECT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(std::get<double>(table.rows[0][1].value), 1.5);
  EXPECT_EQ(table.rows[0][2].mark, Mark::kNone);
  EXPECT_EQ(table.rows[1][2].mark, Mark::kBad) << "a growing mode must be seen";
  // What does not swing has a time constant, no frequency, and no point among the frequencies.
  EXPECT_EQ(std::get<std::string>(table.rows[2][1].value), "");
  EXPECT_EQ(std::get<double>(table.rows[2][3].value), 0.2);
  const Curve& damping = std::get<Plot>(page.sections[1].items[0]).curves[0];
  EXPECT_EQ(damping.y[0], 30);
  EXPECT_EQ(damping.y.size(), 2u);
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[0].text, "The equilibrium is unstable: 1 of 3 modes grow.");
  EXPECT_EQ(page.findings[0].mark, Mark::kBad);
  EXPECT_EQ(page.findings[1].text, "2 modes between 1.5 and 12 Hz.");
}

// Without damping and time constants there is no column and no plot of them.
TEST(ModesPage, WhoMovesInTheFirstModesIsFound) {
  Scene shapes;
  shapes.modes = {{.name = "1", .frequency = 1.1}, {.name = "2", .frequency = 9}};
  const Page page = MakeModesPage({.shapes = shapes, .shares = {{{"body", 1}}, {{"axle", 1}}}});
  EXPECT_EQ(page.sections.size(), 1u);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  EXPECT_EQ(table.columns.size(), 4u);
  EXPECT_EQ(table.rows[0].size(), 4u);
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[1].text, "Who moves: 1.1 Hz (body 100 %), 9 Hz (axle 100 %).");
}

TEST(ModesPage, SharesMustBeForAllModes) {
  Scene shapes;
  shapes.modes = {{.name = "1"}, {.name = "2"}};
  EXPECT_THROW(MakeModesPage({.shapes = shapes, .shares = {{{"a", 1}}}}), InputError);
}

}  // namespace
}  // namespace jounce::report

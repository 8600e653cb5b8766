#include "report/page_check.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

std::vector<std::string> Findings(const Item& item) {
  Diagnostics diagnostics;
  CheckPage({.sections = {{.items = {item}}}}, &diagnostics);
  std::vector<std::string> messages;
  for (const Diagnostic& d : diagnostics.all()) messages.push_back(d.message);
  return messages;
}

TEST(PageCheck, CurveWithUnequalLengths) {
  const auto found = Findings(Plot{.title = "p", .curves = {{.name = "c", .x = {1, 2}, .y = {1}}}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "curve 'c' of plot 'p' has 2 values of x and 1 of y");
}

TEST(PageCheck, RowWithMissingCells) {
  const auto found = Findings(Table{.title = "t", .columns = {{"a"}, {"b"}}, .rows = {{{1.0}}}});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0], "row 1 of table 't' has 1 cells for 2 columns");
}

TEST(PageCheck, HeatmapWithMissingValues) {
  EXPECT_EQ(Findings(Heatmap{.x_values = {1, 2}, .y_values = {1}, .values = {1}}).size(), 1u);
}

TEST(PageCheck, SceneFindsEveryMistakeAtOnce) {
  Scene scene{.title = "s", .times = {0, 1, 0.5}};
  scene.bodies = {{.name = "still", .poses = {{}}}, {.name = "short", .poses = {{}, {}}}};
  scene.bodies[0].shapes.push_back(
      {.kind = ShapeKind::kMesh, .points = {{0, 0, 0}}, .triangles = {{0, 0, 1}}});
  scene.joints = {{.name = "j", .at = {.body = 2}}};
  scene.connections = {{.name = "c", .b = {.body = 1}, .load = {1, 2}}};
  scene.forces = {{.name = "f", .force = {}}};
  scene.modes = {{.name = "m", .motion = {}}};
  const auto found = Findings(scene);
  ASSERT_EQ(found.size(), 7u);
  EXPECT_EQ(found[0], "times of scene 's' do not ascend");
  EXPECT_EQ(found[1], "a triangle of body 'still' names a point that its mesh does not have");
  EXPECT_EQ(found[2], "'short' of scene 's' has a history of 2 values for 3 times");
  EXPECT_EQ(found[3], "'j' of scene 's' is attached to body 2 of 2");
  EXPECT_EQ(found[4], "'c' of scene 's' has a history of 2 values for 3 times");
}

TEST(PageCheck, FieldOfAMeshWithMissingValues) {
  Scene scene{.bodies = {{.name = "arm", .poses = {{}}}}};
  scene.bodies[0].shapes = {{.kind = ShapeKind::kMesh,
                             .points = {{0, 0, 0}, {1, 0, 0}},
                             .field = {.title = "life", .values = {1}}}};
  ASSERT_EQ(Findings(scene).size(), 1u);
  EXPECT_EQ(Findings(scene)[0], "the field 'life' of body 'arm' has 1 values for 2 points");
}

TEST(PageCheck, GoodItemsHaveNoFindings) {
  Scene scene{.times = {0, 1}, .bodies = {{.poses = {{}, {}}}, {.poses = {{}}}}};
  EXPECT_TRUE(Findings(scene).empty());
  EXPECT_TRUE(Findings(Note{"text"}).empty());
}

}  // namespace
}  // namespace jounce::report

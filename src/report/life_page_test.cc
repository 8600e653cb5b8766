#include "report/life_page.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

LifePageInput Triangle() {
  LifePageInput input{.title = "arm"};
  input.surface = {.kind = ShapeKind::kMesh, .points = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  input.surface.triangles = {{0, 1, 2}};
  input.damage = {1e-3, 1e-5, 0};
  input.spots = {{.name = "node 1", .amplitude = 100, .damage = 1e-3, .loads = "Fx 90 %"}};
  return input;
}

TEST(LifePage, ColoursAreTheLogarithmOfTheDamage) {
  const Page page = MakeLifePage(Triangle());
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[0].text,
            "It breaks first at node 1: the damage of a pass is 0.001, so that it lasts 1000 of "
            "them; the largest amplitude there is 100 MPa.");
  ASSERT_EQ(page.sections.size(), 2u);
  const Scene& scene = std::get<Scene>(page.sections[0].items[0]);
  const MeshField& field = scene.bodies[0].shapes[0].field;
  EXPECT_DOUBLE_EQ(field.values[0], -3);
  EXPECT_DOUBLE_EQ(field.values[1], -5);
  EXPECT_DOUBLE_EQ(field.values[2], -9) << "without damage: six decades below the worst";
  EXPECT_DOUBLE_EQ(field.high, -3);
  EXPECT_EQ(scene.bodies[1].name, "1: node 1, damage 0.001");
  EXPECT_NE(RenderPage(page).find("Fx 90 %"), std::string::npos);
}

TEST(LifePage, LivesAreTheInverseOfTheDamage) {
  LifePageInput input = Triangle();
  input.surface.triangles.clear();  // from a table of unit loads: nothing to draw
  input.events = {{.name = "gravel", .repetitions = 4, .damage = 1e-3, .share = 1}};
  const Page page = MakeLifePage(input);
  ASSERT_EQ(page.sections.size(), 2u);
  const Table& spots = std::get<Table>(page.sections[0].items[0]);
  EXPECT_DOUBLE_EQ(std::get<double>(spots.rows[0][7].value), 1000);
  EXPECT_EQ(spots.columns[7].title, "Life, schedules");
  EXPECT_EQ(std::get<Table>(page.sections[1].items[0]).rows.size(), 1u);
}

}  // namespace
}  // namespace jounce::report

#include "report/tyre_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tyres/brush_tyre.h"

namespace jounce::report {
namespace {

const Plot& PlotOf(const Section& section, size_t i) { return std::get<Plot>(section.items[i]); }

// Each load is a curve, and its peak that of friction: the brush tyre's mu Fz.
TEST(TyrePageTest, CurvesReachTheFrictionOfTheirLoads) {
  BrushTyreSettings settings;
  settings.friction = 0.8;
  const BrushTyre tyre(settings);
  const Page page = MakeTyrePage(
      tyre, {.title = "a tyre", .loads = {1000, 5000}, .cambers = {0, 0.1}, .speed = 10});
  ASSERT_EQ(page.sections.size(), 4u);
  const Plot& lateral = PlotOf(page.sections[0], 1);
  ASSERT_EQ(lateral.curves.size(), 2u);
  EXPECT_NEAR(*std::max_element(lateral.curves[0].y.begin(), lateral.curves[0].y.end()), 800, 1e-9);
  EXPECT_NEAR(*std::max_element(lateral.curves[1].y.begin(), lateral.curves[1].y.end()), 4000,
              1e-9);
  EXPECT_NEAR(lateral.curves[0].x.front(), -15, 1e-12);
  EXPECT_NE(page.findings[1].text.find("Across it the tyre bears at most"), std::string::npos);
  EXPECT_EQ(PlotOf(page.sections[1], 0).curves.size(), 2u);
  RenderPage(page);
}

}  // namespace
}  // namespace jounce::report

#include "report/road_page.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "roads/made_road.h"

namespace jounce::report {
namespace {

// A wave of 20 mm shows as such, in the units of the page.
TEST(RoadPageTest, ShowsHeightsInMillimetres) {
  MadeRoadSettings settings;
  settings.waves = {{{}, 0, 100, 10, 0.02, 0}};
  const Page page = MakeRoadPage(MadeRoad(settings), "a road");
  const Plot& profiles = std::get<Plot>(page.sections[0].items[0]);
  const auto& y = profiles.curves[0].y;
  EXPECT_NEAR(*std::max_element(y.begin(), y.end()), 20, 1e-3);
  EXPECT_NEAR(*std::min_element(y.begin(), y.end()), -20, 1e-3);
  // A wave of amplitude a is a/sqrt(2) in the root mean square, where it is: 100 of 100 m.
  EXPECT_NE(page.findings[0].text.find("from -20 to 20 mm, 14.14 mm"), std::string::npos)
      << page.findings[0].text;
  EXPECT_EQ(page.findings[1].text, "It goes straight on.");
  EXPECT_EQ(page.sections[0].items.size(), 1u) << "no plot of a curvature that is none";
  RenderPage(page);
}

}  // namespace
}  // namespace jounce::report

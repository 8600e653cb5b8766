#include "report/path_page.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

TEST(PathPage, OnePlotAUnitAndTheReasonOfAFailure) {
  Recording recording;
  recording.channels = {{"node.y", "m"}, {"node.z", "m"}, {"spring", "N"}};
  recording.time = {0, 1, 0.5};  // turned back
  recording.values = {0, 0, 0, 1, 2, 3, 4, 5, 6};
  const Page page = MakePathPage({"Node", "node.yaml", recording, RunStatus::Failure("stuck")});
  ASSERT_EQ(page.sections.size(), 1u);
  ASSERT_EQ(page.findings.size(), 3u);
  EXPECT_EQ(page.findings[0].text, "stuck");
  EXPECT_EQ(page.findings[2].text, "In m the largest is node.z: 5 m at 0.5 s.");
  ASSERT_EQ(page.sections[0].items.size(), 2u);
  for (const Item& item : page.sections[0].items) {
    const Plot& plot = std::get<Plot>(item);
    EXPECT_EQ(plot.curves.size(), plot.y.unit == "m" ? 2u : 1u);
    EXPECT_EQ(plot.curves.back().y.back(), plot.y.unit == "m" ? 5 : 6);
  }
  EXPECT_FALSE(RenderPage(page).empty());
}

}  // namespace
}  // namespace jounce::report

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
  ASSERT_EQ(page.sections.size(), 2u);
  EXPECT_EQ(std::get<Note>(page.sections[0].items[0]).text, "stuck");
  ASSERT_EQ(page.sections[1].items.size(), 2u);
  for (const Item& item : page.sections[1].items) {
    const Plot& plot = std::get<Plot>(item);
    EXPECT_EQ(plot.curves.size(), plot.y.unit == "m" ? 2u : 1u);
    EXPECT_EQ(plot.curves.back().y.back(), plot.y.unit == "m" ? 5 : 6);
  }
  EXPECT_FALSE(RenderPage(page).empty());
}

}  // namespace
}  // namespace jounce::report

#include "report/drive_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace jounce::report {
namespace {

TEST(DrivePage, ValuesAndPlotsStandFirst) {
  DrivingRecord record;
  record.time = {0, 1};
  record.speed = {10, 20};
  record.steer = record.yaw_rate = record.roll = record.sideslip = {0, M_PI / 2};
  record.lateral_acceleration = {0, 4};
  record.x = {0, 3};
  record.y = {0, -1};
  Page page{.findings = {{"The run went through."}},
            .sections = {{.title = "Motion"}, {.title = "Channels", .anchor = "channels"}}};
  AddManoeuvre("step_steer", record,
               {{"speed_kmh", 80, "at the start"},
                {"T_yaw_90_s", 0.19, "to 90 %"},
                {"roll_max_deg", 2, ""},
                {"none_s", std::numeric_limits<double>::quiet_NaN(), "never"}},
               &page);
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_EQ(page.findings[0].text, "step steer: T yaw 90 0.19 s (to 90 %), roll max 2 deg.");
  ASSERT_EQ(page.sections.size(), 4u);
  EXPECT_EQ(page.sections[2].title, "Motion");
  EXPECT_TRUE(page.sections[2].open);
  EXPECT_FALSE(page.sections[3].open);
  const auto plot = [&](const std::string& title) -> const Plot& {
    for (const Item& item : page.sections[0].items) {
      if (std::get<Plot>(item).title == title) return std::get<Plot>(item);
    }
    throw std::runtime_error("no plot " + title);
  };
  // Shown in the units of the field: degrees, kilometres an hour.
  EXPECT_DOUBLE_EQ(plot("Yaw rate").curves[0].y[1], 90);
  EXPECT_DOUBLE_EQ(plot("Speed").curves[0].y[1], 72);
  EXPECT_EQ(plot("Path").curves[0].y[1], -1);
  EXPECT_EQ(plot("Handling diagram").curves[0].x[1], 4);
  EXPECT_DOUBLE_EQ(plot("Handling diagram").curves[0].y[1], 90);
  EXPECT_EQ(std::get<Table>(page.sections[1].items[0]).rows.size(), 4u);
  EXPECT_FALSE(RenderPage(page).empty());
}

}  // namespace
}  // namespace jounce::report

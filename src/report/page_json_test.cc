#include "report/page_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "report/budget.h"

namespace jounce::report {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

nlohmann::json ItemJson(const Item& item) {
  return ToPageData({.sections = {{.items = {item}}}}).json["sections"][0]["items"][0];
}

TEST(PageJson, StructureOfAPage) {
  const PageData data = ToPageData({.title = "T",
                                    .facts = {{"a", "b", Mark::kBad}},
                                    .sections = {{.title = "S", .items = {Note{"n"}}, .columns = 9},
                                                 {.title = "R", .open = false}}});
  EXPECT_EQ(data.json["title"], "T");
  EXPECT_EQ(data.json["facts"][0]["mark"], "bad");
  EXPECT_EQ(data.json["sections"].size(), 2u);
  EXPECT_EQ(data.json["sections"][0]["columns"], 4);
  EXPECT_EQ(data.json["sections"][1]["open"], false);
  EXPECT_FALSE(data.has_scene);
  EXPECT_TRUE(data.blobs.empty());
}

TEST(PageJson, PlotWithItsCurves) {
  const nlohmann::json plot = ItemJson(
      Plot{.title = "p",
           .x = {.title = "f", .unit = "Hz", .scale = Scale::kLog, .min = 1},
           .curves = {{.name = "c", .x = {1, 2, 4}, .y = {1, 2, 3}, .style = CurveStyle::kDashed},
                      {.name = "loop", .x = {1, 0, 1}, .y = {1, 2, 3}, .shade = 0.5}},
           .guides = {{.vertical = true, .value = 2, .label = "g"}}});
  EXPECT_EQ(plot["type"], "plot");
  EXPECT_EQ(plot["x"]["log"], true);
  EXPECT_EQ(plot["x"]["min"], 1);
  EXPECT_TRUE(plot["x"]["max"].is_null());
  ASSERT_EQ(plot["curves"].size(), 2u);
  EXPECT_EQ(plot["curves"][0]["style"], "dashed");
  EXPECT_EQ(plot["curves"][0]["ascending"], true);
  EXPECT_EQ(plot["curves"][1]["ascending"], false);
  EXPECT_EQ(plot["curves"][1]["shade"], 0.5);
  EXPECT_EQ(plot["guides"][0]["label"], "g");
}

TEST(PageJson, CellsAreShortUnlessMarked) {
  const nlohmann::json table =
      ItemJson(Table{.columns = {{"a"}, {"b"}, {"c"}},
                     .rows = {{{"text"}, {kNan, Mark::kWarning}, {2.0, Mark::kNone, "there"}}}});
  const nlohmann::json expected = nlohmann::json::parse(R"([["text"], [null, "warning"],
                                                            [2.0, "", "there"]])");
  EXPECT_EQ(nlohmann::json::parse(table["rows"][0].dump()), expected);
}

TEST(PageJson, HeatmapKeepsGaps) {
  const nlohmann::json map =
      ItemJson(Heatmap{.x_values = {1, 2}, .y_values = {3}, .values = {kNan, 5}, .max = 9});
  EXPECT_EQ(nlohmann::json::parse(map["values"].dump()), nlohmann::json::parse("[null, 5.0]"));
  EXPECT_EQ(map["max"], 9);
}

// However many channels, the page stays within its budget; short curves are not touched.
TEST(PageJson, LongCurvesShareTheBudget) {
  Plot plot;
  std::vector<double> x(60'000), y(60'000);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = static_cast<double>(i);
    y[i] = std::sin(static_cast<double>(i * i % 7919));
  }
  for (int c = 0; c < 40; ++c) plot.curves.push_back({.name = "long", .x = x, .y = y});
  plot.curves.push_back({.name = "short", .x = {1, 2}, .y = {1, 2}});
  const nlohmann::json json = ItemJson(plot);
  std::size_t points = 0;
  for (const auto& curve : json["curves"]) points += curve["size"].get<std::size_t>();
  EXPECT_LE(points, kPagePoints + 100);
  EXPECT_GT(points, kPagePoints * 8 / 10);
  EXPECT_EQ(json["curves"][0]["fullSize"], 60'000);
  EXPECT_EQ(json["curves"][40]["size"], 2);
}

}  // namespace
}  // namespace jounce::report

#include "report/identify_page.h"

#include <gtest/gtest.h>

#include <limits>

#include "identify/prepare.h"
#include "identify/synthetic_data_for_test.h"

namespace jounce::report {
namespace {

using identify::Identification;
using identify::Series;

TEST(IdentifyPage, ShowsLoopsMapLadderAndParameters) {
  std::vector<Series> data =
      identify::Programme({0.1e-3, 0.5e-3, 2e-3}, {0.03, 1, 5, 10, 20, 40}, 40);
  identify::CandidateLaw truth;
  truth.Add(identify::PartKind::kSpring, {3e5, 1e9, 1e14});
  truth.Add(identify::PartKind::kMaxwell, {1e5, 0.02});
  identify::MeasureModel(truth, 64, &data);
  data = identify::Prepare(data);
  const Identification result = identify::Identify(data, {.law = "maxwell:1", .steps = 64});
  const Page page = MakeIdentifyPage({.title = "bushing", .data = &data, .result = &result});
  const auto section = [&page](const std::string& title) -> const Section& {
    for (const Section& one : page.sections) {
      if (one.title == title) return one;
    }
    ADD_FAILURE() << "no section " << title;
    return page.sections[0];
  };
  EXPECT_EQ(section("Quasi-static loops").items.size(), 3u);
  EXPECT_EQ(section("Dynamic loops").items.size(), 12u) << "three amplitudes by four frequencies";
  const Plot& loop = std::get<Plot>(section("Dynamic loops").items[0]);
  ASSERT_EQ(loop.curves.size(), 4u) << "measured and computed, overlaid, and the band";
  EXPECT_LT(loop.curves[2].y[3], loop.curves[1].y[3]);
  EXPECT_GT(loop.curves[3].y[3], loop.curves[1].y[3]);
  const Heatmap& map = std::get<Heatmap>(section("Where the law errs").items[0]);
  EXPECT_EQ(map.values.size(), 15u);
  EXPECT_EQ(std::get<Table>(section("Parameters").items[0]).rows.size(), 5u);
  EXPECT_EQ(std::get<Table>(section("All series").items[0]).rows.size(), 18u);
  ASSERT_FALSE(page.findings.empty());
  EXPECT_EQ(page.findings[0].text.find("The law " + result.model.name + " with 5 parameters"), 0u)
      << page.findings[0].text;
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(DmaPage, ShowsModuliAndShifts) {
  identify::ModulusFit fit;
  fit.relaxed = 1e6;
  fit.terms = {{2e6, 0.1}};
  std::vector<identify::ModulusPoint> data;
  for (double f = 0.1; f < 100; f *= 2) data.push_back({f, fit.At(f)});
  identify::MasterCurve curve;
  curve.temperatures = {10, 20, 30};
  curve.log_shift = {1, 0, -1};
  curve.reference = 20;
  curve.c1 = curve.c2 = std::numeric_limits<double>::quiet_NaN();  // shifts without a formula
  const auto shifts = [&] {
    const Page page = MakeDmaPage({.title = "rubber", .data = &data, .fit = &fit, .curve = &curve});
    return page.sections[1].items;
  };
  ASSERT_EQ(shifts().size(), 1u);
  EXPECT_EQ(std::get<Plot>(shifts()[0]).curves.size(), 1u);
  curve.c1 = 9;
  curve.c2 = 100;
  curve.log_vertical = {0.01, 0, -0.01};
  ASSERT_EQ(shifts().size(), 2u);
  const Curve wlf = std::get<Plot>(shifts()[0]).curves.at(1);
  EXPECT_NEAR(wlf.y.front(), 9 * 10 / 90.0, 1e-9);  // -C1 d / (C2 + d) at d = -10 K
  EXPECT_NEAR(wlf.y.back(), -9 * 10 / 110.0, 1e-9);
  const Page page = MakeDmaPage({.title = "rubber", .data = &data, .fit = &fit, .curve = &curve});
  EXPECT_EQ(page.sections.size(), 3u);
  EXPECT_FALSE(RenderPage(page).empty());
}

}  // namespace
}  // namespace jounce::report

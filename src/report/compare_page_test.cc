#include "report/compare_page.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::report {
namespace {

Channel Scaled(double factor) {
  Channel channel;
  channel.name = std::string("LF Fz");
  channel.unit = std::string("N");
  channel.sample_rate = 100;
  for (int i = 0; i < 500; ++i) channel.samples.push_back(factor * std::sin(0.3 * i));
  return channel;
}

TEST(ComparePage, OneTableAndASectionAChannel) {
  ComparePageInput input{.measured_file = "road.rsp", .simulated_file = "run.h5"};
  input.settings.max_error_limit = 12;
  input.settings.psd_limit = 15;
  input.channels = {Correlate(Scaled(1), Scaled(1.1), input.settings),
                    Correlate(Scaled(1), Scaled(1), input.settings)};
  const Page page = MakeComparePage(input);
  ASSERT_EQ(page.sections.size(), 3u);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_NEAR(std::get<double>(table.rows[0][7].value), 10, 1e-9);
  EXPECT_EQ(table.rows[0][7].mark, Mark::kGood) << "within 12 %";
  EXPECT_EQ(table.rows[0][8].mark, Mark::kNone) << "no limit, no verdict";
  EXPECT_EQ(table.rows[0][9].mark, Mark::kBad) << "21 % is beyond 15 %";
  EXPECT_EQ(table.rows[0][0].anchor, page.sections[1].anchor);
  EXPECT_EQ(page.facts.back().value, "1 of 2");
  EXPECT_EQ(page.facts.back().mark, Mark::kBad);
  const Plot& history = std::get<Plot>(page.sections[1].items[0]);
  EXPECT_EQ(history.curves[0].y, input.channels[0].measured.samples);
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(ComparePage, WithoutLimitsNobodyJudges) {
  ComparePageInput input{.measured_file = "road.rsp", .simulated_file = "run.h5"};
  input.channels = {Correlate(Scaled(1), Scaled(3), input.settings)};
  EXPECT_EQ(MakeComparePage(input).facts.size(), 2u);
}

}  // namespace
}  // namespace jounce::report

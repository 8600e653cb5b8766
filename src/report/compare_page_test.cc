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
  ComparePageInput input{.reference = {"measured", "road.rsp"}, .sets = {{"simulated", "run.h5"}}};
  input.settings.max_error_limit = 12;
  input.settings.psd_limit = 15;
  input.channels = {{Correlate(Scaled(1), Scaled(1.1), input.settings)},
                    {Correlate(Scaled(1), Scaled(1), input.settings)}};
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
  EXPECT_EQ(history.curves[0].y, input.channels[0].values.measured.samples);
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(ComparePage, WithoutLimitsNobodyJudges) {
  ComparePageInput input{.reference = {"measured", "road.rsp"}, .sets = {{"simulated", "run.h5"}}};
  input.channels = {{Correlate(Scaled(1), Scaled(3), input.settings)}};
  EXPECT_EQ(MakeComparePage(input).facts.size(), 2u);
}

// Several sets against one reference: a row each, one section with all curves, bands told apart.
TEST(ComparePage, SetsShareTheSectionOfTheirChannel) {
  ComparePageInput input{.reference = {"desired", "desired.rsp"},
                         .sets = {{"raw", "raw.rsp"}, {"remote", "remote.rsp"}}};
  input.settings.bands = {1, 20, 50};
  Channel other = Scaled(1);
  other.name = "RF Fz";
  input.channels = {{Correlate(Scaled(1), Scaled(1.1), input.settings), 0},
                    {Correlate(Scaled(1), Scaled(2), input.settings), 1},
                    {Correlate(other, Scaled(1), input.settings), 1}};
  const Page page = MakeComparePage(input);
  EXPECT_EQ(page.title, "Desired, raw and remote");
  ASSERT_EQ(page.sections.size(), 3u);
  const Table& bands = std::get<Table>(page.sections[0].items[1]);
  ASSERT_EQ(bands.rows.size(), 3u);
  EXPECT_NEAR(std::get<double>(bands.rows[1][2].value), 2, 1e-9);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  EXPECT_EQ(std::get<std::string>(table.rows[1][1].value), "remote");
  EXPECT_EQ(std::get<std::string>(table.rows[2][1].value), "remote: LF Fz");
  EXPECT_EQ(table.rows[1][0].anchor, page.sections[1].anchor);
  EXPECT_EQ(table.rows[2][0].anchor, page.sections[2].anchor);
  const Plot& history = std::get<Plot>(page.sections[1].items[0]);
  ASSERT_EQ(history.curves.size(), 3u);
  EXPECT_EQ(history.curves[2].name, "remote");
  EXPECT_EQ(history.curves[2].y, input.channels[1].values.simulated.samples);
}

}  // namespace
}  // namespace jounce::report

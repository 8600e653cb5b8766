#include "report/compare_page.h"

#include <fmt/format.h>
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

TEST(ComparePage, FindingsATableAndTheChannels) {
  ComparePageInput input{.measured_file = "road.rsp", .simulated_file = "run.h5"};
  input.settings.max_error_limit = 12;
  input.settings.psd_limit = 15;
  input.channels = {Correlate(Scaled(1), Scaled(1.1), input.settings),
                    Correlate(Scaled(1), Scaled(1), input.settings)};
  const Page page = MakeComparePage(input);
  ASSERT_EQ(page.sections.size(), 2u);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  ASSERT_EQ(table.rows.size(), 2u);
  EXPECT_NEAR(std::get<double>(table.rows[0][3].value), 10, 1e-9);
  EXPECT_EQ(table.rows[0][3].mark, Mark::kGood) << "within 12 %";
  EXPECT_EQ(table.rows[0][4].mark, Mark::kNone) << "no limit, no verdict";
  EXPECT_EQ(table.rows[0][5].mark, Mark::kBad) << "21 % is beyond 15 %";
  const auto& channels = std::get<ChannelBrowser>(page.sections[1].items[0]).channels;
  ASSERT_EQ(channels.size(), 2u);
  EXPECT_EQ(table.rows[0][0].anchor, channels[0].anchor);
  EXPECT_EQ(channels[0].mark, Mark::kBad);
  EXPECT_EQ(channels[1].mark, Mark::kGood);
  EXPECT_EQ(page.facts.back().value, "1 of 2");
  EXPECT_EQ(page.facts.back().mark, Mark::kBad);
  EXPECT_EQ(channels[0].plots[0].curves[0].y, input.channels[0].measured.samples);
  EXPECT_FALSE(RenderPage(page).empty());
  // A sine of 1 instead of 1.1 times as large: RMS 0.7071, damage with slope 5 as 1.1^5.
  ASSERT_EQ(page.findings.size(), 2u);
  EXPECT_NE(page.findings[0].text.find("1 of 2 channels"), std::string::npos);
  EXPECT_EQ(page.findings[0].mark, Mark::kBad);
  EXPECT_NE(page.findings[1].text.find(
                fmt::format("{:.3g} (LF Fz)", std::pow(1.1, input.settings.slope))),
            std::string::npos)
      << page.findings[1].text;
}

TEST(ComparePage, TheWorstChannelsAreShownFirst) {
  ComparePageInput input;
  for (const double factor : {1.1, 1.0, 1.5, 1.2, 1.3, 1.01}) {
    input.channels.push_back(Correlate(Scaled(1), Scaled(factor), input.settings));
  }
  const Page page = MakeComparePage(input);
  std::vector<bool> shown;
  for (const auto& channel : std::get<ChannelBrowser>(page.sections[1].items[0]).channels) {
    shown.push_back(channel.visible);
  }
  EXPECT_EQ(shown, (std::vector<bool>{true, false, true, true, true, false}));
}

TEST(ComparePage, WithoutLimitsNobodyJudges) {
  ComparePageInput input{.measured_file = "road.rsp", .simulated_file = "run.h5"};
  input.channels = {Correlate(Scaled(1), Scaled(3), input.settings)};
  EXPECT_EQ(MakeComparePage(input).facts.size(), 2u);
}

}  // namespace
}  // namespace jounce::report

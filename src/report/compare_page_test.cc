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
  ComparePageInput input{.reference = {"measured", "road.rsp"}, .sets = {{"simulated", "run.h5"}}};
  input.settings.max_error_limit = 12;
  input.settings.psd_limit = 15;
  input.channels = {{Correlate(Scaled(1), Scaled(1.1), input.settings)},
                    {Correlate(Scaled(1), Scaled(1), input.settings)}};
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
  EXPECT_EQ(channels[0].plots[0].curves[0].y, input.channels[0].values.measured.samples);
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
    input.channels.push_back({Correlate(Scaled(1), Scaled(factor), input.settings)});
  }
  const Page page = MakeComparePage(input);
  std::vector<bool> shown;
  for (const auto& channel : std::get<ChannelBrowser>(page.sections[1].items[0]).channels) {
    shown.push_back(channel.visible);
  }
  EXPECT_EQ(shown, (std::vector<bool>{true, false, true, true, true, false}));
}

TEST(ComparePage, WithoutLimitsNobodyJudges) {
  ComparePageInput input{.reference = {"measured", "road.rsp"}, .sets = {{"simulated", "run.h5"}}};
  input.channels = {{Correlate(Scaled(1), Scaled(3), input.settings)}};
  const Page page = MakeComparePage(input);
  EXPECT_EQ(page.facts.size(), 2u);
  // Three times as much everywhere: an error of 200 %, and a PSD nine times as high; the shades end at
  // 100 % and at a factor of 4. Both rise and fall together.
  const std::vector<Cell>& row = std::get<Table>(page.sections[0].items[0]).rows[0];
  EXPECT_EQ(row[3].shade, 1);
  EXPECT_EQ(row[11].shade, 1);
  EXPECT_NEAR(row[12].shade.value(), 0, 1e-9);
}

// An error of 41 % is that part of the way to twice a limit of 100 %. A factor of 2 is half the way to
// one of 4, whether up or down.
TEST(ComparePage, CellsAreTheDarkerTheWorse) {
  for (const double factor : {std::sqrt(2.0), std::sqrt(0.5)}) {
    ComparePageInput input{.settings = {.max_error_limit = 100}};
    input.channels = {{Correlate(Scaled(1), Scaled(factor), input.settings)}};
    const Page page = MakeComparePage(input);
    const std::vector<Cell>& row = std::get<Table>(page.sections[0].items[0]).rows[0];
    EXPECT_NEAR(row[3].shade.value(), std::abs(factor - 1) / 2, 1e-9);
    EXPECT_EQ(row[3].mark, Mark::kGood);
    EXPECT_NEAR(row[11].shade.value(), 0.5, 1e-6) << "a power of twice or half";
  }
}

// What is rounding in both says nothing, however much it differs; the others begin with the worst.
TEST(ComparePage, RoundingIsNotCompared) {
  ComparePageInput input{.reference = {"measured", ""}, .sets = {{"simulated", ""}}};
  input.channels = {{Correlate(Scaled(1e-9), Scaled(1e-8), input.settings)},
                    {Correlate(Scaled(0), Scaled(0), input.settings)},
                    {Correlate(Scaled(1), Scaled(1.1), input.settings)},
                    {Correlate(Scaled(1), Scaled(1.2), input.settings)}};
  const Page page = MakeComparePage(input);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  ASSERT_EQ(table.columns.size(), table.rows[0].size());
  EXPECT_NEAR(std::get<double>(table.rows[0][3].value), 20, 1e-9);
  EXPECT_NEAR(std::get<double>(table.rows[1][3].value), 10, 1e-9);
  for (size_t row = 2; row < 4; ++row) {
    for (size_t cell = 2; cell < table.rows[row].size(); ++cell) {
      EXPECT_TRUE(std::isnan(std::get<double>(table.rows[row][cell].value)));
      EXPECT_FALSE(table.rows[row][cell].shade.has_value());
    }
  }
  EXPECT_NE(page.findings[1].text.find(fmt::format("between {:.3g}", std::pow(1.1, 5))),
            std::string::npos)
      << page.findings[1].text;
}

// Several sets against one reference: a row each, one plot with all curves, bands told apart.
TEST(ComparePage, SetsShareThePlotsOfTheirChannel) {
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
  ASSERT_EQ(page.sections.size(), 2u);
  const auto& channels = std::get<ChannelBrowser>(page.sections[1].items[0]).channels;
  ASSERT_EQ(channels.size(), 2u);
  const Table& bands = std::get<Table>(page.sections[0].items[1]);
  ASSERT_EQ(bands.rows.size(), 3u);
  EXPECT_NEAR(std::get<double>(bands.rows[1][2].value), 2, 1e-9);
  const Table& table = std::get<Table>(page.sections[0].items[0]);
  EXPECT_EQ(std::get<std::string>(table.rows[1][1].value), "remote");
  EXPECT_EQ(std::get<std::string>(table.rows[2][1].value), "remote: LF Fz");
  EXPECT_EQ(table.rows[1][0].anchor, channels[0].anchor);
  EXPECT_EQ(table.rows[2][0].anchor, channels[1].anchor);
  const Plot& history = channels[0].plots[0];
  ASSERT_EQ(history.curves.size(), 3u);
  EXPECT_EQ(history.curves[2].name, "remote");
  EXPECT_EQ(history.curves[2].y, input.channels[1].values.simulated.samples);
}

}  // namespace
}  // namespace jounce::report

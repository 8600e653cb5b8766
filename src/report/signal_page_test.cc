#include "report/signal_page.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::report {
namespace {

Channel Make(const char* name, const char* unit) {
  Channel channel;
  channel.name = std::string(name);
  channel.unit = std::string(unit);
  channel.sample_rate = 100;
  for (int i = 0; i < 500; ++i) channel.samples.push_back(std::sin(0.3 * i));
  return channel;
}

TEST(SignalPage, UnitsOfWhatIsShown) {
  EXPECT_EQ(DensityUnit("N"), "N^2/Hz");
  EXPECT_EQ(DensityUnit("m/s^2"), "(m/s^2)^2/Hz");
  EXPECT_EQ(DensityUnit(""), "1/Hz");
  EXPECT_EQ(ResponseUnit("N", "mm"), "N/mm");
  EXPECT_EQ(ResponseUnit("N", "m/s"), "N/(m/s)");
  EXPECT_EQ(ResponseUnit("", "mm"), "1/mm");
  EXPECT_EQ(ResponseUnit("N", "N"), "");
}

TEST(SignalPage, ChannelsOfOneUnitShareAPlot) {
  const std::vector<Channel> channels = {Make("a", "N"), Make("b", "mm"), Make("c", "N")};
  const Page page = MakeSignalPage(channels, {});
  ASSERT_EQ(page.findings.size(), 2u) << "one a unit";
  EXPECT_NE(page.findings[1].text.find("b varies most in mm: from -1 to 1"), std::string::npos)
      << page.findings[1].text;
  ASSERT_EQ(page.sections.size(), 3u);
  ASSERT_EQ(page.sections[0].items.size(), 2u);
  const Plot& forces = std::get<Plot>(page.sections[0].items[0]);
  ASSERT_EQ(forces.curves.size(), 2u);
  EXPECT_EQ(forces.curves[1].name, "c");
  EXPECT_DOUBLE_EQ(forces.curves[1].x[100], 1);
  const Plot& spectra = std::get<Plot>(page.sections[1].items[0]);
  EXPECT_EQ(spectra.y.unit, "N^2/Hz");
  EXPECT_GT(spectra.curves[0].x.front(), 0) << "no zero on a logarithmic axis";
  EXPECT_EQ(std::get<Table>(page.sections[2].items[0]).rows.size(), 3u);
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(SignalPage, ResponsesHaveMagnitudePhaseAndCoherence) {
  const Channel x = Make("x", "mm"), y = Make("y", "N");
  NamedResponse named{"y", "N", ResponseOf(CrossSpectrumOf(x.samples, y.samples, 100))};
  const Page page = MakeFrfPage("x", "mm", {named});
  ASSERT_EQ(page.sections.size(), 1u);
  ASSERT_EQ(page.sections[0].items.size(), 3u);
  EXPECT_EQ(std::get<Plot>(page.sections[0].items[0]).y.unit, "N/mm");
  EXPECT_FALSE(RenderPage(page).empty());
}

TEST(SignalPage, RainflowShowsCountsAndMatrices) {
  const Channel x = Make("x", "N");
  const auto cycles = CountRainflow(x.samples).cycles;
  const Page page = MakeRainflowPage({{"x", "N", cycles, ClassesOfSamples(x.samples, 8)}}, 16, 5);
  ASSERT_EQ(page.sections.size(), 4u);
  const Plot& cumulative = std::get<Plot>(page.sections[1].items[0]);
  double total = 0;
  for (const LoadCycle& cycle : cycles) total += cycle.count;
  EXPECT_DOUBLE_EQ(cumulative.curves[0].x.back(), total);
  EXPECT_EQ(std::get<Heatmap>(page.sections[3].items[0]).values.size(), 64u);
  EXPECT_FALSE(RenderPage(page).empty());
  EXPECT_FALSE(RenderPage(MakeRainflowPage({{"flat", "N", {}, Classes{}}}, 16, 5)).empty());
}

}  // namespace
}  // namespace jounce::report

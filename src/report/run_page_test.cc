#include "report/run_page.h"

#include <gtest/gtest.h>

namespace jounce::report {
namespace {

std::vector<std::string> Titles(const Page& page) {
  std::vector<std::string> titles;
  for (const Section& section : page.sections) titles.push_back(section.title);
  return titles;
}

TEST(RunPage, HasASectionForWhatThereIs) {
  RunPageInput input{.title = "t", .times = {0, 1}};
  EXPECT_TRUE(MakeRunPage(input).sections.empty());
  input.warnings = {{"w", Mark::kWarning}};
  input.motion = Scene{};
  input.channels = {{.name = "c", .values = {1, 2}}};
  input.spectra = {{.name = "s"}};
  input.energies = {{.name = "kinetic", .values = {1, 2}}};
  input.solver_facts = {{"Steps", "2"}};
  EXPECT_EQ(Titles(MakeRunPage(input)), (std::vector<std::string>{"Warnings", "Motion", "Sensors",
                                                                  "Spectra", "Energy", "Solver"}));
}

TEST(RunPage, ChannelsShareAPlotOnlyIfTheyAgree) {
  const Page page = MakeRunPage(
      {.times = {0, 1},
       .channels = {{.name = "a", .quantity = "Force", .unit = "N", .values = {1, 2}, .plot = "P"},
                    {.name = "b", .quantity = "Force", .unit = "N", .values = {3, 4}, .plot = "P"},
                    {.name = "c", .quantity = "Force", .unit = "kN", .values = {5, 6}, .plot = "P"},
                    {.name = "d", .quantity = "Force", .unit = "N", .values = {7, 8}}}});
  const auto& items = page.sections[0].items;
  ASSERT_EQ(items.size(), 3u);
  const Plot& shared = std::get<Plot>(items[0]);
  ASSERT_EQ(shared.curves.size(), 2u);
  EXPECT_EQ(shared.curves[1].name, "b");
  EXPECT_EQ(shared.curves[1].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(shared.curves[1].y, (std::vector<double>{3, 4}));
  EXPECT_EQ(std::get<Plot>(items[1]).y.unit, "kN");
  EXPECT_EQ(std::get<Plot>(items[2]).title, "d");
}

TEST(RunPage, MotionAndSensorsShareTheTime) {
  const Page page =
      MakeRunPage({.motion = Scene{}, .times = {0, 1}, .channels = {{.values = {1, 2}}}});
  const Scene& scene = std::get<Scene>(page.sections[0].items[0]);
  const Plot& plot = std::get<Plot>(page.sections[1].items[0]);
  EXPECT_FALSE(scene.link.empty());
  EXPECT_EQ(scene.link, plot.link);
}

TEST(RunPage, SpectraOfOneUnitShareALogarithmicPlot) {
  const Page page = MakeRunPage({.spectra = {{.name = "a", .unit = "N^2/Hz"},
                                             {.name = "b", .unit = "m^2/Hz"},
                                             {.name = "c", .unit = "N^2/Hz"}}});
  const auto& items = page.sections[0].items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(std::get<Plot>(items[0]).curves.size(), 2u);
  EXPECT_EQ(std::get<Plot>(items[0]).x.scale, Scale::kLog);
}

}  // namespace
}  // namespace jounce::report

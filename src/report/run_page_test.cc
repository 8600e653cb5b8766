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
  input.energies = {{.name = "kinetic", .values = {1, 2}}};
  input.solver_facts = {{"Steps", "2"}};
  EXPECT_EQ(Titles(MakeRunPage(input)),
            (std::vector<std::string>{"Warnings", "Motion", "Channels", "Energy", "Solver"}));
}

TEST(RunPage, EachChannelHasItsHistoryAndSpectrum) {
  RunPageInput input{.times = {0, 1}};
  for (int i = 0; i < 6; ++i) {
    input.channels.push_back({.name = "front.force.x",
                              .group = "front",
                              .unit = "N",
                              .values = {1, -4},
                              .spectrum = {"N^2/Hz", {1, 2}, {3, 4}}});
  }
  input.channels[5].spectrum = {};
  const Page page = MakeRunPage(input);
  const auto& channels = std::get<ChannelBrowser>(page.sections[0].items[0]).channels;
  ASSERT_EQ(channels.size(), 6u);
  EXPECT_EQ(channels[0].group, "front");
  EXPECT_EQ(channels[0].summary, "peak -4 N");
  EXPECT_EQ(channels[0].plots[0].curves[0].x, (std::vector<double>{0, 1}));
  EXPECT_EQ(channels[0].plots[0].curves[0].y, (std::vector<double>{1, -4}));
  EXPECT_EQ(channels[0].plots[1].x.scale, Scale::kLog);
  EXPECT_EQ(channels[5].plots.size(), 1u);
}

// x, y and z of a sensor: the one that moves most; what stands still, not at first.
TEST(RunPage, WhatChangesIsShownFirst) {
  RunPageInput input{.times = {0, 1}};
  for (const double size : {0.0, 1.0, 3.0, 2.0}) {
    input.channels.push_back(
        {.name = "a." + std::to_string(size), .group = "a", .values = {0, size}});
  }
  input.channels.push_back({.name = "still", .values = {7, 7}});
  for (int i = 0; i < 5; ++i) input.channels.push_back({.name = "moving", .values = {0, 1}});
  const Page page = MakeRunPage(input);
  std::vector<std::size_t> shown;
  const auto& channels = std::get<ChannelBrowser>(page.sections[0].items[0]).channels;
  for (std::size_t i = 0; i < channels.size(); ++i) {
    if (channels[i].visible) shown.push_back(i);
  }
  EXPECT_EQ(shown, (std::vector<std::size_t>{2, 5, 6, 7}));
}

// Rounding of the largest of a unit is neither a motion nor a peak.
TEST(RunPage, RoundingIsNotShownFirst) {
  RunPageInput input{.times = {0, 1}};
  input.channels = {{.name = "a", .unit = "N", .values = {1e-9, 2e-9}},
                    {.name = "b", .unit = "N", .values = {500, 500 + 1e-10}},
                    {.name = "c", .unit = "N", .values = {1, -2}}};
  const Page page = MakeRunPage(input);
  const auto& channels = std::get<ChannelBrowser>(page.sections[0].items[0]).channels;
  EXPECT_EQ(channels[0].summary, "about 0");
  EXPECT_EQ(channels[1].summary, "peak 500 N");
  EXPECT_FALSE(channels[0].visible);
  EXPECT_FALSE(channels[1].visible);
  EXPECT_TRUE(channels[2].visible);
}

TEST(RunPage, MotionAndSensorsShareTheTime) {
  const Page page =
      MakeRunPage({.motion = Scene{}, .times = {0, 1}, .channels = {{.values = {1, 2}}}});
  const Scene& scene = std::get<Scene>(page.sections[0].items[0]);
  const Plot& plot = std::get<ChannelBrowser>(page.sections[1].items[0]).channels[0].plots[0];
  EXPECT_FALSE(scene.link.empty());
  EXPECT_EQ(scene.link, plot.link);
}

}  // namespace
}  // namespace jounce::report

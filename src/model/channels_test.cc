#include "model/channels.h"

#include <gtest/gtest.h>

namespace jounce::channels_test {
namespace {

std::vector<ProbeChannel> Raw() {
  return {{"wft.x", "N", "force along x"},
          {"wft.y", "N", "force along y"},
          {"wft.rz", "N m", "moment about z"},
          {"tip", "rad", "angle"}};
}

ChannelChoice Choice(const std::string& name, const std::string& from, const std::string& unit) {
  ChannelChoice choice;
  choice.name = name;
  choice.from = from;
  choice.unit = unit;
  return choice;
}

std::string MessageOf(const std::vector<ChannelChoice>& list) {
  try {
    ChooseChannels({{}, std::nullopt, list}, Raw());
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Channels, WithoutAListAllAreAsTheyAre) {
  const std::vector<ChosenChannel> chosen = ChooseChannels({}, Raw());
  ASSERT_EQ(chosen.size(), 4u);
  for (size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(chosen[i].source, static_cast<int>(i));
    EXPECT_EQ(chosen[i].factor, 1);
    EXPECT_EQ(chosen[i].channel.name, Raw()[i].name);
  }
  EXPECT_TRUE(ChooseChannels({}, {}).empty());
}

// 1 lbf = 4.4482216152605 N, 180 deg = pi rad.
TEST(Channels, NamesUnitsAndScales) {
  ChannelChoice back = Choice("LF WFT F*", "wft.*", "");
  back.scale = -2;
  const std::vector<ChosenChannel> chosen =
      ChooseChannels({{},
                      std::nullopt,
                      {Choice("Angle", "tip", "deg"), Choice("LF Fy", "wft.y", "lbf"), back,
                       Choice("tip", "", "")}},
                     Raw());
  ASSERT_EQ(chosen.size(), 6u);
  EXPECT_EQ(chosen[0].source, 3);
  EXPECT_EQ(chosen[0].channel.unit, "deg");
  EXPECT_NEAR(chosen[0].factor, 180 / M_PI, 1e-12);
  EXPECT_NEAR(chosen[1].factor, 1 / 4.4482216152605, 1e-14);
  EXPECT_EQ(chosen[1].channel.description, "force along y");
  EXPECT_EQ(chosen[2].channel.name, "LF WFT Fx");
  EXPECT_EQ(chosen[4].channel.name, "LF WFT Frz");
  EXPECT_EQ(chosen[4].channel.unit, "N m");
  EXPECT_EQ(chosen[4].factor, -2);
  EXPECT_EQ(chosen[5].channel.name, "tip");
}

TEST(Channels, WhatIsWrongIsSaid) {
  EXPECT_NE(MessageOf({Choice("a", "wtf.x", "")}).find("did you mean 'wft.x'"), std::string::npos);
  EXPECT_NE(MessageOf({Choice("a", "wft.*", "")}).find("used twice"), std::string::npos);
  EXPECT_NE(MessageOf({Choice("a", "tip", "mm")}).find("no unit of [rad]"), std::string::npos);
  EXPECT_NE(MessageOf({Choice("a", "tip", "dge")}).find("dge"), std::string::npos);
  EXPECT_NE(MessageOf({Choice("*a*", "tip", "")}).find("more than one"), std::string::npos);
  // All of them at once, each with its own fault.
  const std::string both = MessageOf({Choice("*a*", "tip", ""), Choice("b", "nothing", "")});
  EXPECT_NE(both.find("channel 'b'"), std::string::npos) << both;
  ChannelSettings settings;
  settings.rate = 0;
  EXPECT_THROW(ChooseChannels(settings, Raw()), InputError);
}

}  // namespace
}  // namespace jounce::channels_test

#include "signals/channel_units.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace jounce {
namespace {

// Factors of NIST SP 811, appendix B.
TEST(ChannelUnitsTest, WhatATestTrackWrites) {
  EXPECT_DOUBLE_EQ(ConversionBetween("lbs", "N").Convert(1000), 4448.2216152605);
  EXPECT_DOUBLE_EQ(ConversionBetween("LBS", "kN").Convert(1000), 4.4482216152605);
  EXPECT_DOUBLE_EQ(ConversionBetween("inch", "mm").Convert(2), 50.8);
  EXPECT_DOUBLE_EQ(ConversionBetween("Inches", "m").Convert(2), 0.0508);
  EXPECT_DOUBLE_EQ(ConversionBetween("G", "m/s^2").Convert(3), 29.41995);
  EXPECT_DOUBLE_EQ(ConversionBetween("g", "m/s2").Convert(1), 9.80665);
  EXPECT_NEAR(ConversionBetween("degrees", "rad").Convert(180), 3.14159265358979, 1e-14);
  EXPECT_DOUBLE_EQ(ConversionBetween("degC", "K").Convert(20), 293.15);
  EXPECT_DOUBLE_EQ(ConversionBetween("K", "degC").Convert(293.15), 20);
  EXPECT_DOUBLE_EQ(ConversionBetween("MN", "mN").Convert(1), 1e9) << "case counts where it must";
}

TEST(ChannelUnitsTest, SiOfAnyUnit) {
  EXPECT_EQ(SiUnitOf("lbs"), "N");
  EXPECT_EQ(SiUnitOf("inch"), "m");
  EXPECT_EQ(SiUnitOf("kN/mm"), "N/m");
  EXPECT_EQ(SiUnitOf("deg"), "rad");
  EXPECT_EQ(SiUnitOf("%"), "");
  EXPECT_DOUBLE_EQ(ConversionBetween("g", SiUnitOf("g")).factor, 9.80665);
  EXPECT_DOUBLE_EQ(ConversionBetween("km/h", SiUnitOf("km/h")).Convert(36), 10);
}

TEST(ChannelUnitsTest, ConvertsAChannelOrSaysWhyNot) {
  Channel channel;
  channel.name = std::string("LF Fz");
  channel.unit = std::string("lbs");
  channel.samples = {1, 2};
  ConvertChannel("N", &channel);
  EXPECT_EQ(channel.unit, "N");
  EXPECT_DOUBLE_EQ(channel.samples[1], 2 * 4.4482216152605);
  try {
    ConvertChannel("mm", &channel);
    FAIL() << "converted";
  } catch (const InputError& error) {
    EXPECT_EQ(std::string(error.what()),
              "error: channel 'LF Fz': 'N' cannot be turned into 'mm' (the one is N, the "
              "other m)");
  }
  channel.unit = std::string("furlong");
  EXPECT_THROW(ConvertChannel("mm", &channel), InputError);
}

}  // namespace
}  // namespace jounce

#include "math/display_units.h"

#include <gtest/gtest.h>

#include <numbers>
#include <vector>

#include "base/error.h"

namespace jounce {
namespace {

constexpr double kDegrees = 180 / std::numbers::pi;

// By hand: 1 m = 1000 mm, 1 Pa = 1e-6 N/mm^2, 1 N m/rad = 1000 N mm / (180/pi deg).
TEST(DisplayUnitsTest, WhatIsMadeOfLengthForceAndAngleFollowsThem) {
  const DisplayUnits units = DisplayUnits::Parse("mm-N-deg");
  EXPECT_EQ(units.NameOf("m"), "mm");
  EXPECT_DOUBLE_EQ(units.Show(0.25, "m"), 250);
  EXPECT_EQ(units.NameOf("N*m"), "N*mm");
  EXPECT_DOUBLE_EQ(units.Show(2, "N*m"), 2000);
  EXPECT_EQ(units.NameOf("Pa"), "MPa");
  EXPECT_DOUBLE_EQ(units.Show(3e8, "Pa"), 300);
  EXPECT_EQ(units.NameOf("N*m/rad"), "N*mm/deg");
  EXPECT_NEAR(units.Show(1, "N*m/rad"), 1000 / kDegrees, 1e-12);
  EXPECT_EQ(units.NameOf("rad/s"), "deg/s");
  EXPECT_NEAR(units.Show(1, "rad/s"), kDegrees, 1e-12);
  EXPECT_EQ(units.NameOf("kg*m^2"), "kg*mm^2");
  EXPECT_DOUBLE_EQ(units.Show(0.5, "kg*m^2"), 5e5);
  EXPECT_EQ(units.NameOf("m/s"), "mm/s");
}

TEST(DisplayUnitsTest, AccelerationsAndEnergiesStayUnlessSaid) {
  const DisplayUnits plain = DisplayUnits::Parse("mm-kN-deg");
  for (const char* unit : {"m/s^2", "J", "W", "s", "Hz", "1", "", "km/h", "my own"}) {
    EXPECT_EQ(plain.NameOf(unit), unit);
    EXPECT_EQ(plain.Show(1.5, unit), 1.5) << unit;
  }
  EXPECT_EQ(plain.NameOf("N"), "kN");
  const DisplayUnits said = DisplayUnits::Parse("mm-g-kJ-Nm-km/h");
  EXPECT_EQ(said.NameOf("m/s^2"), "g");
  EXPECT_DOUBLE_EQ(said.Show(9.80665, "m/s^2"), 1);
  EXPECT_EQ(said.NameOf("J"), "kJ");
  EXPECT_EQ(said.NameOf("N*m"), "Nm");
  EXPECT_DOUBLE_EQ(said.Show(10, "m/s"), 36);
  EXPECT_NEAR(DisplayUnits::Parse("degC").Show(300, "K"), 26.85, 1e-12);
}

TEST(DisplayUnitsTest, AFileSaysThem) {
  const DisplayUnits units(UnitSystem{.length = "mm", .time = "ms", .angle = "deg"});
  EXPECT_EQ(units.ToString(), "mm-deg");
  EXPECT_EQ(units.NameOf("m/s"), "mm/s");  // times are not scaled
  EXPECT_EQ(DisplayUnits(UnitSystem{.length = "in", .force = "lbf"}).NameOf("Pa"), "lbf/in^2");
  EXPECT_EQ(DisplayUnits().ToString(), "SI");
  for (const char* text : {"SI", "mm-N-deg", "mm-kN-t-deg-degC-g-Nm"}) {
    const DisplayUnits once = DisplayUnits::Parse(text);
    EXPECT_EQ(DisplayUnits::Parse(once.ToString()).ToString(), once.ToString());
  }
}

TEST(DisplayUnitsTest, AChannelIsConvertedInPlace) {
  std::string unit = "rad";
  std::vector<double> values = {0, std::numbers::pi};
  DisplayUnits::Parse("deg").Convert(&unit, values);
  EXPECT_EQ(unit, "deg");
  EXPECT_EQ(values[0], 0);
  EXPECT_DOUBLE_EQ(values[1], 180);
}

TEST(DisplayUnitsTest, WhatIsNoChoiceIsRefused) {
  for (const char* text :
       {"", "mm-", "-", "mm--N", "ms", "Hz", "%", "mm-cm", "g-mm/s^2", "furlong", "si", "N-kN"}) {
    EXPECT_THROW(DisplayUnits::Parse(text), InputError) << text;
  }
}

}  // namespace
}  // namespace jounce

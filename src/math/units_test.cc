#include "math/units.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "base/error.h"

namespace jounce {
namespace {

double Si(double value, const char* unit) { return ParseUnit(unit).ToSi(value); }

std::string UnitError(const char* unit) {
  try {
    ParseUnit(unit);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ParseUnit, ConvertsExactlyWhereTheDefinitionIsExact) {
  EXPECT_EQ(Si(12, "N/mm"), 12000);
  EXPECT_EQ(Si(1, "inch"), 0.0254);          // international yard and pound agreement, 1959
  EXPECT_EQ(Si(1, "lbf"), 4.4482216152605);  // 0.45359237 kg * 9.80665 m/s2
  EXPECT_EQ(Si(1, "g"), 9.80665);
  EXPECT_EQ(Si(3, "kN"), 3000);
  EXPECT_EQ(Si(2, "Hz"), 2);
  EXPECT_DOUBLE_EQ(Si(180, "deg"), std::numbers::pi);
  EXPECT_DOUBLE_EQ(Si(60, "rpm"), 2 * std::numbers::pi);
  EXPECT_DOUBLE_EQ(Si(1, "mph"), 1609.344 / 3600);
  EXPECT_DOUBLE_EQ(Si(1, "psi"), 6894.757293168361);  // NIST SP 811, appendix B
  EXPECT_DOUBLE_EQ(Si(20, "degC"), 293.15);
}

TEST(ParseUnit, TakesTheSpellingsOfTheField) {
  EXPECT_DOUBLE_EQ(Si(1, "N*s/mm"), 1000);
  EXPECT_DOUBLE_EQ(Si(1, "N s/mm"), 1000);
  EXPECT_DOUBLE_EQ(Si(1, "Ns/mm"), 1000);
  EXPECT_DOUBLE_EQ(Si(1, "N/(mm/s)"), 1000);
  EXPECT_DOUBLE_EQ(Si(1, "kg*mm^2"), 1e-6);
  EXPECT_DOUBLE_EQ(Si(1, "m/s2"), 1);
  EXPECT_DOUBLE_EQ(Si(1, "t/mm3"), 1e12);
  EXPECT_DOUBLE_EQ(Si(1, "Nm/deg"), 180 / std::numbers::pi);
  EXPECT_DOUBLE_EQ(Si(1, "1/s"), 1);
  EXPECT_DOUBLE_EQ(Si(5, ""), 5);
  EXPECT_DOUBLE_EQ(Si(5, "%"), 0.05);
}

TEST(ParseUnit, KeepsDimensionsApart) {
  EXPECT_EQ(ParseUnit("N/mm").dimension, quantity::kStiffness.ToDimension());
  EXPECT_EQ(ParseUnit("kg/s^2").dimension, quantity::kStiffness.ToDimension());
  EXPECT_NE(ParseUnit("Nm").dimension, ParseUnit("Nm/rad").dimension);
  EXPECT_NE(ParseUnit("Hz").dimension, ParseUnit("rad/s").dimension);
}

TEST(ParseUnit, SaysWhatIsWrong) {
  EXPECT_NE(UnitError("N/mn").find("did you mean"), std::string::npos);
  EXPECT_NE(UnitError("furlong").find("'furlong' is not a known unit"), std::string::npos);
  EXPECT_NE(UnitError("lb").find("lbf or lbm"), std::string::npos);
  EXPECT_NE(UnitError("N/").find("missing"), std::string::npos);
  EXPECT_NE(UnitError("N/(mm").find("parenthesis"), std::string::npos);
  EXPECT_NE(UnitError("m^12").find("too large"), std::string::npos);
  EXPECT_NE(UnitError("W/degC").find("use K"), std::string::npos);
}

TEST(UnitSystem, GivesTheUnitOfPlainNumbers) {
  const UnitSystem field{.length = "mm", .force = "N", .mass = "kg", .time = "s", .angle = "deg"};
  EXPECT_DOUBLE_EQ(field.UnitOf(quantity::kStiffness).scale, 1000);
  EXPECT_DOUBLE_EQ(field.UnitOf(quantity::kInertia).scale, 1e-6);
  EXPECT_DOUBLE_EQ(field.UnitOf(quantity::kTorque).scale, 1e-3);
  EXPECT_DOUBLE_EQ(field.UnitOf(quantity::kAngularStiffness).scale, 1e-3 * 180 / std::numbers::pi);
  EXPECT_EQ(field.UnitOf(quantity::kStress).dimension, ParseUnit("MPa").dimension);
  EXPECT_DOUBLE_EQ(UnitSystem{}.UnitOf(quantity::kStiffness).scale, 1);
  EXPECT_THROW(UnitSystem{.length = "kg"}.UnitOf(quantity::kLength), InputError);
}

TEST(ConvertUnit, GoesBothWays) {
  EXPECT_DOUBLE_EQ(ConvertUnit(1, "inch", "mm"), 25.4);
  EXPECT_DOUBLE_EQ(ConvertUnit(100, "lbs", "N"), 444.82216152605);
  EXPECT_DOUBLE_EQ(ConvertUnit(1, "g", "m/s2"), 9.80665);
  EXPECT_THROW(ConvertUnit(1, "N", "mm"), InputError);
}

TEST(Quantity, NamesItsUnit) {
  EXPECT_EQ(quantity::kStiffness.SiUnit(), "N/m");
  EXPECT_EQ(quantity::kAngularDamping.SiUnit(), "N*m*s/rad");
  EXPECT_EQ(quantity::kInertia.SiUnit(), "kg*m^2");
  EXPECT_EQ(quantity::kNumber.SiUnit(), "1");
}

// Dimensions are named as engineers do, and what is named is read back.
TEST(Dimension, NamesItsUnit) {
  for (const char* unit : {"N/m", "N*s/m", "N*m/rad", "N*m*s/rad", "N*m", "N", "Pa", "kg", "kg*m^2",
                           "kg/m^3", "m/s^2", "1/s", "rad/s", "m/N", "s", "K", "1"}) {
    EXPECT_EQ(ParseUnit(unit).dimension.ToString(), unit);
  }
  EXPECT_EQ(ParseUnit("kg/s^2").dimension.ToString(), "N/m");
}

TEST(Quantity, IsFoundFromItsUnit) {
  for (const Quantity& quantity :
       {quantity::kNumber, quantity::kStiffness, quantity::kAngularDamping, quantity::kInertia,
        quantity::kStress, quantity::kFrequency, quantity::kAcceleration, quantity::kTemperature}) {
    EXPECT_EQ(SiQuantity(quantity.SiUnit()), quantity) << quantity.SiUnit();
  }
  EXPECT_EQ(SiQuantity(""), quantity::kNumber);
  EXPECT_EQ(SiQuantity("N m"), quantity::kTorque);
  EXPECT_EQ(SiQuantity("m^3/s/Pa"), (Quantity{.length = 5, .force = -1, .time = -1}));
  EXPECT_EQ(SiQuantity("W/K"), quantity::kPower / quantity::kTemperature);
  for (const char* unit : {"mm", "bar", "furlong", "degC", "N/"}) {
    EXPECT_THROW(SiQuantity(unit), InputError) << unit;
  }
}

// Every unit name stands for itself: a typing error in the table would show here.
TEST(KnownUnits, AllParse) {
  for (const std::string& name : KnownUnits()) EXPECT_NO_THROW(ParseUnit(name)) << name;
}

}  // namespace
}  // namespace jounce

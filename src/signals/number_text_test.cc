#include "signals/number_text.h"

#include <gtest/gtest.h>

#include <string>

namespace jounce {
namespace {

TEST(NumberTextTest, ReadsWhatMeasurementFilesPrint) {
  EXPECT_EQ(ParseNumber(" 3.906250E-003 "), 3.90625e-3);
  EXPECT_EQ(ParseNumber("+7"), 7.0);
  EXPECT_EQ(ParseNumber("1.5D+02"), 150.0);
  EXPECT_EQ(ParseNumber("1.5-103"), 1.5e-103);
  EXPECT_EQ(ParseNumber("-2.5+1"), -25.0);
  EXPECT_EQ(ParseNumber(std::string_view("12\0\0", 4)), 12.0);
  EXPECT_EQ(ParseNumber("1e-999"), 0.0);
  for (const char* wrong : {"", "  ", "abc", "1 2", "1,5", "--1", "++1", "1e999", "0x10", "1e"}) {
    EXPECT_EQ(ParseNumber(wrong), std::nullopt) << wrong;
  }
}

TEST(NumberTextTest, WholeNumbers) {
  EXPECT_EQ(ParseWholeNumber("12"), 12);
  EXPECT_EQ(ParseWholeNumber("12.0"), 12);
  EXPECT_EQ(ParseWholeNumber("12.5"), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("1e18"), std::nullopt);
  EXPECT_EQ(ParseWholeNumber("nan"), std::nullopt);
}

TEST(NumberTextTest, RatesAreThoseThatWereMeant) {
  EXPECT_EQ(RateOfInterval("2.441406E-003"), 409.6);
  EXPECT_EQ(RateOfInterval("4.000000E-03"), 250);
  EXPECT_EQ(RateOfInterval("0.00244140625"), 409.6);
  EXPECT_EQ(RateOfInterval("4.88281e-03"), 204.8);
  EXPECT_EQ(RateOfInterval("0.0033333"), 300);
  // Ten digits that no short rate explains are believed.
  EXPECT_NEAR(RateOfInterval("0.003123456789"), 1 / 0.003123456789, 1e-6);
  EXPECT_EQ(RateOfInterval("0"), 0);
  EXPECT_EQ(RateOfInterval("-1"), 0);
  EXPECT_EQ(RateOfInterval("x"), 0);
}

TEST(NumberTextTest, SinglePrecisionAsPrinted) {
  EXPECT_EQ(RoundestDecimal(409.6f), 409.6);
  EXPECT_EQ(RoundestDecimal(0.1f), 0.1);
}

TEST(NumberTextTest, FitsAWidth) {
  EXPECT_EQ(FormatWithin(0.00244140625, 13), "0.00244140625");
  const std::string text = FormatWithin(1.0 / 3, 12);
  EXPECT_LE(text.size(), 12u);
  EXPECT_NEAR(*ParseNumber(text), 1.0 / 3, 1e-9);
  EXPECT_LE(FormatWithin(-1.234567890123e-300, 12).size(), 12u);
}

}  // namespace
}  // namespace jounce

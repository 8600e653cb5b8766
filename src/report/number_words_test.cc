#include "report/number_words.h"

#include <gtest/gtest.h>

#include <cmath>

namespace jounce::report {
namespace {

TEST(NumberWords, FourDigitsWithoutAnExponentWherePossible) {
  EXPECT_EQ(Readable(-13334.4), "-13330");
  EXPECT_EQ(Readable(9999.6), "10000");
  EXPECT_EQ(Readable(9999.4), "9999");
  EXPECT_EQ(Readable(0.0123456), "0.01235");
  EXPECT_EQ(Readable(999990), "1 million");
  EXPECT_EQ(Readable(-12345678), "-12.35 million");
  EXPECT_EQ(Readable(2.1e11), "2.1 × 10¹¹");
  EXPECT_EQ(Readable(-4.567e-12), "-4.567 × 10⁻¹²");
  EXPECT_EQ(Readable(std::nan("")), "nan");
  EXPECT_EQ(Readable(0), "0");
}

TEST(NumberWords, UnitsAsTheyAreWritten) {
  EXPECT_EQ(WithUnit(121.3, "m/s^2"), "121.3 m/s²");
  EXPECT_EQ(WithUnit(1, "mm^3"), "1 mm³");
  EXPECT_EQ(WithUnit(2, "m^22"), "2 m^22");
  EXPECT_EQ(WithUnit(2, "N*mm"), "2 N mm");
  EXPECT_EQ(WithUnit(3, ""), "3");
}

}  // namespace
}  // namespace jounce::report
